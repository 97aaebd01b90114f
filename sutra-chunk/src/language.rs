//! Languages with sentence rules of their own.

use std::fmt;
use std::str::FromStr;

use sutra_core::Error;

/// Writes the enum, its list, its codes and where its rules are read from one table.
macro_rules! languages {
    ($($(#[$attribute:meta])* $name:ident = $code:literal,)*) => {
        /// A language whose abbreviations and sentence starters are known.
        ///
        /// Terminators of all scripts are recognised under every language; a language adds what only its words
        /// can tell, and signs that end sentences in it alone, such as the Greek question mark `;`.
        /// [`Neutral`](Self::Neutral), the default, knows titles and abbreviations that mean the same nearly
        /// everywhere, and where it cannot tell whether an abbreviation ends a sentence, it does not cut.
        ///
        /// ```
        /// use sutra_chunk::Language;
        /// assert_eq!("de".parse::<Language>()?, Language::German);
        /// let error = "xx".parse::<Language>().unwrap_err();
        /// assert!(error.to_string().starts_with("unknown language \"xx\"; known are und, am, ar, de"));
        /// # Ok::<(), sutra_core::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Language {
            $(
                #[doc = concat!(stringify!($name), ", `", $code, "`.")]
                $(#[$attribute])*
                $name,
            )*
        }

        impl Language {
            /// Every language, in the order of their codes after the neutral one.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The ISO 639 code in lower case; `und` for [`Neutral`](Self::Neutral).
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// The file of its sentence rules.
            pub(crate) const fn rules(self) -> &'static str {
                match self {
                    $(Self::$name => include_str!(concat!("../data/", $code, ".txt")),)*
                }
            }
        }
    };
}

// One line a language; its rules stand in `data/<code>.txt`.
languages![
    #[default]
    Neutral = "und",
    Amharic = "am",
    Arabic = "ar",
    German = "de",
    Greek = "el",
    English = "en",
    Spanish = "es",
    Persian = "fa",
    French = "fr",
    Hindi = "hi",
    Armenian = "hy",
    Indonesian = "id",
    Italian = "it",
    Japanese = "ja",
    Burmese = "my",
    Dutch = "nl",
    Portuguese = "pt",
    Russian = "ru",
    Thai = "th",
    Urdu = "ur",
    Chinese = "zh",
];

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = Error;

    /// The language with a code, in any case.
    fn from_str(code: &str) -> Result<Self, Error> {
        let found = Self::ALL.iter().find(|language| language.code().eq_ignore_ascii_case(code));
        found.copied().ok_or_else(|| {
            let known: Vec<_> = Self::ALL.iter().map(|language| language.code()).collect();
            Error::invalid_config(format!("unknown language {code:?}; known are {}", known.join(", ")))
        })
    }
}
