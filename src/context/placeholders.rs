//! Texts with named gaps.

use sutra_core::{Error, Result};

/// A part of such a text: literal, or a gap to be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<G> {
    Literal(String),
    Gap(G),
}

/// The parts of a text in which `{name}` is a gap, and `{{` and `}}` are braces. `gap` knows the names, and `known`
/// lists them for messages. `once` must stand in the text, and only once.
pub(super) fn parse<G: PartialEq>(
    what: &str,
    text: &str,
    gap: impl Fn(&str) -> Option<G>,
    known: &str,
    once: &str,
) -> Result<Vec<Part<G>>> {
    let error = |at: usize, message: String| {
        let column = text.get(..at).unwrap_or(text).chars().count() + 1;
        Error::invalid_config(format!("{what}, character {column}: {message}"))
    };
    let wanted = gap(once);
    let mut found = false;
    let mut parts = Vec::new();
    let mut literal = String::new();
    let mut at = 0;
    while let Some(brace) = text.get(at..).and_then(|rest| rest.find(['{', '}'])) {
        let brace = at + brace;
        literal.push_str(&text[at..brace]);
        let rest = &text[brace + 1..];
        let opens = text[brace..].starts_with('{');
        if rest.starts_with(if opens { '{' } else { '}' }) {
            literal.push(if opens { '{' } else { '}' });
            at = brace + 2;
            continue;
        }
        if !opens {
            return Err(error(brace, "this } closes nothing; a brace that is meant is written }}".into()));
        }
        let Some(len) = rest.find(['{', '}', '\n']).filter(|&end| rest[end..].starts_with('}')) else {
            return Err(error(brace, "this { is not closed; a brace that is meant is written {{".into()));
        };
        let name = &rest[..len];
        let Some(filled) = gap(name) else {
            return Err(error(brace + 1, format!("there is no {name:?}; there are {known}")));
        };
        if Some(&filled) == wanted.as_ref() && std::mem::replace(&mut found, true) {
            return Err(error(brace, format!("{{{once}}} stands here for the second time")));
        }
        if !literal.is_empty() {
            parts.push(Part::Literal(std::mem::take(&mut literal)));
        }
        parts.push(Part::Gap(filled));
        at = brace + len + 2;
    }
    literal.push_str(text.get(at..).unwrap_or_default());
    if !literal.is_empty() {
        parts.push(Part::Literal(literal));
    }
    if !found {
        return Err(error(text.len(), format!("the text ends without {{{once}}}")));
    }
    Ok(parts)
}
