//! Links from one file to another.

use std::collections::HashSet;
use std::path::{MAIN_SEPARATOR_STR, is_separator};

/// The files that the links of a file lead to, each once, in the order they first stand there.
pub(super) fn resolve_all(from: &str, targets: &[String]) -> Vec<String> {
    let mut seen = HashSet::new();
    let ids = targets.iter().filter_map(|target| resolve(from, target));
    ids.filter(|id| seen.insert(id.clone())).collect()
}

/// The path of the file that `target`, a link written in the file `from`, leads to, in the form of `from`:
/// `../b.md#part` in `docs/guide/a.md` leads to `docs/b.md`. `None` for a link that is absolute, leads to a
/// folder or to the file itself.
pub(super) fn resolve(from: &str, target: &str) -> Option<String> {
    let target = target.trim();
    let relative = target.split(['#', '?']).next().filter(|path| !path.is_empty())?;
    if relative.starts_with(['/', '\\']) || relative.ends_with('/') || has_scheme(relative) {
        return None;
    }
    let relative = decode(relative)?;
    let mut parts: Vec<&str> = from.split(is_separator).collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => leave(&mut parts)?,
            name => parts.push(name),
        }
    }
    let path = parts.join(MAIN_SEPARATOR_STR);
    (path != from).then_some(path)
}

/// Goes to the parent folder; `None` above the root.
fn leave(parts: &mut Vec<&str>) -> Option<()> {
    while parts.last() == Some(&".") || parts.len() > 1 && parts.last() == Some(&"") {
        parts.pop();
    }
    match parts.last() {
        Some(&"") => return None,
        None | Some(&"..") => parts.push(".."),
        Some(_) => {
            parts.pop();
        }
    }
    Some(())
}

/// Whether a URL starts with a scheme such as `https:`.
fn has_scheme(url: &str) -> bool {
    url.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// `%20` and the like as what they stand for; `None` if that is no UTF-8.
fn decode(url: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match tail {
            [high, low, tail @ ..]
                if *first == b'%' && high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                bytes.push(hex(*high) << 4 | hex(*low));
                rest = tail;
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20).wrapping_sub(b'a').wrapping_add(10),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::resolve;

    #[test]
    fn relative_links_take_the_form_of_the_file_they_stand_in() {
        for (from, target, path) in [
            ("docs/guide/a.md", "../b.md#frag", Some("docs/b.md")),
            ("docs/guide/a.md", "./c.md?x=1", Some("docs/guide/c.md")),
            ("docs/guide/a.md", "deep//d.md", Some("docs/guide/deep/d.md")),
            ("docs/a.md", "b%20c%C3%A9.md", Some("docs/b cé.md")),
            ("docs/a.md", "100%.md", Some("docs/100%.md")),
            ("./a.md", "b.md", Some("./b.md")),
            ("./guide/a.md", "../b.md", Some("./b.md")),
            ("./a.md", "../b.md", Some("../b.md")),
            ("../x/./a.md", "../b.md", Some("../b.md")),
            ("a.md", "../../b.md", Some("../../b.md")),
            ("/docs/a.md", "../b.md", Some("/b.md")),
            ("/a.md", "../b.md", None),
            ("a.md", "#part", None),
            ("a.md", "a.md#part", None),
            ("a.md", "", None),
            ("a.md", "guide/", None),
            ("a.md", "/b.md", None),
            ("a.md", "//host/b.md", None),
            ("a.md", "https://host/b.md", None),
            ("a.md", "mailto:x@host", None),
            ("a.md", "%ff.md", None),
        ] {
            assert_eq!(resolve(from, target).as_deref(), path, "{target} in {from}");
        }
    }
}
