//! `samestep graph`: the concept graph of a document or of a pair.

use std::path::Path;

#[cfg(feature = "corpus")]
use anyhow::Context;
use anyhow::{Result, bail};
#[cfg(feature = "corpus")]
use samestep::{Config, corpus::Snapshot};
use samestep::{
    Document, GraphBuilder,
    draw::{self, GraphView},
};

use super::document;
use crate::{
    args::{Common, Format, Graph},
    output, settings,
};

pub fn run(common: &Common, args: &Graph) -> Result<()> {
    let mut config = common.filed.config.clone();
    settings::graph(&mut config, args);
    let read = [Some(&args.left), args.right.as_ref()];
    output::check_outputs(args.output.as_deref(), read.into_iter().flatten().map(Path::new))?;
    #[cfg(feature = "corpus")]
    if let Some(index) = &args.index {
        return of_index(index, config, args);
    }
    let builder = GraphBuilder::new(config)?;
    if args.left == "-" && args.right.as_deref() == Some("-") {
        bail!("both documents are standard input, which can be read only once: give a file for one of them");
    }
    let left = document(common, &args.left)?;
    let right = args.right.as_deref().map(|right| document(common, right)).transpose()?;
    let view = built(&builder, &left, right.as_ref()).map_err(|error| error.at(named(args), None))?;
    draw(&view, &left, right.as_ref(), args)
}

/// What the graph is of, for errors.
fn named(args: &Graph) -> String {
    args.right.as_ref().map_or_else(|| args.left.clone(), |right| format!("{} and {right}", args.left))
}

/// The graph of documents of an index, named by their ids.
#[cfg(feature = "corpus")]
fn of_index(index: &Path, config: Config, args: &Graph) -> Result<()> {
    let snapshot = Snapshot::open_documents(index)?;
    let place = |id: &str| {
        let message = || format!("{}: holds no document with the id {id:?}", index.display());
        snapshot.place(id).with_context(message)
    };
    let left = place(&args.left)?;
    let right = args.right.as_deref().map(place).transpose()?;
    let document = snapshot.document(left)?;
    let other = right.map(|right| snapshot.document(right)).transpose()?;
    let view = if other.is_none() && config == Config::default() {
        snapshot.graph(left)?
    } else {
        built(&GraphBuilder::new(config)?, &document, other.as_ref())
            .map_err(|error| error.at(named(args), None))?
    };
    draw(&view, &document, other.as_ref(), args)
}

fn built(builder: &GraphBuilder, left: &Document, right: Option<&Document>) -> samestep::Result<GraphView> {
    let graph = match right {
        Some(right) => builder.pair(left, right)?,
        None => builder.single(left)?,
    };
    Ok(graph.view(left, right))
}

fn draw(view: &GraphView, left: &Document, right: Option<&Document>, args: &Graph) -> Result<()> {
    let text = match args.format.unwrap_or(Format::Json) {
        Format::Json => draw::write_json(view)?,
        Format::Dot => draw::write_dot(view)?,
        Format::Graphml => draw::write_graphml(view)?,
        Format::Svg => {
            draw::write_svg(view, &svg_params(left, right)).map_err(|error| error.at(named(args), None))?
        }
    };
    output::deliver(args.output.as_deref(), &text)
}

fn svg_params(left: &Document, right: Option<&Document>) -> draw::SvgParams {
    let default = draw::SvgParams::default();
    let right = right.map_or(default.right, |right| right.id().to_owned());
    draw::SvgParams { heading: default.heading, left: left.id().to_owned(), right }
}
