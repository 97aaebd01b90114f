//! `sutra eval`.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value, json};
use sutra::core::{Error, Query, Result, ResultExt};
use sutra::{Generation, Pipeline};
use sutra_eval::{Beir, Bootstrap, Comparison, Evaluation, Measure, Percentiles, Qrels, Run};

use crate::args::EvalArgs;
use crate::links;
use crate::output::{Output, note};
use crate::pipeline_spec::PipelineSpec;
use crate::progress::Bar;
use crate::refresh::in_memory;
use crate::setup::file_source;
use crate::specs::{ChunkSpec, EncoderSpec};

/// Hits asked for, unless a measure looks deeper.
const DEPTH: usize = 100;

/// What one pipeline got.
struct Scored {
    name: String,
    without: Vec<String>,
    evaluation: Evaluation,
    latency: Percentiles,
    run: Run,
}

pub(crate) fn run(args: &EvalArgs) -> Result<()> {
    let measures = measures(&args.measure)?;
    let specs = args.pipeline.iter().map(|name| PipelineSpec::parse(name)).collect::<Result<Vec<_>>>()?;
    let own_names = specs.iter().any(|spec| matches!(spec, PipelineSpec::File(_)));
    EncoderSpec::parse(args.index.encoder())?;
    args.index.dense_spec()?;
    let chunk = args.index.chunk_spec()?;
    let data = Beir::read(&args.data, &args.split)?;
    let judged: Vec<(&str, &str)> = data.judged_queries().collect();
    let bar = Bar::new();
    let mut scored = Vec::new();
    let mut generations: Vec<(Option<EncoderSpec>, Arc<Generation>)> = Vec::new();
    for spec in specs {
        let wanted = spec.encoder(args.index.encoder())?;
        let generation = match generations.iter().find(|(encoder, _)| *encoder == wanted) {
            Some((_, generation)) => generation.clone(),
            None => {
                let generation = build(args, chunk.as_ref(), wanted, &bar)?;
                generations.push((wanted, generation.clone()));
                generation
            }
        };
        let pipeline = spec.into_builder().bind(&generation)?;
        if own_names && scored.iter().any(|row: &Scored| row.name == pipeline.name()) {
            return Err(Error::invalid_config(format!(
                "two pipelines are called {:?}; give one in a file another `name`",
                pipeline.name()
            )));
        }
        scored.push(score(&pipeline, &judged, data.qrels(), &measures, chunk.is_some())?);
    }
    bar.finish();
    report(args, &measures, judged.len(), &scored)?;
    args.runs.as_deref().map_or(Ok(()), |folder| write_runs(folder, &scored))
}

fn measures(names: &[String]) -> Result<Vec<Measure>> {
    if names.is_empty() {
        return ["nDCG@10", "R@100", "RR@10"].iter().map(|name| name.parse()).collect();
    }
    names.iter().map(|name| name.parse()).collect()
}

/// The corpus as a generation. A record is one chunk unless a spec says otherwise.
fn build(
    args: &EvalArgs,
    chunk: Option<&ChunkSpec>,
    encoder: Option<EncoderSpec>,
    bar: &Bar,
) -> Result<Arc<Generation>> {
    let recipe = Generation::builder().links(links_of(args)?);
    let recipe = match encoder {
        Some(encoder) => recipe.encoder(encoder.source(args.index.seed())?),
        None => recipe.without_encoder(),
    };
    let corpus = args.data.join("corpus.jsonl");
    let source =
        file_source("files", std::slice::from_ref(&corpus), Some(chunk.unwrap_or(&ChunkSpec::Whole)))?;
    let (generation, files) = in_memory(recipe, &source, bar)?;
    let faults: Vec<_> = files.left_out.iter().filter(|fault| fault.reason != "empty").collect();
    if let Some(first) = faults.first() {
        note(format_args!(
            "{}: {} records left out, the first at line {}: {}",
            corpus.display(),
            faults.len(),
            first.line.unwrap_or(1),
            first.reason
        ));
    }
    Ok(generation)
}

fn links_of(args: &EvalArgs) -> Result<links::Links> {
    let beside = args.data.join("links.tsv");
    match &args.index.links {
        Some(file) => links::read(file),
        None if beside.exists() => links::read(&beside),
        None => Ok(Vec::new()),
    }
}

