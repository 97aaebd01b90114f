//! Sums for machines with AVX-512 and its instructions for bytes.

use core::arch::x86_64::{
    __m128i, __m512i, _mm_add_epi32, _mm_add_ps, _mm_cvtepi32_ps, _mm_mul_ps, _mm_set1_epi32, _mm_set1_ps,
    _mm_storeu_ps, _mm_sub_epi32, _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm512_add_epi32, _mm512_castsi512_si256, _mm512_dpbusd_epi32, _mm512_extracti64x4_epi64,
    _mm512_loadu_si512, _mm512_reduce_add_epi32, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_storeu_si512, _mm512_sub_epi32, _mm512_unpackhi_epi32, _mm512_unpackhi_epi64,
    _mm512_unpacklo_epi32, _mm512_unpacklo_epi64,
};

use super::expect::expect;
use super::tile::{QueryBlock, TILE_QUERIES, TILE_ROWS, Tile, TileSums};
use super::upper::{Evidence, Limit};
use super::{Halves, Values, floats};

/// Codes in a register.
const WIDTH: usize = 64;

/// Rows whose sums run side by side.
const ROWS: usize = 4;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
pub(super) fn dot<V: Values>(query: &[f32], row: V) -> f32 {
    floats::dot(query, row)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
pub(super) fn squares<V: Values>(query: &[f32], row: V) -> f32 {
    floats::squares(query, row)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
pub(super) fn norm<V: Values>(row: V) -> f32 {
    floats::norm(row)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
pub(super) fn uppers(limit: &Limit, sums: &mut [f32], rows: Evidence<'_>) {
    limit.uppers(sums, rows);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn sums(query: &Halves, rows: &[&[u8]], (next, from): (&[&[u8]], usize), out: &mut [f32]) {
    let (high, low) = (query.high.as_chunks::<WIDTH>().0, query.low.as_chunks::<WIDTH>().0);
    let (fours, rest) = rows.as_chunks::<ROWS>();
    let (out_fours, out_rest) = out.as_chunks_mut::<ROWS>();
    let mut next = next.chunks(ROWS);
    for (rows, out) in fours.iter().zip(out_fours) {
        next.next().into_iter().flatten().for_each(|row| expect(row.get(from..).unwrap_or_default()));
        let [high, low] = four_rows(high, low, *rows);
        let [high, low] = [(high, query.excess_high), (low, query.excess_low)]
            .map(|(sum, excess)| _mm_cvtepi32_ps(_mm_sub_epi32(sum, _mm_set1_epi32(excess))));
        let sums = _mm_add_ps(_mm_mul_ps(high, _mm_set1_ps(Halves::BASE as f32)), low);
        // SAFETY: the array is as long as the register, and the store asks for no alignment.
        unsafe { _mm_storeu_ps(out.as_mut_ptr(), sums) }
    }
    for (row, out) in rest.iter().zip(out_rest) {
        let [high, low] = one_row(high, low, row);
        *out = query.sum(high - query.excess_high, low - query.excess_low);
    }
    next.flatten().for_each(|row| expect(row.get(from..).unwrap_or_default()));
}

/// The sums of four rows for both halves of a query.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn four_rows(high: &[[i8; WIDTH]], low: &[[i8; WIDTH]], rows: [&[u8]; ROWS]) -> [__m128i; 2] {
    let [(a, rest_a), (b, rest_b), (c, rest_c), (d, rest_d)] = rows.map(|row| row.as_chunks::<WIDTH>());
    let (mut highs, mut lows) = ([_mm512_setzero_si512(); ROWS], [_mm512_setzero_si512(); ROWS]);
    let mut add = |high, low, codes: [__m512i; ROWS]| {
        for (at, codes) in codes.into_iter().enumerate() {
            highs[at] = _mm512_dpbusd_epi32(highs[at], codes, high);
            lows[at] = _mm512_dpbusd_epi32(lows[at], codes, low);
        }
    };
    let halves = high.iter().zip(low);
    for (((((high, low), a), b), c), d) in halves.zip(a).zip(b).zip(c).zip(d) {
        add(load_signed(high), load_signed(low), [load(a), load(b), load(c), load(d)]);
    }
    if let (Some(high), Some(low)) = (high.get(a.len()), low.get(a.len())) {
        add(
            load_signed(high),
            load_signed(low),
            [rest_a, rest_b, rest_c, rest_d].map(|rest| load_some(rest)),
        );
    }
    [totals(highs), totals(lows)]
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn one_row(high: &[[i8; WIDTH]], low: &[[i8; WIDTH]], row: &[u8]) -> [i32; 2] {
    let (blocks, rest) = row.as_chunks::<WIDTH>();
    let (mut highs, mut lows) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    let mut add = |high, low, codes| {
        highs = _mm512_dpbusd_epi32(highs, codes, high);
        lows = _mm512_dpbusd_epi32(lows, codes, low);
    };
    for ((high, low), block) in high.iter().zip(low).zip(blocks) {
        add(load_signed(high), load_signed(low), load(block));
    }
    if let (Some(high), Some(low)) = (high.get(blocks.len()), low.get(blocks.len())) {
        add(load_signed(high), load_signed(low), load_some(rest));
    }
    [_mm512_reduce_add_epi32(highs), _mm512_reduce_add_epi32(lows)]
}

/// The sum of each of four registers.
#[inline]
#[target_feature(enable = "avx512f")]
fn totals([a, b, c, d]: [__m512i; ROWS]) -> __m128i {
    let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    let all = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
    let half = _mm256_add_epi32(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64::<1>(all));
    _mm_add_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &[u8; WIDTH]) -> __m512i {
    // SAFETY: the array is as long as the register, and the load asks for no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_signed(bytes: &[i8; WIDTH]) -> __m512i {
    // SAFETY: as in `load`.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Fewer bytes than a register holds, zeros after them.
#[inline]
#[target_feature(enable = "avx512f")]
fn load_some(bytes: &[u8]) -> __m512i {
    let mut whole = [0; WIDTH];
    for (place, byte) in whole.iter_mut().zip(bytes) {
        *place = *byte;
    }
    load(&whole)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn product(tile: &Tile, queries: QueryBlock<'_>, out: &mut [TileSums]) {
    let mut blocks = tile.blocks();
    let (pairs, last) = out.as_chunks_mut::<2>();
    for out in pairs {
        let (Some(a), Some(b)) = (blocks.next(), blocks.next()) else { return };
        let mut sums = [[_mm512_setzero_si512(); 2]; TILE_QUERIES];
        for ((a, b), query) in a.iter().zip(b).zip(queries.groups) {
            let (a, b) = (load(a), load(b));
            for (sums, query) in sums.iter_mut().zip(query) {
                let query = _mm512_set1_epi32(i32::from_le_bytes(query.map(i8::cast_unsigned)));
                *sums = [_mm512_dpbusd_epi32(sums[0], a, query), _mm512_dpbusd_epi32(sums[1], b, query)];
            }
        }
        for (lane, (sums, excess)) in sums.into_iter().zip(queries.excess).enumerate() {
            for (out, sum) in out.iter_mut().zip(sums) {
                store(&mut out[lane], _mm512_sub_epi32(sum, _mm512_set1_epi32(*excess)));
            }
        }
    }
    if let ([out], Some(rows)) = (last, blocks.next()) {
        let mut sums = [_mm512_setzero_si512(); TILE_QUERIES];
        for (rows, query) in rows.iter().zip(queries.groups) {
            let rows = load(rows);
            for (sum, query) in sums.iter_mut().zip(query) {
                let query = _mm512_set1_epi32(i32::from_le_bytes(query.map(i8::cast_unsigned)));
                *sum = _mm512_dpbusd_epi32(*sum, rows, query);
            }
        }
        for ((out, sum), excess) in out.iter_mut().zip(sums).zip(queries.excess) {
            store(out, _mm512_sub_epi32(sum, _mm512_set1_epi32(*excess)));
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(out: &mut [i32; TILE_ROWS], sums: __m512i) {
    // SAFETY: the array is as long as the register, and the store asks for no alignment.
    unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), sums) }
}
