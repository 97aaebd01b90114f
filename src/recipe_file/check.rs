//! Errors that name a place in a file, and the rules that need one.

use std::fmt::Display;
use std::ops::Range;

use sutra_core::{Error, ErrorKind, Result};
use toml::Spanned;

/// The text of a file, for places in it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a>(pub(super) &'a str);

impl Source<'_> {
    pub(super) fn error(self, place: Range<usize>, message: impl Display) -> Error {
        self.error_of(ErrorKind::InvalidConfig, place, message)
    }

    pub(super) fn error_of(self, kind: ErrorKind, place: Range<usize>, message: impl Display) -> Error {
        let before = self.0.get(..place.start).unwrap_or(self.0);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Error::new(kind, format!("pipeline, line {line}, column {column}: {message}"))
    }

    /// What the TOML reader refused.
    pub(super) fn refused(self, error: &toml::de::Error) -> Error {
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        self.error(error.span().unwrap_or(0..0), message)
    }

    /// The same error, with the place in front.
    pub(super) fn placed<T>(self, place: Range<usize>, result: Result<T>) -> Result<T> {
        result.map_err(|error| self.error_of(error.kind(), place, &error))
    }

    pub(super) fn unknown<T>(self, what: &str, found: &Spanned<String>, known: &str) -> Result<T> {
        let message = format_args!("no {what} is of type {:?}; there are {known}", found.get_ref());
        Err(self.error(found.span(), message))
    }

    /// Refuses a key that stands with a type that does not have it.
    pub(super) fn not_with<T>(
        self,
        key: &str,
        value: Option<&Spanned<T>>,
        r#type: &Spanned<String>,
        known: &str,
    ) -> Result<()> {
        let Some(value) = value else { return Ok(()) };
        let message = format_args!("type {:?} has no key `{key}`; it has {known}", r#type.get_ref());
        Err(self.error(value.span(), message))
    }

    /// A name for files and runs: without white space, slashes and quotes, and no dot in front.
    pub(super) fn name(self, name: &Spanned<String>) -> Result<&str> {
        let text = name.get_ref().as_str();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '+' | '.');
        if text.is_empty() || text.starts_with('.') || !text.chars().all(plain) {
            let message =
                format_args!("the name {text:?} is not made of letters, digits, - _ + and . inside");
            return Err(self.error(name.span(), message));
        }
        Ok(text)
    }

    pub(super) fn weight(self, weight: &Spanned<f32>) -> Result<f32> {
        let value = *weight.get_ref();
        if value.is_finite() && value >= 0.0 {
            return Ok(value);
        }
        Err(self.error(weight.span(), format_args!("the weight is {value}: it is finite and not negative")))
    }
}
