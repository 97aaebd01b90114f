//! Scores beside those of the exact index, and the query language.

use sutra_core::{ById, ErrorKind, Query, Retriever, Search};
use sutra_index::TantivyPart;
use sutra_text::Analyzer;

use crate::bm25_support::{Plain, build};
use crate::tantivy_support::{find, found, hits, index, numbers, open, write};

/// Texts of `longest` terms at most.
fn texts(longest: usize) -> Vec<String> {
    let words = ["oaks", "elm", "ash", "firs", "yew", "tall", "old", "growing", "river", "the"];
    let text = |n: usize| {
        (0..n * 5 % longest).map(|i| words[(n * n + i * i * 7 + i * n) % 10]).collect::<Vec<_>>().join(" ")
    };
    (0..300).map(text).collect()
}

#[test]
fn scores_of_short_texts_are_those_of_the_exact_index() {
    for analyzer in [Analyzer::english(), Analyzer::neutral()] {
        let texts = texts(39);
        let (exact, ours) = (build(analyzer.clone(), &texts), index(analyzer, &texts));
        assert_eq!(ours.len(), exact.len());
        assert_eq!(ours.mean_length().unwrap(), exact.mean_length().unwrap());
        for query in ["oak", "tall elm river", "growing old firs ash yew oaks oaks", "the", "unknown", ""] {
            let ours = ours.search(query, usize::MAX, &ById).unwrap();
            let exact = exact.search(query, usize::MAX, &ById).unwrap();
            assert_eq!(ours.len(), exact.len(), "{query:?}");
            let mut by_chunk: Vec<_> = numbers(&exact);
            by_chunk.sort_unstable_by_key(|hit| hit.0);
            for hit in ours.hits() {
                let at = by_chunk.binary_search_by_key(&hit.chunk.get(), |hit| hit.0).unwrap();
                let expected = by_chunk[at].1;
                assert!(
                    (hit.score - expected).abs() <= 1e-5 * expected,
                    "{query:?}: {hit:?}, not {expected}"
                );
            }
            let (ours, exact) = (ours.scale().max().unwrap(), exact.scale().max().unwrap());
            assert!((ours - exact).abs() <= 1e-5 * exact, "{query:?}: {ours}, not {exact}");
        }
    }
}

/// tantivy rounds a length down to the next of its steps, an eighth apart at most, so a norm is at most an eighth off.
#[test]
fn scores_of_long_texts_are_off_by_the_rounding_of_lengths() {
    let texts = texts(500);
    let (exact, ours) = (build(Analyzer::english(), &texts), index(Analyzer::english(), &texts));
    let mut differ = false;
    for query in ["oak", "tall elm river"] {
        let mut exact = numbers(&exact.search(query, usize::MAX, &ById).unwrap());
        exact.sort_unstable_by_key(|hit| hit.0);
        let mut ours = hits(&ours, query);
        ours.sort_unstable_by_key(|hit| hit.0);
        assert_eq!(ours.len(), exact.len());
        for (ours, exact) in ours.iter().zip(&exact) {
            let ratio = ours.1 / exact.1;
            assert!(ours.0 == exact.0 && (0.99999..1.125).contains(&ratio), "{ours:?}, not {exact:?}");
            differ |= ratio > 1.0001;
        }
    }
    assert!(differ, "lengths are rounded");
}

#[test]
fn chunks_and_frequencies_are_counted() {
    let index = index(Analyzer::english(), &["oak elm", "", "the", "elm elm"]);
    assert_eq!((index.len(), index.mean_length().unwrap()), (4, 1.0));
    let count = |word| index.document_frequency(word).unwrap();
    assert_eq!((count("elms"), count("Oaks"), count("the"), count("ash"), count("")), (2, 1, 0, 0, 0));
    assert!(index.size_in_bytes() > 100);
}

#[test]
fn repeated_query_terms_count_with_multiplicity() {
    let index = index(Analyzer::english(), &["oak elm", "elm", "ash"]);
    let (once, twice, oak) = (hits(&index, "oak elm"), hits(&index, "oaks elm Oak"), hits(&index, "oak"));
    assert_eq!(oak.len(), 1);
    assert!((twice[0].1 - once[0].1 - oak[0].1).abs() < 1e-6);
    assert_eq!(twice[1], once[1]);
}

const TREES: [&str; 6] = [
    "a tall old oak by the river", // 0
    "an old tall elm",             // 1
    "the oak is old",              // 2
    "elm and ash, tall trees",     // 3
    "river river",                 // 4
    "ash",                         // 5
];

