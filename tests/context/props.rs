//! What holds for every context.

use proptest::prelude::*;
use sutra::chunk::{ChunkSizer, Unit};
use sutra::core::Document;
use sutra::{Context, Template};

use crate::{pipeline, search};

fn text() -> impl Strategy<Value = String> {
    let word =
        prop_oneof![Just("bread"), Just("für"), Just("salt."), Just("\n\n"), Just("rye!"), Just("日本。")];
    proptest::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_budget_holds_and_every_span_is_exact(
        texts in proptest::collection::vec(text(), 1..5),
        (max, overlap) in (6usize..60, 0usize..3),
        budget in 12usize..200,
        unit in prop_oneof![Just(Unit::Bytes), Just(Unit::Characters), Just(Unit::Words)],
        limit in 0usize..20,
    ) {
        let documents: Vec<Document> =
            (0..).zip(&texts).map(|(id, text)| Document::new(format!("d{id}"), text)).collect();
        let pipeline = pipeline(max, overlap, documents.clone());
        let results = search(&pipeline, "bread salt rye", limit);
        let template = Template::new("[{number}] {source}\n{text}").unwrap().with_frame("Q: {passages}").unwrap();
        let builder = Context::builder(budget, unit).with_template(template);
        let corpus = pipeline.generation().corpus();
        let context = builder.build(&results, corpus).unwrap();

        prop_assert!(context.size <= budget && context.size == unit.size(&context.text));
        prop_assert_eq!(&context, &builder.build(&results, corpus).unwrap());
        let mut ranks = context.left_out.clone();
        let mut best = 0;
        for (passage, number) in context.passages.iter().zip(1..) {
            let document = documents.iter().find(|document| document.id == passage.id).unwrap();
            prop_assert_eq!(passage.span.slice(&document.text).unwrap(), &passage.text);
            prop_assert_eq!(passage.at.slice(&context.text).unwrap(), &passage.text);
            prop_assert_eq!(passage.number, number);
            prop_assert!(passage.ranks[0] > best, "best first");
            best = passage.ranks[0];
            for rank in &passage.ranks {
                let hit = &results.hits[rank - 1];
                prop_assert!(passage.cut || hit.span.start() >= passage.span.start());
                prop_assert!(passage.cut || hit.span.end() <= passage.span.end());
            }
            prop_assert!(!passage.cut || number == 1, "only the first is cut");
            ranks.extend(&passage.ranks);
        }
        for (at, a) in context.passages.iter().enumerate() {
            for b in context.passages[at + 1..].iter().filter(|b| b.id == a.id) {
                let text = &documents.iter().find(|document| document.id == a.id).unwrap().text;
                let (first, second) = if a.span < b.span { (a, b) } else { (b, a) };
                let between = text.get(first.span.end()..second.span.start());
                prop_assert!(between.is_some_and(|between| !between.trim().is_empty()), "two passages touch");
            }
        }
        ranks.sort_unstable();
        prop_assert_eq!(ranks, (1..=results.hits.len()).collect::<Vec<_>>(), "each hit is in or left out");
    }

    #[test]
    fn no_template_panics(template in ".{0,40}|(\\{|\\}|text|ü|\\{number\\}){0,10}") {
        let has_text = template.contains("{text}");
        match Template::new(&template) {
            Ok(_) => prop_assert!(has_text),
            Err(error) => prop_assert!(error.to_string().contains("character "), "{}", error),
        }
    }
}
