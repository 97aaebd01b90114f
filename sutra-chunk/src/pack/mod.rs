//! Parts of a text, packed up to a budget: what every chunker but the window is made of.

mod budget;
mod cut;
mod lump;
mod overlap;
mod packer;
mod part;
mod source;

pub(crate) use budget::{Budget, Measure, longest};
pub(crate) use lump::each_sentence;
pub(crate) use overlap::Overlap;
pub(crate) use packer::{Ends, Packer};
pub(crate) use part::{Joint, Part};
pub(crate) use source::Source;
