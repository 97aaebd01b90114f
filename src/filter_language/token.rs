//! The words, signs and values of a filter.

use sutra_core::{Error, Result, Value};

/// What a filter is made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    And,
    Or,
    Not,
    In,
    Exists,
    Field(String),
    Value(Value),
    Compare(Comparison),
    Open,
    Close,
    Comma,
    End,
}

/// How a field and a value are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// Whether a name may stand without backticks.
pub(super) fn is_plain_field(name: &str) -> bool {
    name.starts_with(starts_word) && name.chars().all(in_word) && matches!(word(name), Token::Field(_))
}

fn starts_word(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// A word of the language, or the name of a field.
fn word(text: &str) -> Token {
    match text.to_ascii_lowercase().as_str() {
        "and" => Token::And,
        "or" => Token::Or,
        "not" => Token::Not,
        "in" => Token::In,
        "exists" => Token::Exists,
        "true" => Token::Value(true.into()),
        "false" => Token::Value(false.into()),
        _ => Token::Field(text.to_owned()),
    }
}

/// Reads tokens one after another.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token and the byte it starts at; [`Token::End`] for ever at the end.
    pub(super) fn next(&mut self) -> Result<(usize, Token)> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return Ok((start, Token::End)) };
        let token = match first {
            '(' => self.sign(1, Token::Open),
            ')' => self.sign(1, Token::Close),
            ',' => self.sign(1, Token::Comma),
            '=' => self.sign(1, Token::Compare(Comparison::Equal)),
            '!' if self.rest().starts_with("!=") => self.sign(2, Token::Compare(Comparison::Unequal)),
            '<' if self.rest().starts_with("<=") => self.sign(2, Token::Compare(Comparison::AtMost)),
            '>' if self.rest().starts_with(">=") => self.sign(2, Token::Compare(Comparison::AtLeast)),
            '<' => self.sign(1, Token::Compare(Comparison::Less)),
            '>' => self.sign(1, Token::Compare(Comparison::More)),
            '"' | '\'' => Token::Value(self.quoted(first)?.into()),
            '`' => Token::Field(self.quoted(first)?),
            '0'..='9' | '+' | '-' | '.' => Token::Value(self.number()?.into()),
            c if starts_word(c) => {
                let rest = self.rest();
                let text = &rest[..rest.find(|c| !in_word(c)).unwrap_or(rest.len())];
                self.sign(text.len(), word(text))
            }
            c => return Err(self.error(start, format_args!("{c:?} has no meaning here"))),
        };
        Ok((start, token))
    }

    /// An error at the character that starts at byte `at`.
    pub(super) fn error(&self, at: usize, message: impl std::fmt::Display) -> Error {
        let column = self.text.get(..at).unwrap_or(self.text).chars().count() + 1;
        Error::invalid_config(format!("filter, character {column}: {message}"))
    }

    /// What stands from byte `at` to where reading has come to, shortened, for a message.
    pub(super) fn found(&self, at: usize) -> String {
        match self.text.get(at..self.at).unwrap_or_default() {
            "" => "the end".to_owned(),
            text if text.chars().count() > 30 => {
                format!("{:?}...", text.chars().take(30).collect::<String>())
            }
            text => format!("{text:?}"),
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn sign(&mut self, len: usize, token: Token) -> Token {
        self.at += len;
        token
    }

    /// The text up to the next `quote`, without its escapes.
    fn quoted(&mut self, quote: char) -> Result<String> {
        let open = self.at;
        self.at += quote.len_utf8();
        let mut text = String::new();
        while let Some(c) = self.rest().chars().next() {
            let at = self.at;
            self.at += c.len_utf8();
            match c {
                c if c == quote => return Ok(text),
                '\\' => text.push(self.escape(at)?),
                c => text.push(c),
            }
        }
        Err(self.error(open, format_args!("this {quote} has no closing one")))
    }

    /// The character that an escape stands for; its backslash, at byte `at`, was read.
    fn escape(&mut self, at: usize) -> Result<char> {
        let c = self.rest().chars().next();
        self.at += c.map_or(0, char::len_utf8);
        match c {
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some(c @ ('"' | '\'' | '`' | '\\')) => Ok(c),
            Some('u') => self.code_point().ok_or_else(|| {
                self.error(at, "\\u is followed by the number of a character in braces, as in \\u{1F600}")
            }),
            _ => Err(self.error(at, "a backslash comes before a quote, a backslash, n, r, t or u{..}")),
        }
    }

    /// `{1F600}`, after `\u`.
    fn code_point(&mut self) -> Option<char> {
        let (digits, _) = self.rest().strip_prefix('{')?.split_once('}')?;
        let plain = (1..=6).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?).filter(|_| plain)?;
        self.at += digits.len() + 2;
        Some(c)
    }

    fn number(&mut self) -> Result<f64> {
        let start = self.at;
        let mut before = None;
        let inside = |c: char, before: Option<char>| {
            c.is_alphanumeric()
                || c == '.'
                || matches!(c, '+' | '-') && matches!(before, None | Some('e' | 'E'))
        };
        let rest = self.rest();
        let len = rest.find(|c| !inside(c, before.replace(c))).unwrap_or(rest.len());
        self.at += len;
        let digits = rest[..len].trim_start_matches(['+', '-']);
        let number = rest[..len].parse::<f64>().ok();
        // `inf` and `nan` parse as well, and are words here.
        match number.filter(|_| digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')) {
            Some(number) if number.is_finite() => Ok(number),
            Some(_) => Err(self.error(start, format_args!("{} is too large a number", self.found(start)))),
            None => Err(self.error(start, format_args!("{} is no number", self.found(start)))),
        }
    }
}
