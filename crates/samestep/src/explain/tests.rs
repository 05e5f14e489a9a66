use super::*;
use crate::{Document, order::Kind};

fn document(steps: &[&str]) -> Document {
    Document::from_steps("d", steps)
}

const LEFT: [&str; 5] = [
    "Unplug the kettle.",
    "Fill it with 1 litre of water.",
    "Boil the water for 5 minutes.",
    "Pour the water away.",
    "Rinse the kettle twice.",
];

#[test]
fn the_verdict_counts_what_happened() {
    let mut right = LEFT.to_vec();
    right[2] = "Boil the water for 15 minutes.";
    right.remove(3);
    let comparison = compare(&document(&LEFT), &document(&right));
    assert_eq!(
        comparison.verdict,
        "same procedure: 3 of 5 steps agree, 1 says something else (with another amount), 1 missing"
    );
    let empty = compare(&document(&LEFT), &document(&[]));
    assert_eq!(empty.verdict, "not the same procedure: the right document is empty");
    assert!(!empty.same);
}

#[test]
fn what_stands_outside_the_steps_is_told_and_weighed() {
    let read = |ingredients: &str| {
        let text = format!(
            "Ingredients:\n{ingredients}\nMethod:\n1. Mix everything in a bowl.\n2. Bake it for an hour.\n3. Let it cool.\n"
        );
        crate::text::Record::new("r", crate::text::Body::Text(text)).into_document()
    };
    let bread = read("- 500 g flour\n- 10 g salt\n- 7 g yeast\n");
    let less = read("- 500 g flour\n- 5 g salt\n- 7 g yeast\n");
    let cake = read(
        "- four eggs and their shells\n- plenty of sugar\n- ground almonds and butter\n- dark chocolate and cream\n",
    );
    assert_eq!((bread.steps().len(), bread.asides().len()), (3, 3));
    let same = compare(&bread, &bread);
    assert!(same.probability > 0.999, "{}", same.probability);
    assert!(same.outside.iter().all(|row| row.kind == Kind::Same) && same.outside.len() == 3);
    let salt = compare(&bread, &less);
    let told =
        "same procedure: all 3 steps agree; outside the steps 1 of 3 passages differ (1 with another amount)";
    assert_eq!(salt.verdict, told);
    let other = compare(&bread, &cake);
    assert!(!other.same && other.content < salt.content, "{} {}", other.probability, other.verdict);
    assert!(other.evidence.iter().any(|piece| piece.name == "outside the steps" && piece.weight < 0.0));
    let sum: f64 = other.evidence.iter().map(|piece| piece.weight).sum();
    assert!((other.bias + sum - other.logit).abs() < 1e-9);
}

#[test]
fn a_step_told_as_two_counts_once() {
    let left = [
        "Shut the valve behind the tank, then unscrew both hoses with the large wrench.",
        "Lift the tank out of its frame.",
        "Rinse the tank with clean water.",
    ];
    let right = [
        "Shut the valve behind the tank.",
        "Then unscrew both hoses with the large wrench.",
        left[1],
        left[2],
    ];
    for (left, right, steps) in [(&left[..], &right[..], 3), (&right[..], &left[..], 4)] {
        let comparison = compare(&document(left), &document(right));
        let told = format!("same procedure: {steps} of {steps} steps agree");
        assert!(comparison.verdict.starts_with(&told), "{}", comparison.verdict);
    }
}

#[test]
fn steps_of_other_procedures_correspond_at_most() {
    let other = ["Unplug the lamp.", "Sew the seam shut.", "Feed the dog twice."];
    let comparison = compare(&document(&LEFT), &document(&other));
    assert!(!comparison.same && !comparison.verdict.contains("agree"), "{}", comparison.verdict);
}

#[test]
fn every_step_is_in_the_alignment_and_extras_follow_their_neighbour() {
    let mut right = LEFT.to_vec();
    right.insert(2, "Put on gloves and goggles.");
    let comparison = compare(&document(&LEFT), &document(&right));
    let lefts: Vec<u32> = comparison.alignment.iter().filter_map(|row| row.left).collect();
    let rights: Vec<u32> = comparison.alignment.iter().filter_map(|row| row.right).collect();
    assert_eq!((lefts, rights), ((0..5).collect(), (0..6).collect()));
    assert_eq!(comparison.alignment[2].kind, Kind::Extra);
}

#[test]
fn differences_sum_up_to_both_texts() {
    let pairs = [
        ("Boil for 5 minutes.", "Boil for 15 minutes, gently."),
        ("", "Stir."),
        ("Do not stir.", "Do stir!"),
        ("Open a pot. Add soil.", "Open a pot with soil, and add water"),
        ("把水烧开。", "把汤烧开。"),
        ("...", "???"),
    ];
    for (left, right) in pairs {
        let pieces = differences(left, right);
        let own = |piece: &Piece<'_>| match *piece {
            Piece::Both(left, _) | Piece::Left(left) => left.to_owned(),
            Piece::Right(_) => String::new(),
        };
        let other = |piece: &Piece<'_>| match *piece {
            Piece::Both(_, right) | Piece::Right(right) => right.to_owned(),
            Piece::Left(_) => String::new(),
        };
        assert_eq!(pieces.iter().map(own).collect::<String>(), left, "{pieces:?}");
        assert_eq!(pieces.iter().map(other).collect::<String>(), right, "{pieces:?}");
    }
}

