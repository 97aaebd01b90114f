//! Every kernel gives the bits of the portable one.

use proptest::prelude::*;

use super::tile::QueryBlock;
use super::*;

fn bytes(values: &[f32]) -> Vec<[u8; 4]> {
    values.iter().map(|value| value.to_le_bytes()).collect()
}

/// Lengths around those of registers.
fn dims() -> impl Strategy<Value = usize> {
    prop_oneof![1usize..20, 28usize..36, 60usize..68, 120usize..132, Just(384usize)]
}

fn value() -> impl Strategy<Value = f32> {
    prop_oneof![4 => -2.0f32..2.0, 1 => any::<f32>()]
}

fn floats() -> impl Strategy<Value = (Vec<f32>, Vec<f32>)> {
    dims().prop_flat_map(|dim| (prop::collection::vec(value(), dim), prop::collection::vec(value(), dim)))
}

/// A dimension, codes of a query within `largest`, and codes of rows.
fn codes(largest: i32, rows: std::ops::Range<usize>) -> impl Strategy<Value = (usize, Vec<i32>, Vec<u8>)> {
    (dims(), rows).prop_flat_map(move |(dim, rows)| {
        let code = prop_oneof![4 => 1u8..=255, 1 => Just(1u8), 1 => Just(255u8)];
        let own = prop_oneof![4 => -largest..=largest, 1 => Just(largest), 1 => Just(-largest)];
        (Just(dim), prop::collection::vec(own, dim), prop::collection::vec(code, dim * rows))
    })
}

/// The sum by its definition.
fn defined(query: &[i32], row: &[u8]) -> i64 {
    query
        .iter()
        .zip(row)
        .map(|(query, code)| i64::from(*query) * (i64::from(*code) - i64::from(EXCESS)))
        .sum()
}

/// The bits, all NaNs alike: which of them a sum ends in is left open.
fn bits(value: f32) -> u32 {
    if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() }
}

fn same_sums(query: &[f32], row: impl Values) -> Result<(), TestCaseError> {
    let portable = Kernel::portable();
    for kernel in Kernel::all() {
        prop_assert_eq!(bits(kernel.dot(query, row)), bits(portable.dot(query, row)), "{:?}", kernel);
        prop_assert_eq!(bits(kernel.squares(query, row)), bits(portable.squares(query, row)), "{:?}", kernel);
        prop_assert_eq!(bits(kernel.norm(row)), bits(portable.norm(row)), "{:?}", kernel);
    }
    Ok(())
}

