//! What the targets share.

mod check;
pub mod segment;

pub use check::{Thirds, check, overlap, unit};
