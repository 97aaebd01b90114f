//! Recipes in TOML.

use proptest::prelude::*;
use sutra::core::{Document, ErrorKind, Query};
use sutra::index::Bm25Params;
use sutra::rerank::{LexicalOverlap, Missing, Rrf, Weights};
use sutra::text::Analyzer;
use sutra::{Pipeline, PipelineBuilder, Preset, RecipeFile, recipe_from_toml};

const SAMPLE: &str = include_str!("../../examples/hybrid.toml");

fn documents() -> Vec<Document> {
    vec![
        Document::new("bakery", "Bread rises overnight in the bakery. The oven is lit at four.")
            .with_link("mill"),
        Document::new("mill", "The mill grinds rye and wheat for bread."),
        Document::new("harbour", "Harbour walls keep the winter sea out."),
    ]
}

/// Name, ids, scores and parts of an answer.
fn answer(builder: PipelineBuilder) -> (String, Vec<String>) {
    let pipeline = builder.build(documents()).unwrap();
    let results = pipeline.search(&Query::new("bread in the winter")).unwrap();
    let line = |hit: &sutra::SearchHit| {
        let parts: Vec<String> =
            hit.signals.iter().map(|part| format!("{} {} {:?}", part.name, part.weight, part.unit)).collect();
        format!("{} {} {} {parts:?} {:?}", hit.id, hit.score, hit.ranked_by, hit.stages)
    };
    assert!(!results.hits.is_empty());
    (results.pipeline.clone(), results.hits.iter().map(line).collect())
}

#[test]
fn the_sample_is_the_recipe_that_it_says() {
    let weights = Weights::new([("bm25", 0.4), ("dense", 0.6)]).unwrap();
    let by_hand = Pipeline::builder()
        .name("hybrid-tuned")
        .depth(200)
        .bm25_with("bm25", Bm25Params::new(0.9, 0.4).unwrap())
        .dense("dense")
        .fusion(Rrf::new().with_k(60.0).unwrap().with_weights(weights))
        .signal("rerank", LexicalOverlap::new(Analyzer::english()), 0.3)
        .similarity(0.5)
        .missing("similarity", Missing::Constant(0.0))
        .fused(0.2);
    assert_eq!(answer(recipe_from_toml(SAMPLE).unwrap()), answer(by_hand));
}

#[test]
fn a_file_may_turn_operators_on() {
    let found = |operators: &str| {
        let text = format!("version = 1\n[[retriever]]\ntype = \"bm25\"\n{operators}");
        let pipeline = recipe_from_toml(&text).unwrap().build(documents()).unwrap();
        let described = pipeline.describe().to_string();
        let hits = pipeline.search(&Query::new("bread -oven \"rye and wheat\"")).unwrap().hits;
        (hits.into_iter().map(|hit| hit.id).collect::<Vec<_>>(), described.contains(" operators "))
    };
    assert_eq!(found("operators = true"), (vec!["mill".to_owned()], true));
    for off in ["", "operators = false"] {
        let (ids, described) = found(off);
        assert_eq!((ids.len(), described), (2, false), "signs and quotation marks are nothing");
    }
}

#[test]
fn a_preset_is_the_preset_with_what_the_file_adds() {
    for preset in Preset::ALL {
        let recipe = RecipeFile::parse(&format!("version = 1\npreset = \"{preset}\"")).unwrap();
        assert_eq!(recipe.preset(), Some(preset));
        assert_eq!(recipe.reads_vectors(), preset != Preset::Bm25);
        assert_eq!(answer(recipe.into_builder()), answer(Pipeline::builder().preset(preset)));
    }
    let text = "version = 1\npreset = \"full\"\nname = \"a+b_c-1.2\"\nwindow = 1\nneighbours = 1\n\
                best_chunk_per_document = true\non_deadline = \"without_signal\"\n\
                [[reranker]]\ntype = \"mmr\"\nlambda = 0.5";
    let (name, hits) = answer(recipe_from_toml(text).unwrap());
    assert_eq!(name, "a+b_c-1.2");
    assert!(hits.iter().any(|hit| hit.contains("fused")), "below the window: {hits:?}");
}

#[test]
fn every_type_is_known() {
    for (fusion, extra) in [("rrf", "k = 10"), ("minmax", ""), ("zscore", ""), ("dbsf", ""), ("combmnz", "")]
    {
        let text = format!(
            "version = 1\n[[retriever]]\ntype = \"bm25\"\nname = \"words\"\n[[retriever]]\ntype = \"dense\"\n\
             [fusion]\ntype = \"{fusion}\"\nweights = {{ words = 1 }}\n{extra}\n\
             [[signal]]\ntype = \"lexical\"\nweight = 1\n[[signal]]\ntype = \"graph\"\nweight = 0.5\nmissing = 1\n\
             [[signal]]\ntype = \"overlap\"\nname = \"words\"\nweight = 1\nmissing = \"error\""
        );
        let (name, hits) = answer(recipe_from_toml(&text).unwrap());
        assert_eq!(name, "custom");
        assert!(hits[0].contains("\"lexical 1") && hits[0].contains("\"words 1"), "{hits:?}");
    }
    let alone = RecipeFile::parse("version = 1\n[[retriever]]\ntype = \"bm25\"").unwrap();
    assert!(!alone.reads_vectors());
}

/// A file of one retriever with these lines behind it, the first of which is line 4.
fn after_bm25(lines: &str) -> String {
    format!("version = 1\n[[retriever]]\ntype = \"bm25\"\n{lines}")
}

