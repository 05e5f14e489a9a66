use super::{Style, bare, marker};

#[test]
fn marks_are_found() {
    let cases = [
        ("1. Open", Style::Dot, 1, "Open"),
        ("12) Open", Style::Parenthesis, 12, "Open"),
        ("(3) Open", Style::Parentheses, 3, "Open"),
        ("4、加水", Style::Comma, 4, "加水"),
        ("4.加水", Style::Dot, 4, "加水"),
        ("Step 5: Open", Style::Step, 5, "Open"),
        ("STEP 6. Open", Style::Step, 6, "Open"),
        ("Step 7", Style::Step, 7, ""),
        ("第十二步：加水", Style::ChineseStep, 12, "加水"),
        ("第二十步 加水", Style::ChineseStep, 20, "加水"),
        ("步骤3 加水", Style::ChineseStep, 3, "加水"),
        ("b) Open", Style::Letter, 2, "Open"),
        ("b. Open", Style::LetterDot, 2, "Open"),
        ("xiv. Open", Style::Roman, 14, "Open"),
        ("II) Open", Style::Roman, 2, "Open"),
        ("1.Open", Style::Dot, 1, "Open"),
        ("1.2 Open", Style::Nested(2), 2, "Open"),
        ("1.2.3. Open", Style::Nested(3), 3, "Open"),
        ("1.2、加水", Style::Nested(2), 2, "加水"),
        ("⑫加水", Style::Circle, 12, "加水"),
        ("十二、加水", Style::ChineseComma, 12, "加水"),
        ("（二）加水", Style::ChineseParentheses, 2, "加水"),
        ("- Open", Style::Bullet('-'), 0, "Open"),
        ("1 - Open", Style::Dash, 1, "Open"),
        ("2 – Open", Style::Dash, 2, "Open"),
        ("3: Open", Style::Colon, 3, "Open"),
        ("3：加水", Style::Colon, 3, "加水"),
        ("Step One: Open", Style::Step, 1, "Open"),
        ("Step twelve. Open", Style::Step, 12, "Open"),
        ("Task 1. Open", Style::Step, 1, "Open"),
        ("TASK 2: Open", Style::Step, 2, "Open"),
        ("Schritt 3: Öffnen", Style::Step, 3, "Öffnen"),
        ("ÉTAPE 4 : Ouvrir", Style::Step, 4, "Ouvrir"),
        ("Шаг 5. Открыть", Style::Step, 5, "Открыть"),
        ("ステップ6：開く", Style::Step, 6, "開く"),
        ("[ ] Open", Style::Bullet('☐'), 0, "Open"),
        ("- [x] Open", Style::Bullet('☐'), 0, "Open"),
        ("☑Open", Style::Bullet('☐'), 0, "Open"),
        ("☐ 2. Open", Style::Dot, 2, "Open"),
        ("#. Open", Style::Auto, 0, "Open"),
        (". Open", Style::Dots(1), 0, "Open"),
        (".. Open", Style::Dots(2), 0, "Open"),
        ("•Open", Style::Bullet('•'), 0, "Open"),
        ("-> Open", Style::Bullet('→'), 0, "Open"),
        ("➢ Open", Style::Bullet('➢'), 0, "Open"),
        ("2\u{fe0f}\u{20e3} Open", Style::Circle, 2, "Open"),
    ];
    for (line, style, number, rest) in cases {
        let marker = marker(line).unwrap_or_else(|| panic!("no mark in {line}"));
        assert_eq!((marker.style, marker.number, &line[marker.length..]), (style, number, rest));
    }
}

#[test]
fn other_starts_are_no_marks() {
    let plain = [
        "1.5 cups",
        "-5 degrees",
        "Stepping 1:",
        "Step 1 is easy",
        "a b)",
        "第一次",
        "",
        "-",
        "1",
        "1.5",
        "1.5 % fat",
        "1.txt",
        "e.g. so",
        "iiii. so",
        "mix. so",
        "三四个",
        "（一个）",
        "192.168.0.1",
        "1 - 2 cups",
        "1-inch bolt",
        "10:30 is late",
        "1: 3 by weight",
        "1 Open",
        "1 .5",
        "Step one is easy",
        "Stepone: no",
        "Tasks 1",
        "Schrittweise 1:",
        "[1] Smith",
        "[ ]",
        "... and so on",
        ".. note:: Hot",
        ".profile",
        "#.",
    ];
    for line in plain {
        assert_eq!(marker(line), None, "{line}");
    }
    assert!(bare("1 Open").is_some() && bare("2\t打开").is_some());
    assert!(bare("2 eggs").is_none() && bare("2Open").is_none() && bare("2 3").is_none());
}
