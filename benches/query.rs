//! The whole query, by preset.

mod corpus;

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use sutra::core::Query;
use sutra::encode::LsaFit;
use sutra::{EncoderSource, Generation, Pipeline, Preset};

fn whole_query(c: &mut Criterion) {
    let encoder = EncoderSource::fit(LsaFit::new().with_rank(64));
    let Ok(generation) = Generation::builder().encoder(encoder).build(corpus::documents(5_000, 600)) else {
        return;
    };
    let generation = Arc::new(generation);
    let mut group = c.benchmark_group("query_5k");
    for preset in [Preset::Bm25, Preset::Dense, Preset::Hybrid, Preset::Full] {
        let Ok(pipeline) = Pipeline::builder().preset(preset).bind(&generation) else { continue };
        let query = Query::new("karo timel an sor duba linves");
        group.bench_function(preset.name(), |b| b.iter(|| pipeline.search(&query)));
    }
    group.finish();
}

criterion_group!(benches, whole_query);
criterion_main!(benches);
