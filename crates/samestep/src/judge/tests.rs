use super::*;
use crate::Document;

fn pair(left: &[&str], right: &[&str]) -> Judgement {
    let judge = Judge::shipped();
    let [left, right] = [left, right].map(|steps| judge.read(&Document::from_steps("d", steps)));
    judge.judge(&left, &right)
}

const KETTLE: [&str; 5] = [
    "Unplug the kettle and let it cool.",
    "Fill the kettle with equal parts of vinegar and water.",
    "Boil the kettle and wait for 20 minutes.",
    "Pour the water away.",
    "Rinse the kettle twice with clean water.",
];

#[test]
fn the_evidence_adds_up() {
    let judgement = pair(&KETTLE, &["Take the battery out.", "Boil water.", "Rinse the kettle."]);
    let sum: f64 = judgement.evidence.iter().map(|piece| piece.weight).sum();
    assert!((judgement.bias + sum - judgement.logit).abs() < 1e-9);
    assert!(judgement.evidence.windows(2).all(|two| two[0].weight.abs() >= two[1].weight.abs()));
}

#[test]
fn swapping_the_documents_changes_nothing_but_the_sides() {
    let other = ["Boil the kettle.", "Fill the kettle with vinegar.", "Rinse it."];
    let (there, back) = (pair(&KETTLE, &other), pair(&other, &KETTLE));
    assert_eq!(there.logit.to_bits(), back.logit.to_bits());
    assert_eq!(there.content.to_bits(), back.content.to_bits());
    assert_eq!(there.order.map(f64::to_bits), back.order.map(f64::to_bits));
}

#[test]
fn a_document_is_the_same_as_itself_and_not_its_reverse() {
    let mut reversed = KETTLE;
    reversed.reverse();
    let (same, turned) = (pair(&KETTLE, &KETTLE), pair(&KETTLE, &reversed));
    assert_eq!(same.order, Some(1.0));
    assert!(same.probability > 0.9, "{same:?}");
    assert!(turned.order.unwrap() < 0.2 && turned.probability < 0.5, "{turned:?}");
    assert!(turned.content > 0.9, "the content is the same: {turned:?}");
}

#[test]
fn empty_and_wordless_documents_are_judged() {
    for (left, right) in [(&[][..], &[][..]), (&[][..], &KETTLE[..]), (&["..."][..], &["12", "!"][..])] {
        let judgement = pair(left, right);
        assert!(judgement.logit.is_finite() && (0.0..=1.0).contains(&judgement.probability));
    }
}

#[test]
fn two_recipes_of_a_dish_are_more_alike_than_two_of_a_kitchen() {
    let pancakes = [
        "Whisk flour, sugar, baking powder and salt in a large bowl.",
        "Add milk, the eggs and melted butter and stir until smooth.",
        "Heat a pan over medium heat and pour in the batter.",
        "Flip the pancakes when bubbles form and serve with syrup.",
    ];
    let others = [
        "Beat eggs with milk in a bowl.",
        "Stir in flour, a pinch of salt and sugar to make a batter.",
        "Fry each pancake in butter until golden on both sides.",
        "Serve warm with maple syrup.",
    ];
    let soup = [
        "Heat oil in a large pot over medium heat.",
        "Add onion and garlic and cook until soft, about 5 minutes.",
        "Pour in the broth with lentils and carrots, bring to a boil, then simmer for 30 minutes.",
        "Season with salt and pepper and serve hot in a bowl.",
    ];
    let (same, other) = (pair(&pancakes, &others), pair(&pancakes, &soup));
    assert!(same.content > 0.5, "{}", same.content);
    assert!(other.content < 0.3, "{}", other.content);
}

#[test]
fn names_and_themes_fit_the_measures() {
    let judge = Judge::shipped();
    let reading = judge.read(&Document::from_steps("d", KETTLE));
    let row = judge.measures(&reading, &reading);
    assert_eq!((row.len(), THEMES.len()), (NAMES.len(), NAMES.len()));
    assert!(row.iter().all(|value| value.is_finite()));
}

#[test]
fn what_turns_steps_round_weighs() {
    let steps = [
        "Open the inlet valve.",
        "Tighten the drain plug with the wrench.",
        "Fill the tank to the upper mark.",
        "Switch the heater on.",
        "Raise the lid of the tank.",
    ];
    let turned = [
        "Close the inlet valve.",
        "Loosen the drain plug with the wrench.",
        "Do not fill the tank to the upper mark.",
        "Switch the heater off.",
        "Lower the lid of the tank.",
    ];
    let judge = Judge::shipped();
    let left = judge.read(&Document::from_steps("d", steps));
    let judgements: Vec<Judgement> = (0..=steps.len())
        .map(|count| {
            let mixed = turned[..count].iter().chain(&steps[count..]);
            judge.judge(&left, &judge.read(&Document::from_steps("d", mixed)))
        })
        .collect();
    let probabilities: Vec<f64> = judgements.iter().map(|judgement| judgement.probability).collect();
    assert!(probabilities.windows(2).all(|two| two[1] < two[0]), "{probabilities:?}");
    assert!(probabilities[1] > 0.8 && probabilities[3] < 0.5 && probabilities[5] < 0.05, "{probabilities:?}");
    let piece = judgements[2].evidence.iter().find(|piece| piece.name == "changes").unwrap();
    assert_eq!((piece.detail.as_str(), &piece.steps[0]), ("2 steps turned round", &vec![0, 1]));
}

