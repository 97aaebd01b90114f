//! A `lib.rs` is a guide: documentation, `mod`, `use`, `pub use`.

use super::tree::{Finding, Tree};
use crate::rust_source::code_only;

/// The first other item of every `lib.rs`, examples aside.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let libs = tree.rust().filter(|(path, _)| is_library_root(path));
    let odd = |(path, text)| {
        let (line, item) = first_odd_item(text)?;
        Some(Finding::at_line(path, line, format!("`{item}`: a lib.rs holds docs, mod and use alone")))
    };
    libs.filter_map(odd).collect()
}

fn is_library_root(path: &str) -> bool {
    !path.starts_with("examples/") && (path == "src/lib.rs" || path.ends_with("/src/lib.rs"))
}

/// Line and start of the first item that is neither `mod name;` nor a `use`.
fn first_odd_item(source: &str) -> Option<(usize, String)> {
    let code = code_only(source);
    let mut rest = code.trim_start();
    while !rest.is_empty() {
        let item = without_visibility(without_attribute(rest).unwrap_or(rest));
        if item.len() < rest.len() {
            rest = item;
            continue;
        }
        match after_plain_item(rest) {
            Some(after) => rest = after.trim_start(),
            None => {
                let line = code[..code.len() - rest.len()].matches('\n').count() + 1;
                let head: Vec<&str> = rest.split_whitespace().take(2).collect();
                return Some((line, head.join(" ")));
            }
        }
    }
    None
}

/// What follows `#[..]` or `#![..]` at the start, if one stands there.
fn without_attribute(code: &str) -> Option<&str> {
    let inside = code.strip_prefix("#![").or_else(|| code.strip_prefix("#["))?;
    let mut depth = 1;
    for (at, c) in inside.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(inside[at + 1..].trim_start());
        }
    }
    None
}

/// What follows `pub` or `pub(..)` at the start; all of it if none stands there.
fn without_visibility(code: &str) -> &str {
    match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with(char::is_whitespace) => rest.trim_start(),
        Some(rest) if rest.starts_with('(') => {
            rest.split_once(')').map_or(code, |(_, rest)| rest.trim_start())
        }
        _ => code,
    }
}

/// What follows a `use ..;`, a `mod name;` or an empty `mod name {}`; `None` for every other item.
fn after_plain_item(code: &str) -> Option<&str> {
    if let Some(rest) = keyword(code, "use") {
        return rest.split_once(';').map(|(_, rest)| rest);
    }
    let rest = keyword(code, "mod")?;
    let at = rest.find([';', '{'])?;
    let (end, rest) = (&rest[at..=at], &rest[at + 1..]);
    if end == ";" { Some(rest) } else { rest.trim_start().strip_prefix('}') }
}

/// What follows a keyword and white space.
fn keyword<'a>(code: &'a str, word: &str) -> Option<&'a str> {
    code.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guide_passes() {
        let guide = "//! Guide: `fn main() {}`.\n#![cfg_attr(doctest, doc = include_str!(\"x\"))]\n\n\
                     /// A module.\n#[cfg(feature = \"laws\")]\npub mod laws;\nmod a;\n\
                     pub use a::{B, c::{D, E}};\npub(crate) use a::F;\n#[cfg(doctest)]\nmod readme {}\n";
        assert_eq!(first_odd_item(guide), None);
        assert_eq!(first_odd_item(""), None);
    }

    #[test]
    fn every_other_item_is_found_with_its_line() {
        for item in [
            "fn f() {}",
            "pub struct S;",
            "pub(crate) enum E {}",
            "trait T {}",
            "impl S {}",
            "const C: u8 = 1;",
            "pub type A = u8;",
            "macro_rules! m { () => {} }",
            "mod inline { fn f() {} }",
            "mod_of!(x);",
            "#[unclosed",
        ] {
            let (line, _) = first_odd_item(&format!("//! Guide.\n\nmod a;\n\n#[inline]\n{item}\n")).unwrap();
            assert_eq!(line, 6, "{item}");
        }
    }

    #[test]
    fn only_the_root_file_of_a_library_is_meant() {
        let code = "fn f() {}";
        let meant = ["src/lib.rs", "a/src/lib.rs"];
        let others = ["a/src/b.rs", "a/src/main.rs", "examples/outside/src/lib.rs", "a/src/mylib.rs"];
        let files: Vec<_> = meant.iter().chain(&others).map(|path| (*path, code)).collect();
        assert_eq!(check(&Tree::of_files(&files)).len(), 2);
    }
}
