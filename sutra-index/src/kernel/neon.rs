//! Sums for machines with NEON.

use core::arch::aarch64::{
    int8x16_t, int32x4_t, vaddq_s32, vaddvq_s32, vdupq_n_s32, vdupq_n_u8, veorq_u8, vget_low_s8, vld1q_s8,
    vld1q_u8, vmull_high_s8, vmull_s8, vpadalq_s16, vpaddlq_s16, vpaddq_s32, vreinterpretq_s8_s32,
    vreinterpretq_s8_u8, vst1q_s32,
};

use super::tile::{QueryBlock, TILE_QUERIES, TILE_ROWS, Tile, TileSums};
use super::upper::{Evidence, Limit};
use super::{EXCESS, Halves, Values, floats};

/// Codes in a register.
const WIDTH: usize = 16;

#[target_feature(enable = "neon")]
pub(super) fn dot<V: Values>(query: &[f32], row: V) -> f32 {
    floats::dot(query, row)
}

#[target_feature(enable = "neon")]
pub(super) fn squares<V: Values>(query: &[f32], row: V) -> f32 {
    floats::squares(query, row)
}

#[target_feature(enable = "neon")]
pub(super) fn norm<V: Values>(row: V) -> f32 {
    floats::norm(row)
}

#[target_feature(enable = "neon")]
pub(super) fn uppers(limit: &Limit, sums: &mut [f32], rows: Evidence<'_>) {
    limit.uppers(sums, rows);
}

#[target_feature(enable = "neon")]
pub(super) fn sums(query: &Halves, rows: &[&[u8]], _: (&[&[u8]], usize), out: &mut [f32]) {
    let (high, low) = (query.high.as_chunks::<WIDTH>().0, query.low.as_chunks::<WIDTH>().0);
    for (row, out) in rows.iter().zip(out) {
        let (blocks, rest) = row.as_chunks::<WIDTH>();
        let (mut highs, mut lows) = (vdupq_n_s32(0), vdupq_n_s32(0));
        let mut add = |high, low, block: &[u8; WIDTH]| {
            let codes = load(block);
            highs = add_products(highs, codes, load_signed(high));
            lows = add_products(lows, codes, load_signed(low));
        };
        for ((high, low), block) in high.iter().zip(low).zip(blocks) {
            add(high, low, block);
        }
        if let ([_, ..], Some(high), Some(low)) = (rest, high.get(blocks.len()), low.get(blocks.len())) {
            let mut last = [EXCESS; WIDTH];
            last[..rest.len()].copy_from_slice(rest);
            add(high, low, &last);
        }
        *out = query.sum(vaddvq_s32(highs), vaddvq_s32(lows));
    }
}

/// Adds four neighbouring products each. A product of two magnitudes of at most 128 fits 16 bits.
#[inline]
#[target_feature(enable = "neon")]
fn add_products(sums: int32x4_t, codes: int8x16_t, query: int8x16_t) -> int32x4_t {
    let low = vmull_s8(vget_low_s8(codes), vget_low_s8(query));
    vpadalq_s16(vpadalq_s16(sums, low), vmull_high_s8(codes, query))
}

#[inline]
#[target_feature(enable = "neon")]
fn load(bytes: &[u8; WIDTH]) -> int8x16_t {
    // SAFETY: the array is as long as the register, and the load asks for no alignment.
    let bytes = unsafe { vld1q_u8(bytes.as_ptr()) };
    vreinterpretq_s8_u8(veorq_u8(bytes, vdupq_n_u8(EXCESS)))
}

#[inline]
#[target_feature(enable = "neon")]
fn load_signed(bytes: &[i8; WIDTH]) -> int8x16_t {
    // SAFETY: as in `load`.
    unsafe { vld1q_s8(bytes.as_ptr()) }
}

#[target_feature(enable = "neon")]
pub(super) fn product(tile: &Tile, queries: QueryBlock<'_>, out: &mut [TileSums]) {
    for (rows, out) in tile.blocks().zip(out) {
        for quarter in 0..TILE_ROWS / LANES {
            let mut sums = [vdupq_n_s32(0); TILE_QUERIES];
            for (rows, query) in rows.iter().zip(queries.groups) {
                let codes = load(&rows.as_chunks::<WIDTH>().0[quarter]);
                for (sum, query) in sums.iter_mut().zip(query) {
                    let query = i32::from_le_bytes(query.map(i8::cast_unsigned));
                    *sum = vaddq_s32(*sum, row_products(codes, vreinterpretq_s8_s32(vdupq_n_s32(query))));
                }
            }
            for (out, sum) in out.iter_mut().zip(sums) {
                store(&mut out.as_chunks_mut::<LANES>().0[quarter], sum);
            }
        }
    }
}

/// Rows in a register.
const LANES: usize = 4;

/// The sum of each row's four products.
#[inline]
#[target_feature(enable = "neon")]
fn row_products(codes: int8x16_t, query: int8x16_t) -> int32x4_t {
    let low = vpaddlq_s16(vmull_s8(vget_low_s8(codes), vget_low_s8(query)));
    vpaddq_s32(low, vpaddlq_s16(vmull_high_s8(codes, query)))
}

#[inline]
#[target_feature(enable = "neon")]
fn store(out: &mut [i32; LANES], sums: int32x4_t) {
    // SAFETY: the array is as long as the register, and the store asks for no alignment.
    unsafe { vst1q_s32(out.as_mut_ptr(), sums) }
}
