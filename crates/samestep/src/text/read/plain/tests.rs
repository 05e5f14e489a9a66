use super::draft;
use crate::text::Role::{self, Continuation, Prose, Step};

fn roles(text: &str) -> Vec<(Role, &str)> {
    draft(text, 0).blocks.iter().map(|block| (block.role, block.span.of(text))).collect()
}

#[test]
fn wrapped_lines_belong_to_their_item() {
    let text = "Filter\r\n\r\n1. Open the\r\nlid.\r\n2. Turn\r\n   it.\r\n\r\n   Gently.\r\n   - left\r\n   - right\r\n3. Close.\r\n\r\nDone.\r\n";
    let expected = [
        (Prose, "Filter"),
        (Step, "Open the\r\nlid."),
        (Step, "Turn\r\n   it."),
        (Continuation, "Gently."),
        (Continuation, "left"),
        (Continuation, "right"),
        (Step, "Close."),
        (Prose, "Done."),
    ];
    assert_eq!(roles(text), expected);
}

#[test]
fn one_mark_makes_no_list() {
    assert_eq!(
        roles("It costs\n1. nothing\n\n- at all"),
        [(Prose, "It costs"), (Prose, "1. nothing"), (Prose, "- at all")]
    );
    assert_eq!(roles("3. c\n2. b\n1. a"), [(Prose, "3. c"), (Prose, "2. b"), (Prose, "1. a")]);
    assert!(roles("").is_empty() && roles("\n \n").is_empty());
}

#[test]
fn what_is_needed_ends_where_a_list_or_running_text_begins() {
    let list = "1. Spin the culture.\n2. Discard the liquid. Do not shake!\n";
    for above in ["Materials\nBuffer P1, tubes", "Parts\nA side panel (2)\nE dowel (16)", "Protocol"] {
        let text = format!("Miniprep\n\n{above}\n\n{list}");
        assert_eq!(steps(&text), ["Spin the culture.", "Discard the liquid. Do not shake!"], "{above}");
    }
    let loaf = "Banana loaf\n\nIngredients:\n3 ripe bananas\n1/3 cup butter\n\nHeat the oven and butter a large loaf pan well. Mash the bananas with a fork.\n";
    assert_eq!(
        steps(loaf),
        ["Heat the oven and butter a large loaf pan well.", "Mash the bananas with a fork."]
    );
    let eggs = "这道菜很快。\n\n食材：\n鸡蛋两个\n盐\n\n把鸡蛋打散，加一点盐。然后下锅炒熟。\n";
    assert_eq!(steps(eggs), ["这道菜很快。", "把鸡蛋打散，加一点盐。", "然后下锅炒熟。"]);
}

#[test]
fn a_short_line_above_running_text_is_its_title() {
    let told = "Warm the engine up for five minutes and switch it off. Undo the bolt and let the oil run out of the engine.";
    assert_eq!(steps(&format!("Changing the oil\n\n{told}")).len(), 2);
    assert_eq!(steps(&format!("Park the car.\n\n{told}")).len(), 3);
    assert_eq!(steps("Open the lid\n\nLift the filter out and rinse it.").len(), 2);
    assert_eq!(steps("Open the lid\n\nLift the filter\n\nRinse it\n\nPut it back\n\nClose it").len(), 5);
}

/// The texts of the steps.
fn steps(text: &str) -> Vec<String> {
    let document = crate::Document::build(draft(text, 0));
    document.steps().iter().map(|step| document.shown(step.span)).collect()
}

#[test]
fn a_list_of_one_item_is_one() {
    for mark in [
        "1. ",
        "0. ",
        "1) ",
        "(1) ",
        "1、",
        "一、",
        "（一）",
        "①",
        "Step 1: ",
        "Step 3\n",
        "第一步：",
        "- ",
        "* ",
        "•",
    ] {
        for above in ["", "Change the filter\n\n", "Change the filter\n", "Method:\n"] {
            assert_eq!(
                steps(&format!("{above}{mark}Do this. Then that.\n")),
                ["Do this. Then that."],
                "{above}{mark}"
            );
        }
    }
    assert_eq!(steps("1. Open it and look.\n\nEnjoy!"), ["Open it and look."]);
    assert_eq!(
        steps("Lid\n\n1. Open it and look.\n\nFilter\n\n1. Take it out."),
        ["Open it and look.", "Take it out."]
    );
    assert_eq!(
        steps("Part A\n1. Open it.\n2. Look.\n\nPart B\n1. Close it."),
        ["Open it.", "Look.", "Close it."]
    );
}

