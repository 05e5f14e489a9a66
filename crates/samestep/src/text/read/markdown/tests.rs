use super::draft;
use crate::text::{Document, Draft, Role};

fn blocks(draft: &Draft) -> Vec<(Role, &str)> {
    draft.blocks.iter().map(|block| (block.role, block.span.of(&draft.text).trim())).collect()
}

#[test]
fn steps_continue_over_nested_lists_and_paragraphs() {
    let draft = draft(
        "# Soup\n\nFor *two*.\n\n## Ingredients\n\n- 1 onion\n- water\n\n## Steps\n\n1. Cut the\n   onion.\n   - finely\n\n   \
         It makes you cry.\n2. Boil.\n\nEnjoy!\n",
        0,
    );
    assert_eq!(draft.title.as_deref(), Some("Soup"));
    let expected = [
        (Role::Prose, "For two."),
        (Role::Prose, "1 onion"),
        (Role::Prose, "water"),
        (Role::Step, "Cut the onion."),
        (Role::Continuation, "finely"),
        (Role::Continuation, "It makes you cry."),
        (Role::Step, "Boil."),
        (Role::Prose, "Enjoy!"),
    ];
    assert_eq!(blocks(&draft), expected);
}

#[test]
fn a_list_indented_too_little_belongs_to_the_item_above() {
    let draft = draft("1. Mix\n\n  - flour\n  - water\n\n2. Bake\n\nText\n\n  - apart\n", 0);
    let expected = [
        (Role::Step, "Mix"),
        (Role::Continuation, "flour"),
        (Role::Continuation, "water"),
        (Role::Step, "Bake"),
        (Role::Prose, "Text"),
        (Role::Prose, "apart"),
    ];
    assert_eq!(blocks(&draft), expected);
}

#[test]
fn a_paragraph_before_a_list_goes_on_belongs_to_the_step_before() {
    let source = "1. Add salt.\n2. Stir.\n\nMove it to a tube.\n\n3. Spin it.\n\nDone.\n\n1. Begin again.\n";
    let expected = [
        (Role::Step, "Add salt."),
        (Role::Step, "Stir."),
        (Role::Continuation, "Move it to a tube."),
        (Role::Step, "Spin it."),
        (Role::Prose, "Done."),
        (Role::Step, "Begin again."),
    ];
    assert_eq!(blocks(&draft(source, 0)), expected);
}

#[test]
fn sentences_of_a_section_of_steps_are_steps() {
    let source = "# Bread\n\nFor two. Enjoy!\n\n## Directions\n\nMix all. Knead it\nwell.\n\nBake it. Cool it.\n\n## Notes\n\nKeeps well.\n";
    let expected = [
        (Role::Prose, "For two. Enjoy!"),
        (Role::Step, "Mix all."),
        (Role::Step, "Knead it well."),
        (Role::Step, "Bake it."),
        (Role::Step, "Cool it."),
        (Role::Prose, "Keeps well."),
    ];
    assert_eq!(blocks(&draft(source, 0)), expected);
}

#[test]
fn what_is_counted_after_the_steps_goes_on_with_them() {
    let source = "1. [Steps](#s)\n\n## Steps\n\n1. Stop the service.\n2. Start it again.\n\n## Rollback\n\n1. Restore it.\n\n## Notes\n\n1. It is slow.\n\n## Links\n\n- here\n";
    let expected = [
        (Role::Prose, "Steps"),
        (Role::Step, "Stop the service."),
        (Role::Step, "Start it again."),
        (Role::Prose, "Rollback"),
        (Role::Step, "Restore it."),
        (Role::Prose, "It is slow."),
        (Role::Prose, "Links"),
        (Role::Prose, "here"),
    ];
    assert_eq!(blocks(&draft(source, 0)), expected);
}

