use super::draft;
use crate::text::{Document, Role, Step};

fn blocks(source: &str) -> Vec<(Role, String)> {
    let draft = draft(source, 0);
    draft.blocks.iter().map(|b| (b.role, b.span.of(&draft.text).trim().to_owned())).collect()
}

fn texts(source: &str) -> Vec<String> {
    blocks(source).into_iter().map(|(_, text)| text).collect()
}

#[test]
fn lists_are_steps_and_nested_ones_continue_them() {
    let source = "<!doctype html><html><head><title>Page</title><style>p{}</style></head><body><nav><ul><li>Home</ul></nav>\
        <h1>Change the <em>filter</em></h1><p>For   all\n models.<ol><li>Open it<ul><li>gently<li>slowly</ul>\
        <li><p>Pull &amp; turn<br>it.</p><p>Really.</p></ol>Done<script>no()</script>.</body></html>";
    assert_eq!(draft(source, 0).title.as_deref(), Some("Change the filter"));
    let expected = [
        (Role::Prose, "For all models."),
        (Role::Step, "Open it"),
        (Role::Continuation, "gently"),
        (Role::Continuation, "slowly"),
        (Role::Step, "Pull & turn\nit."),
        (Role::Continuation, "Really."),
        (Role::Prose, "Done."),
    ];
    assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
}

#[test]
fn counted_items_below_an_item_are_steps() {
    let source = "<ol><li>Prepare<ol><li>Open it<ul><li>gently</ul><li>Look</ol>twice<li>Close</ol>";
    let expected = [
        (Role::Step, "Prepare"),
        (Role::Step, "Open it"),
        (Role::Continuation, "gently"),
        (Role::Step, "Look"),
        (Role::Continuation, "twice"),
        (Role::Step, "Close"),
    ];
    assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
}

#[test]
fn what_stands_beside_the_text_is_no_step() {
    let source = "<h1>Tyre</h1><p>Loosen the nuts.</p><figure><img><figcaption>The jack</figcaption></figure>\
        <p>Jack it up.</p><footer><p>Privacy.</p><ul><li>Home</ul></footer>";
    let document = Document::build(draft(source, 0));
    let told =
        |steps: &[Step]| -> Vec<String> { steps.iter().map(|step| document.shown(step.span)).collect() };
    assert_eq!(told(document.steps()), ["Loosen the nuts.", "Jack it up."]);
    assert_eq!(told(document.asides()), ["The jack", "Privacy.", "Home"]);
    let only = Document::build(draft("<footer>Privacy.</footer>", 0));
    assert_eq!(only.steps().len(), 1);
    // Never closed, it would swallow the page.
    let open = Document::build(draft("<aside>Look<p>Open it.<p>Close it.", 0));
    assert_eq!(open.steps().len(), 3);
}

#[test]
fn headings_that_count_from_one_are_steps() {
    let source = "<h1>Filter</h1><p>Ten minutes.</p><h3>1. Wash</h3><p>Use water.</p><figure><figcaption>Fig. 2</figcaption></figure>\
        <p>No soap.</p><h3>2. Dry</h3><p>Two hours.</p><footer>Copyright</footer>";
    let expected = [
        (Role::Prose, "Ten minutes."),
        (Role::Step, "Wash"),
        (Role::Continuation, "Use water."),
        (Role::Continuation, "Fig. 2"),
        (Role::Continuation, "No soap."),
        (Role::Step, "Dry"),
        (Role::Continuation, "Two hours."),
        (Role::Aside, "Copyright"),
    ];
    assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
    let report = "<h2>1. Introduction</h2><p>It is old.</p><h2>2. Wash</h2><p>Use water.</p>";
    assert!(blocks(report).iter().all(|(role, _)| *role == Role::Prose));
}

#[test]
fn paragraphs_that_count_themselves_are_steps() {
    let expected = [
        (Role::Prose, "Mixer"),
        (Role::Step, "Switch it off."),
        (Role::Continuation, "Wait."),
        (Role::Step, "Take the bowl."),
        (Role::Step, "Wash it."),
        (Role::Prose, "Signed: Bob"),
    ];
    let told = expected.map(|(role, text)| (role, text.to_owned()));
    let source = "<p>Mixer</p><p>1.&nbsp;Switch it off.</p><p>Wait.</p><p>2. Take the bowl.<p>3. Wash it.</p><h3>Signed: Bob</h3>";
    assert_eq!(blocks(source), told);
    let broken = "<p>Mixer</p><p>1) Switch it off.<br>Wait.<br>2) Take the bowl.<br>3) Wash it.</p><h3>Signed: Bob</h3>";
    assert_eq!(blocks(broken), told);
    let nested = "<p>4.1 Stop the line.<p>4.2 Open it.";
    assert_eq!(texts(nested), ["Stop the line.", "Open it."]);
    assert_eq!(texts("<p>1. Only one.<p>Other."), ["1. Only one.", "Other."]);
    assert_eq!(texts("<h2>2. Safety</h2><p>Be safe.</p>"), ["Safety", "Be safe."]);
}