#[test]
fn one_mark_in_much_text_leaves_the_other_steps() {
    let note = "Open the lid and take the filter out. Then press the button.\n\n1. See the manual.\n";
    assert_eq!(
        steps(note),
        ["Open the lid and take the filter out.", "Then press the button.", "See the manual."]
    );
    let section = "1. Introduction\n\nOpen the lid. Take the filter out.";
    assert_eq!(steps(section), ["Introduction", "Open the lid.", "Take the filter out."]);
    let signed = "Open the lid and look. Then close it.\n\n- Bob\n";
    assert_eq!(steps(signed), ["Open the lid and look.", "Then close it.", "Bob"]);
}

#[test]
fn numbers_may_stay_the_same_or_skip_some() {
    let expected = ["Open it", "Look", "Close it"];
    for numbers in [[1, 1, 1], [0, 1, 2], [10, 20, 30], [1, 2, 9], [1, 2, 2], [5, 7, 8]] {
        for (mark, between) in [(". ", "\n"), (". ", "\n\n"), (") ", "\n")] {
            let items: Vec<String> =
                numbers.iter().zip(expected).map(|(number, text)| format!("{number}{mark}{text}")).collect();
            assert_eq!(steps(&items.join(between)), expected, "{numbers:?}{mark}");
        }
    }
    // Backwards it is no list, but the numbers are no steps either.
    assert_eq!(steps("3. Open it.\n2. Look.\n1. Close it."), ["Open it.", "Look.", "Close it."]);
}

#[test]
fn other_ways_to_count() {
    assert_eq!(steps("a. Open it.\nb. Close it."), ["Open it.", "Close it."]);
    assert_eq!(steps("1.Open it.\n2.Close it."), ["Open it.", "Close it."]);
    assert_eq!(steps("1. Open it.\r2. Close it.\r"), ["Open it.", "Close it."]);
    assert_eq!(steps("一、打开。\n二、取出。\n三、关上。"), ["打开。", "取出。", "关上。"]);
    assert_eq!(steps("1.1 Open it.\n1.2 Look.\n2.1 Close it."), ["Open it.", "Look.", "Close it."]);
    let nested = "1. Prepare\n\n1.1 Open it.\n\n1.2 Look.\n\n2. Work\n2.1 Close it.";
    let expected =
        [(Step, "Prepare"), (Step, "Open it."), (Step, "Look."), (Step, "Work"), (Step, "Close it.")];
    assert_eq!(roles(nested), expected);
    let lettered = [
        (Step, "Prepare"),
        (Step, "Open it."),
        (Step, "Look.\nTwice."),
        (Continuation, "with care"),
        (Step, "Work"),
    ];
    assert_eq!(roles("1. Prepare\na. Open it.\nb. Look.\nTwice.\n   - with care\n2. Work"), lettered);
    let romans =
        "1. Prepare\n   i. Open it.\n   ii. Look.\n   iii. Wait.\n2. Work\n   i. Close it.\n   ii. Go.";
    let texts = ["Prepare", "Open it.", "Look.", "Wait.", "Work", "Close it.", "Go."];
    assert_eq!(roles(romans), texts.map(|text| (Step, text)));
    let tops = "I. Open it.\nII. Look.\nIII. Close it.\nIV. Go.\nV. Rest.\nVI. Return.";
    assert_eq!(steps(tops), ["Open it.", "Look.", "Close it.", "Go.", "Rest.", "Return."]);
    let sections = "一、材料\n1、面\n2、水\n二、做法\n1、煮水。\n2、下面。";
    assert_eq!(steps(sections), ["煮水。", "下面。"]);
}

#[test]
fn marks_of_other_programs_count() {
    let expected = ["Open it.", "Take 2 cups.", "Close it."];
    for marks in [
        ["1 - ", "2 - ", "3 - "],
        ["1\t", "2\t", "3\t"],
        ["1: ", "2: ", "3: "],
        ["1 ", "2 ", "3 "],
        ["Step One: ", "Step Two: ", "Step Three: "],
        ["Step one. ", "Step two. ", "Step three. "],
        ["Task 1. ", "Task 2. ", "Task 3. "],
        ["Task 1: ", "Task 2: ", "Task 3: "],
        ["[ ] ", "[x] ", "[ ] "],
        ["- [ ] ", "- [x] ", "- [ ] "],
        ["☐ ", "☑ ", "☐ "],
        ["#. ", "#. ", "#. "],
        [". ", ". ", ". "],
    ] {
        for between in ["\n", "\n\n"] {
            let items: Vec<String> =
                marks.iter().zip(expected).map(|(mark, text)| format!("{mark}{text}")).collect();
            assert_eq!(steps(&items.join(between)), expected, "{marks:?}");
            let titled = format!("Cleaning the tray\n\n{}", items.join(between));
            assert_eq!(steps(&titled), expected, "{marks:?}");
        }
    }
    let dotted = ". Open it.\n. Take it out.\n.. Use both hands.\n. Close it.";
    assert_eq!(steps(dotted), ["Open it.", "Take it out.", "Use both hands.", "Close it."]);
    let directive = "Method\n======\n\n#. Open it.\n#. Close it.\n\n.. note:: Hot!";
    assert_eq!(steps(directive), ["Open it.", "Close it."]);
}