#[test]
fn the_query_language_finds_what_it_says() {
    let index = index(Analyzer::english(), &TREES).with_query_language(true);
    assert!(index.has_query_language());
    for (query, expected) in [
        ("oak elm", &[0, 1, 2, 3][..]),
        ("oak OR elm", &[0, 1, 2, 3]),
        ("oak AND river", &[0]),
        ("+oak +river", &[0]),
        ("+oak river", &[0, 2]),
        ("oak -river", &[2]),
        ("+(oak elm) -tall", &[2]),
        ("(oak elm) AND (river ash)", &[0, 3]),
        ("\"tall old\"", &[0]),
        ("\"old tall\"", &[1]),
        ("\"old oaks\"", &[0]),
        ("\"oak old\"", &[2]), // "is" is a stop word
        ("\"tall oak\"~1", &[0]),
        ("\"tall oak\"", &[]),
        ("'tall old'", &[0]),
        ("text:oak", &[0, 2]),
        ("text:\"tall old\"", &[0]),
        ("text:[ash TO elm]", &[1, 3, 5]),
        ("text: IN [oak ash]", &[0, 2, 3, 5]),
        ("*", &[0, 1, 2, 3, 4, 5]),
        ("* -oak", &[1, 3, 4, 5]),
        ("the +of oak", &[0, 2]),
        ("the", &[]),
        ("", &[]),
        ("unknown", &[]),
        ("+unknown oak", &[]),
        ("-unknown oak", &[0, 2]),
        ("RIVERS", &[0, 4]),
    ] {
        assert_eq!(found(&index, query), expected, "{query:?}");
    }
}

#[test]
fn a_plain_text_has_no_syntax() {
    let index = index(Analyzer::english(), &TREES);
    assert_eq!(found(&index, "+oak -river"), [0, 2, 4]);
    assert_eq!(found(&index, "\"tall (oak:"), [0, 1, 2, 3]);
}

#[test]
fn scores_of_the_query_language_add_up() {
    let plain = index(Analyzer::english(), &TREES);
    let index = plain.clone().with_query_language(true);
    assert_eq!(hits(&index, "tall oak"), hits(&plain, "oak tall"));
    let score = |query: &str, chunk: u32| hits(&index, query).iter().find(|hit| hit.0 == chunk).unwrap().1;
    let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-5 * b, "{a}, not {b}");
    near(score("oak^2.5", 0), 2.5 * score("oak", 0));
    near(score("(oak tall)^3", 0), 3.0 * score("oak tall", 0));
    near(score("+oak tall -ash", 0), score("oak", 0) + score("tall", 0));
    near(score("+oak +(tall elm)", 0), score("oak tall", 0));
    near(score("text:[ash TO elm]", 3), 1.0);
    near(score("*^0.5 oak", 0), 0.5 + score("oak", 0));
    // A phrase has the idf of all its terms, and one count.
    let idf = |n: f32| (1.0 + (6.0 - n + 0.5) / (n + 0.5)).ln();
    let mean = index.mean_length().unwrap() as f32;
    near(score("\"tall old\"", 0), (idf(3.0) + idf(3.0)) * 2.2 / (1.0 + 1.2 * (0.25 + 0.75 * 4.0 / mean)));
}

#[test]
fn what_is_not_in_the_language_is_named() {
    let index = index(Analyzer::english(), &TREES).with_query_language(true);
    let deep = format!("{}oak{}", "(".repeat(5_000), ")".repeat(5_000));
    let long = "oak ".repeat(20_000);
    let boosted = format!("oak^1{}", "0".repeat(60));
    for (query, kind, part) in [
        ("text:", ErrorKind::InvalidInput, "at byte"),
        ("oak AND", ErrorKind::InvalidInput, "oak AND"),
        ("title:oak", ErrorKind::InvalidInput, "title"),
        ("-oak", ErrorKind::InvalidInput, "not wanted"),
        ("-(oak elm)", ErrorKind::InvalidInput, "not wanted"),
        ("text:/oa./", ErrorKind::InvalidInput, "egex"),
        ("text:*", ErrorKind::InvalidInput, "use \"*\" alone"),
        ("oak text:(*)", ErrorKind::InvalidInput, "use \"*\" alone"),
        (&boosted, ErrorKind::InvalidInput, "boosts"),
        ("\"tall o\"*", ErrorKind::Unsupported, "prefix"),
        (&deep, ErrorKind::InvalidInput, "64 times"),
        (&long, ErrorKind::InvalidInput, "bytes"),
    ] {
        let error = index.search(query, 5, &ById).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(part), "{error}");
        // Without any chunk as well.
        let part = TantivyPart::new(Analyzer::english()).with_query_language(true);
        let empty = open(&part, write(&part, &[""; 0]), 0).unwrap();
        if query != boosted {
            assert_eq!(empty.search(query, 5, &ById).unwrap_err().kind(), kind, "{query:?}");
        }
    }
}

