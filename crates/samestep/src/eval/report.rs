//! Tables of results, as Markdown and JSON.
