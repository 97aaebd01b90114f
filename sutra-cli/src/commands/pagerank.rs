//! `sutra pagerank`.

use serde_json::json;
use sutra::core::{Error, ErrorKind, Result, ResultExt};
use sutra::graph::{LinkTable, PageRank};

use crate::args::PagerankArgs;
use crate::input::read_text;
use crate::output::Output;
use crate::progress::Bar;

/// Enough for a damping of .9999, and an end for one that takes for ever.
const MAX_STEPS: usize = 1_000_000;

pub(crate) fn run(args: &PagerankArgs) -> Result<()> {
    let text = read_text(&args.links)?;
    let table = LinkTable::parse(&text).with_context(|| args.links.display().to_string())?;
    let builder = table.to_builder();
    let graph = if args.undirected { builder.build_undirected()? } else { builder.build_directed()? };
    let mut page_rank =
        PageRank::new().with_damping(args.damping).with_tolerance(1e-12).with_max_iterations(MAX_STEPS);
    if !args.personalize.is_empty() {
        page_rank = page_rank.with_personalization(teleport(&table, &args.personalize)?);
    }
    let bar = Bar::new();
    let ranked = page_rank.run(&graph, &bar)?;
    bar.finish();
    if !ranked.converged {
        return Err(Error::new(
            ErrorKind::Unsupported,
            format!(
                "no convergence to 1e-12 in {MAX_STEPS} steps (the last one moved {:e}); take a smaller --damping",
                ranked.residual
            ),
        ));
    }
    let scores = ranked.scores;
    let mut ranked: Vec<(&str, f64)> = table.names().iter().map(String::as_str).zip(scores).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let mut output = Output::new();
    for (node, score) in ranked {
        if args.json {
            output.json(&json!({"node": node, "score": score}))?;
        } else {
            output.line(format_args!("{node}\t{}", seventeen_digits(score)))?;
        }
    }
    output.finish()
}

/// The jump vector that favours the named nodes alike.
fn teleport(table: &LinkTable, names: &[String]) -> Result<Vec<f64>> {
    let mut vector = vec![0.0; table.names().len()];
    for name in names {
        let node = table.node(name).ok_or_else(|| {
            Error::new(ErrorKind::NotFound, format!("--personalize: no link names the node {name:?}"))
        })?;
        vector[node] = 1.0;
    }
    Ok(vector)
}

/// A number with 17 significant digits, which name every f64 exactly.
fn seventeen_digits(number: f64) -> String {
    let exponent = if number > 0.0 { number.log10().floor() as i32 } else { 0 };
    if !(-5..16).contains(&exponent) {
        return format!("{number:.16e}");
    }
    format!("{number:.*}", (16 - exponent).max(0) as usize)
}
