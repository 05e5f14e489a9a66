//! How is a concept graph shown to people and to other programs?
//!
//! Earlier stages fill a [`GraphView`]; a file here for each format writes it out. Every writer checks the view first,
//! writes the same bytes for the same view, and treats all text as data.

mod view;
mod clean;
mod json;
mod dot;
mod graphml;
mod measure;
mod scene;
mod selection;
mod contents;
mod placing;
mod routing;
mod captions;
mod picture;
mod tooltip;
mod svg;

pub use dot::write_dot;
pub use graphml::write_graphml;
pub use json::write_json;
pub use svg::{SvgParams, write_svg};
pub use view::{EdgeView, FollowView, GraphView, SentencesView, VertexView};

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
