//! What filters let through.

use sutra_core::{Filter, Metadata, Value};

fn metadata() -> Metadata {
    Metadata::from([
        ("lang".to_owned(), Value::from("de")),
        ("year".to_owned(), Value::from(2020.0)),
        ("draft".to_owned(), Value::from(false)),
        ("tags".to_owned(), Value::from(vec!["a", "b"])),
    ])
}

#[test]
fn each_condition_says_what_it_means() {
    let cases = [
        (Filter::eq("lang", "de"), true),
        (Filter::eq("lang", "en"), false),
        (Filter::eq("year", "2020"), false),
        (Filter::is_in("lang", ["en", "de"]), true),
        (Filter::is_in("lang", Vec::<&str>::new()), false),
        (Filter::at_least("year", 2020.0), true),
        (Filter::more_than("year", 2020.0), false),
        (Filter::at_most("year", 2020.0), true),
        (Filter::less_than("year", 2020.0), false),
        (Filter::at_least("lang", "da"), true),
        (Filter::at_least("lang", 0.0), false),
        (Filter::exists("draft"), true),
        (Filter::eq("tags", "b"), true),
        (Filter::eq("tags", "c"), false),
        (Filter::And(vec![]), true),
        (Filter::Or(vec![]), false),
        (Filter::eq("lang", "de").and(Filter::eq("draft", true)), false),
        (Filter::eq("lang", "de").or(Filter::eq("draft", true)), true),
    ];
    for (filter, expected) in cases {
        assert_eq!(filter.accepts(&metadata()), expected, "{filter:?}");
        assert_eq!(filter.clone().not().accepts(&metadata()), !expected, "not {filter:?}");
    }
}

#[test]
fn a_missing_field_is_unequal_to_everything() {
    let nothing = Metadata::new();
    assert!(!Filter::eq("lang", "de").accepts(&nothing));
    assert!(Filter::eq("lang", "de").not().accepts(&nothing));
    assert!(!Filter::at_least("year", f64::NEG_INFINITY).accepts(&nothing));
    assert!(!Filter::exists("lang").accepts(&nothing));
}