#[test]
fn a_query_has_a_bounded_number_of_leaves() {
    let index = index(Analyzer::english(), &TREES).with_query_language(true);
    let boosted = |count: usize| (0..count).map(|n| format!("oak^1.{n:04} ")).collect::<String>();
    // `oak^1.0000` is `oak`, and equal clauses are one.
    assert_eq!(found(&index, &boosted(1_024)), [0, 2]);
    assert_eq!(found(&index, &"oak ".repeat(5_000)), [0, 2]);
    let (many, nested) = (boosted(1_025), format!("+({}) -(elm ash)", boosted(1_023)));
    for query in [many, nested] {
        let error = index.search(&query, 5, &ById).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        assert!(error.to_string().contains("more than 1024 terms"), "{error}");
    }
}

#[test]
fn a_phrase_has_a_bounded_number_of_terms() {
    let index = index(Analyzer::english(), &["yew ".repeat(70), "yew".to_owned()]).with_query_language(true);
    let yews = |count: usize| "yew ".repeat(count);
    for (open, close) in [("\"", "\""), ("'", "'"), ("\"", "\"~4000000000"), ("oak OR text:\"", "\"^2")] {
        let query = |count| format!("{open}{}{close}", yews(count));
        let longest = found(&index, &query(64));
        assert_eq!(longest.first(), Some(&0), "{open}{close}");
        // Stop words are no terms.
        let the = found(&index, &format!("{open}the {}{close}", yews(64)));
        assert_eq!(the, longest, "{open}{close}");
        let error = index.search(&query(65), 5, &ById).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        assert!(error.to_string().contains("65 terms in the query, beyond 64"), "{error}");
    }
}

#[test]
fn any_white_space_stands_between_words() {
    let index = index(Analyzer::english(), &TREES).with_query_language(true);
    for space in ["\n", "\t", "\r\n", "\u{b}", "\u{85}", "\u{a0}", "\u{2003}", "\u{2028}", "\u{3000}"] {
        for (query, expected) in [
            ("oak elm", &[0, 1, 2, 3][..]),
            ("oak text:elm", &[0, 1, 2, 3]),
            ("+oak AND text:river", &[0]),
            ("* NOT oak", &[1, 3, 4, 5]),
            (" text:[ash TO elm] ", &[1, 3, 5]),
            ("text: IN [oak ash]", &[0, 2, 3, 5]),
            ("\"old tall\"", &[1]),
            (" ", &[]),
        ] {
            assert_eq!(found(&index, &query.replace(' ', space)), expected, "{query:?} with {space:?}");
        }
    }
    // Places are those of what was typed.
    let error = index.search("oak\u{3000}elm )", 5, &ById).unwrap_err();
    assert!(error.to_string().contains("at byte 10"), "{error}");
    let start = std::time::Instant::now();
    assert_eq!(found(&index, &"oak\n".repeat(16_000)), [0, 2]);
    assert!(start.elapsed().as_secs_f32() < 2.0, "{:?}", start.elapsed());
}

#[test]
fn boosts_are_finite() {
    let index = index(Analyzer::english(), &TREES).with_query_language(true);
    let (endless, large) = ("9".repeat(400), format!("1{}", "0".repeat(200)));
    for query in [
        format!("xyzzy^{endless}"),
        format!("(oak^0)^{endless}"),
        format!("(oak^{endless})^0"),
        format!("oak -elm^{endless}"),
        format!("the^{endless}"),
        format!("text:[ash TO elm]^{endless}"),
        format!("(oak^{large})^{large}"),
    ] {
        let error = index.search(&query, 5, &ById).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{query}");
        assert!(error.to_string().contains("boost of the query is not finite"), "{error}");
    }
    assert_eq!(hits(&index, &format!("(oak^0)^{large}")), [(0, 0.0), (2, 0.0)]);
}

#[test]
fn only_the_word_not_is_counted() {
    let index = index(Analyzer::english(), &["the notice", "oak", "cannot"]).with_query_language(true);
    assert_eq!(found(&index, &"NOTICE ".repeat(65)), [0]);
    assert_eq!(found(&index, &"CANNOT ".repeat(65)), [2]);
    assert_eq!(found(&index, &format!("oak{}", " NOT elm".repeat(64))), [1]);
    for query in [" NOT elm", "\nNOT\u{3000}elm", " \"elm\"NOT elm"] {
        let error = index.search(&format!("oak{}", query.repeat(65)), 5, &ById).unwrap_err();
        assert!(error.to_string().contains("64 times \"NOT\""), "{error}");
    }
}

