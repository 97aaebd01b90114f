//! Filters as text, and back.

use proptest::prelude::*;
use sutra::core::{Filter, Metadata, Value};
use sutra::{parse_filter, write_filter};

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        "\\PC{0,6}|[\"'\\\\\n\t\u{1}`]{0,4}".prop_map(Value::from),
        prop_oneof![any::<f64>(), (-5i32..5).prop_map(f64::from)]
            .prop_filter("finite", |number| number.is_finite())
            .prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
    ]
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]".prop_map(String::from),
        "[a-z_][a-zA-Z0-9_.-]{0,6}".prop_map(String::from),
        "(and|or|not|in|exists|true|FALSE|größe|)".prop_map(String::from),
        "\\PC{0,5}|[`\\\\\"]{0,3}".prop_map(String::from),
    ]
}

fn filter() -> impl Strategy<Value = Filter> {
    let leaf = prop_oneof![
        (field(), value()).prop_map(|(field, value)| Filter::eq(field, value)),
        (field(), proptest::collection::vec(value(), 0..4))
            .prop_map(|(field, values)| Filter::In(field, values)),
        (field(), value()).prop_map(|(field, value)| Filter::at_least(field, value)),
        (field(), value()).prop_map(|(field, value)| Filter::more_than(field, value)),
        (field(), value()).prop_map(|(field, value)| Filter::at_most(field, value)),
        (field(), value()).prop_map(|(field, value)| Filter::less_than(field, value)),
        field().prop_map(Filter::exists),
    ];
    leaf.prop_recursive(6, 40, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Filter::And),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Filter::Or),
            inner.prop_map(Filter::not),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(filter in filter()) {
        let text = write_filter(&filter).unwrap();
        prop_assert_eq!(parse_filter(&text).unwrap(), filter, "{}", text);
    }

    #[test]
    fn no_text_panics_and_every_error_points_into_it(text in "\\PC{0,40}") {
        check(&text)?;
    }

    #[test]
    fn no_row_of_tokens_panics(
        tokens in proptest::collection::vec(
            prop_oneof![
                Just("a"), Just("and"), Just("or"), Just("not"), Just("in"), Just("exists"), Just("("), Just(")"),
                Just(","), Just("="), Just("!="), Just("<"), Just("1"), Just("-"), Just("'x'"), Just("\""), Just("\\u{"),
                Just("`ü`"), Just("true"),
            ],
            0..16,
        ),
    ) {
        check(&tokens.join(" "))?;
    }
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let Err(error) = parse_filter(text) else {
        let filter = parse_filter(text).unwrap();
        prop_assert_eq!(parse_filter(&write_filter(&filter).unwrap()).unwrap(), filter);
        return Ok(());
    };
    let message = error.to_string();
    let column = message.strip_prefix("filter, character ").and_then(|rest| rest.split_once(':')).unwrap().0;
    prop_assert!((1..=text.chars().count() + 1).contains(&column.parse().unwrap()), "{}", message);
    Ok(())
}

#[test]
fn a_filter_of_text_means_what_it_says() {
    let metadata = Metadata::from([
        ("lang".to_owned(), "de".into()),
        ("year".to_owned(), 2021.0.into()),
        ("tags".to_owned(), vec!["a", "b"].into()),
    ]);
    for (text, accepts) in [
        (r#"lang = "de" and year >= 2020 and (kind in ("a", "b") or not exists(draft))"#, true),
        ("lang != 'de'", false),
        ("missing != 1", true),
        ("missing not in (1)", true),
        ("tags = 'b'", true),
        ("tags in ('x', 'a')", true),
        ("year > 2021 or year < 2021", false),
        ("year >= '2020'", false),
    ] {
        assert_eq!(parse_filter(text).unwrap().accepts(&metadata), accepts, "{text}");
    }
}
