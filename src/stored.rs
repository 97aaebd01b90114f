//! What belongs to a document besides its text, as bytes.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Document, Metadata, Result, Value};

/// Lists of lists are kept no deeper than this; what lies below becomes its text.
const MAX_DEPTH: usize = 32;

/// Title, metadata and links, which stand behind a document's text.
pub(crate) struct Fields<'a> {
    pub(crate) title: &'a str,
    pub(crate) metadata: Metadata,
    pub(crate) links: Vec<&'a str>,
}

impl<'a> Fields<'a> {
    pub(crate) fn read(reader: &mut Reader<'a>) -> Result<Self> {
        let title = reader.str("title")?;
        let mut metadata = Metadata::new();
        for _ in 0..reader.length("number of fields")? {
            let field = reader.str("field name")?.to_owned();
            metadata.insert(field, read_value(reader, 0)?);
        }
        let mut links = Vec::new();
        for _ in 0..reader.length("number of links")? {
            links.push(reader.str("link")?);
        }
        Ok(Self { title, metadata, links })
    }
}

pub(crate) fn write_fields(writer: &mut Writer, document: &Document) {
    writer.str(&document.title);
    writer.length(document.metadata.len());
    for (field, value) in &document.metadata {
        writer.str(field);
        write_value(writer, value);
    }
    writer.length(document.links.len());
    for link in &document.links {
        writer.str(link);
    }
}

/// The metadata fields that are wanted, of what [`write_fields`] wrote.
pub(crate) fn read_metadata_of(reader: &mut Reader<'_>, wanted: &dyn Fn(&str) -> bool) -> Result<Metadata> {
    let mut metadata = Metadata::new();
    reader.str("title")?;
    for _ in 0..reader.length("number of fields")? {
        let field = reader.str("field name")?;
        if wanted(field) {
            metadata.insert(field.to_owned(), read_value(reader, 0)?);
        } else {
            skip_value(reader, 0)?;
        }
    }
    Ok(metadata)
}

fn write_value(writer: &mut Writer, value: &Value) {
    match value {
        Value::Text(text) => {
            writer.u8(0);
            writer.str(text);
        }
        Value::Number(number) => {
            writer.u8(1);
            writer.f64(*number);
        }
        Value::Bool(truth) => {
            writer.u8(2);
            writer.u8(u8::from(*truth));
        }
        Value::List(values) => {
            writer.u8(3);
            writer.length(values.len());
            for value in values {
                write_value(writer, value);
            }
        }
        // `Value` is open to new kinds; one that this format does not know is stored as its text.
        other => {
            writer.u8(0);
            writer.str(&other.to_string());
        }
    }
}

fn read_value(reader: &mut Reader<'_>, depth: usize) -> Result<Value> {
    Ok(match reader.u8("kind of a value")? {
        0 => Value::Text(reader.str("text value")?.to_owned()),
        1 => Value::Number(reader.f64("number value")?),
        2 => Value::Bool(reader.u8("truth value")? != 0),
        3 if depth < MAX_DEPTH => {
            let count = reader.length("number of values")?;
            Value::List((0..count).map(|_| read_value(reader, depth + 1)).collect::<Result<_>>()?)
        }
        _ => return Err(reader.damaged("kind of a value")),
    })
}

fn skip_value(reader: &mut Reader<'_>, depth: usize) -> Result<()> {
    match reader.u8("kind of a value")? {
        0 => reader.str("text value").map(drop),
        1 => reader.f64("number value").map(drop),
        2 => reader.u8("truth value").map(drop),
        3 if depth < MAX_DEPTH => {
            let count = reader.length("number of values")?;
            (0..count).try_for_each(|_| skip_value(reader, depth + 1))
        }
        _ => Err(reader.damaged("kind of a value")),
    }
}

/// The value with lists nested no deeper than what can be read back.
pub(crate) fn shallow(value: Value, depth: usize) -> Value {
    match value {
        Value::List(values) if depth < MAX_DEPTH => {
            Value::List(values.into_iter().map(|value| shallow(value, depth + 1)).collect())
        }
        deep @ Value::List(_) => Value::Text(deep.to_string()),
        other => other,
    }
}
