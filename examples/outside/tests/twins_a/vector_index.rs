//! Vector indexes that break a law each.

use sutra_core::laws::vector_index::{VectorIndexSubject, laws};
use sutra_core::{
    ChunkId, Embeddings, Encoding, Error, Fingerprint, Hit, Metric, Ranking, Result, Retriever, Scale,
    ScoreKind, Search, Stamp, VectorIndex,
};

const TWINS: [&str; 11] = [
    "space",
    "shape",
    "positions",
    "stored",
    "missing",
    "kind",
    "scores",
    "best",
    "not-encoded",
    "dimension",
    "unknown",
];

struct Twin(&'static str);

impl VectorIndexSubject for Twin {
    fn build(
        &self,
        stamp: Stamp,
        encoder: &Fingerprint,
        vectors: &Embeddings,
    ) -> Result<Box<dyn VectorIndex>> {
        let mut values = vectors.as_slice().to_vec();
        if self.0 == "stored" {
            values.rotate_left(vectors.dim());
        }
        let rows = Embeddings::new(vectors.dim(), values)?;
        let named = if self.0 == "space" { Fingerprint::new("another") } else { encoder.clone() };
        Ok(Box::new(Exact { fault: self.0, stamp, encoder: encoder.clone(), named, rows }))
    }
}

/// Compares the query's vector with every row, by cosine.
struct Exact {
    fault: &'static str,
    stamp: Stamp,
    encoder: Fingerprint,
    named: Fingerprint,
    rows: Embeddings,
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    let length = (dot(a, a) * dot(b, b)).sqrt();
    if length > 0.0 { (dot(a, b) / length) as f32 } else { 0.0 }
}

impl Exact {
    fn rank(&self, search: &Search<'_>, query: &[f32], k: usize) -> Result<Ranking> {
        let kind = if self.fault == "kind" { ScoreKind::InnerProduct } else { ScoreKind::Cosine };
        let more = if self.fault == "scores" { 0.5 } else { 0.0 };
        let rows = (0..).map(ChunkId::new).zip(self.rows.rows());
        let hits = rows.map(|(chunk, row)| Hit { chunk, score: cosine(query, row) + more }).collect();
        let ranking = Ranking::new(search.stamp(), Scale::new(kind), hits, true, search.corpus())?;
        let first = usize::from(self.fault == "best");
        let hits = ranking.hits().iter().skip(first).copied().collect();
        let ranking = Ranking::new(search.stamp(), Scale::new(kind), hits, true, search.corpus())?;
        Ok(ranking.truncated(k))
    }
}

impl Retriever for Exact {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.stamp().ensure(self.stamp, "the exact index")?;
        search.check()?;
        let nothing = Ranking::empty(search.stamp(), Scale::new(ScoreKind::Cosine));
        let encoding = match search.encoding(&self.encoder) {
            Err(_) if self.fault == "not-encoded" => return Ok(nothing),
            encoding => encoding?,
        };
        match encoding {
            Encoding::Unknown if self.fault == "unknown" => self.rank(search, &[], k),
            Encoding::Unknown => Ok(nothing),
            Encoding::Vector(query) => {
                let (dim, found) = (self.rows.dim(), query.len());
                if dim != found && self.fault != "dimension" {
                    return Err(Error::dimension("the query's vector", dim, found));
                }
                self.rank(search, query, k)
            }
        }
    }
}

impl VectorIndex for Exact {
    fn fingerprint(&self) -> &Fingerprint {
        &self.named
    }

    fn metric(&self) -> Metric {
        Metric::Cosine
    }

    fn dim(&self) -> usize {
        self.rows.dim()
    }

    fn vectors(&self, ids: &[ChunkId], each: &mut dyn FnMut(usize, &[f32])) -> Result<()> {
        let zero = vec![0.0; self.rows.dim()];
        for (at, id) in ids.iter().enumerate() {
            let again = self.fault == "positions" && ids[..at].contains(id);
            match self.rows.row(id.index()) {
                Some(row) if self.fault == "shape" => each(at, &[row, &[0.0]].concat()),
                Some(row) if !again => each(at, row),
                None if self.fault == "missing" => each(at, &zero),
                _ => {}
            }
        }
        Ok(())
    }
}

#[test]
fn every_law_catches_its_twin() {
    crate::check(&laws(), &TWINS, |fault| Box::new(Twin(fault)));
}
