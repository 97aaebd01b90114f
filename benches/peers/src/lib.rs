//! What the benches share.

pub mod lexical;
pub mod numbered;
pub mod passages;
mod texts;

pub use texts::{KINDS, data, prose, text_of};
