//! The languages that have a stemmer.

use std::fmt;
use std::str::FromStr;

use rust_stemmers::Algorithm;
use sutra_core::{Error, Result};

macro_rules! languages {
    ($(($name:ident, $code:literal)),* $(,)?) => {
        /// A language that has a Snowball stemmer, known by its ISO 639-1 code.
        ///
        /// ```
        /// use sutra_text::Language;
        /// assert_eq!("de".parse::<Language>()?, Language::German);
        /// assert_eq!(Language::German.code(), "de");
        /// assert!("xx".parse::<Language>().unwrap_err().to_string().contains("ar, da, nl, en"));
        /// # Ok::<(), sutra_core::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Language {
            $(
                #[doc = concat!(stringify!($name), ", `", $code, "`.")]
                $name,
            )*
        }

        impl Language {
            /// Every language, in a fixed order.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The two-letter code of ISO 639-1, in lower case.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// The words of `data/stop_words.<code>.txt`, with comments.
            pub(crate) const fn stop_word_file(self) -> &'static str {
                match self {
                    $(Self::$name => include_str!(concat!("../data/stop_words.", $code, ".txt")),)*
                }
            }

            pub(crate) fn algorithm(self) -> Algorithm {
                match self {
                    $(Self::$name => Algorithm::$name,)*
                }
            }
        }
    };
}

languages![
    (Arabic, "ar"),
    (Danish, "da"),
    (Dutch, "nl"),
    (English, "en"),
    (Finnish, "fi"),
    (French, "fr"),
    (German, "de"),
    (Greek, "el"),
    (Hungarian, "hu"),
    (Italian, "it"),
    (Norwegian, "no"),
    (Portuguese, "pt"),
    (Romanian, "ro"),
    (Russian, "ru"),
    (Spanish, "es"),
    (Swedish, "sv"),
    (Tamil, "ta"),
    (Turkish, "tr"),
];

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = Error;

    /// The language with this two-letter code, in any case.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) that lists the known codes.
    fn from_str(code: &str) -> Result<Self> {
        let found = Self::ALL.iter().find(|language| language.code().eq_ignore_ascii_case(code));
        found.copied().ok_or_else(|| {
            let known: Vec<_> = Self::ALL.iter().map(|language| language.code()).collect();
            Error::invalid_config(format!(
                "unknown language {code:?}; the known ones are {}",
                known.join(", ")
            ))
        })
    }
}
