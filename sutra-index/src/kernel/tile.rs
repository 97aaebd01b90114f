//! Codes of several rows and of several queries, laid out for their product.

use super::EXCESS;

/// Rows whose sums run side by side.
pub(crate) const TILE_ROWS: usize = 16;

/// Queries that share each look at the rows.
pub(crate) const TILE_QUERIES: usize = 8;

/// Codes that are multiplied and summed at once.
pub(super) const GROUP: usize = 4;

/// The same group of codes of sixteen rows.
pub(super) type RowGroup = [u8; TILE_ROWS * GROUP];

/// The same group of codes of eight queries.
pub(super) type QueryGroup = [[i8; GROUP]; TILE_QUERIES];

/// Codes of rows, sixteen rows side by side, group by group. Padding counts nothing.
#[derive(Debug)]
pub(crate) struct Tile {
    groups: usize,
    rows: usize,
    /// All groups of the first sixteen rows, then those of the next.
    packed: Vec<RowGroup>,
}

impl Tile {
    /// No rows of `dim` codes.
    pub(crate) fn new(dim: usize) -> Self {
        Self { groups: dim.div_ceil(GROUP), rows: 0, packed: Vec::new() }
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row's codes.
    pub(crate) fn push(&mut self, codes: &[u8]) {
        let (block, lane) = (self.rows / TILE_ROWS, self.rows % TILE_ROWS);
        let start = block * self.groups;
        if lane == 0 {
            self.packed.resize(start + self.groups, [EXCESS; TILE_ROWS * GROUP]);
        }
        let places = &mut self.packed[start..start + self.groups];
        let (groups, rest) = codes.as_chunks::<GROUP>();
        for (place, group) in places.iter_mut().zip(groups) {
            place[lane * GROUP..(lane + 1) * GROUP].copy_from_slice(group);
        }
        if let Some(place) = places.get_mut(groups.len()) {
            place[lane * GROUP..lane * GROUP + rest.len()].copy_from_slice(rest);
        }
        self.rows += 1;
    }

    /// Takes all rows out.
    pub(crate) fn clear(&mut self) {
        self.rows = 0;
        self.packed.clear();
    }

    /// Sixteen rows at a time.
    pub(super) fn blocks(&self) -> std::slice::ChunksExact<'_, RowGroup> {
        self.packed.chunks_exact(self.groups.max(1))
    }
}

/// Codes of queries in a byte a value, eight queries side by side, group by group, padded with zeros.
#[derive(Debug)]
pub(crate) struct TileQueries {
    groups: usize,
    packed: Vec<QueryGroup>,
    /// What each query's sums are too large by where codes of rows are taken with their excess.
    excess: Vec<[i32; TILE_QUERIES]>,
}

impl TileQueries {
    /// Queries of `dim` codes each, of a magnitude of at most [`LARGEST`](super::LARGEST).
    pub(crate) fn new<'a>(dim: usize, queries: impl Iterator<Item = &'a [i32]>) -> Self {
        let mut all = Self { groups: dim.div_ceil(GROUP), packed: Vec::new(), excess: Vec::new() };
        for (number, codes) in queries.enumerate() {
            let (block, lane) = (number / TILE_QUERIES, number % TILE_QUERIES);
            if lane == 0 {
                all.packed.resize((block + 1) * all.groups, [[0; GROUP]; TILE_QUERIES]);
                all.excess.push([0; TILE_QUERIES]);
            }
            for (place, group) in all.packed[block * all.groups..].iter_mut().zip(codes.chunks(GROUP)) {
                for (place, code) in place[lane].iter_mut().zip(group) {
                    *place = *code as i8;
                }
            }
            all.excess[block][lane] = codes.iter().sum::<i32>() * i32::from(EXCESS);
        }
        all
    }

    /// Eight queries at a time, each with its excess.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = QueryBlock<'_>> {
        let groups = self.packed.chunks_exact(self.groups.max(1));
        groups.zip(&self.excess).map(|(groups, excess)| QueryBlock { groups, excess })
    }
}

/// Eight queries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryBlock<'a> {
    pub(super) groups: &'a [QueryGroup],
    pub(super) excess: &'a [i32; TILE_QUERIES],
}

/// The sums of eight queries for some rows, sixteen rows side by side: for each sixteen rows one such array a query.
pub(crate) type TileSums = [[i32; TILE_ROWS]; TILE_QUERIES];

/// The sums without any instruction set in mind.
pub(super) fn product(tile: &Tile, queries: QueryBlock<'_>, out: &mut [TileSums]) {
    for (rows, out) in tile.blocks().zip(out) {
        for (lane, (out, excess)) in out.iter_mut().zip(queries.excess).enumerate() {
            let mut sums = [-excess; TILE_ROWS];
            for (row, query) in rows.iter().zip(queries.groups) {
                for (sum, codes) in sums.iter_mut().zip(row.as_chunks::<GROUP>().0) {
                    let pairs = codes.iter().zip(&query[lane]);
                    *sum += pairs.map(|(code, query)| i32::from(*code) * i32::from(*query)).sum::<i32>();
                }
            }
            *out = sums;
        }
    }
}