#[test]
fn equal_clauses_count_once_and_words_are_exact() {
    let texts = ["oak", "oak 2", "oaken", "oat"];
    let index = index(Analyzer::english(), &texts).with_query_language(true);
    assert_eq!(hits(&index, "oak oak"), hits(&index, "oak"));
    assert_eq!(hits(&index, "oak*"), hits(&index, "oak"));
    assert_eq!(found(&index, "oak*"), [0, 1]);
    assert_eq!(hits(&index, "oak~2"), hits(&index, "\"oak 2\""));
    assert_eq!(found(&index, "oak~2"), [1]);
}

#[test]
fn nested_queries_are_read_in_time() {
    let index = index(Analyzer::english(), &TREES).with_query_language(true);
    let nested = |open: &str, close: &str| format!("{}oak{}", open.repeat(64), close.repeat(64));
    let start = std::time::Instant::now();
    assert_eq!(found(&index, &nested("(", ")")), [0, 2]);
    for query in [
        nested("(", ""),
        nested("-(", ")"),
        nested("+(oak ", ")^2"),
        nested("(NOT ", ")"),
        nested("NOT (elm AND ", " OR ash)"),
        nested("text:(", ")"),
        nested("NOT ", ""),
        nested("(\")\" ", ""),
        nested("(", "\")"),
    ] {
        if let Err(error) = index.search(&query, 5, &ById) {
            assert_eq!(error.kind(), ErrorKind::InvalidInput, "{error}");
        }
        assert!(start.elapsed().as_secs() < 20, "{query:?} takes {:?}", start.elapsed());
    }
}

#[test]
fn a_term_of_any_length_is_found_by_itself_alone() {
    let (long, other) = ("a".repeat(70_000), format!("{}b", "a".repeat(69_999)));
    let kept = "b".repeat(60_000);
    let texts = [long.clone(), other.clone(), format!("oak {long} elm"), kept.clone(), "a".to_owned()];
    for language in [false, true] {
        let index = index(Analyzer::neutral(), &texts).with_query_language(language);
        assert_eq!((index.len(), index.mean_length().unwrap()), (5, 1.4));
        if !language {
            assert_eq!(found(&index, &long), [0, 2]);
            assert_eq!(found(&index, &other), [1]);
        }
        assert_eq!(found(&index, &kept), [3]);
        assert_eq!(found(&index, "a"), [4]);
        assert_eq!(index.document_frequency(&long).unwrap(), 2);
    }
    // Not in the way of what stands beside it.
    let index = index(Analyzer::neutral(), &texts).with_query_language(true);
    assert_eq!(found(&index, "\"oak elm\""), [0_u32; 0]);
    assert_eq!(found(&index, "oak AND elm"), [2]);
}

#[test]
fn a_query_is_the_same_through_a_search() {
    let index = index(Analyzer::english(), &TREES).with_query_language(true);
    let corpus = Plain { descending: true, ..Plain::new(index.len()) };
    let query = Query::new("oak -river");
    let ranking = index.retrieve(&Search::new(&query, &corpus), 5).unwrap();
    assert_eq!(numbers(&ranking), hits(&index, "oak -river"));
    assert_eq!(numbers(&find(&index, &query, 0).unwrap()), []);
}

/// Whatever is typed is an answer or an error, in time.
#[test]
fn long_runs_of_any_sign_are_read() {
    let index = index(Analyzer::english(), &TREES).with_query_language(true);
    let signs = [
        "NOT ",
        "-",
        "+",
        "\"",
        "'",
        "text:",
        "oak AND ",
        "oak OR ",
        "oak^2 ",
        "^",
        "[",
        "text:[a TO b] ",
        "{",
        "* ",
        "~",
        "\\",
        "IN [",
        "(oak) ",
        "()",
        ")",
        "-(oak) ",
        "text: IN [a] ",
        "/",
        "AND ",
        "<",
        ">=",
        ",",
        "oak^",
        "a:b:",
    ];
    for sign in signs {
        for count in [1, 2, 30, 3_000] {
            let start = std::time::Instant::now();
            for query in [sign.repeat(count), format!("{}oak", sign.repeat(count))] {
                if let Err(error) = index.search(&query, 5, &ById) {
                    let kind = error.kind();
                    assert!(
                        matches!(kind, ErrorKind::InvalidInput | ErrorKind::Unsupported),
                        "{sign:?}: {error}"
                    );
                }
            }
            assert!(start.elapsed().as_secs() < 10, "{sign:?} {count} times takes {:?}", start.elapsed());
        }
    }
}
