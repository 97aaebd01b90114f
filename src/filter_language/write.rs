//! From a filter to a text.

use std::fmt::{Result as Written, Write};
use std::ops::Bound;

use sutra_core::{Error, ErrorKind, Filter, Result, Value};

use super::MAX_DEPTH;
use super::token::is_plain_field;

/// The text of a filter: [`parse_filter`](crate::parse_filter) makes the same filter of it, a list of one aside,
/// which is written as the one. Linear.
///
/// # Errors
/// [`Unsupported`](ErrorKind::Unsupported) for what the language cannot say: `and` and `or` over nothing, a range
/// with two bounds or none, a list or a number that is not finite as a value, and filters more than 100 deep.
///
/// ```
/// use sutra::{core::Filter, parse_filter, write_filter};
/// let filter = Filter::is_in("kind", ["a", "b"]).or(Filter::exists("my field").not());
/// let text = write_filter(&filter)?;
/// assert_eq!(text, r#"kind in ("a", "b") or not exists(`my field`)"#);
/// assert_eq!(parse_filter(&text)?, filter);
/// # Ok::<(), sutra::core::Error>(())
/// ```
pub fn write_filter(filter: &Filter) -> Result<String> {
    let mut writer = Writer { text: String::new(), refused: None };
    match (writer.filter(filter, 0), writer.refused) {
        (Ok(()), _) => Ok(writer.text),
        (Err(_), refused) => Err(Error::new(
            ErrorKind::Unsupported,
            format!("the filter language has no way to write {}", refused.unwrap_or("this filter")),
        )),
    }
}

struct Writer {
    text: String,
    /// What cannot be written, once there is such a thing.
    refused: Option<&'static str>,
}

impl Writer {
    fn refuse(&mut self, what: &'static str) -> Written {
        self.refused = Some(what);
        Err(std::fmt::Error)
    }

    fn filter(&mut self, filter: &Filter, depth: usize) -> Written {
        if depth > MAX_DEPTH {
            return self.refuse("filters more than 100 deep");
        }
        match filter {
            Filter::Eq(field, value) => self.test(field, " = ", value),
            Filter::In(field, values) => self.list(field, " in (", values),
            Filter::Range(field, lower, upper) => self.range(field, lower, upper),
            Filter::Exists(field) => {
                self.text.push_str("exists(");
                self.field(field)?;
                self.text.write_char(')')
            }
            Filter::And(filters) => self.joined(filters, " and ", depth),
            Filter::Or(filters) => self.joined(filters, " or ", depth),
            Filter::Not(inner) => match &**inner {
                Filter::Eq(field, value) => self.test(field, " != ", value),
                Filter::In(field, values) => self.list(field, " not in (", values),
                inner => {
                    self.text.push_str("not ");
                    self.operand(inner, is_joined(inner), depth + 1)
                }
            },
            _ => self.refuse("filters of this kind"),
        }
    }

    fn joined(&mut self, filters: &[Filter], between: &str, depth: usize) -> Written {
        match filters {
            [] => self.refuse("`and` and `or` over nothing"),
            [only] => self.filter(only, depth + 1),
            _ => {
                for (place, filter) in filters.iter().enumerate() {
                    if place > 0 {
                        self.text.push_str(between);
                    }
                    let bare = between == " or " && is_all(filter);
                    self.operand(filter, is_joined(filter) && !bare, depth + 1)?;
                }
                Ok(())
            }
        }
    }

    fn operand(&mut self, filter: &Filter, brackets: bool, depth: usize) -> Written {
        if !brackets {
            return self.filter(filter, depth);
        }
        self.text.push('(');
        self.filter(filter, depth)?;
        self.text.write_char(')')
    }

    fn test(&mut self, field: &str, sign: &str, value: &Value) -> Written {
        self.field(field)?;
        self.text.push_str(sign);
        self.value(value)
    }

    fn list(&mut self, field: &str, sign: &str, values: &[Value]) -> Written {
        self.field(field)?;
        self.text.push_str(sign);
        for (place, value) in values.iter().enumerate() {
            if place > 0 {
                self.text.push_str(", ");
            }
            self.value(value)?;
        }
        self.text.write_char(')')
    }