#[test]
fn lines_of_a_paragraph_that_count_are_steps() {
    let source = "# 换内胎\n第一步：松开螺母，\n把轮子拆下来。\n第二步：把旧内胎抽出。\n第三步：打足气。\n";
    let expected =
        [(Role::Step, "松开螺母， 把轮子拆下来。"), (Role::Step, "把旧内胎抽出。"), (Role::Step, "打足气。")];
    let shown: Vec<(Role, String)> =
        blocks(&draft(source, 0)).into_iter().map(|(role, text)| (role, text.replace('\n', " "))).collect();
    assert_eq!(shown, expected.map(|(role, text)| (role, text.to_owned())));
    let wrapped = "Put the oven to\n180. Then wait for\n2: Go.\n";
    assert_eq!(blocks(&draft(wrapped, 0)), [(Role::Prose, "Put the oven to 180. Then wait for 2: Go.")]);
}

#[test]
fn a_counted_list_after_what_is_needed_are_the_steps() {
    for above in
        ["You need:", "Tools and materials:\n", "## Ingredients\n", "## Ingredients\n### For the pot"]
    {
        let source = format!(
            "# Kettle\n\n{above}\n- a cloth\n- water\n\n1. Unplug it.\n2. Open it.\n\n## Wipe it\n1. Dry it.\n"
        );
        let found = draft(&source, 0);
        let steps: Vec<_> = blocks(&found)
            .into_iter()
            .filter(|(role, _)| *role == Role::Step)
            .map(|(_, text)| text)
            .collect();
        assert_eq!(steps, ["Unplug it.", "Open it.", "Dry it."], "{above}");
    }
    let notes = "1. Open it.\n\n## Troubleshooting\n\n- It sticks:\n\n1. Pull.\n";
    assert_eq!(Document::build(draft(notes, 0)).steps().len(), 1);
}

#[test]
fn footnotes_are_no_steps() {
    let source = "1. Press CAL.[^1]\n2. Wait[^b] a bit.\n\n[^1]: Older models\n    blink.\n\n    1. Twice.\n\n[^b]: Or more.\n\n3. Go.\n";
    let expected = [
        (Role::Step, "Press CAL."),
        (Role::Step, "Wait a bit."),
        (Role::Aside, "Older models blink."),
        (Role::Aside, "Twice."),
        (Role::Aside, "Or more."),
        (Role::Step, "Go."),
    ];
    assert_eq!(blocks(&draft(source, 0)), expected);
    let prose = Document::build(draft("Open it.[^1] Close it.\n\n[^1]: Slowly.\n", 0));
    assert_eq!((prose.steps().len(), prose.asides().len()), (2, 1));
}

#[test]
fn headings_that_count_steps_are_steps() {
    let source = "# Printer\n\n## Step 1: Unpack it\n\nKeep the box.\n\n## Step 2\n\nLoad paper.\n\n- Use A4.\n\n## Notes\n\nIt is loud.\n";
    let expected = [
        (Role::Step, "Unpack it"),
        (Role::Continuation, "Keep the box."),
        (Role::Step, "Load paper."),
        (Role::Continuation, "Use A4."),
        (Role::Prose, "It is loud."),
    ];
    assert_eq!(blocks(&draft(source, 0)), expected);
}