proptest! {
    #[test]
    fn sums_of_floats_are_the_same_bits((query, row) in floats(), scale in value()) {
        let (singles, codes): (_, Vec<u8>) = (bytes(&row), row.iter().map(|value| value.to_bits() as u8).collect());
        let halves: Vec<_> = row.iter().map(|value| half(*value).to_le_bytes()).collect();
        same_sums(&query, Singles(&singles))?;
        same_sums(&query, HalfFloats(&halves))?;
        same_sums(&query, Scaled { codes: &codes, scale })?;
    }

    #[test]
    fn sums_of_codes_are_those_of_the_definition((dim, query, rows) in codes(Halves::LARGEST, 0..11), next in 0usize..11) {
        let halves = Halves::new(&query);
        let expected: Vec<f64> = rows.chunks_exact(dim).map(|row| defined(&query, row) as f64).collect();
        let rows: Vec<&[u8]> = rows.chunks_exact(dim).collect();
        let mut portable = vec![0.0; expected.len()];
        Kernel::portable().sums(&halves, &rows, (&[], 0), &mut portable);
        for (sum, expected) in portable.iter().zip(&expected) {
            let size = f64::from(Halves::BASE) * f64::from(LARGEST) * f64::from(LARGEST) * dim as f64;
            prop_assert!((f64::from(*sum) - expected).abs() <= size / f64::from(1 << 23), "{} {}", sum, expected);
        }
        for kernel in Kernel::all() {
            let mut sums = vec![f32::NAN; expected.len()];
            kernel.sums(&halves, &rows, (&rows[..next.min(rows.len())], 3 * next), &mut sums);
            prop_assert_eq!(&sums, &portable, "{:?}", kernel);
        }
    }

    #[test]
    fn products_of_codes_are_exact((dim, queries, rows) in codes(LARGEST, 0..70), many in 1usize..19) {
        // The queries are turns of one.
        let queries: Vec<Vec<i32>> = (0..many).map(|turn| {
            let mut query = queries.clone();
            query.rotate_left(turn % dim);
            query
        }).collect();
        let mut tile = Tile::new(dim);
        tile.push(&vec![7; dim]);
        tile.clear();
        rows.chunks_exact(dim).for_each(|row| tile.push(row));
        let packed = TileQueries::new(dim, queries.iter().map(Vec::as_slice));
        for kernel in Kernel::all() {
            let mut seen = 0;
            for (block, queries) in packed.blocks().zip(queries.chunks(TILE_QUERIES)) {
                let sums = product(kernel, &tile, block);
                for (lane, query) in queries.iter().enumerate() {
                    for (at, row) in rows.chunks_exact(dim).enumerate() {
                        let sum = sums[at / TILE_ROWS][lane][at % TILE_ROWS];
                        prop_assert_eq!(i64::from(sum), defined(query, row), "{:?}", kernel);
                        seen += 1;
                    }
                }
            }
            prop_assert_eq!(seen, many * tile.rows());
        }
    }

    #[test]
    fn bounds_are_the_same_bits(
        rows in prop::collection::vec((-9e6f32..9e6, 0.0f32..1.0, 0.0f32..1.0, 0.0f32..9.0), 0..40),
        numbers in (1e-6f32..1.0, 0.0f32..1.0, 0.0f32..2.0),
        distance in prop::option::of((0.0f32..9.0, 0.0f32..1.0)),
    ) {
        let (step, slack, reach) = numbers;
        let distance =
            distance.map(|(norm, error)| Distance { norm, error, share: 1e-6, rounding: 1e-6 });
        let limit = Limit { step, slack, reach, distance };
        let series = |of: fn(&(f32, f32, f32, f32)) -> f32| bytes(&rows.iter().map(of).collect::<Vec<_>>());
        let (scales, errors, norms) = (series(|row| row.1), series(|row| row.2), series(|row| row.3));
        let evidence = Evidence { scales: &scales, errors: &errors, norms: &norms };
        for kernel in Kernel::all() {
            let mut uppers: Vec<f32> = rows.iter().map(|row| row.0).collect();
            kernel.uppers(&limit, &mut uppers, evidence);
            for ((sum, scale, error, norm), upper) in rows.iter().zip(uppers) {
                let (least, most) = limit.range(*sum, *scale, *error, *norm);
                prop_assert!(least <= most);
                prop_assert_eq!(upper.to_bits(), most.to_bits(), "{:?}", kernel);
            }
        }
    }
}

fn product(kernel: Kernel, tile: &Tile, block: QueryBlock<'_>) -> Vec<TileSums> {
    let mut sums = vec![[[i32::MIN; TILE_ROWS]; TILE_QUERIES]; tile.rows().div_ceil(TILE_ROWS) + 1];
    kernel.product(tile, block, &mut sums);
    sums
}

#[test]
fn the_largest_sums_do_not_overflow() {
    let dim = 1 << 16;
    for (code, own) in [(1u8, LARGEST), (255, LARGEST), (255, -LARGEST)] {
        let rows = vec![code; 5 * dim];
        let expected = 65_536 * (i32::from(code) - i32::from(EXCESS)) * own;
        let mut tile = Tile::new(dim);
        tile.push(&rows[..dim]);
        let query = vec![own; dim];
        let packed = TileQueries::new(dim, std::iter::once(query.as_slice()));
        let halves = Halves::new(&vec![own * Halves::BASE; dim]);
        for kernel in Kernel::all() {
            let block = packed.blocks().next().unwrap();
            assert_eq!(product(kernel, &tile, block)[0][0][0], expected, "{kernel:?}");
            let mut sums = [0.0; 5];
            kernel.sums(&halves, &rows.chunks_exact(dim).collect::<Vec<_>>(), (&[], 0), &mut sums);
            assert_eq!(sums, [expected as f32 * Halves::BASE as f32; 5], "{kernel:?}");
        }
    }
}

#[test]
fn kernels_have_names_of_their_own() {
    let names: Vec<_> = Kernel::all().into_iter().map(Kernel::name).collect();
    assert_eq!(names[0], "portable");
    assert!((1..names.len()).all(|at| !names[..at].contains(&names[at])), "{names:?}");
}
