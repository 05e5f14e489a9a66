//! `samestep graph`: the concept graph of a document or of a pair.

use anyhow::{Result, bail};
use samestep::{Document, GraphBuilder, draw};

use super::document;
use crate::{
    args::{Common, Format, Graph},
    output, settings,
};

pub fn run(common: &Common, args: &Graph) -> Result<()> {
    let mut config = settings::base(common)?;
    settings::graph(&mut config, args);
    let builder = GraphBuilder::new(config)?;
    if args.left == "-" && args.right.as_deref() == Some("-") {
        bail!("both documents are standard input, which can be read only once: give a file for one of them");
    }
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
        Format::Svg => draw::write_svg(&view, &svg_params(&left, right.as_ref()))?,
    };
    output::deliver(args.output.as_deref(), &text)
}

fn svg_params(left: &Document, right: Option<&Document>) -> draw::SvgParams {
    let default = draw::SvgParams::default();
    let right = right.map_or(default.right, |right| right.id().to_owned());
    draw::SvgParams { heading: default.heading, left: left.id().to_owned(), right }
}
