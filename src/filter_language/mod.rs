//! Filters as text, for command lines and settings. Inside a program, build a [`Filter`](sutra_core::Filter).
//!
//! ```text
//! filter    = all { "or" all }
//! all       = one { "and" one }
//! one       = "not" one | "(" filter ")" | "exists" "(" field ")" | test
//! test      = field ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) value
//!           | field [ "not" ] "in" "(" [ value { "," value } ] ")"
//! value     = "text" | 'text' | number | "true" | "false"
//! field     = a letter or _, then letters, digits, _ . - | `any name`
//! ```
//!
//! Words of the language (`and or not in exists true false`) are read in any case; a field of such a name stands
//! in backticks. In quotes, a backslash comes before a quote, a backslash, `n`, `r`, `t`, or `u{1F600}`.

mod parser;
mod token;
mod write;

pub use parser::parse_filter;
pub use write::write_filter;

/// How deep brackets and `not` may stand inside one another.
const MAX_DEPTH: usize = 100;
