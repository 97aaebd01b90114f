//! Reading of links, and errors that say where.

use sutra_core::ErrorKind;
use sutra_graph::LinkTable;

#[test]
fn headers_blank_lines_marks_and_carriage_returns_are_passed_over() {
    let table = LinkTable::parse("\u{feff}\r\nsrc\tdst\r\na\tb\r\n\n  \nb\ta b").unwrap();
    assert_eq!(table.names(), ["a", "b", "a b"]);
    assert_eq!(table.links(), [(0, 1), (1, 2)]);
}

#[test]
fn only_the_first_line_is_a_header() {
    let table = LinkTable::parse("a\tb\nsrc\tdst\n").unwrap();
    assert_eq!(table.names(), ["a", "b", "src", "dst"]);
}

#[test]
fn no_links_make_an_empty_graph() {
    for text in ["", "\n", "src\tdst\n"] {
        assert!(LinkTable::parse(text).unwrap().to_builder().build_directed().unwrap().is_empty());
    }
}

#[test]
fn a_wrong_line_is_named_with_what_it_holds() {
    for (text, place, what) in [
        ("a\tb\n\nalone", "line 3", "no tab"),
        ("src\tdst\na\tb\tc", "line 2", "3 fields"),
        ("a\t", "line 1", "a blank name"),
        (" \tb", "line 1", "a blank name"),
    ] {
        let error = LinkTable::parse(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        assert!(error.to_string().contains(place) && error.to_string().contains(what), "{error}");
    }
}
