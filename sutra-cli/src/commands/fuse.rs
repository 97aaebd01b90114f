//! `sutra fuse`.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::json;
use sutra::core::{
    ById, ChunkId, Error, Fusion, Hit, Named, Ranking, Result, ResultExt, Scale, ScoreKind, Stamp, TieOrder,
};
use sutra::rerank::{CombMnz, Dbsf, Rrf, WeightedMinMax, Weights, ZScore};
use sutra_eval::Run;

use crate::args::FuseArgs;
use crate::output::Output;

/// The ids of one query's documents, which live nowhere else.
const STAMP: Stamp = Stamp::new(0, 0);

pub(crate) fn run(args: &FuseArgs) -> Result<()> {
    let names: Vec<String> = (1..=args.runs.len()).map(|number| format!("run {number}")).collect();
    let fusion = fusion(args, &names)?;
    let runs = args.runs.iter().map(|path| read(path)).collect::<Result<Vec<_>>>()?;
    let mut fused = Run::new();
    let queries: BTreeSet<&str> = runs.iter().flat_map(Run::queries).collect();
    for query in queries {
        let docs = fuse(&runs, &names, query, fusion.as_ref()).with_context(|| format!("query {query:?}"))?;
        fused.push(query, docs)?;
    }
    let mut output = Output::new();
    if args.json {
        for query in fused.queries() {
            for ((doc, score), rank) in fused.ranking(query).unwrap_or_default().iter().zip(1..) {
                output.json(&json!({"query": query, "doc": doc, "rank": rank, "score": score}))?;
            }
        }
    } else {
        fused.to_trec(output.writer(), &args.method)?;
    }
    output.finish()
}

fn read(path: &Path) -> Result<Run> {
    if path == Path::new("-") {
        return Run::from_trec(std::io::stdin().lock(), "standard input");
    }
    Run::read_trec(path)
}

fn fusion(args: &FuseArgs, names: &[String]) -> Result<Box<dyn Fusion>> {
    let weights = if args.weights.is_empty() { vec![1.0; names.len()] } else { args.weights.clone() };
    if weights.len() != names.len() {
        return Err(Error::invalid_config(format!("{} weights for {} runs", weights.len(), names.len())));
    }
    let weights = Weights::new(names.iter().cloned().zip(weights))?;
    Ok(match args.method.as_str() {
        "rrf" => Box::new(Rrf::new().with_weights(weights)),
        "minmax" => Box::new(WeightedMinMax::new().with_weights(weights)),
        "zscore" => Box::new(ZScore::new().with_weights(weights)),
        "dbsf" => Box::new(Dbsf::new().with_weights(weights)),
        "combmnz" => Box::new(CombMnz::new().with_weights(weights)),
        other => {
            return Err(Error::invalid_config(format!(
                "no method is called {other:?}; there are rrf, minmax, zscore, dbsf and combmnz"
            )));
        }
    })
}

/// One query's rankings made one. Documents are numbered in the order of their ids, so ties go by id.
fn fuse(runs: &[Run], names: &[String], query: &str, fusion: &dyn Fusion) -> Result<Vec<(String, f64)>> {
    let rankings: Vec<&[(String, f64)]> =
        runs.iter().map(|run| run.ranking(query).unwrap_or_default()).collect();
    let docs: BTreeSet<&str> =
        rankings.iter().flat_map(|ranking| ranking.iter().map(|(doc, _)| doc.as_str())).collect();
    let docs: Vec<&str> = docs.into_iter().collect();
    let number: BTreeMap<&str, u32> = docs.iter().copied().zip(0..).collect();
    let rankings = rankings
        .iter()
        .map(|ranking| {
            let chunks: Vec<ChunkId> = ranking
                .iter()
                .filter_map(|(doc, _)| number.get(doc.as_str()).copied().map(ChunkId::new))
                .collect();
            let hits = chunks
                .iter()
                .zip(*ranking)
                .map(|(chunk, (_, score))| Hit { chunk: *chunk, score: *score as f32 });
            let order = AsGiven(chunks.iter().copied().zip(0..).collect());
            Ranking::new(STAMP, Scale::new(ScoreKind::Custom), hits.collect(), true, &order)
        })
        .collect::<Result<Vec<_>>>()?;
    let named: Vec<Named<'_>> =
        names.iter().zip(&rankings).map(|(name, ranking)| Named { name, ranking }).collect();
    let fused = fusion.fuse(&named, &ById, docs.len())?;
    let doc = |chunk: ChunkId| docs.get(chunk.index()).copied().unwrap_or_default().to_owned();
    Ok(fused.hits().iter().map(|hit| (doc(hit.chunk), f64::from(hit.score))).collect())
}

/// Equal scores of a run stand in the order that the run has.
struct AsGiven(BTreeMap<ChunkId, usize>);

impl TieOrder for AsGiven {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        self.0.get(&a).cmp(&self.0.get(&b))
    }
}
