//! Stand-ins for the tokenisers of models.

use sutra_chunk::ChunkSizer;

/// A token a character, and two for the marks around a text.
pub(crate) struct CharacterTokens;

impl ChunkSizer for CharacterTokens {
    fn size(&self, text: &str) -> usize {
        text.chars().count() + 2
    }
}

/// Pieces of words: the longest known beginnings, else single letters.
pub(crate) struct PieceTokens;

impl ChunkSizer for PieceTokens {
    fn size(&self, text: &str) -> usize {
        const KNOWN: &[&str] = &["un", "happi", "est", "river", "runs", "the", "mill", "and", "sing", "by"];
        let mut tokens = 0;
        for mut word in text.split_whitespace() {
            while !word.is_empty() {
                let known =
                    KNOWN.iter().filter(|known| word.starts_with(**known)).map(|known| known.len()).max();
                word = &word[known.unwrap_or_else(|| word.chars().next().map_or(1, char::len_utf8))..];
                tokens += 1;
            }
        }
        tokens
    }
}

/// Bytes, two of them one token where both are ASCII: a character may be several tokens.
pub(crate) struct PairTokens;

impl PairTokens {
    pub(crate) fn count(text: &str) -> usize {
        let (mut tokens, mut at) = (0, 0);
        let bytes = text.as_bytes();
        while at < bytes.len() {
            let pair = bytes[at..].iter().take(2).filter(|byte| byte.is_ascii()).count();
            at += pair.max(1);
            tokens += 1;
        }
        tokens
    }
}

impl ChunkSizer for PairTokens {
    fn size(&self, text: &str) -> usize {
        Self::count(text)
    }
}
