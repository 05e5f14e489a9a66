//! Comparison pages in a browser, used as a reviewer would: see `browser/page.py` for what is checked.

mod program;

use std::{path::Path, process::Command};

use program::Folder;

/// The variable that names a Python with Playwright; `.ci/run` sets it.
const PYTHON: &str = "SAMESTEP_BROWSER_PYTHON";

#[test]
fn pages_work_in_a_browser() {
    let Ok(python) = std::env::var(PYTHON) else {
        eprintln!("skipped: {PYTHON} names no Python with Playwright (.ci/run makes one)");
        return;
    };
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new("page-browser");
    let output = Command::new(python)
        .arg(own.join("tests/browser/page.py"))
        .arg(env!("CARGO_BIN_EXE_samestep"))
        .arg(own.join("../../examples/documents"))
        .arg(folder.path("work"))
        .output()
        .expect("Python starts");
    let told =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert_eq!(told.lines().filter(|line| line.ends_with("sound")).count(), 7, "{told}");
}
