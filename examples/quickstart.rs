//! Search in ten lines: `cargo run --example quickstart`.

use sutra::prelude::*;

fn main() -> Result<()> {
    let pipeline = Pipeline::builder().build(vec![
        Document::new(
            "harbour",
            "The harbour wall was built of granite in 1851. It keeps the winter sea out.",
        ),
        Document::new("bakery", "Bread rises overnight in the bakery. The oven is lit at four."),
        Document::new("mill", "The mill grinds rye and wheat for the bakery."),
    ])?;
    for hit in pipeline.search(&Query::new("When is the oven lit?"))?.hits {
        println!(
            "{}. {} [{}..{}] {:.3} {}",
            hit.rank,
            hit.id,
            hit.span.start(),
            hit.span.end(),
            hit.score,
            hit.text
        );
    }
    Ok(())
}
