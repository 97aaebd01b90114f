//! Rust source without its comments and literals, for rules about code alone.

/// The source with the inside of comments, strings and characters replaced by spaces. Line ends stay, so
/// line numbers hold.
pub(crate) fn code_only(source: &str) -> String {
    let mut scanner = Scanner { rest: source, code: String::with_capacity(source.len()) };
    while !scanner.rest.is_empty() {
        scanner.step();
    }
    scanner.code
}

/// The 1-based numbers of the lines of `code` that hold `word` as a whole word.
pub(crate) fn lines_with_word(code: &str, word: &str) -> Vec<usize> {
    let holds = |line: &str| line.split(|c: char| !is_word(c)).any(|part| part == word);
    code.lines().enumerate().filter(|(_, line)| holds(line)).map(|(at, _)| at + 1).collect()
}

/// Whether `c` may stand in an identifier.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

struct Scanner<'a> {
    rest: &'a str,
    code: String,
}

impl Scanner<'_> {
    /// Moves over one comment, one literal, or one character of code.
    fn step(&mut self) {
        if self.rest.starts_with("//") {
            let length = self.rest.find('\n').unwrap_or(self.rest.len());
            self.blank(length);
        } else if self.rest.starts_with("/*") {
            self.blank(block_comment(self.rest));
        } else if let Some(length) = self.raw_string() {
            self.blank(length);
        } else if self.rest.starts_with('"') {
            self.blank(quoted(self.rest, '"'));
        } else if let Some(length) = character(self.rest) {
            self.blank(length);
        } else {
            let length = self.rest.chars().next().map_or(0, char::len_utf8);
            self.code.push_str(&self.rest[..length]);
            self.rest = &self.rest[length..];
        }
    }

    /// Replaces the next `length` bytes by spaces.
    fn blank(&mut self, length: usize) {
        let (gone, rest) = self.rest.split_at(length);
        self.code.extend(gone.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        self.rest = rest;
    }

    /// The length of the raw string that starts here, if one does.
    fn raw_string(&self) -> Option<usize> {
        let before = self.code.trim_end_matches(['b', 'c']);
        if self.code.len() - before.len() > 1 || before.ends_with(is_word) {
            return None;
        }
        let marked = self.rest.strip_prefix('r')?;
        let body = marked.trim_start_matches('#');
        let hashes = marked.len() - body.len();
        let inside = body.strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        let length = inside.find(&close).map_or(inside.len(), |at| at + close.len());
        Some(self.rest.len() - inside.len() + length)
    }
}

/// The length of the block comment at the start of `text`; block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of the quoted literal at the start of `text`, with its escapes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The length of the character literal at the start of `text`; a lifetime is none.
fn character(text: &str) -> Option<usize> {
    let mut inside = text.strip_prefix('\'')?.chars();
    match inside.next()? {
        '\\' => Some(quoted(text, '\'')),
        c => (inside.next() == Some('\'')).then(|| c.len_utf8() + 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_go_and_code_stays() {
        for (source, kept) in [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            (r#"a "b\" // c" d"#, "a            d"),
            (r##"a r#"b"c"# d"##, "a          d"),
            (r#"a br"b\" c"#, "a b      c"),
            ("a '\"' 'b' '\\'' '\\u{1F600}' 'é'", "a                           "),
            ("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)"),
            ("r#type bar\"x\"", "r#type bar   "),
            ("\"never closed", "             "),
            ("/* never closed", "               "),
        ] {
            let code = code_only(source);
            assert_eq!(code.trim_end(), kept.trim_end(), "{source}");
            assert_eq!(code.lines().count(), source.lines().count());
        }
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(lines_with_word("unsafe_code\nx unsafe {\nUnsafe", "unsafe"), [2]);
    }
}