fn score(
    pipeline: &Pipeline,
    queries: &[(&str, &str)],
    qrels: &Qrels,
    measures: &[Measure],
    chunked: bool,
) -> Result<Scored> {
    let depth =
        measures.iter().filter_map(|measure| measure.cutoff()).fold(DEPTH, |depth, k| depth.max(k.get()));
    // A document counts by its best chunk, so chunks are asked for more deeply than documents.
    let limit = if chunked { depth.saturating_mul(10) } else { depth };
    let mut run = Run::new();
    let mut milliseconds = Vec::with_capacity(queries.len());
    for (id, text) in queries {
        let query = Query::new(*text).with_limit(limit);
        let started = Instant::now();
        let results = pipeline.search(&query).with_context(|| format!("query {id:?}"))?;
        milliseconds.push(started.elapsed().as_secs_f64() * 1_000.0);
        run.push_best(*id, results.hits.into_iter().map(|hit| (hit.id, f64::from(hit.score))).collect())?;
    }
    Ok(Scored {
        name: pipeline.name().to_owned(),
        without: pipeline.without().to_vec(),
        evaluation: sutra_eval::evaluate(qrels, &run, measures),
        latency: Percentiles::new(milliseconds)?,
        run,
    })
}

fn write_runs(folder: &Path, scored: &[Scored]) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    scored.iter().try_for_each(|row| row.run.write_trec(folder.join(format!("{}.run", row.name)), &row.name))
}

fn report(args: &EvalArgs, measures: &[Measure], queries: usize, scored: &[Scored]) -> Result<()> {
    let bootstrap = Bootstrap::new(args.index.seed());
    let comparisons = match scored.split_first() {
        Some((first, others)) => {
            let others: Vec<&Evaluation> = others.iter().map(|row| &row.evaluation).collect();
            sutra_eval::compare(&first.evaluation, &others, measures, &bootstrap)?
        }
        None => Vec::new(),
    };
    let mut rows = Vec::with_capacity(scored.len());
    for (index, row) in scored.iter().enumerate() {
        let mut value = describe(measures, row, &bootstrap)?;
        if let Some(system) = index.checked_sub(1) {
            value["against_first"] = against_first(comparisons.iter().filter(|cell| cell.system == system));
        }
        rows.push(value);
    }
    let mut output = Output::new();
    if args.json {
        output.json(&json!({
            "data": args.data.display().to_string(),
            "split": args.split,
            "queries": queries,
            "pipelines": rows,
        }))?;
    } else {
        table(&mut output, measures, &rows)?;
    }
    output.finish()
}

fn describe(measures: &[Measure], row: &Scored, bootstrap: &Bootstrap) -> Result<Value> {
    let mut metrics = Map::new();
    let mut intervals = Map::new();
    for measure in measures {
        let interval = bootstrap.interval(row.evaluation.values(*measure).unwrap_or_default())?;
        metrics.insert(measure.to_string(), json!(interval.estimate + 0.0));
        intervals.insert(measure.to_string(), json!([interval.low, interval.high]));
    }
    Ok(json!({
        "name": row.name,
        "metrics": metrics,
        "interval95": intervals,
        "latency_ms": {"p50": row.latency.p50(), "p99": row.latency.p99()},
        "without": row.without,
    }))
}

/// The differences to the first pipeline. `p` is corrected for all comparisons of the table (Holm).
fn against_first<'a>(cells: impl Iterator<Item = &'a Comparison>) -> Value {
    let cells = cells.map(|cell| {
        let difference = cell.difference;
        let value = json!({
            "difference": difference.estimate,
            "interval95": [difference.low, difference.high],
            "p": cell.adjusted_p,
            "p_uncorrected": difference.p,
        });
        (cell.measure.to_string(), value)
    });
    Value::Object(cells.collect())
}

fn table(output: &mut Output, measures: &[Measure], rows: &[Value]) -> Result<()> {
    let names: Vec<String> = measures.iter().map(ToString::to_string).collect();
    output.line(format_args!(
        "{:<16}{}  p50 ms  p99 ms",
        "pipeline",
        columns(names.iter().map(String::as_str))
    ))?;
    for row in rows {
        let cells = names.iter().map(|name| {
            let interval = &row["interval95"][name];
            format!(
                "{:.3} [{:.3}, {:.3}]",
                row["metrics"][name].as_f64().unwrap_or_default(),
                interval[0].as_f64().unwrap_or_default(),
                interval[1].as_f64().unwrap_or_default()
            )
        });
        let cells: Vec<String> = cells.collect();
        let latency = &row["latency_ms"];
        output.line(format_args!(
            "{:<16}{}  {:>6.2}  {:>6.2}",
            row["name"].as_str().unwrap_or_default(),
            columns(cells.iter().map(String::as_str)),
            latency["p50"].as_f64().unwrap_or_default(),
            latency["p99"].as_f64().unwrap_or_default()
        ))?;
    }
    Ok(())
}

fn columns<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    cells.map(|cell| format!("{cell:>23}")).collect()
}
