use super::*;
use crate::Document;

fn of(steps: &[&str]) -> Dependencies {
    Dependencies::of(&Document::from_steps("d", steps))
}

#[test]
fn parts_are_taken_off_before_they_are_put_back() {
    let manual = of(&[
        "Unscrew the two screws of the back cover.",
        "Remove the back cover.",
        "Clean the fan with a brush.",
        "Reinstall the back cover.",
    ]);
    let edge = manual.edge(1, 3);
    assert_eq!(edge.reason, "the back cover is taken off before it is put back");
    assert!(edge.strength > 0.9);
    assert_eq!(manual.edge(0, 1).reason, "both handle the back cover");
    assert!(manual.broken_by(&[3, 0, 1, 2]).contains(&(1, 3)));
    assert!(manual.broken_by(&[0, 1, 2, 3]).is_empty());
}

#[test]
fn clauses_that_wait_are_shown() {
    let manual =
        of(&["Spread the glue on the sole.", "Sweep the floor.", "Once the glue is dry, trim the edges."]);
    let edge = manual.edge(0, 2);
    assert_eq!(edge.reason, "'Once the glue is dry' waits for an earlier step");
    assert_eq!(manual.broken_by(&[2, 0, 1]).first(), Some(&(0, 2)));
}

#[test]
fn chinese_clauses_wait_too() {
    let recipe =
        of(&["土豆洗净切丝。", "鸡蛋打散。", "锅中倒油烧热，放入土豆丝翻炒。", "土豆炒熟后，加入盐拌匀。"]);
    let edge = recipe.edge(0, 3);
    assert!(edge.reason.contains('后') && edge.strength > 0.8, "{edge:?}");
    assert!(!recipe.broken_by(&[3, 0, 1, 2]).is_empty());
}

#[test]
fn other_scripts_share_words() {
    let manual = of(&["Снимите крышку корпуса.", "Протрите стол.", "Закройте крышку корпуса."]);
    assert!(manual.edge(0, 2).reason.contains("крышку") || manual.edge(0, 2).reason.contains("корпуса"));
}

#[test]
fn any_order_is_taken() {
    let manual = of(&["Open the lid.", "Lift the filter.", "Close the lid."]);
    for order in [&[][..], &[7, 7, 1], &[2, 2, 1, 1, 0], &[usize::MAX, 0]] {
        for (earlier, later) in manual.broken_by(order) {
            assert!(earlier < later && later < 3);
        }
    }
    assert_eq!(manual.harm(&Move { step: 9, passed: vec![0] }), 0.0);
    assert_eq!(manual.harm(&Move { step: 0, passed: vec![] }), 0.0);
    assert_eq!(manual.edge(2, 0).strength, 0.0);
    assert!(of(&[]).edges().is_empty() && of(&[]).is_empty());
    assert!(
        manual.edges().windows(2).all(|two| (two[0].before, two[0].after) < (two[1].before, two[1].after))
    );
}

#[test]
fn a_move_passes_what_lies_between() {
    assert_eq!(Move::between(1, 3).passed, [2, 3]);
    assert_eq!(Move::between(3, 1).pairs().collect::<Vec<_>>(), [(1, 3), (2, 3)]);
}

#[test]
fn long_documents_are_read_to_their_end() {
    let mut steps: Vec<String> =
        (0..700).map(|number| format!("Sweep the floor of room {number} and wipe the table.")).collect();
    steps[650] = "Remove the back cover.".into();
    steps[660] = "Reinstall the back cover.".into();
    let manual = Dependencies::of(&Document::from_steps("d", &steps));
    assert_eq!(manual.len(), 700);
    assert_eq!(manual.broken_by_move(&Move::between(660, 640)), [(650, 660)]);
    assert!(manual.broken_by_move(&Move::between(655, 640)).is_empty());
    assert_eq!(manual.edge(650, 660).reason, "the back cover is taken off before it is put back");
    assert!(manual.edges().iter().any(|edge| (edge.before, edge.after) == (650, 660)));
}

#[test]
fn what_was_switched_off_is_switched_on_later() {
    let manual = of(&["Turn off the pump.", "Wipe the table.", "Turn the pump back on."]);
    assert_eq!(manual.edge(0, 2).reason, "the pump is switched off before it is switched on");
    assert_eq!(manual.broken_by(&[2, 0, 1]), [(0, 2)]);
}

#[test]
fn before_names_what_comes_later() {
    let manual = of(&[
        "Let the engine cool before you open the radiator cap.",
        "Read the gauge.",
        "Open the radiator cap slowly.",
    ]);
    let edge = manual.edge(0, 2);
    assert_eq!(edge.reason, "'before you open the radiator cap' says so");
    assert!(edge.strength >= 0.9, "{edge:?}");
}

#[test]
fn other_languages_take_off_and_put_back() {
    let cases = [
        ["拆下后盖。", "清洁风扇。", "装回后盖。"],
        ["Den Deckel abnehmen.", "Den Lüfter mit einem Pinsel reinigen.", "Den Deckel wieder aufsetzen."],
        ["Retirez le couvercle.", "Nettoyez le ventilateur avec un pinceau.", "Remettez le couvercle."],
        ["Retire la tapa.", "Limpie el ventilador con un pincel.", "Vuelva a colocar la tapa."],
    ];
    for steps in cases {
        let edge = of(&steps).edge(0, 2);
        assert!(edge.reason.ends_with("is taken off before it is put back"), "{edge:?}");
        assert!(of(&steps).broken_by(&[2, 0, 1]).contains(&(0, 2)), "{steps:?}");
    }
    // One word of the dictionary that is a verb and its thing.
    let power = of(&["关闭电源。", "擦拭桌子。", "打开电源。"]);
    assert!(power.edge(0, 2).strength > 0.7, "{:?}", power.edge(0, 2));
}

#[test]
fn a_step_that_has_nothing_to_do_with_the_others_breaks_nothing() {
    let steps = [
        "Unscrew the back cover.",
        "Feed the cat.",
        "Lift the battery out.",
        "Insert the new battery.",
        "Close the back cover.",
    ];
    let manual = of(&steps);
    for to in [0, 2, 3, 4] {
        assert!(manual.broken_by_move(&Move::between(1, to)).is_empty(), "to {to}");
    }
    assert!(!manual.broken_by_move(&Move::between(2, 3)).is_empty());
}
