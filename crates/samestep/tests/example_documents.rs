//! The documents that ship with the project are read as their README says.

use std::path::Path;

use samestep::text::{
    Language,
    read::{ReadOptions, read_document},
};

#[test]
fn every_example_has_its_steps() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/documents");
    let expected = [
        ("filter-a.md", Language::English, 12),
        ("filter-b.txt", Language::English, 12),
        ("tube-a.txt", Language::English, 12),
        ("tube-b.md", Language::English, 11),
        ("descale.html", Language::English, 10),
        ("beds.jsonl", Language::English, 11),
        ("eggs-a.zh.md", Language::Chinese, 9),
        ("eggs-b.zh.txt", Language::Chinese, 9),
    ];
    for (name, language, steps) in expected {
        let document = read_document(folder.join(name), &ReadOptions::default()).expect(name);
        assert_eq!((document.language(), document.steps().len()), (language, steps), "{name}");
        if let Some(title) = document.title() {
            assert!(!document.text().contains(title), "the title of {name} is part of its text");
        }
    }
    let files = std::fs::read_dir(&folder).expect("the folder ships").count();
    assert_eq!(files, expected.len() + 1, "every file but the README is tested");
}
