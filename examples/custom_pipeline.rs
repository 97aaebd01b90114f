//! A pipeline of one's own, with a signal of one's own: `cargo run --example custom_pipeline`.

use sutra::chunk::SentenceChunker;
use sutra::chunk::Unit;
use sutra::core::{Candidate, Scale, ScoreKind, Search, Value};
use sutra::prelude::*;
use sutra::rerank::{LexicalOverlap, Missing, Rrf};
use sutra::text::Analyzer;

/// Prefers recent documents: the field `year`, from 2000 to 2030, as a number from 0 to 1.
struct Recent;

impl Signal for Recent {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Unit
    }

    fn score(&self, _: &Search<'_>, candidates: &[Candidate<'_>], out: &mut [Option<f32>]) -> Result<Scale> {
        for (candidate, out) in candidates.iter().zip(out) {
            if let Some(Value::Number(year)) = candidate.metadata.get("year") {
                *out = Some(((year - 2000.0) / 30.0).clamp(0.0, 1.0) as f32);
            }
        }
        Ok(Scale::new(ScoreKind::Unit))
    }
}

fn main() -> Result<()> {
    let pipeline = Pipeline::builder()
        .name("recent first")
        .chunker(SentenceChunker::new(400, Unit::Bytes, 0)?)
        .bm25("bm25")
        .dense("dense")
        .fusion(Rrf::new())
        .signal("rerank", LexicalOverlap::new(Analyzer::english()), 0.5)
        .similarity(0.2)
        .signal("recent", Recent, 0.3)
        .missing("recent", Missing::Constant(0.0))
        .build(vec![
            Document::new("old", "The ferry to the island leaves at noon.").with_metadata("year", 2004.0),
            Document::new("new", "The ferry to the island now leaves at ten.").with_metadata("year", 2026.0),
            Document::new("undated", "A bridge to the island is planned."),
        ])?;
    for hit in pipeline.search(&Query::new("when does the island ferry leave?"))?.hits {
        println!("{}. {} {:.3}", hit.rank, hit.id, hit.score);
        for signal in &hit.signals {
            println!("   {:<10} {:.3} of {:.2}", signal.name, signal.contribution, signal.weight);
        }
    }
    Ok(())
}