    fn range(&mut self, field: &str, lower: &Bound<Value>, upper: &Bound<Value>) -> Written {
        match (lower, upper) {
            (Bound::Included(value), Bound::Unbounded) => self.test(field, " >= ", value),
            (Bound::Excluded(value), Bound::Unbounded) => self.test(field, " > ", value),
            (Bound::Unbounded, Bound::Included(value)) => self.test(field, " <= ", value),
            (Bound::Unbounded, Bound::Excluded(value)) => self.test(field, " < ", value),
            // Two tests with `and` are something else: of a list, each may be met by another element.
            _ => self.refuse("a range with two bounds or none"),
        }
    }

    fn field(&mut self, name: &str) -> Written {
        if is_plain_field(name) {
            return self.text.write_str(name);
        }
        self.quoted(name, '`')
    }

    fn value(&mut self, value: &Value) -> Written {
        match value {
            Value::Text(text) => self.quoted(text, '"'),
            Value::Bool(truth) => write!(self.text, "{truth}"),
            Value::Number(number) if !number.is_finite() => self.refuse("a number that is not finite"),
            Value::Number(number) if *number == 0.0 || (1e-5..1e15).contains(&number.abs()) => {
                write!(self.text, "{number}")
            }
            Value::Number(number) => write!(self.text, "{number:e}"),
            _ => self.refuse("a list as a value"),
        }
    }

    fn quoted(&mut self, text: &str, quote: char) -> Written {
        self.text.push(quote);
        for c in text.chars() {
            match c {
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                '\\' => self.text.push_str("\\\\"),
                c if c == quote => write!(self.text, "\\{c}")?,
                c if c.is_control() => write!(self.text, "\\u{{{:X}}}", u32::from(c))?,
                c => self.text.push(c),
            }
        }
        self.text.write_char(quote)
    }
}

/// Whether the text of a filter is several, which needs brackets inside another.
fn is_joined(filter: &Filter) -> bool {
    match filter {
        Filter::And(filters) | Filter::Or(filters) => match filters.as_slice() {
            [only] => is_joined(only),
            _ => true,
        },
        _ => false,
    }
}

/// Whether the text of a filter is several with `and`, which binds more tightly than `or`.
fn is_all(filter: &Filter) -> bool {
    match filter {
        Filter::And(filters) | Filter::Or(filters) if filters.len() == 1 => is_all(&filters[0]),
        Filter::And(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stand_only_where_they_are_needed() {
        let a = || Filter::eq("a", 1.0);
        for (filter, text) in [
            (Filter::Or(vec![Filter::And(vec![a(), a()]), a()]), "a = 1 and a = 1 or a = 1"),
            (Filter::And(vec![Filter::Or(vec![a(), a()]), a()]), "(a = 1 or a = 1) and a = 1"),
            (Filter::And(vec![a(), Filter::And(vec![a(), a()])]), "a = 1 and (a = 1 and a = 1)"),
            (Filter::And(vec![a(), a()]).not(), "not (a = 1 and a = 1)"),
            (Filter::And(vec![a()]).not(), "not a = 1"),
            (Filter::at_least("a", 1e300).not().not(), "not not a >= 1e300"),
            (Filter::is_in("in", [0.5]).not(), "`in` not in (0.5)"),
        ] {
            assert_eq!(write_filter(&filter).unwrap(), text);
        }
    }

    #[test]
    fn what_the_language_cannot_say_is_refused() {
        let two = Filter::Range("a".into(), Bound::Included(1.0.into()), Bound::Excluded(2.0.into()));
        let mut deep = Filter::exists("a");
        for _ in 0..200 {
            deep = deep.not();
        }
        for (filter, what) in [
            (Filter::And(vec![]), "over nothing"),
            (two, "two bounds"),
            (Filter::eq("a", vec![1.0]), "list"),
            (Filter::eq("a", f64::NAN), "finite"),
            (deep, "100 deep"),
        ] {
            let error = write_filter(&filter).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unsupported);
            assert!(error.to_string().contains(what), "{error}");
        }
    }
}