#[test]
fn faults_have_line_and_column() {
    let dense = "[[retriever]]\ntype = \"dense\"\n";
    for (text, place, what) in [
        (String::new(), "line 1, column 1", "`version = 1` is missing"),
        ("version = \"1\"".into(), "line 1, column 11", "expected i64"),
        ("version = 1\nversion = 1".into(), "line 2, column 1", "duplicate"),
        ("version = 1\n\nname = ".into(), "line 3, column 8", ""),
        ("version = 1".into(), "line 1, column 1", "neither a `preset` nor a [[retriever]]"),
        ("version = 1\npreset = \"magic\"".into(), "line 2, column 10", "hybrid+lexical"),
        ("version = 1\n pipeline = 1".into(), "line 2, column 2", "`retriever`"),
        ("version = 1\npreset = \"full\"\n[fusion]\ntype = \"rrf\"".into(), "line 3, column 1", "[fusion]"),
        ("version = 1\npreset = \"full\"\ndepth = -1".into(), "line 3, column 9", "-1"),
        ("version = 1\npreset = \"full\"\nwindow = 1.5".into(), "line 3, column 10", "usize"),
        ("version = 1\npreset = \"full\"\nname = \"../x\"".into(), "line 3, column 8", "letters"),
        (
            "version = 1\npreset = \"full\"\non_deadline = \"never\"".into(),
            "line 3, column 15",
            "without_signal",
        ),
        (after_bm25("k2 = 1"), "line 4, column 1", "`k1`"),
        (after_bm25("k1 = -1"), "line 4, column 6", "k1"),
        (after_bm25("b = \"ü\""), "line 4, column 5", "f32"),
        (after_bm25("b = nan"), "line 4, column 5", "NaN"),
        (after_bm25(&format!("{dense}k1 = 1")), "line 6, column 6", "has no key `k1`"),
        (after_bm25("operators = 1"), "line 4, column 13", "boolean"),
        (after_bm25(&format!("{dense}operators = false")), "line 6, column 13", "has no key `operators`"),
        (after_bm25("[[retriever]]\ntype = \"sparse\""), "line 5, column 8", "bm25 and dense"),
        (after_bm25("[[retriever]]\nname = \"x\""), "line 4, column 1", "`type`"),
        (after_bm25("[[retriever]]\ntype = \"bm25\""), "line 4, column 1", "two retrievers are called"),
        (after_bm25(dense), "line 4, column 1", "no [fusion]"),
        (after_bm25("[fusion]\ntype = \"borda\""), "line 5, column 8", "combmnz"),
        (after_bm25("[fusion]\ntype = \"rrf\"\nk = -1"), "line 6, column 5", "not negative"),
        (after_bm25("[fusion]\ntype = \"dbsf\"\nk = 1"), "line 6, column 5", "has no key `k`"),
        (
            after_bm25("[fusion]\ntype = \"rrf\"\nweights = { bm25 = 1, dense = 1 }"),
            "line 6, column 31",
            "\"dense\"",
        ),
        (
            after_bm25("[fusion]\ntype = \"rrf\"\nweights = { bm25 = 0 }"),
            "line 4, column 1",
            "all weights are 0",
        ),
        (after_bm25("[[signal]]\ntype = \"fused\""), "line 4, column 1", "`weight`"),
        (after_bm25("[[signal]]\ntype = \"magic\"\nweight = 1"), "line 5, column 8", "overlap"),
        (after_bm25("[[signal]]\ntype = \"fused\"\nweight = inf"), "line 6, column 10", "finite"),
        (
            after_bm25("[[signal]]\ntype = \"fused\"\nweight = 1\nmissing = 2"),
            "line 7, column 11",
            "from 0 to 1",
        ),
        (
            after_bm25("[[signal]]\ntype = \"fused\"\nweight = 1\nmissing = \"no\""),
            "line 7, column 11",
            "\"error\"",
        ),
        (
            after_bm25("[[signal]]\ntype = \"fused\"\nweight = 1\nname = \"x\""),
            "line 7, column 8",
            "no key `name`",
        ),
        (after_bm25("[[reranker]]\ntype = \"mmr\""), "line 5, column 8", "lambda"),
        (after_bm25("[[reranker]]\ntype = \"mmr\"\nlambda = 2"), "line 6, column 10", "from 0 to 1"),
        (after_bm25("[[reranker]]\ntype = \"llm\""), "line 5, column 8", "mmr"),
    ] {
        let error = recipe_from_toml(&text).err().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(error.kind(), ErrorKind::InvalidConfig, "{text}");
        let message = error.to_string();
        assert!(message.starts_with(&format!("pipeline, {place}: ")), "{text}\n{message}");
        assert!(message.contains(what), "{text}\n{message}");
    }
}

#[test]
fn another_version_is_told_before_anything_else() {
    let error = recipe_from_toml("# a file of tomorrow\nstages = [1]\nversion = 2").err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Version);
    assert_eq!(
        error.to_string(),
        "pipeline, line 3, column 11: the file is of version 2, and this build reads 1"
    );
}

#[test]
fn deep_nesting_is_refused() {
    for deep in ["[".repeat(100_000), "{a=".repeat(100_000), "a.".repeat(100_000)] {
        assert!(recipe_from_toml(&format!("version = 1\nname = {deep}")).is_err());
        assert!(recipe_from_toml(&format!("version = 1\n{deep}")).is_err());
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,60}", at in 0usize..600, lines in proptest::collection::vec(0usize..30, 0..30)) {
        prop_assert!(recipe_from_toml(&text).is_err());
        let sample: Vec<&str> = SAMPLE.lines().collect();
        let shuffled: Vec<&str> = lines.iter().filter_map(|line| sample.get(*line).copied()).collect();
        let _ = recipe_from_toml(&shuffled.join("\n")).is_ok();
        let mut cut = SAMPLE.to_owned();
        cut.truncate(SAMPLE.floor_char_boundary(at));
        let _ = recipe_from_toml(&cut).is_ok();
    }
}
