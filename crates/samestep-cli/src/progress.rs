//! Bars on standard error.

use std::{io::IsTerminal, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};

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
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
