//! The strings that name chunkers and encoders.

use std::sync::Arc;

use sutra::EncoderSource;
use sutra::chunk::{SentenceChunker, Unit, WholeChunker, WindowChunker};
use sutra::core::{Chunker, Error, Result};
use sutra::encode::{HashEncoder, LsaFit};

/// `STRATEGY[:MAX[UNIT]][+OVERLAP]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ChunkSpec {
    Sentence { max: usize, unit: Unit, overlap: usize },
    Window { max: usize, unit: Unit, overlap: usize },
    Whole,
}

impl Default for ChunkSpec {
    fn default() -> Self {
        Self::Sentence { max: 1200, unit: Unit::Bytes, overlap: 1 }
    }
}

impl ChunkSpec {
    pub(crate) fn parse(spec: &str) -> Result<Self> {
        let mut cursor = Cursor { spec, at: 0 };
        let strategy = cursor.word();
        let strategy_end = cursor.at;
        let size = if cursor.eat(':') { Some((cursor.number("a size")?, cursor.unit()?)) } else { None };
        let overlap = if cursor.eat('+') { Some(cursor.number("an overlap")?) } else { None };
        if cursor.at < spec.len() {
            return Err(cursor.error(cursor.at, "the end was expected here"));
        }
        match strategy {
            "sentence" => {
                let (max, unit) = size.unwrap_or((1200, Unit::Bytes));
                Ok(Self::Sentence { max, unit, overlap: overlap.unwrap_or(1) })
            }
            "window" => {
                let (max, unit) = size.unwrap_or((1200, Unit::Bytes));
                Ok(Self::Window { max, unit, overlap: overlap.unwrap_or(0) })
            }
            "whole" if size.is_none() && overlap.is_none() => Ok(Self::Whole),
            "whole" => Err(cursor.error(strategy_end, "whole takes no size and no overlap")),
            _ => Err(cursor.error(0, "the strategies are sentence, window and whole")),
        }
    }

    /// The chunker; one for Markdown also tells headings.
    pub(crate) fn chunker(&self, markdown: bool) -> Result<Arc<dyn Chunker>> {
        Ok(match *self {
            Self::Sentence { max, unit, overlap } => {
                Arc::new(SentenceChunker::new(max, unit, overlap)?.with_headings(markdown))
            }
            Self::Window { max, unit, overlap } => Arc::new(WindowChunker::new(max, unit, overlap)?),
            Self::Whole => Arc::new(WholeChunker),
        })
    }
}

struct Cursor<'a> {
    spec: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.spec.get(self.at..).unwrap_or_default()
    }

    fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !test(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn word(&mut self) -> &'a str {
        self.take_while(|c| c != ':' && c != '+')
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn number(&mut self, what: &str) -> Result<usize> {
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        digits.parse().map_err(|_| self.error(start, &format!("{what} was expected here")))
    }

    fn unit(&mut self) -> Result<Unit> {
        let start = self.at;
        match self.take_while(|c| c != '+') {
            "" | "b" => Ok(Unit::Bytes),
            "c" => Ok(Unit::Characters),
            "w" => Ok(Unit::Words),
            "t" => Err(self.error(start, "tokens need a model, and none is loaded; use b, c or w")),
            _ => Err(self.error(start, "the units are b (bytes), c (characters) and w (words)")),
        }
    }

    fn error(&self, at: usize, message: &str) -> Error {
        let column = self.spec.get(..at).unwrap_or(self.spec).chars().count() + 1;
        Error::invalid_config(format!("chunk spec {:?}, character {column}: {message}", self.spec))
    }
}

/// The dimension of the hash encoder.
const HASH_DIM: usize = 256;

/// What makes vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EncoderSpec {
    Lsa,
    Hash,
}

impl EncoderSpec {
    pub(crate) fn parse(spec: &str) -> Result<Self> {
        match spec {
            "lsa" => Ok(Self::Lsa),
            "hash" => Ok(Self::Hash),
            _ => Err(Error::invalid_config(format!(
                "encoder {spec:?}, character 1: the encoders are lsa and hash"
            ))),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Lsa => "lsa",
            Self::Hash => "hash",
        }
    }

    pub(crate) fn source(self, seed: u64) -> Result<EncoderSource> {
        Ok(match self {
            Self::Lsa => EncoderSource::fit(LsaFit::new().with_seed(seed)),
            Self::Hash => EncoderSource::ready(HashEncoder::new(HASH_DIM)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_read_in_full() {
        let spec = ChunkSpec::parse("window:80w+8");
        assert_eq!(spec.unwrap(), ChunkSpec::Window { max: 80, unit: Unit::Words, overlap: 8 });
        assert_eq!(ChunkSpec::parse("sentence").unwrap(), ChunkSpec::default());
    }

    #[test]
    fn an_error_points_at_the_character() {
        for (spec, character) in [
            ("paragraph", 1),
            ("sentence:x", 10),
            ("sentence:10y", 12),
            ("sentence:10b+", 14),
            ("sentence:10b+1!", 15),
            ("whole:1", 6),
            ("sentence:99999999999999999999999", 10),
        ] {
            let error = ChunkSpec::parse(spec).unwrap_err().to_string();
            assert!(error.contains(&format!("character {character}:")), "{spec}: {error}");
        }
    }
}
