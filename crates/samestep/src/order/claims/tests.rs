use super::Alteration;
use crate::{Document, order::Aligner};

fn alterations(left: &str, right: &str) -> Vec<Alteration> {
    let [left, right] =
        [left, right].map(|text| Aligner::default().prepare(&Document::from_steps("d", [text])));
    left.alterations(0, &right, 0).iter().collect()
}

#[test]
fn amounts_negations_and_opposites_are_found() {
    use Alteration::*;
    let cases: [(&str, &str, &[Alteration]); 137] = [
        ("Wait 5 minutes.", "Wait 50 minutes.", &[Amount]),
        ("Wait 5 minutes.", "Wait five min.", &[]),
        ("Add 1 kg flour", "Add 1000 g of flour", &[]),
        ("Add 1 kg flour", "Add 1 g flour", &[Amount]),
        ("Bake at 350°F", "Bake at 177 °C", &[]),
        ("Bake at 350 °F", "Bake at 350 °C", &[Amount]),
        ("Add 1/2 cup milk", "Add ½ cup milk", &[]),
        ("Wait a while.", "Wait 5 minutes.", &[]),
        ("Pull the plug.", "Do not pull the plug.", &[Negation]),
        ("Don't use soap.", "Never use soap.", &[]),
        ("Tighten the screws.", "Loosen the screws.", &[Opposite]),
        ("Plug the lamp in.", "Unplug the lamp.", &[Opposite]),
        ("Turn the left knob.", "Turn the right knob.", &[Opposite]),
        ("加水250克", "加水200克", &[Amount]),
        ("Use 1,000 ml", "Use 1 l", &[]),
        ("Open the lid.", "Open the cover.", &[]),
        ("Run 8 litres through, one jug after the other.", "Draw off about 2 gallons (8 l).", &[]),
        ("Give 100 mg.", "Give 104 mg.", &[Amount]),
        ("Wait 2 hours, then add 3 eggs.", "Wait 2 hours at 40 °C.", &[]),
        ("Add 5 µl of buffer.", "Add 5 ml of buffer.", &[Amount]),
        ("Set it to -20 °C.", "Set it to 20 °C.", &[Amount]),
        ("Add 1 1/2 cups of milk.", "Add 1.5 cups of milk.", &[]),
        ("Add 1½ cups of milk.", "Add 1.5 cups of milk.", &[]),
        ("Wait 90 minutes.", "Wait 1 1/2 hours.", &[]),
        ("Wait 1 h 30 min.", "Wait 90 min.", &[]),
        ("Wait 1 hour and 30 minutes.", "Wait 90 minutes.", &[]),
        ("Heat to 350 degrees Fahrenheit.", "Heat to 177 degrees Celsius.", &[]),
        ("Copy 2 GB.", "Copy 2 MB.", &[Amount]),
        ("Copy 1 GB.", "Copy 1000 MB.", &[]),
        ("Rinse once.", "Rinse twice.", &[Amount]),
        ("炒两分钟", "炒三分钟", &[Amount]),
        ("炒两分钟", "炒2分钟", &[]),
        ("See page 12 for the figure.", "See page 14 for the figure.", &[]),
        ("Repeat step 3 again.", "Repeat step 4 again.", &[]),
        ("Bake for 20-25 minutes.", "Bake for 20 minutes.", &[Amount]),
        ("Don't forget to close the valve.", "Close the valve.", &[]),
        ("Stir until no lumps remain.", "Stir until lumps are gone.", &[]),
        ("Check that the lid is not open.", "Check that the lid is closed.", &[]),
        ("Connect the cable to the board.", "Disconnect the cable from the board.", &[Opposite]),
        ("Fill the tank.", "Drain the tank.", &[Opposite]),
        ("Turn it clockwise.", "Turn it counter-clockwise.", &[Opposite]),
        ("The bolt isn't tight.", "The bolt is tight.", &[Negation]),
        ("Avoid touching the board.", "Touch the board.", &[Negation]),
        ("Do the left side, then the right.", "Do the right side, then the left.", &[]),
        ("用大火炒", "用小火炒", &[Opposite]),
        ("Add 200 g sugar and 100 g flour.", "Add 100 g sugar and 200 g flour.", &[Amount]),
        ("Add 200 g of sugar and 100 g flour.", "Add 100 g flour and 200 g sugar.", &[]),
        ("Install version 2.4.1.", "Install version 2.4.2.", &[Amount]),
        ("Use an M3x8 bolt.", "Use an M3x10 bolt.", &[Amount]),
        ("Start at 10:30 am.", "Start at 10:30 pm.", &[Amount]),
        ("Start at 10:30 pm.", "Start at 22:30.", &[]),
        ("Set the power to 5 MW.", "Set the power to 5 mW.", &[Amount]),
        ("放八角和盐", "放盐和八角", &[]),
        ("Take 1½ kg of dough.", "Take 1.5kg of dough.", &[]),
        ("Don’t open the lid.", "Open the lid.", &[Negation]),
        ("Wash the filter under warm water.", "Wash the filter under warm water. Do not use soap.", &[]),
        ("Do not let the milk boil.", "Let the milk boil.", &[Negation]),
        ("不要打开盖子", "打开盖子", &[Negation]),
        ("Never add water to acid.", "Always add water to acid.", &[Negation]),
        ("You must not drive after taking this.", "You may drive after taking this.", &[Negation]),
        ("Use one tablet.", "Use two tablets.", &[Amount]),
        ("Take it twice a day.", "Take it four times a day.", &[Amount]),
        ("Wait a minute.", "Wait an hour.", &[Amount]),
        ("Wait half an hour.", "Wait 30 minutes.", &[]),
        ("Dilute to 5 mg/ml.", "Dilute to 5 mg/l.", &[Amount]),
        ("Dilute to 5 mg/ml.", "Dilute to 5 g/l.", &[]),
        ("Take it with food.", "Take it without food.", &[Opposite]),
        ("Use gloves.", "Use no gloves.", &[Negation]),
        ("Shake the bottle.", "Under no circumstances shake the bottle.", &[Negation]),
        ("Set debug to true.", "Set debug to false.", &[Opposite]),
        ("Do not use more than 5 ml.", "Use at most 5 ml.", &[]),
        ("Check if it does not start.", "Check if it fails to start.", &[]),
        ("Store in a dry place, not in the sun.", "Store in a dry place.", &[]),
        ("Install Node if you haven't yet.", "Install Node.", &[]),
        ("Cut a 2x4 board.", "Cut a 2 x 4 board.", &[]),
        ("Spin at 10 000 rpm.", "Spin at 10,000 rpm.", &[]),
        ("Use a 2 kΩ resistor.", "Use a 2000 Ω resistor.", &[]),
        ("不断翻炒鸡蛋", "翻炒鸡蛋", &[]),
        ("分别放入盐和糖", "放入盐和糖", &[]),
        ("先打开盒子", "先关闭盒子", &[Opposite]),
        ("禁止摇晃瓶子", "摇晃瓶子", &[Negation]),
        ("放三个鸡蛋", "放五个鸡蛋", &[Amount]),
        ("煮十分钟", "煮二十分钟", &[Amount]),
        ("煮半小时", "煮30分钟", &[]),
        ("用热水洗", "用冷水洗", &[Opposite]),
        ("The screws were unscrewed.", "The screws were screwed.", &[Opposite]),
        ("Accept between 95 and 102 %.", "Accept 95-102 percent.", &[]),
        ("Rest for one and a half hours.", "Rest for 90 min.", &[]),
        ("Shape a loaf and put it in a tin.", "Roll it out and put it on a tray.", &[]),
        ("Switch the heater on.", "Switch the heater off.", &[Opposite]),
        ("Assign the Office licence.", "Withdraw the Office licence.", &[Opposite]),
        ("Lean forward, not back.", "Lean back, not forward.", &[Negation]),
        ("Tell it by phone, not by e-mail.", "Tell it by e-mail, not by phone.", &[Negation]),
        ("Tell it by phone, not by e-mail.", "Tell it over the phone (never in a mail).", &[]),
        ("Do not use soap. Do not use wax.", "Do not use wax. Do not use soap.", &[]),
        ("Unlock the account if it is locked.", "If the account is locked out, clear the lock.", &[]),
        ("Close the suction valve.", "Close the discharge valve.", &[Opposite]),
        ("把袖带缠在左臂上", "把袖带缠在右臂上", &[Opposite]),
        ("Ziehen Sie die Schrauben an.", "Ziehen Sie die Schrauben nicht an.", &[Negation]),
        ("充气至一百八十", "放气至一百八十", &[Opposite]),
        ("Boil it for at least 5 minutes.", "Boil it for no longer than 5 minutes.", &[Opposite]),
        ("Boil it for at most 5 minutes.", "Boil it for no longer than 5 minutes.", &[]),
        ("Keep no more than 10 backups.", "Keep no fewer than 10 backups.", &[Opposite]),
        ("Rinse the beans.", "There is no need to rinse the beans.", &[Negation]),
        ("Run the rinse cycle.", "Skip the rinse cycle.", &[Negation]),
        ("Use butter instead of oil.", "Use oil instead of butter.", &[Negation]),
        ("Use butter instead of oil.", "Use butter in place of oil.", &[]),
        ("Use butter rather than oil.", "Use oil.", &[Negation]),
        ("Fill in 4 l of 5W-30 oil.", "Fill in 4 l of 5W30 oil.", &[]),
        ("Fill in 4 l of 5W-30 oil.", "Fill in 4 l of 10W-40 oil.", &[Amount]),
        ("Wait a quarter of an hour.", "Wait 15 minutes.", &[]),
        ("Wait a quarter of an hour.", "Wait half an hour.", &[Amount]),
        ("Unplug the device.", "Pull the plug of the device.", &[]),
        ("Dilute it 1:10 in water.", "Dilute it 1:100 in water.", &[Amount]),
        ("Mix them 2:1 by weight.", "Mix them 1:2 by weight.", &[Amount]),
        ("Install version 2.1 of it.", "Install version 2.10 of it.", &[Amount]),
        ("Tighten the bolt to 35 Nm.", "Tighten the bolt to 26 ft-lb.", &[]),
        ("Tighten the bolt to 35 Nm.", "Tighten the bolt to 35 ft lbs.", &[Amount]),
        ("Die Pumpe einschalten.", "Die Pumpe ausschalten.", &[Opposite]),
        ("Schalten Sie die Pumpe ein.", "Schalten Sie die Pumpe aus.", &[Opposite]),
        ("Zwei Stunden ruhen lassen.", "Drei Stunden ruhen lassen.", &[Amount]),
        ("Retirez le couvercle.", "Ne retirez pas le couvercle.", &[Negation]),
        ("Serrez la vis.", "Desserrez la vis.", &[Opposite]),
        ("Encienda la bomba.", "Apague la bomba.", &[Opposite]),
        ("Deje reposar dos horas.", "Deje reposar 2 horas.", &[]),
        ("Lean forward and pinch the nose.", "Lean back and pinch the nose.", &[Opposite]),
        ("Cover it loosely with film.", "Cover it tightly with film.", &[Opposite]),
        ("Keep the liquid in a bottle.", "Discard the liquid in a bottle.", &[Opposite]),
        ("用沸水冲泡", "用冷水冲泡", &[Opposite]),
        ("打开电源开关", "关闭电源开关", &[Opposite]),
        ("Im Uhrzeigersinn drehen.", "Gegen den Uhrzeigersinn drehen.", &[Opposite]),
        ("Eine Stunde ruhen lassen.", "Zwei Stunden ruhen lassen.", &[Amount]),
        ("Laissez reposer une heure.", "Laissez reposer dix minutes.", &[Amount]),
        ("Add half a cup of milk.", "Add a cup of milk.", &[Amount]),
        ("Nunca use alcohol.", "Use alcohol.", &[Negation]),
        ("Añada una cucharadita de sal.", "Añada una cucharada de sal.", &[Amount]),
        ("Quarter the potatoes.", "Cut the potatoes into 4 pieces.", &[]),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .flat_map(|&(left, right, expected)| [(left, right, expected), (right, left, expected)])
        .filter(|(left, right, expected)| alterations(left, right) != *expected)
        .map(|(left, right, _)| format!("{left} / {right}: {:?}", alterations(left, right)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn in_other_words_only_amounts_count() {
    assert_eq!(alterations("Loosen it slowly, but not by hand.", "Tighten the screw."), []);
    assert_eq!(alterations("Rest 2 h", "Leave for 3 hours"), [Alteration::Amount]);
}

#[test]
fn a_step_that_is_a_book_takes_no_square() {
    let book =
        |from: usize| -> String { (from..from + 60_000).map(|at| format!("{at} g unword{at} ")).collect() };
    let (left, right) = (book(0), book(30_000));
    assert_eq!(alterations(&left, &right), [Alteration::Amount]);
}
