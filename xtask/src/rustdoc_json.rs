//! The types of other crates in a public API, read from rustdoc's JSON.
//!
//! rustdoc lists every item that a user can reach. A type or trait in a signature is an object with `path`, `id`
//! and `args`; the table `paths` says which crate an id belongs to. The walk below looks for such objects
//! wherever they stand, so that it need not know each kind of item.

use std::collections::BTreeMap;

use serde_json::Value;

/// The crates that come with the compiler.
const OWN_TO_RUST: &[&str] = &["std", "core", "alloc"];

/// Each foreign type or trait of a public API with the first place that names it, such as
/// `("serde_core::ser::Serialize", "src/run.rs:12, impl")`. Crates in `family` are not foreign.
pub(crate) fn foreign_types(json: &str, family: &[String]) -> Result<BTreeMap<String, String>, String> {
    let document: Value = serde_json::from_str(json).map_err(|error| format!("rustdoc's JSON: {error}"))?;
    let api = Api::read(&document, family)?;
    let mut found = BTreeMap::new();
    let mut known = 0;
    for item in api.items() {
        let mut ids = Vec::new();
        named_types(&item["inner"], &mut ids);
        for id in ids {
            let Some((krate, path)) = api.path(&id) else { continue };
            known += 1;
            if api.is_foreign(krate) {
                found.entry(path).or_insert_with(|| place(item));
            }
        }
    }
    if known == 0 {
        let version = &document["format_version"];
        return Err(format!("rustdoc's JSON of format {version} names no type: the walk does not read it"));
    }
    Ok(found)
}

/// The tables of one rustdoc document.
struct Api<'a> {
    index: &'a serde_json::Map<String, Value>,
    paths: &'a serde_json::Map<String, Value>,
    crates: &'a serde_json::Map<String, Value>,
    family: &'a [String],
}

impl<'a> Api<'a> {
    fn read(document: &'a Value, family: &'a [String]) -> Result<Self, String> {
        let table =
            |name: &str| document[name].as_object().ok_or(format!("rustdoc's JSON has no table {name}"));
        Ok(Self { index: table("index")?, paths: table("paths")?, crates: table("external_crates")?, family })
    }

    /// The crate's own items, without the impls that the compiler derives from blanket ones and auto traits.
    fn items(&self) -> impl Iterator<Item = &'a Value> {
        let ours = self.index.values().filter(|item| item["crate_id"] == 0);
        ours.filter(|item| {
            let implementation = &item["inner"]["impl"];
            implementation["is_synthetic"] != true
                && (implementation.is_null() || implementation["blanket_impl"].is_null())
        })
    }

    /// Crate and full path of what an id stands for; `None` for the crate's own and for what has no path.
    fn path(&self, id: &str) -> Option<(&'a str, String)> {
        let entry = self.paths.get(id)?;
        let parts: Vec<&str> = entry["path"].as_array()?.iter().filter_map(Value::as_str).collect();
        let krate = match entry["crate_id"].as_u64()? {
            0 => "crate",
            number => self.crates.get(&number.to_string())?["name"].as_str()?,
        };
        Some((krate, parts.join("::")))
    }

    fn is_foreign(&self, krate: &str) -> bool {
        krate != "crate" && !OWN_TO_RUST.contains(&krate) && !self.family.iter().any(|own| own == krate)
    }
}

/// The ids of all types and traits that a part of an item names, and of what a `use` brings in.
fn named_types(part: &Value, ids: &mut Vec<String>) {
    match part {
        Value::Array(parts) => parts.iter().for_each(|part| named_types(part, ids)),
        Value::Object(fields) => {
            let is_path = fields.contains_key("path") && fields.contains_key("args");
            let is_use = fields.contains_key("source") && fields.contains_key("is_glob");
            if let Some(id) = fields.get("id").filter(|_| is_path || is_use) {
                ids.push(id.as_str().map_or_else(|| id.to_string(), str::to_owned));
            }
            fields.values().for_each(|part| named_types(part, ids));
        }
        _ => {}
    }
}

