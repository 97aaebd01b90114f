//! From a text to a filter.

use sutra_core::{Filter, Result, Value};

use super::MAX_DEPTH;
use super::token::{Comparison, Token, Tokens};

/// The filter that a text says, such as `lang = "de" and (year >= 2020 or not exists(draft))`.
///
/// `=`, `!=`, `<`, `<=`, `>`, `>=`, `in (..)`, `not in (..)` and `exists(..)` test a field; `not` binds most
/// tightly, then `and`, then `or`. Values are strings in double or single quotes, finite numbers, `true` and
/// `false`. Names of fields are letters, digits, `_`, `.` and `-`; any other name stands in backticks. A field that
/// is not there is unequal to everything, so `!=` and `not in` are true of it; a list matches on any element. See
/// [`Filter`] for the meaning, and [`write_filter`](crate::write_filter) for the way back. Linear.
///
/// # Errors
/// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) that gives the place of the fault as the number of a
/// character, from 1, and what was expected there; brackets and `not` may stand 100 deep in one another.
///
/// ```
/// use sutra::{core::Filter, parse_filter};
/// let filter = parse_filter(r#"lang = "de" and not exists(draft)"#)?;
/// assert_eq!(filter, Filter::eq("lang", "de").and(Filter::exists("draft").not()));
/// let error = parse_filter("year >= today").unwrap_err().to_string();
/// assert!(error.contains("character 9"), "{error}");
/// # Ok::<(), sutra::core::Error>(())
/// ```
pub fn parse_filter(text: &str) -> Result<Filter> {
    let mut parser = Parser { tokens: Tokens::new(text), at: 0, token: Token::End, depth: 0 };
    parser.step()?;
    let filter = parser.any()?;
    match parser.token {
        Token::End => Ok(filter),
        _ => parser.expected("`and`, `or` or the end"),
    }
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    /// Where `token` starts.
    at: usize,
    /// The token that comes next.
    token: Token,
    /// How many brackets and `not` are open.
    depth: usize,
}

impl Parser<'_> {
    /// Takes the next token.
    fn step(&mut self) -> Result<Token> {
        let (at, token) = self.tokens.next()?;
        self.at = at;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        let found = self.tokens.found(self.at);
        Err(self.tokens.error(self.at, format_args!("{what} was expected, and {found} found")))
    }

    fn expect(&mut self, wanted: &Token, what: &str) -> Result<()> {
        if self.token != *wanted {
            return self.expected(what);
        }
        self.step().map(drop)
    }

    /// Filters with `or` between them.
    fn any(&mut self) -> Result<Filter> {
        self.list(&Token::Or, Filter::Or, Self::all)
    }

    /// Filters with `and` between them.
    fn all(&mut self) -> Result<Filter> {
        self.list(&Token::And, Filter::And, Self::one)
    }

    fn list(
        &mut self,
        between: &Token,
        join: impl FnOnce(Vec<Filter>) -> Filter,
        each: impl Fn(&mut Self) -> Result<Filter>,
    ) -> Result<Filter> {
        let first = each(self)?;
        if self.token != *between {
            return Ok(first);
        }
        let mut filters = vec![first];
        while self.token == *between {
            self.step()?;
            filters.push(each(self)?);
        }
        Ok(join(filters))
    }

    fn one(&mut self) -> Result<Filter> {
        match &self.token {
            Token::Not => Ok(self.inside(Self::one)?.not()),
            Token::Open => {
                let filter = self.inside(Self::any)?;
                self.expect(&Token::Close, "`and`, `or` or `)`")?;
                Ok(filter)
            }
            Token::Exists => {
                self.step()?;
                self.expect(&Token::Open, "`(` after `exists`")?;
                let field = self.field("the name of a field")?;
                self.expect(&Token::Close, "`)`")?;
                Ok(Filter::Exists(field))
            }
            _ => self.test(),
        }
    }

    /// What stands behind the present token, one level further in.
    fn inside(&mut self, read: impl Fn(&mut Self) -> Result<Filter>) -> Result<Filter> {
        if self.depth == MAX_DEPTH {
            let message = format_args!("brackets and `not` stand more than {MAX_DEPTH} deep in one another");
            return Err(self.tokens.error(self.at, message));
        }
        self.step()?;
        self.depth += 1;
        let filter = read(self)?;
        self.depth -= 1;
        Ok(filter)
    }

    fn field(&mut self, what: &str) -> Result<String> {
        if !matches!(self.token, Token::Field(_)) {
            return self.expected(what);
        }
        match self.step()? {
            Token::Field(name) => Ok(name),
            _ => self.expected(what),
        }
    }

    fn test(&mut self) -> Result<Filter> {
        let field = self.field("the name of a field, `exists`, `not` or `(`")?;
        match self.token {
            Token::Compare(comparison) => {
                self.step()?;
                Ok(compare(field, comparison, self.value()?))
            }
            Token::In => Ok(Filter::In(field, self.values()?)),
            Token::Not => {
                self.step()?;
                if self.token != Token::In {
                    return self.expected("`in` after `not`");
                }
                Ok(Filter::In(field, self.values()?).not())
            }
            _ => self.expected("`=`, `!=`, `<`, `<=`, `>`, `>=`, `in` or `not in`"),
        }
    }

    fn value(&mut self) -> Result<Value> {
        const WHAT: &str = "a value (a string in quotes, a number, `true` or `false`)";
        if !matches!(self.token, Token::Value(_)) {
            return self.expected(WHAT);
        }
        match self.step()? {
            Token::Value(value) => Ok(value),
            _ => self.expected(WHAT),
        }
    }

    /// The values in brackets after `in`, which is the present token.
    fn values(&mut self) -> Result<Vec<Value>> {
        self.step()?;
        self.expect(&Token::Open, "`(` after `in`")?;
        let mut values = Vec::new();
        if self.token != Token::Close {
            values.push(self.value()?);
            while self.token == Token::Comma {
                self.step()?;
                values.push(self.value()?);
            }
        }
        self.expect(&Token::Close, "`,` or `)`")?;
        Ok(values)
    }
}