#[test]
fn bare_numbers_count_only_in_a_row() {
    let wrapped = "1 Open the lid\n  with care.\n2 Take it out.\n\n3 Close it.\n\nDone.";
    assert_eq!(steps(wrapped), ["Open the lid with care.", "Take it out.", "Close it."]);
    for amounts in
        ["1 Onion\n2 Eggs", "2 Eggs\n3 Onions\n4 Leeks", "1 onion\n2 eggs\n3 leeks", "1 Egg\n2 Leeks\n4 Nuts"]
    {
        let lines: Vec<&str> = amounts.lines().collect();
        assert_eq!(steps(amounts), lines);
    }
}

#[test]
fn numbers_in_running_text_are_no_marks() {
    let wrapped =
        "Many ran the long way through the woods, and we finished at place\n5. The others came later.";
    let first = "Many ran the long way through the woods, and we finished at place 5.";
    assert_eq!(steps(wrapped), [first, "The others came later."]);
    assert_eq!(steps(&wrapped.replace("5.", "1.")), [&first.replace("5.", "1."), "The others came later."]);
    let inside = "1. Set the oven to\n180. Then wait.\n2. Put it in.";
    assert_eq!(steps(inside), ["Set the oven to 180. Then wait.", "Put it in."]);
    assert_eq!(steps("1. Take flour\n1.5 Liter milk.\n2. Bake."), ["Take flour 1.5 Liter milk.", "Bake."]);
    assert_eq!(steps("A. Smith went home."), ["A. Smith went home."]);
    assert_eq!(steps("1.5 cups of flour\n0.5 spoons of salt").len(), 2);
    assert_eq!(roles("2019. was a good year"), [(Prose, "2019. was a good year")]);
}

#[test]
fn long_lists_go_on_past_a_thousand_and_years_are_no_steps() {
    let text: String = (1..=1203).map(|at| format!("{at}. Turn screw {at}.\n")).collect();
    assert_eq!(crate::Document::build(draft(&text, 0)).steps().len(), 1203);
    let text = "1. Open the lid.\n2. Look for the date.\n2020. It may be old.\n3. Close it.\n";
    let year = crate::Document::build(draft(text, 0));
    assert_eq!(year.steps().len(), 3);
}

#[test]
fn paragraphs_between_numbers_continue_the_step() {
    let text = "Step 1: Open\n\nLift the lid.\n\nStep 2\n\nPull the filter.\n\nStep 3\nClose.";
    let expected =
        [(Step, "Open"), (Continuation, "Lift the lid."), (Step, "Pull the filter."), (Step, "Close.")];
    assert_eq!(roles(text), expected);
}

#[test]
fn sections_and_steps_have_names_in_other_languages() {
    let recipes = [
        "Pfannkuchen\n\nZutaten für 4 Personen:\n- 200 g Mehl\n- 3 Eier\n\nZubereitung:\nSchritt 1: Mehl sieben.\nSchritt 2: Eier unterrühren.",
        "Crêpes\n\nIngrédients :\n- 200 g de farine\n\nPréparation :\nÉtape 1 : Tamiser la farine.\nÉtape 2 : Ajouter les œufs.",
        "Tortilla\n\nIngredientes para 2 personas\n- 3 huevos\n\nPreparación\n1. Pelar las patatas.\n2. Batir los huevos.",
        "パンケーキ\n\n材料\n- 卵 3個\n\n作り方\n1. 小麦粉を混ぜる。\n2. 卵を加える。",
    ];
    let told = [
        ["Mehl sieben.", "Eier unterrühren."],
        ["Tamiser la farine.", "Ajouter les œufs."],
        ["Pelar las patatas.", "Batir los huevos."],
        ["小麦粉を混ぜる。", "卵を加える。"],
    ];
    for (recipe, told) in recipes.into_iter().zip(told) {
        assert_eq!(steps(recipe), told, "{recipe}");
    }
}