/// Where an item stands, for people.
fn place(item: &Value) -> String {
    let file = item["span"]["filename"].as_str().unwrap_or("?").replace('\\', "/");
    let line = item["span"]["begin"][0].as_u64().unwrap_or_default();
    let kind = item["inner"].as_object().and_then(|inner| inner.keys().next()).map_or("item", String::as_str);
    match item["name"].as_str() {
        Some(name) => format!("{file}:{line}, {kind} {name}"),
        None => format!("{file}:{line}, {kind}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A document with one item of the crate's own whose `inner` is this.
    fn document(inner: &str) -> String {
        format!(
            r#"{{"format_version": 57,
            "index": {{
                "1": {{"crate_id": 0, "name": "f", "span": {{"filename": "src/a.rs", "begin": [3, 1]}}, "inner": {inner}}},
                "2": {{"crate_id": 7, "name": "g", "span": null,
                    "inner": {{"function": {{"path": "Inner", "id": 12, "args": null}}}}}}}},
            "paths": {{
                "10": {{"crate_id": 0, "path": ["own", "Own"]}},
                "11": {{"crate_id": 1, "path": ["alloc", "sync", "Arc"]}},
                "12": {{"crate_id": 7, "path": ["leaky", "deep", "Type"]}},
                "13": {{"crate_id": 8, "path": ["own_core", "Error"]}}}},
            "external_crates": {{"1": {{"name": "alloc"}}, "7": {{"name": "leaky"}}, "8": {{"name": "own_core"}}}}}}"#
        )
    }

    fn found(inner: &str) -> Vec<(String, String)> {
        foreign_types(&document(inner), &["own_core".into()]).unwrap().into_iter().collect()
    }

    const OWN: &str = r#"{"resolved_path": {"path": "Own", "id": 10, "args": null}}"#;
    const LEAK: &str = r#"{"resolved_path": {"path": "Type", "id": 12, "args": null}}"#;

    #[test]
    fn types_of_the_crate_the_family_and_rust_pass() {
        let error = r#"{"resolved_path": {"path": "Error", "id": 13, "args": null}}"#;
        let arc = format!(
            r#"{{"resolved_path": {{"path": "Arc", "id": 11, "args": {{"angle_bracketed": [{OWN}]}}}}}}"#
        );
        assert!(found(&format!(r#"{{"function": {{"sig": [{arc}, {error}]}}}}"#)).is_empty());
    }

    #[test]
    fn a_leak_is_found_wherever_it_stands() {
        let wrapped = format!(
            r#"{{"resolved_path": {{"path": "Arc", "id": 11, "args": {{"angle_bracketed": [{LEAK}]}}}}}}"#
        );
        let bound = r#"{"trait_bound": {"trait": {"path": "Type", "id": 12, "args": null}}}"#;
        for (inner, kind) in [
            (
                format!(r#"{{"function": {{"sig": {{"inputs": [["x", {LEAK}]], "output": {OWN}}}}}}}"#),
                "function",
            ),
            (format!(r#"{{"struct_field": {wrapped}}}"#), "struct_field"),
            (format!(r#"{{"trait": {{"bounds": [{bound}]}}}}"#), "trait"),
            (
                format!(
                    r#"{{"impl": {{"trait": {{"path": "Type", "id": 12, "args": null}}, "for": {OWN},
                    "is_synthetic": false, "blanket_impl": null}}}}"#
                ),
                "impl",
            ),
            (
                r#"{"use": {"source": "leaky::Type", "name": "Type", "id": 12, "is_glob": false}}"#.into(),
                "use",
            ),
        ] {
            let expected = ("leaky::deep::Type".to_owned(), format!("src/a.rs:3, {kind} f"));
            assert_eq!(found(&inner), [expected], "{inner}");
        }
    }

    #[test]
    fn blanket_and_synthetic_impls_are_not_the_crate_s_doing() {
        for (synthetic, blanket) in [("true", "null"), ("false", r#"{"generic": "T"}"#)] {
            let inner = format!(
                r#"{{"impl": {{"trait": {{"path": "Type", "id": 12, "args": null}}, "for": {OWN},
                    "is_synthetic": {synthetic}, "blanket_impl": {blanket}}}}}"#
            );
            let found = foreign_types(&document(&inner), &[]);
            assert!(found.unwrap_err().contains("names no type"), "{inner}");
        }
    }

    #[test]
    fn a_format_that_the_walk_does_not_read_is_an_error_and_not_a_pass() {
        assert!(foreign_types("{}", &[]).unwrap_err().contains("no table index"));
        let other = document(r#"{"function": {"sig": {"name": "Type", "number": 12}}}"#);
        assert!(foreign_types(&other, &[]).unwrap_err().contains("format 57"));
    }
}
