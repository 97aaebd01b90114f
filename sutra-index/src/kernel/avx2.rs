//! Sums for machines with AVX2.

use core::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm_unpackhi_epi64, _mm256_abs_epi8,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_sign_epi8, _mm256_storeu_si256, _mm256_xor_si256,
};

use super::expect::expect;
use super::tile::{QueryBlock, TILE_QUERIES, TILE_ROWS, Tile, TileSums};
use super::upper::{Evidence, Limit};
use super::{Halves, Values, floats};

/// Codes in a register.
const WIDTH: usize = 32;

#[target_feature(enable = "avx2")]
pub(super) fn dot<V: Values>(query: &[f32], row: V) -> f32 {
    floats::dot(query, row)
}

#[target_feature(enable = "avx2")]
pub(super) fn squares<V: Values>(query: &[f32], row: V) -> f32 {
    floats::squares(query, row)
}

#[target_feature(enable = "avx2")]
pub(super) fn norm<V: Values>(row: V) -> f32 {
    floats::norm(row)
}

#[target_feature(enable = "avx2")]
pub(super) fn uppers(limit: &Limit, sums: &mut [f32], rows: Evidence<'_>) {
    limit.uppers(sums, rows);
}

#[target_feature(enable = "avx2")]
pub(super) fn sums(query: &Halves, rows: &[&[u8]], (next, from): (&[&[u8]], usize), out: &mut [f32]) {
    let (high, low) = (query.high.as_chunks::<WIDTH>().0, query.low.as_chunks::<WIDTH>().0);
    let mut next = next.iter();
    for (row, out) in rows.iter().zip(out) {
        next.next().into_iter().for_each(|row| expect(row.get(from..).unwrap_or_default()));
        let (blocks, rest) = row.as_chunks::<WIDTH>();
        let (mut highs, mut lows) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        let mut add = |high, low, block: &[u8; WIDTH]| {
            let codes = _mm256_xor_si256(load(block), _mm256_set1_epi8(i8::MIN));
            highs = _mm256_add_epi32(highs, products(codes, load_signed(high)));
            lows = _mm256_add_epi32(lows, products(codes, load_signed(low)));
        };
        for ((high, low), block) in high.iter().zip(low).zip(blocks) {
            add(high, low, block);
        }
        if let ([_, ..], Some(high), Some(low)) = (rest, high.get(blocks.len()), low.get(blocks.len())) {
            let mut last = [0; WIDTH];
            last[..rest.len()].copy_from_slice(rest);
            add(high, low, &last);
        }
        *out = query.sum(total(highs), total(lows));
    }
    next.for_each(|row| expect(row.get(from..).unwrap_or_default()));
}

/// The sums of four neighbouring products each. The magnitudes of codes are at most 127 and those of the query too, so that
/// two products fit 16 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn products(codes: __m256i, query: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(codes), _mm256_sign_epi8(query, codes));
    _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sums: __m256i) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b01>(two)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; WIDTH]) -> __m256i {
    // SAFETY: the array is as long as the register, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_signed(bytes: &[i8; WIDTH]) -> __m256i {
    // SAFETY: as in `load`.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Rows in a register.
const LANES: usize = TILE_ROWS / 2;

#[target_feature(enable = "avx2")]
pub(super) fn product(tile: &Tile, queries: QueryBlock<'_>, out: &mut [TileSums]) {
    for (rows, out) in tile.blocks().zip(out) {
        for half in 0..2 {
            let mut sums = [_mm256_setzero_si256(); TILE_QUERIES];
            for (rows, query) in rows.iter().zip(queries.groups) {
                let (halves, _) = rows.as_chunks::<WIDTH>();
                let codes = _mm256_xor_si256(load(&halves[half]), _mm256_set1_epi8(i8::MIN));
                for (sum, query) in sums.iter_mut().zip(query) {
                    let query = _mm256_set1_epi32(i32::from_le_bytes(query.map(i8::cast_unsigned)));
                    *sum = _mm256_add_epi32(*sum, products(codes, query));
                }
            }
            for (out, sum) in out.iter_mut().zip(sums) {
                store(&mut out.as_chunks_mut::<LANES>().0[half], sum);
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(out: &mut [i32; LANES], sums: __m256i) {
    // SAFETY: the array is as long as the register, and the store asks for no alignment.
    unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), sums) }
}
