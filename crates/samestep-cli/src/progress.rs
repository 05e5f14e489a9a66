//! Bars on standard error.

use std::{fmt::Write, io::IsTerminal, time::Duration};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::args::Common;

/// A bar; none where standard error is no terminal or the user wants quiet.
pub fn bar(common: &Common, length: u64, style: impl FnOnce() -> ProgressStyle) -> ProgressBar {
    if common.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length).with_style(style());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A style from a template of our own.
pub fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("left", left)
}

/// The time left, as soon as there is something to tell it from.
fn left(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() > 0 {
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(out, "{:#} left", HumanDuration(state.eta()));
    }
}
