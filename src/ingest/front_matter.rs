//! The block of fields at the start of a Markdown file.

use saphyr_parser::{Event, Parser, ScalarStyle};
use sutra_core::{Metadata, Value};

/// A longer block is no front matter.
const MAX: usize = 64 * 1024;

/// The YAML between a first line `---` and the next line `---` or `...`, and the text after it; `None` where
/// `text` does not start so. A byte order mark may come before.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| line.trim_end() == "---")?;
    let mut end = first.len();
    for line in lines {
        let after = end + line.len();
        if after > MAX {
            return None;
        }
        if matches!(line.trim_end(), "---" | "...") {
            return Some((&text[first.len()..end], &text[after..]));
        }
        end = after;
    }
    None
}

/// The fields of a block: scalars, and lists of scalars; nested mappings and empty values are passed over.
/// Unquoted numbers and `true` and `false` are typed, all else is text. Behind a fault in the YAML nothing more
/// is read; a field that stands twice has its first value.
pub(super) fn fields(yaml: &str) -> Metadata {
    let mut fields = Metadata::new();
    let mut events = Parser::new_from_str(yaml).map_while(|event| event.ok()).map(|(event, _)| event);
    if !events.by_ref().any(|event| matches!(event, Event::MappingStart(..))) {
        return fields;
    }
    while let Some(Event::Scalar(name, ..)) = events.next() {
        let Some(value) = events.next() else { break };
        if let Some(value) = value_of(value, &mut events) {
            fields.entry(name.into_owned()).or_insert(value);
        }
    }
    fields
}

/// The value that starts with `event`; takes all its events.
fn value_of<'a>(event: Event<'a>, events: &mut impl Iterator<Item = Event<'a>>) -> Option<Value> {
    match event {
        Event::Scalar(text, style, ..) => scalar(&text, style),
        Event::SequenceStart(..) => {
            let mut values = Vec::new();
            let mut depth = 1;
            while depth > 0 {
                match events.next()? {
                    Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
                    Event::SequenceEnd | Event::MappingEnd => depth -= 1,
                    Event::Scalar(text, style, ..) if depth == 1 => values.extend(scalar(&text, style)),
                    _ => {}
                }
            }
            Some(Value::List(values))
        }
        Event::MappingStart(..) => {
            let mut depth = 1;
            while depth > 0 {
                match events.next()? {
                    Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
                    Event::SequenceEnd | Event::MappingEnd => depth -= 1,
                    _ => {}
                }
            }
            None
        }
        _ => None,
    }
}

fn scalar(text: &str, style: ScalarStyle) -> Option<Value> {
    if style != ScalarStyle::Plain {
        return Some(text.into());
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => None,
        "true" | "True" | "TRUE" => Some(true.into()),
        "false" | "False" | "FALSE" => Some(false.into()),
        _ => {
            // `nan`, `inf` and `infinity` parse as well, and are words here.
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            Some(number.map_or_else(|| text.into(), Value::Number))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_ends_at_its_closing_line() {
        assert_eq!(split("---\na: 1\n---\nbody"), Some(("a: 1\n", "body")));
        assert_eq!(split("\u{feff}---\r\na: 1\r\n...\r\nbody"), Some(("a: 1\r\n", "body")));
        assert_eq!(split("---\n---"), Some(("", "")));
        assert_eq!(split("---\na: 1\n"), None);
        assert_eq!(split("text\n---\na: 1\n---\n"), None);
        assert_eq!(split(&format!("---\n{}\n---\n", "a".repeat(MAX))), None);
    }

    #[test]
    fn scalars_are_typed_and_nested_mappings_passed_over() {
        let yaml = "title: \"A: b\"\nyear: 2024\ndate: 2024-01-31\ndraft: true\nempty:\nquoted: '5'\n\
                    tags: [a, 2]\nnested: {x: [1, {y: 2}]}\nlist:\n  - one\n  - [two]\n  - three\n\
                    folded: >\n  long\n  line\nlast: nan\nyear: 1\n";
        let fields = fields(yaml);
        let expected = Metadata::from([
            ("title".to_owned(), "A: b".into()),
            ("year".to_owned(), 2024.0.into()),
            ("date".to_owned(), "2024-01-31".into()),
            ("draft".to_owned(), true.into()),
            ("quoted".to_owned(), "5".into()),
            ("tags".to_owned(), Value::List(vec!["a".into(), 2.0.into()])),
            ("list".to_owned(), vec!["one", "three"].into()),
            ("folded".to_owned(), "long line\n".into()),
            ("last".to_owned(), "nan".into()),
        ]);
        assert_eq!(fields, expected);
    }

    #[test]
    fn a_fault_ends_the_fields() {
        assert_eq!(fields("a: 1\nb: [\n").keys().collect::<Vec<_>>(), ["a"]);
        assert!(fields("- a list\n").is_empty());
        assert!(fields("").is_empty());
        assert!(fields(&"[".repeat(60_000)).is_empty());
    }
}