#[test]
fn sections_tell_ingredients_from_steps() {
    let text = "You will need:\n- a pan\n- oil\nMethod:\n- Heat the oil.\n- Fry.\n\nNotes\n- Hot!\n- Very.";
    let steps: Vec<_> = roles(text).into_iter().filter(|(role, _)| *role == Step).collect();
    assert_eq!(steps, [(Step, "Heat the oil."), (Step, "Fry.")]);
    let bullets = "Soup\n\nYou need:\n- a pan\n- oil\n\n1. Heat the oil.\n2. Fry.\n";
    let steps: Vec<_> = roles(bullets).into_iter().filter(|(role, _)| *role == Step).collect();
    assert_eq!(steps, [(Step, "Heat the oil."), (Step, "Fry.")]);
    let chinese = "原料\n1、面\n2、水\n做法\n第一步：煮水\n第二步：下面";
    let steps: Vec<_> = roles(chinese).into_iter().filter(|(role, _)| *role == Step).collect();
    assert_eq!(steps, [(Step, "煮水"), (Step, "下面")]);
}

#[test]
fn counted_names_of_sections_are_no_steps() {
    let text = "1. Purpose\nTo clean the hood.\n2. Materials\n- ethanol\n- wipes\n3. Procedure\n3.1 Spray the hood.\n3.2 Wipe it dry.\n4. References\nNone.\n";
    assert_eq!(steps(text), ["Spray the hood.", "Wipe it dry."]);
}

#[test]
fn leaves_of_an_outline_are_steps() {
    let text = "4 PROCEDURE\n4.1 Preparation\n4.1.1 Don gloves.\n4.1.2 Label the tubes.\n4.2 Extraction\n4.2.1 Add buffer.\n\
                4.2.2 Vortex for 15 s.\n4.3 Elution\n4.3.1 Add water. Spin it.\n4.4 Store the tubes.\n5 REFERENCES\n5.1 ISO 9001\n";
    let expected = [
        (Step, "Don gloves."),
        (Step, "Label the tubes."),
        (Prose, "Extraction"),
        (Step, "Add buffer."),
        (Step, "Vortex for 15 s."),
        (Prose, "Elution"),
        (Step, "Add water. Spin it."),
        (Step, "Store the tubes."),
        (Prose, "ISO 9001"),
    ];
    assert_eq!(roles(text), expected);
    assert_eq!(roles(&text.replace('\n', "\n\n")), expected);
    let deep = "1.".repeat(254);
    assert!(!steps(&format!("{deep}1 Open it\n1.1 Look\n")).is_empty());
    let letters = "I. Preparation\n   A. Wash your hands.\n   B. Lay out the instruments.\nII. Injection\n   A. Clean the skin.\n\
                   III. Disposal\n   A. Bin the needle.\n";
    let leaves = ["Wash your hands.", "Lay out the instruments.", "Clean the skin.", "Bin the needle."];
    assert_eq!(steps(letters), leaves);
    let capitals =
        "1 OVERVIEW\nIt is quick.\n2 WORK\n2.1 Open it.\n2.2 Close it.\n3 CLEANING\n3.1 Wipe it.\n";
    assert_eq!(steps(capitals), ["Open it.", "Close it.", "Wipe it."]);
    let parts = "A. Removal\n1. Open it.\n2. Take it out.\nB. Fitting\n1. Put it in.\n2. Close it.\n";
    assert_eq!(steps(parts), ["Open it.", "Take it out.", "Put it in.", "Close it."]);
}

#[test]
fn a_few_bullets_in_a_long_text_are_no_steps() {
    let text = "To change the filter take these:\n\n- a bowl\n- a cloth\n\nOpen the lid and look for the old filter, which is white. \
                Turn it to the left and pull it out. Push the new one in until it clicks.";
    let expected = [
        "To change the filter take these:",
        "a bowl",
        "a cloth",
        "Open the lid and look for the old filter, which is white.",
        "Turn it to the left and pull it out.",
        "Push the new one in until it clicks.",
    ];
    assert_eq!(steps(text), expected);
}

#[test]
fn paragraphs_of_a_steps_section_are_steps() {
    let text = "Method\n\nHeat the oil.\n\nFry it.";
    assert_eq!(roles(text), [(Step, "Heat the oil."), (Step, "Fry it.")]);
    let lines = "Soup\n\nDirections:\nHeat the oil\nFry the onion\nAdd water\nSeason it\n\nBoil it. Serve.\n";
    let expected = ["Heat the oil", "Fry the onion", "Add water", "Season it", "Boil it.", "Serve."];
    assert_eq!(steps(lines), expected);
}
