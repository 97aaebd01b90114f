//! Languages with sentence rules of their own.

use std::fmt;
use std::str::FromStr;

use sutra_core::Error;

/// A language whose abbreviations and sentence starters are known.
///
/// Terminators of all scripts are recognised under every language; a language adds what only its words can
/// tell. [`Neutral`](Self::Neutral), the default, knows titles and abbreviations that mean the same nearly
/// everywhere, and where it cannot tell whether an abbreviation ends a sentence, it does not cut.
///
/// ```
/// use sutra_chunk::Language;
/// assert_eq!("de".parse::<Language>()?, Language::German);
/// let error = "xx".parse::<Language>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown language \"xx\"; known are und, de, en, es, fr, id, ja, zh");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// Any language.
    #[default]
    Neutral,
    /// German.
    German,
    /// English.
    English,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Indonesian.
    Indonesian,
    /// Japanese.
    Japanese,
    /// Chinese.
    Chinese,
}

impl Language {
    /// Every language, in the order of their codes after the neutral one.
    pub const ALL: &'static [Self] = &[
        Self::Neutral,
        Self::German,
        Self::English,
        Self::Spanish,
        Self::French,
        Self::Indonesian,
        Self::Japanese,
        Self::Chinese,
    ];

    /// The ISO 639 code in lower case; `und` for [`Neutral`](Self::Neutral).
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Neutral => "und",
            Self::German => "de",
            Self::English => "en",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Indonesian => "id",
            Self::Japanese => "ja",
            Self::Chinese => "zh",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = Error;

    /// The language with a code, in any case.
    fn from_str(code: &str) -> Result<Self, Error> {
        Self::ALL.iter().copied().find(|language| language.code().eq_ignore_ascii_case(code)).ok_or_else(
            || {
                let known: Vec<_> = Self::ALL.iter().map(|language| language.code()).collect();
                Error::invalid_config(format!("unknown language {code:?}; known are {}", known.join(", ")))
            },
        )
    }
}
