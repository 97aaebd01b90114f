//! What the targets share.

mod check;

pub use check::{Thirds, check, overlap, unit};