fn compare(field: String, comparison: Comparison, value: Value) -> Filter {
    match comparison {
        Comparison::Equal => Filter::eq(field, value),
        Comparison::Unequal => Filter::eq(field, value).not(),
        Comparison::Less => Filter::less_than(field, value),
        Comparison::AtMost => Filter::at_most(field, value),
        Comparison::More => Filter::more_than(field, value),
        Comparison::AtLeast => Filter::at_least(field, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse_filter(text).unwrap_err().to_string()
    }

    #[test]
    fn precedence_is_not_then_and_then_or() {
        let a = || Filter::eq("a", 1.0);
        let filter = parse_filter("not a = 1 and a = 1 or a = 1").unwrap();
        assert_eq!(filter, Filter::Or(vec![Filter::And(vec![a().not(), a()]), a()]));
        let grouped = parse_filter("NOT (a = 1 And (a = 1 OR a = 1))").unwrap();
        assert_eq!(grouped, Filter::And(vec![a(), Filter::Or(vec![a(), a()])]).not());
    }

    #[test]
    fn every_test_is_read() {
        for (text, filter) in [
            ("a=1", Filter::eq("a", 1.0)),
            ("a != -1.5e2", Filter::eq("a", -150.0).not()),
            ("a<'x'", Filter::less_than("a", "x")),
            ("a <=.5", Filter::at_most("a", 0.5)),
            ("a>true", Filter::more_than("a", true)),
            ("a >= +2.", Filter::at_least("a", 2.0)),
            ("a in (1, \"x\", False)", Filter::In("a".into(), vec![1.0.into(), "x".into(), false.into()])),
            ("a not in ()", Filter::In("a".into(), vec![]).not()),
            ("exists ( a.b-c_d )", Filter::exists("a.b-c_d")),
            ("größe = 1", Filter::eq("größe", 1.0)),
            ("`not` = 1", Filter::eq("not", 1.0)),
            (r"exists(`a \` b`)", Filter::exists("a ` b")),
            (r#"a = "\"\\\n\t\r\u{e9}'""#, Filter::eq("a", "\"\\\n\t\ré'")),
        ] {
            assert_eq!(parse_filter(text).unwrap(), filter, "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_character_and_say_what_was_expected() {
        for (text, character, expected) in [
            ("", 1, "field"),
            ("   ", 4, "field"),
            ("year", 5, "`=`"),
            ("größe = ", 9, "value"),
            ("a = de", 5, "a string in quotes"),
            ("a == 1", 4, "value"),
            ("a <> 1", 4, "value"),
            ("a = 1 b = 2", 7, "`and`, `or` or the end"),
            ("a = 1)", 6, "the end"),
            ("(a = 1", 7, "`)`"),
            ("a in 1", 6, "`(`"),
            ("a in (1 2)", 9, "`,` or `)`"),
            ("a in (1,)", 9, "value"),
            ("a not 1", 7, "`in`"),
            ("exists a", 8, "`(`"),
            ("exists('a')", 8, "name of a field"),
            ("and = 1", 1, "field"),
            ("a = \"x", 5, "no closing"),
            ("a = 'x\\q'", 7, "backslash"),
            ("a = 'x\\u{110000}'", 7, "u{1F600}"),
            ("a = 1e999", 5, "too large"),
            ("a = 1.2.3", 5, "no number"),
            ("a = -inf", 5, "no number"),
            ("a = 1_000", 6, "_000"),
            ("a & b", 3, "'&'"),
            ("a ! b", 3, "'!'"),
        ] {
            let error = error(text);
            assert!(error.starts_with(&format!("filter, character {character}: ")), "{text}: {error}");
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn deep_nesting_is_refused_and_long_lists_are_not() {
        for deep in ["(".repeat(100_000), "not ".repeat(100_000)] {
            assert!(error(&deep).contains("100 deep"));
        }
        assert!(error(&"(".repeat(100_000)).starts_with("filter, character 101: "));
        let nested = format!("{}a = 1{}", "(".repeat(100), ")".repeat(100));
        assert_eq!(parse_filter(&nested).unwrap(), Filter::eq("a", 1.0));
        let long = vec!["a = 1"; 100_000].join(" or ");
        assert!(matches!(parse_filter(&long).unwrap(), Filter::Or(list) if list.len() == 100_000));
    }

    #[test]
    fn a_long_word_is_shortened_in_the_message() {
        assert!(error(&format!("a = {}", "x".repeat(10_000))).len() < 200);
    }
}