#[test]
fn lettered_paragraphs_below_counted_ones_are_steps() {
    let source = "<p>1.&nbsp; Jack it up.</p><p>a.&nbsp;&nbsp; Use the jacking point.</p><p>b. Lift it.</p><p>2. Take the wheel.</p>\
        <p>i. Pull it.</p><p>ii. Roll it.</p><p>Well done.</p><p>a. Bob</p>";
    let expected = [
        (Role::Step, "Jack it up."),
        (Role::Step, "Use the jacking point."),
        (Role::Step, "Lift it."),
        (Role::Step, "Take the wheel."),
        (Role::Step, "Pull it."),
        (Role::Step, "Roll it."),
        (Role::Prose, "Well done."),
        (Role::Prose, "a. Bob"),
    ];
    assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
}

#[test]
fn rows_that_are_counted_are_steps() {
    let source = "<table><thead><tr><th>Step</th><th>Action</th></tr></thead><tbody><tr><td>1</td><td><p>Open it.</p><p>Wait.</p></td></tr>\
        <tr><td>2.</td><td>Close it.</td></tr></tbody></table><p>Done.</p>";
    let expected = [
        (Role::Aside, "Step Action"),
        (Role::Step, "Open it."),
        (Role::Continuation, "Wait."),
        (Role::Step, "Close it."),
        (Role::Prose, "Done."),
    ];
    assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
    let torques = "<table><tr><th>Bolt<th>Nm<tr><td>1<td>5<tr><td>2<td>7</table>";
    assert_eq!(blocks(torques)[1], (Role::Prose, "1 5".to_owned()));
    let needed = "<table><tr><th>Amount<th>Ingredient<tr><td>3<td>eggs</table><p>Beat the eggs.";
    let told: Vec<Role> = blocks(needed).into_iter().map(|(role, _)| role).collect();
    assert_eq!(told, [Role::Aside, Role::Aside, Role::Prose]);
    let done = "<table><tr><th>Tool<th>What is done<tr><td>Spanner<td>Open it</table>";
    assert_eq!(blocks(done)[1].0, Role::Prose);
}

#[test]
fn a_table_in_a_step_is_part_of_it() {
    let source = "<table><tr><th>#<th>Step<tr><td>1<td>Lift it.<tr><td>2<td>Open it.<table><tr><td>Size<td>17 mm</table>\
        <tr><td>3<td>Close it.</table>";
    let steps = blocks(source).into_iter().filter(|(role, _)| *role == Role::Step).count();
    assert_eq!(steps, 3);
}

#[test]
fn a_list_beside_the_items_of_another_goes_on_with_it() {
    let source = "<ol><li>Open it.</li><ol><li>Push the lever.</li><li>Pull.</li></ol><ul><li>Gently.</li></ul><li>Close it.</li></ol>";
    let roles: Vec<Role> = blocks(source).into_iter().map(|(role, _)| role).collect();
    assert_eq!(roles, [Role::Step, Role::Step, Role::Step, Role::Continuation, Role::Step]);
}

#[test]
fn numbers_of_their_own_count_what_stands_below_them() {
    let source = "<h2>Toner</h2><div><span>1</span><div>Open it.</div></div><div><span>2</span><div>Turn it.</div></div>\
        <div><span>3</span><div>Close it.</div></div>";
    let steps: Vec<String> =
        blocks(source).into_iter().filter(|(role, _)| *role == Role::Step).map(|(_, text)| text).collect();
    assert_eq!(steps, ["Open it.", "Turn it.", "Close it."]);
    let details = "<details><summary>Step 1: Open</summary><p>Pull it.</details><details><summary>Step 2: Wait</summary><p>Long.</details>";
    let roles: Vec<Role> = blocks(details).into_iter().map(|(role, _)| role).collect();
    assert_eq!(roles, [Role::Step, Role::Continuation, Role::Step, Role::Continuation]);
}

#[test]
fn tag_soup_loses_no_text() {
    assert_eq!(texts("<title>T</title>a</li></ol></h2></b><td>b<tr>c<h2>d<p>e"), ["a", "b", "c", "d", "e"]);
    assert_eq!(texts("<nav><p>never closed"), ["never closed"]);
    assert_eq!(texts("<head><meta charset=x>text"), ["text"]);
    assert_eq!(texts("<table><tr><th>M3<th>5 Nm<tr><td>a<td>b</table>"), ["M3 5 Nm", "a b"]);
    assert_eq!(texts("a < b &amp;&amp; c &unknown; &#65;&notit; 1&lt2"), ["a < b && c &unknown; A¬it; 1<2"]);
}

#[test]
fn every_token_maps_to_its_own_bytes() {
    let source = "<p>Remove  <b>the</b>\r\n co<i>ver</i> 碱水面 x<!-- c -->y<ol><li>one<li>two &amp; &eacute;t&eacute;</ol>";
    let document = Document::build(draft(source, 0));
    let shown: Vec<_> = document
        .tokens()
        .iter()
        .map(|token| document.source_span(token.span))
        .map(|place| &source[place.start..place.end])
        .collect();
    let expected = [
        "Remove",
        "the",
        "co<i>ver",
        "碱",
        "水面",
        "x<!-- c -->y",
        "one",
        "two",
        "&amp;",
        "&eacute;t&eacute;",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn depth_does_not_overflow() {
    let deep = format!("{}x{}", "<ol><li><div>".repeat(100_000), "</li></ol>".repeat(100_000));
    assert_eq!(texts(&deep), ["x"]);
    assert_eq!(texts(&format!("{}x", "</li></nav></h1>".repeat(100_000))), ["x"]);
}
