//! Our terms as tantivy's tokens.

use std::str::SplitTerminator;

use sutra_text::Analyzer;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use super::terms::{END, stored};

/// Splits the text that [`Terms`](super::terms::Terms) make: what is written was analysed before.
#[derive(Clone)]
pub(super) struct Written;

impl Tokenizer for Written {
    type TokenStream<'a> = WrittenTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WrittenTokens<'a> {
        WrittenTokens { terms: text.split_terminator(END), token: Token::default() }
    }
}

pub(super) struct WrittenTokens<'a> {
    terms: SplitTerminator<'a, char>,
    token: Token,
}

impl TokenStream for WrittenTokens<'_> {
    fn advance(&mut self) -> bool {
        let Some(term) = self.terms.next() else { return false };
        self.token.text.clear();
        self.token.text.push_str(term);
        self.token.position = self.token.position.wrapping_add(1);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// The terms of a query's text.
#[derive(Clone)]
pub(super) struct Asked(pub(super) Analyzer);

impl Tokenizer for Asked {
    type TokenStream<'a> = AskedTokens;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> AskedTokens {
        let mut tokens = Vec::new();
        self.0.each_term(text, |term, range| {
            tokens.push(Token {
                offset_from: range.start,
                offset_to: range.end,
                position: tokens.len(),
                text: stored(term).into_owned(),
                position_length: 1,
            });
        });
        AskedTokens { tokens: tokens.into_iter(), token: Token::default() }
    }
}

pub(super) struct AskedTokens {
    tokens: std::vec::IntoIter<Token>,
    token: Token,
}

impl TokenStream for AskedTokens {
    fn advance(&mut self) -> bool {
        self.tokens.next().is_some_and(|token| {
            self.token = token;
            true
        })
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::super::terms::Terms;
    use super::*;

    #[test]
    fn documents_and_queries_have_the_same_tokens() {
        let (analyzer, text) = (Analyzer::english(), "The oaks' growing, 東京大学 café oaks");
        let mut terms = Terms::default();
        terms.analyse(&analyzer, text).unwrap();
        let (mut written, mut asked) = (Written, Asked(analyzer));
        let (mut left, mut right) = (Vec::new(), Vec::new());
        written
            .token_stream(&terms.text)
            .process(&mut |token| left.push((token.text.clone(), token.position)));
        asked.token_stream(text).process(&mut |token| right.push((token.text.clone(), token.position)));
        assert_eq!(left, right);
        assert_eq!(left.len(), terms.len as usize);
        assert_eq!(left[0], ("oak".to_owned(), 0));
        assert!(!written.token_stream("").advance());
    }
}
