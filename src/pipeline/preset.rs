//! The named recipes.

use std::fmt;

use sutra_core::{Error, Result};

/// A named recipe. It leaves out what the data lacks and says so.
///
/// | preset | retrievers | fusion | final score |
/// |---|---|---|---|
/// | `bm25` | BM25 | none | its own, raw |
/// | `dense`, `lsa` | dense | none | its own, raw |
/// | `hybrid` | both | weighted min-max | fused |
/// | `hybrid+lexical` | both | weighted min-max | lexical overlap and similarity |
/// | `full` | both | weighted min-max | lexical overlap, similarity and graph |
///
/// ```
/// use sutra::Preset;
/// assert_eq!(Preset::parse("hybrid+lexical")?, Preset::HybridLexical);
/// assert!(Preset::parse("magic").unwrap_err().to_string().contains("hybrid"));
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// BM25 alone.
    Bm25,
    /// The dense index alone, with the chosen encoder.
    Dense,
    /// The dense index alone, with LSA.
    Lsa,
    /// BM25 and dense, fused.
    #[default]
    Hybrid,
    /// [`Hybrid`](Self::Hybrid), then lexical overlap and similarity over the whole pool.
    HybridLexical,
    /// [`HybridLexical`](Self::HybridLexical) and the graph.
    Full,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 6] =
        [Self::Bm25, Self::Dense, Self::Lsa, Self::Hybrid, Self::HybridLexical, Self::Full];

    /// The preset's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bm25 => "bm25",
            Self::Dense => "dense",
            Self::Lsa => "lsa",
            Self::Hybrid => "hybrid",
            Self::HybridLexical => "hybrid+lexical",
            Self::Full => "full",
        }
    }

    /// The preset of a name.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) listing the names.
    pub fn parse(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name).ok_or_else(|| {
            let known: Vec<_> = Self::ALL.iter().map(|preset| preset.name()).collect();
            Error::invalid_config(format!("no pipeline is called {name:?}; there are {}", known.join(", ")))
        })
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
