//! The strings that name chunkers and encoders.

use std::sync::Arc;

use sutra::EncoderSource;
use sutra::chunk::{
    MarkdownChunker, RecursiveChunker, SemanticChunker, SentenceChunker, Unit, WholeChunker, WindowChunker,
};
use sutra::core::{Chunker, Error, Result};
use sutra::encode::{HashEncoder, LsaFit};

use crate::fitted_semantic::FittedSemantic;

/// `STRATEGY[:MAX[UNIT]][+OVERLAP]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ChunkSpec {
    Sentence(Sizes),
    Window(Sizes),
    Recursive(Sizes),
    Markdown(Sizes),
    /// With what makes its vectors, and the seed of that.
    Semantic(Sizes, EncoderSpec, u64),
    Whole,
}

/// How large chunks are and how much they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) max: usize,
    pub(crate) unit: Unit,
    pub(crate) overlap: usize,
}

const DEFAULT_SIZES: Sizes = Sizes { max: 1200, unit: Unit::Bytes, overlap: 1 };

impl Default for ChunkSpec {
    fn default() -> Self {
        Self::Sentence(DEFAULT_SIZES)
    }
}

impl ChunkSpec {
    /// What a text is cut by unless a spec says otherwise.
    pub(crate) fn for_text(markdown: bool) -> Self {
        if markdown { Self::Markdown(DEFAULT_SIZES) } else { Self::default() }
    }

    pub(crate) fn parse(spec: &str) -> Result<Self> {
        let mut cursor = Cursor { spec, at: 0 };
        let strategy = cursor.word();
        let strategy_end = cursor.at;
        let size = if cursor.eat(':') { Some((cursor.number("a size")?, cursor.unit()?)) } else { None };
        let overlap = if cursor.eat('+') { Some(cursor.number("an overlap")?) } else { None };
        if cursor.at < spec.len() {
            return Err(cursor.error(cursor.at, "the end was expected here"));
        }
        let (max, unit) = size.unwrap_or((DEFAULT_SIZES.max, DEFAULT_SIZES.unit));
        let units = Sizes { max, unit, overlap: overlap.unwrap_or(0) };
        // One sentence is repeated unless the spec says otherwise, or the chunks have no room for two.
        let sentences = Sizes { overlap: overlap.unwrap_or(usize::from(max > 1)), ..units };
        match strategy {
            "sentence" => Ok(Self::Sentence(sentences)),
            "markdown" => Ok(Self::Markdown(sentences)),
            "semantic" => Ok(Self::Semantic(sentences, EncoderSpec::Lsa, 0)),
            "window" => Ok(Self::Window(units)),
            "recursive" => Ok(Self::Recursive(units)),
            "whole" if size.is_none() && overlap.is_none() => Ok(Self::Whole),
            "whole" => Err(cursor.error(strategy_end, "whole takes no size and no overlap")),
            _ => Err(cursor
                .error(0, "the strategies are sentence, window, recursive, markdown, semantic and whole")),
        }
    }

    /// The same spec with what makes the vectors of semantic chunks.
    pub(crate) fn with_encoder(self, encoder: &str, seed: u64) -> Result<Self> {
        Ok(match self {
            Self::Semantic(sizes, ..) => Self::Semantic(sizes, EncoderSpec::parse(encoder)?, seed),
            other => other,
        })
    }

    pub(crate) fn chunker(&self) -> Result<Arc<dyn Chunker>> {
        Ok(match *self {
            Self::Sentence(Sizes { max, unit, overlap }) => {
                Arc::new(SentenceChunker::new(max, unit, overlap)?)
            }
            Self::Window(Sizes { max, unit, overlap }) => Arc::new(WindowChunker::new(max, unit, overlap)?),
            Self::Recursive(Sizes { max, unit, overlap }) => {
                Arc::new(RecursiveChunker::new(max, unit, overlap)?)
            }
            Self::Markdown(Sizes { max, unit, overlap }) => {
                Arc::new(MarkdownChunker::new(max, unit, overlap)?)
            }
            Self::Semantic(Sizes { max, unit, overlap }, encoder, seed) => match encoder.source(seed)? {
                EncoderSource::Ready(encoder) => Arc::new(SemanticChunker::new(encoder, max, unit, overlap)?),
                EncoderSource::Fit(fit) => {
                    // Sizes that cannot be are an error before any text is read.
                    SentenceChunker::new(max, unit, overlap)?;
                    Arc::new(FittedSemantic { fit, max, unit, overlap })
                }
            },
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
            "t" => Err(self
                .error(start, "t (tokens) needs a tokenizer, and the command has none yet; use b, c or w")),
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
    /// What makes vectors unless something else is asked for.
    pub(crate) const DEFAULT: Self = Self::Lsa;

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
        let sizes = |max, unit, overlap| Sizes { max, unit, overlap };
        for (spec, wanted) in [
            ("window:80w+8", ChunkSpec::Window(sizes(80, Unit::Words, 8))),
            ("sentence", ChunkSpec::default()),
            ("sentence:1c", ChunkSpec::Sentence(sizes(1, Unit::Characters, 0))),
            ("recursive:512c", ChunkSpec::Recursive(sizes(512, Unit::Characters, 0))),
            ("markdown:700", ChunkSpec::Markdown(sizes(700, Unit::Bytes, 1))),
            ("markdown", ChunkSpec::for_text(true)),
            ("semantic:90w+0", ChunkSpec::Semantic(sizes(90, Unit::Words, 0), EncoderSpec::Lsa, 0)),
            ("whole", ChunkSpec::Whole),
        ] {
            assert_eq!(ChunkSpec::parse(spec).unwrap(), wanted, "{spec}");
        }
    }

    #[test]
    fn an_error_points_at_the_character() {
        for (spec, character) in [
            ("paragraph", 1),
            ("sentence:x", 10),
            ("sentence:10y", 12),
            ("recursive:10t", 13),
            ("sentence:10b+", 14),
            ("sentence:10b+1!", 15),
            ("whole:1", 6),
            ("sentence:99999999999999999999999", 10),
        ] {
            let error = ChunkSpec::parse(spec).unwrap_err().to_string();
            assert!(error.contains(&format!("character {character}:")), "{spec}: {error}");
        }
    }

    #[test]
    fn sizes_that_cannot_be_are_refused_before_any_text() {
        for spec in
            ["sentence:0b", "window:5b+5", "recursive:5w+6", "markdown:2c+2", "semantic:0c", "semantic:1c+1"]
        {
            assert!(ChunkSpec::parse(spec).unwrap().chunker().is_err(), "{spec}");
        }
    }
}
