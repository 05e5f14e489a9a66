//! `samestep graph`: the concept graph of a document or of a pair.

use anyhow::Result;
use samestep::{GraphBuilder, draw};

use super::document;
use crate::{
    args::{Common, Format, Graph},
    output, settings,
};

pub fn run(common: &Common, args: &Graph) -> Result<()> {
    let mut config = settings::base(common)?;
    settings::graph(&mut config, args);
    let builder = GraphBuilder::new(config)?;
    let left = document(common, &args.left)?;
    let right = args.right.as_deref().map(|right| document(common, right)).transpose()?;
    let graph = match &right {
        Some(right) => builder.pair(&left, right)?,
        None => builder.single(&left)?,
    };
    let view = graph.view(&left, right.as_ref());
    let text = match args.format.unwrap_or(Format::Json) {
        Format::Json => draw::write_json(&view)?,
        Format::Dot => draw::write_dot(&view)?,
        Format::Graphml => draw::write_graphml(&view)?,
        Format::Svg => draw::write_svg(&view, &draw::SvgParams::default())?,
    };
    output::deliver(args.output.as_deref(), &text)
}
