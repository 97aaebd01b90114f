//! A record of a JSON Lines file.

use serde_json::{Map, Value as Json};
use sutra_core::{Document, Metadata, Value};

/// The document of one line, or what is wrong with it.
///
/// `_id` (a string that is not empty) and `text` (a string) must be there; `title` (a string), `metadata` (an
/// object) and `links` (a list of strings) may be, or be null. Other fields are passed over.
pub(super) fn document(line: &str) -> Result<Document, String> {
    let json: Json = serde_json::from_str(line).map_err(|error| fault(&error))?;
    let Json::Object(mut fields) = json else { return Err("no JSON object".into()) };
    let id = text(&mut fields, "_id")?.ok_or("no `_id`")?;
    if id.is_empty() {
        return Err("`_id` is empty".into());
    }
    let mut document = Document::new(id, text(&mut fields, "text")?.ok_or("no `text`")?);
    document.title = text(&mut fields, "title")?.unwrap_or_default();
    document.links = links(&mut fields)?;
    document.metadata = metadata(&mut fields)?;
    Ok(document)
}

fn fault(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let what = message.split(" at line ").next().unwrap_or(&message);
    format!("no JSON: {what} at column {}", error.column())
}

fn take(fields: &mut Map<String, Json>, name: &str) -> Option<Json> {
    fields.remove(name).filter(|value| !value.is_null())
}

fn text(fields: &mut Map<String, Json>, name: &str) -> Result<Option<String>, String> {
    match take(fields, name) {
        None => Ok(None),
        Some(Json::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("`{name}` is no string")),
    }
}

fn links(fields: &mut Map<String, Json>) -> Result<Vec<String>, String> {
    let wrong = || "`links` is no list of strings".to_owned();
    let Some(links) = take(fields, "links") else { return Ok(Vec::new()) };
    let Json::Array(links) = links else { return Err(wrong()) };
    let text = |link| if let Json::String(link) = link { Ok(link) } else { Err(wrong()) };
    links.into_iter().map(text).collect()
}

fn metadata(fields: &mut Map<String, Json>) -> Result<Metadata, String> {
    match take(fields, "metadata") {
        None => Ok(Metadata::new()),
        Some(Json::Object(object)) => {
            Ok(object.into_iter().filter_map(|(name, json)| Some((name, value(json)?))).collect())
        }
        Some(_) => Err("`metadata` is no object".into()),
    }
}

/// A value for filters: null is none, an object inside is its JSON text.
fn value(json: Json) -> Option<Value> {
    Some(match json {
        Json::Null => return None,
        Json::Bool(truth) => truth.into(),
        Json::Number(number) => Value::Number(number.as_f64()?),
        Json::String(text) => text.into(),
        Json::Array(values) => Value::List(values.into_iter().filter_map(value).collect()),
        Json::Object(_) => json.to_string().into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_record_is_read_whole() {
        let line = r#"{"_id": "a", "text": "caf\u00e9", "title": null, "links": ["b"], "other": 1,
            "metadata": {"n": 1, "t": "x", "b": true, "l": ["y", 2, null], "o": {"k": [1]}, "z": null}}"#;
        let document = document(line).unwrap();
        assert_eq!(
            (document.id.as_str(), document.text.as_str(), document.title.as_str()),
            ("a", "café", "")
        );
        assert_eq!(document.links, ["b"]);
        let expected = Metadata::from([
            ("n".to_owned(), 1.0.into()),
            ("t".to_owned(), "x".into()),
            ("b".to_owned(), true.into()),
            ("l".to_owned(), Value::List(vec!["y".into(), 2.0.into()])),
            ("o".to_owned(), r#"{"k":[1]}"#.into()),
        ]);
        assert_eq!(document.metadata, expected);
    }

    #[test]
    fn each_fault_is_named() {
        for (line, what) in [
            (r#"{"_id": "a"}"#, "no `text`"),
            (r#"{"text": "a"}"#, "no `_id`"),
            (r#"{"_id": 1, "text": "a"}"#, "`_id` is no string"),
            (r#"{"_id": "", "text": "a"}"#, "`_id` is empty"),
            (r#"{"_id": "a", "text": 1}"#, "`text` is no string"),
            (r#"{"_id": "a", "text": "", "title": []}"#, "`title` is no string"),
            (r#"{"_id": "a", "text": "", "links": ["b", 1]}"#, "`links` is no list of strings"),
            (r#"{"_id": "a", "text": "", "metadata": []}"#, "`metadata` is no object"),
            ("[1]", "no JSON object"),
            (r#"{"_id": }"#, "no JSON: expected value at column 9"),
        ] {
            assert_eq!(document(line).unwrap_err(), what, "{line}");
        }
        assert!(document(&"[".repeat(100_000)).unwrap_err().contains("recursion"), "no stack overflow");
    }
}
