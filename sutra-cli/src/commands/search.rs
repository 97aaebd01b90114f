//! `sutra search`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use sutra::core::{Query, Result};
use sutra::{Generation, SearchHit, SearchResults, parse_filter};

use crate::args::SearchArgs;
use crate::folder::Folder;
use crate::from_collection::generation_of;
use crate::input::read_text;
use crate::output::{Output, note};
use crate::pages::Pages;
use crate::pipeline_spec::PipelineSpec;
use crate::progress::Bar;
use crate::report::Report;
use crate::setup::Setup;

pub(crate) fn run(args: &SearchArgs) -> Result<()> {
    Report::check(args.report.as_deref())?;
    let spec = PipelineSpec::parse(&args.pipeline)?;
    let filter = args.filter.as_deref().map(parse_filter).transpose()?;
    let encoder = spec.encoder(args.index.encoder())?;
    let setup = Setup::new(&args.index, encoder)?;
    let text = if args.query == "-" { read_text(&PathBuf::from("-"))? } else { args.query.clone() };
    let mut query = Query::new(text.trim_end()).with_limit(args.k);
    query.filter = filter;
    let generation = generation_of(args, &spec)?;
    let recipe = spec.into_builder();
    let ask = |generation: &Arc<Generation>| recipe.clone().bind(generation)?.search(&query);
    let mut report = Report::default();
    let results = match generation {
        Some(generation) => {
            report.documents = generation.corpus().document_count();
            ask(&generation)?
        }
        None => {
            let bar = Bar::new();
            let folder = Folder { paths: args.paths.clone(), setup, links: args.index.links.clone() };
            let (results, files) = folder.ask(&bar, &ask)?;
            bar.finish();
            report.add(&files);
            results
        }
    };
    report.summarize();
    report.write(args.report.as_deref())?;
    let mut output = Output::new();
    if args.json {
        output.json(&to_json(&results, args.explain)?)?;
    } else {
        print(&mut output, &results, args.explain)?;
    }
    output.finish()
}

fn to_json(results: &SearchResults, explain: bool) -> Result<Value> {
    let pages = Pages::default();
    let hits =
        results.hits.iter().map(|hit| hit_to_json(hit, explain, &pages)).collect::<Result<Vec<_>>>()?;
    Ok(json!({
        "query": results.query,
        "pipeline": results.pipeline,
        "generation": results.generation,
        "without": results.without,
        "warnings": results.warnings,
        "hits": hits,
    }))
}

fn hit_to_json(hit: &SearchHit, explain: bool, pages: &Pages) -> Result<Value> {
    let mut value = json!({
        "rank": hit.rank,
        "doc": hit.id,
        "chunk": {"start": hit.span.start(), "end": hit.span.end()},
        "score": decimal(hit.score),
        "ranked_by": hit.ranked_by.to_string(),
        "text": hit.text,
    });
    if let Some(source) = pages.source_of(hit)? {
        value["source"] = json!({"start": source.start, "end": source.end});
    }
    if explain {
        value["signals"] = signals(hit);
        value["stages"] = stages(hit);
    }
    Ok(value)
}

/// The shortest decimal that names an f32, which is not what widening it to an f64 prints.
fn decimal(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

fn signals(hit: &SearchHit) -> Value {
    let signals: Map<String, Value> = hit
        .signals
        .iter()
        .map(|signal| {
            let value = json!({
                "raw": signal.raw.map(decimal),
                "kind": signal.kind.name(),
                "unit": signal.unit.map(decimal),
                "weight": decimal(signal.weight),
                "contribution": decimal(signal.contribution),
            });
            (signal.name.to_string(), value)
        })
        .collect();
    Value::Object(signals)
}

fn stages(hit: &SearchHit) -> Value {
    let stages: BTreeMap<&str, Value> = hit
        .stages
        .iter()
        .map(|stage| (stage.stage.as_ref(), json!({"rank": stage.rank, "raw": decimal(stage.raw)})))
        .collect();
    json!(stages)
}

fn print(output: &mut Output, results: &SearchResults, explain: bool) -> Result<()> {
    for line in
        results.without.iter().map(|line| format!("without {line}")).chain(results.warnings.iter().cloned())
    {
        note(line);
    }
    for hit in &results.hits {
        output.line(format_args!(
            "{}. {}:{}..{}  {:.4} ({})",
            hit.rank,
            hit.id,
            hit.span.start(),
            hit.span.end(),
            hit.score,
            hit.ranked_by
        ))?;
        if !hit.title.is_empty() || !hit.context.is_empty() {
            let heading = if hit.context.is_empty() { &hit.title } else { &hit.context };
            output.line(format_args!("   # {heading}"))?;
        }
        for line in hit.text.lines() {
            output.line(format_args!("   {line}"))?;
        }
        if explain {
            explain_hit(output, hit)?;
        }
        output.line("")?;
    }
    Ok(())
}

fn explain_hit(output: &mut Output, hit: &SearchHit) -> Result<()> {
    for signal in &hit.signals {
        let number =
            |value: Option<f32>| value.map_or_else(|| "none".to_owned(), |value| format!("{value:.4}"));
        output.line(format_args!(
            "   = {:<12} {:.4}  weight {:.2}  unit {}  {} {}",
            signal.name,
            signal.contribution,
            signal.weight,
            number(signal.unit),
            signal.kind,
            number(signal.raw)
        ))?;
    }
    for stage in &hit.stages {
        output.line(format_args!("   @ {:<12} rank {} raw {:.4}", stage.stage, stage.rank, stage.raw))?;
    }
    Ok(())
}
