//! Arithmetic over vectors and their codes: portable, and for the instruction sets that a machine may have.
//!
//! Every path gives the same bits. Sums of `f32` run in sixteen lanes, are never fused, and are added up in one order;
//! sums of codes are integers. This is the one place of the crate with unchecked code: loads of a whole register
//! from a slice that is long enough, and calls into functions for instructions that were looked for first.

#![expect(
    unsafe_code,
    reason = "registers are loaded from slices, and instructions called that were looked for"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod dispatch;
#[cfg(target_arch = "x86_64")]
mod expect;
mod floats;
mod half_floats;
mod halves;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(test)]
mod tests;
mod tile;
mod upper;
mod values;

pub use dispatch::Kernel;
pub(crate) use floats::LANES;
pub(crate) use half_floats::{half, single};
pub(crate) use halves::Halves;
pub(crate) use tile::{TILE_QUERIES, TILE_ROWS, Tile, TileQueries, TileSums};
pub(crate) use upper::{Distance, Evidence, Limit};
pub(crate) use values::{HalfFloats, Scaled, Singles, Values};

/// What is added to a code, so that it is stored as an unsigned byte.
pub(crate) const EXCESS: u8 = 128;

/// The largest code of a value, and of each half of a query's.
pub(crate) const LARGEST: i32 = 127;

/// Codes of queries are padded with zeros to a multiple of this.
pub(crate) const PADDING: usize = 64;