#[test]
fn a_short_copy_with_a_step_more_or_less_is_the_same() {
    let steps = [
        "Unplug the kettle.",
        "Wait 5 minutes until it is cold.",
        "Open the lid.",
        "Lift the filter out.",
        "Do not use soap on the filter.",
        "Put the filter back.",
    ];
    let judge = Judge::shipped();
    let probability = |other: &[&str]| {
        let [left, right] = [&steps[..], other].map(|steps| judge.read(&Document::from_steps("d", steps)));
        judge.judge(&left, &right).probability
    };
    let mut more = steps.to_vec();
    more.push("Close the lid.");
    assert!(probability(&more) > 0.5, "{}", probability(&more));
    assert!(probability(&steps[..5]) > 0.5, "{}", probability(&steps[..5]));
    let mut changed = steps;
    changed[1] = "Wait 15 minutes until it is cold.";
    changed[4] = "Use soap on the filter.";
    assert!(probability(&changed) > 0.75, "{}", probability(&changed));
    let other =
        ["Unplug the toaster.", "Open the flap.", "Unscrew the heating wire.", "Solder a new heating wire."];
    assert!(probability(&other) < 0.5, "{}", probability(&other));
}

#[test]
fn a_revised_manual_is_the_same_until_it_goes_on_to_another_part() {
    let steps = [
        "Power off the laptop and unplug the charger.",
        "Turn the laptop over so that the bottom faces up.",
        "Remove the ten Phillips screws along the edge of the bottom cover.",
        "Pry up the bottom cover with a plastic opening tool, starting near the hinge.",
        "Lift the bottom cover away from the laptop.",
        "Disconnect the battery cable from the motherboard.",
        "Remove the four screws that hold the battery.",
        "Lift the battery out of its recess.",
    ];
    let with = |change: fn(&mut Vec<&str>)| {
        let mut other = steps.to_vec();
        change(&mut other);
        pair(&steps, &other).probability
    };
    let revised: [fn(&mut Vec<&str>); 5] = [
        |steps| steps.insert(2, "Touch a metal surface to discharge static electricity."),
        |steps| steps.insert(5, "Photograph the routing of the antenna cables for later."),
        |steps| {
            steps.remove(1);
        },
        |steps| steps[4] = "Set the cover aside where it cannot be scratched.",
        |steps| steps.push("To reassemble, follow these steps in reverse order."),
    ];
    for (at, change) in revised.into_iter().enumerate() {
        assert!(with(change) > 0.5, "revision {at}: {}", with(change));
    }
    let goes_on = with(|steps| {
        steps.extend(["Remove the two screws of the fan.", "Lift the fan out of the laptop."]);
    });
    assert!(goes_on < 0.5, "{goes_on}");
}

#[test]
fn a_step_of_a_procedure_is_not_the_procedure() {
    let probabilities: Vec<f64> =
        [1, 2, 4, 7, 8].into_iter().map(|first| pair(&DATABASE, &DATABASE[..first]).probability).collect();
    assert!(probabilities[0] < 0.5 && probabilities[1] < 0.5, "{probabilities:?}");
    assert!(probabilities[3] > 0.5 && probabilities[4] > 0.9, "{probabilities:?}");
    assert!(probabilities[..3].is_sorted(), "{probabilities:?}");
}

const DATABASE: [&str; 8] = [
    "Announce the maintenance window to all users of the database.",
    "Stop the application servers so that nobody writes.",
    "Dump the database to the backup volume.",
    "Verify the checksum of the dump.",
    "Install the new version beside the old one.",
    "Restore the dump into the new version.",
    "Run the smoke tests against a copy of the application.",
    "Point the application servers at the new version and start them.",
];

#[test]
fn the_more_a_copy_loses_the_less_it_is_the_same() {
    let probabilities: Vec<f64> =
        [0, 1, 2, 4].into_iter().map(|lost| pair(&DATABASE, &DATABASE[lost..]).probability).collect();
    assert!(probabilities.windows(2).all(|two| two[1] < two[0] - 0.005), "{probabilities:?}");
    assert!(probabilities[1] > 0.93, "{probabilities:?}");
}

#[test]
fn another_end_is_a_revision_where_no_manual_is_read() {
    let with = |at: usize| {
        let mut other = DATABASE;
        other[at] = "Write down in the logbook who did what.";
        pair(&DATABASE, &other).probability
    };
    assert!(with(0) > 0.9 && with(7) > 0.8, "{} {}", with(0), with(7));
}

#[test]
fn orders_that_name_products_are_no_account_of_people() {
    let onboard = [
        "Create the account in Active Directory.",
        "Assign the Office licence and the Exchange mailbox.",
        "Set up the laptop with the standard Windows image.",
        "Hand over the badge and the Cisco token in person.",
    ];
    let offboard = [
        "Disable the account in Active Directory.",
        "Withdraw the Office licence and archive the Exchange mailbox.",
        "Wipe the laptop with the standard Windows tool.",
        "Collect the badge and the Cisco token in person.",
    ];
    let judgement = pair(&onboard, &offboard);
    assert!(
        judgement.evidence.iter().all(|piece| piece.name != "names and numbers" || piece.weight.abs() < 0.5)
    );
}