#[test]
fn the_terminal_keeps_to_its_width_and_shows_no_controls() {
    let hostile = [
        "Open \u{1b}[31m the \u{202E}lid.",
        "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十",
        "x\tverylongwordwithoutanyspaceatallthatgoesonandonandonandonandon",
    ];
    let comparison = compare(&document(&hostile), &document(&LEFT));
    for width in [40, 80, 200] {
        let text = terminal::draw(&comparison, terminal::Style { width, colour: false });
        for line in text.lines() {
            assert!(unicode_width::UnicodeWidthStr::width(line) <= width, "{width}: {line}");
        }
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202E}'));
    }
    assert!(terminal::draw(&comparison, terminal::Style { width: 80, colour: true }).contains("\u{1b}[1m"));
}

#[test]
fn a_move_says_what_it_breaks() {
    let left = [
        "Remove the back cover.",
        "Lift the battery out.",
        "Clean the contacts.",
        "Reinstall the back cover.",
    ];
    let right = [
        "Reinstall the back cover.",
        "Remove the back cover.",
        "Lift the battery out.",
        "Clean the contacts.",
    ];
    let comparison = compare(&document(&left), &document(&right));
    let moved: Vec<&Row> = comparison.of_kind(Kind::Moved).collect();
    assert_eq!((moved.len(), moved[0].left, moved[0].right), (1, Some(3), Some(0)));
    assert!(moved[0].breaks.contains(&[0, 3]), "{:?}", moved[0].breaks);
    assert!(comparison.verdict.ends_with("the move breaks a dependency"), "{}", comparison.verdict);
}

#[test]
fn the_page_shows_text_as_text_and_draws_every_pair() {
    let hostile =
        ["Open <script>alert(1)</script> \"the\" lid.", "Lift the filter out.", "Rinse the filter."];
    let (left, right) = (document(&hostile), document(&LEFT));
    let comparison = compare(&left, &right);
    let html = page::page(&comparison, &left, &right).unwrap();
    assert!(!html.contains("<script>alert") && html.contains("&lt;"));
    assert_eq!(html.matches("<script>").count(), 1);
    let aligned = comparison.alignment.iter().filter(|row| row.left.is_some() && row.right.is_some()).count();
    assert_eq!(html.matches("<path class").count(), aligned);
    assert!(!html.contains("http://") && !html.contains("https://"));
    let empty = document(&[]);
    assert!(page::page(&compare(&empty, &left), &empty, &left).unwrap().contains("This document is empty."));
}

#[test]
fn two_steps_that_moved_past_each_other_break_what_holds_between_them() {
    let steps = [
        "Unscrew the four screws of the back panel.",
        "Lift the back panel off.",
        "Pull the hose off the old pump.",
        "Unclip the old pump.",
        "Clip the new pump into its bracket.",
        "Push the hose onto the new pump.",
        "Screw the back panel on again.",
    ];
    let reversed: Vec<&str> = steps.iter().rev().copied().collect();
    let comparison = compare(&document(&steps), &document(&reversed));
    let moved: Vec<&Row> = comparison.of_kind(Kind::Moved).collect();
    assert_eq!(moved.len(), 6);
    assert!(moved.iter().all(|row| !row.breaks.is_empty()), "{moved:?}");
}

#[test]
fn words_that_change_places_are_told_with_what_stands_between() {
    use super::differences::exchanged;
    let told = exchanged("Pour the acid slowly into the water.", "Pour the water slowly into the acid.");
    assert_eq!(told, Some(("acid slowly into the water", "water slowly into the acid")));
    assert_eq!(exchanged("Add salt and pepper to the soup.", "Add pepper and salt to the soup."), None);
    assert_eq!(exchanged("Add salt, pepper and mace.", "Add mace, salt and pepper."), None);
    let told = exchanged(
        "Discard the pellet and keep the supernatant.",
        "Keep the pellet and discard the supernatant.",
    );
    assert_eq!(told, Some(("Discard the pellet and keep", "Keep the pellet and discard")));
    let told =
        exchanged("Lower the car before you tighten the bolt.", "Tighten the bolt before you lower the car.");
    assert!(told.is_some_and(|(own, _)| own == "Lower the car before you tighten the bolt"), "{told:?}");
    let told = exchanged("Press stop and wait until it stands.", "Wait until it stands and press stop.");
    assert!(told.is_some(), "{told:?}");
}

#[test]
fn words_that_only_one_step_says_are_told() {
    use super::differences::exchanged;
    assert_eq!(exchanged("Wait.", "Wait 10 minutes."), Some(("", "10 minutes")));
    assert_eq!(
        exchanged("Season with salt and lemon juice.", "Season with lemon juice."),
        Some(("salt", ""))
    );
    assert_eq!(exchanged("Use no more than 5 g.", "Use more than 5 g."), Some(("no", "")));
    let told = exchanged("Slide the drawer out of the cabinet.", "Slide the drawer into the cabinet.");
    assert_eq!(told, Some(("out of", "into")));
    assert_eq!(exchanged("Open the lid.", "Open that lid."), None);
    assert_eq!(exchanged("Open it.", "Then open it."), None);
}