#[test]
fn headings_rows_and_lettered_lines_that_count_are_steps() {
    let headings = "# Filter\n\nTen minutes.\n\n## 1. Wash\nUse water.\n\n## 2. Dry\nWait.\n";
    let expected = [
        (Role::Prose, "Ten minutes."),
        (Role::Step, "Wash"),
        (Role::Continuation, "Use water."),
        (Role::Step, "Dry"),
        (Role::Continuation, "Wait."),
    ];
    assert_eq!(blocks(&draft(headings, 0)), expected);
    let rows =
        "| # | Action | Who |\n|---|---|---|\n| 1 | Open *it* | Ann |\n| 2 | Close it | Bob |\n\nDone.\n";
    let expected = [
        (Role::Aside, "# Action Who"),
        (Role::Step, "Open it Ann"),
        (Role::Step, "Close it Bob"),
        (Role::Prose, "Done."),
    ];
    assert_eq!(blocks(&draft(rows, 0)), expected);
    let parts = "1. Mix.\n\n| # | Name |\n|---|---|\n| 1 | Bolt |\n| 2 | Nut |\n";
    assert_eq!(Document::build(draft(parts, 0)).steps().len(), 1);
    let needed = "| Qty | Ingredient |\n|---|---|\n| 3 | eggs |\n\nBeat the eggs.\n";
    let told: Vec<Role> = blocks(&draft(needed, 0)).into_iter().map(|(role, _)| role).collect();
    assert_eq!(told, [Role::Aside, Role::Aside, Role::Prose]);
    let headless = "| Step 1 | Open it |\n|---|---|\n| Step 2a | Close it |\n";
    assert_eq!(blocks(&draft(headless, 0)), [(Role::Step, "Open it"), (Role::Step, "Close it")]);
    let labels = "Ingredients:\n1. 200 g flour\n2. salt\n\nMethod:\n1. Mix all.\n2. Bake.\n";
    let steps: Vec<_> = blocks(&draft(labels, 0)).into_iter().map(|(role, _)| role).collect();
    assert_eq!(steps, [Role::Prose, Role::Prose, Role::Step, Role::Step]);
    let sections = "## Preparation\n\nPark it.\n\n## Removal\n\n- Loosen the nuts.\n- Jack it up.\n\n## Fitting\n\n- Put on the spare.\n";
    assert_eq!(Document::build(draft(sections, 0)).steps().len(), 4);
    let letters = "1. Prepare\n   a. Open **it**.\n   b. Look\n      twice.\n2. Close\n   a) Turn it.\n";
    let expected = [
        (Role::Step, "Prepare"),
        (Role::Step, "Open it."),
        (Role::Step, "Look twice."),
        (Role::Step, "Close"),
        (Role::Step, "Turn it."),
    ];
    assert_eq!(blocks(&draft(letters, 0)), expected);
}

#[test]
fn counted_items_below_an_item_are_steps() {
    let draft = draft("1. Prepare\n   1. Open it\n      - gently\n   2. Look\n2. Close\n", 0);
    let expected = [
        (Role::Step, "Prepare"),
        (Role::Step, "Open it"),
        (Role::Continuation, "gently"),
        (Role::Step, "Look"),
        (Role::Step, "Close"),
    ];
    assert_eq!(blocks(&draft), expected);
}

#[test]
fn what_is_not_seen_is_left_out() {
    let draft = draft(
        "---\ntitle: \"Filter\"\ndate: 2020\n---\nTake [the *tool*](http://x.y \"t\") ![alt](p.png).<!-- no -->\n\n<!-- hidden\n\n-->\n\n\
         ```sh\nmake\n```\n\n<div>shown &amp; <b>bold</b></div>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        0,
    );
    assert_eq!(draft.title.as_deref(), Some("Filter"));
    let texts: Vec<_> = blocks(&draft).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["Take the tool .", "make", "shown & bold", "a b", "1 2"]);
}

#[test]
fn every_token_maps_to_its_own_bytes() {
    let source = "# T\r\n\r\nRemove **the** `M3 x` [cover](u), then\r\nthe *fil*ter\\! 碱水**面**。\r\n\r\n1) one ~~two~~\r\n2) three\r\n";
    for offset in [0, 3] {
        let document = Document::build(draft(source, offset));
        assert!(document.tokens().len() > 12);
        for token in document.tokens() {
            let place = document.source_span(token.span);
            let taken: String = token.span.of(document.text()).to_owned();
            let found = &source[place.start - offset..place.end - offset];
            assert_eq!(found.replace(['*', '`', '~'], ""), taken);
        }
    }
}
