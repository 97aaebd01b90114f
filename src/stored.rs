//! Documents as bytes.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Document, Metadata, Piece, Result, Span, Value};

use crate::ChunkedDocument;

/// Lists of lists are kept no deeper than this; what lies below becomes its text.
const MAX_DEPTH: usize = 32;

pub(crate) fn write_document(writer: &mut Writer, chunked: &ChunkedDocument) {
    let document = chunked.document();
    for text in [&document.id, &document.title, &document.text] {
        writer.str(text);
    }
    writer.length(document.metadata.len());
    for (field, value) in &document.metadata {
        writer.str(field);
        write_value(writer, value);
    }
    writer.length(document.links.len());
    for link in &document.links {
        writer.str(link);
    }
    writer.length(chunked.pieces().len());
    for piece in chunked.pieces() {
        writer.u64(piece.span.start() as u64);
        writer.u64(piece.span.end() as u64);
        writer.str(&piece.context);
    }
}

pub(crate) fn read_document(reader: &mut Reader<'_>) -> Result<ChunkedDocument> {
    let mut document = Document::new(reader.str("document id")?, "").with_title(reader.str("title")?);
    document.text = reader.str("text")?.to_owned();
    let mut metadata = Metadata::new();
    for _ in 0..reader.length("number of fields")? {
        let field = reader.str("field name")?.to_owned();
        metadata.insert(field, read_value(reader, 0)?);
    }
    document.metadata = metadata;
    for _ in 0..reader.length("number of links")? {
        document.links.push(reader.str("link")?.to_owned());
    }
    let mut pieces = Vec::new();
    for _ in 0..reader.length("number of pieces")? {
        let start = reader.u64("start of a piece")? as usize;
        let span = Span::from_storage(start, reader.u64("end of a piece")? as usize)
            .map_err(|_| reader.damaged("span of a piece"))?;
        pieces.push(Piece::new(span).with_context(reader.str("context of a piece")?));
    }
    ChunkedDocument::from_pieces(document, pieces).map_err(|_| reader.damaged("pieces"))
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
