//! Retrieval over stored vectors.
//!
//! # How an exact search gets by with a quarter of the bytes
//! A row lies in a segment twice: as `f32`s, and as a code of a byte a value with a bound of what the codes miss
//! (`row_codes`). The query becomes codes too (`prepared`), and the product of codes, a sum of integers, gives an interval
//! in which the exact score must lie. The `k`th best lower end bounds the `k`th best score from below; rows whose upper
//! end is less are none of the best, and all others are compared by their `f32`s, best first, until none can enter any
//! more (`pool`). Nothing is estimated: the ranking is that of comparing every row, ties included, and the tests hold it
//! to that. On 100,000 vectors by chance of dimension 384 about twenty rows are compared exactly for the ten best.
//!
//! A query alone has codes of two bytes, so that its own rounding hardly counts. Many queries at once have one byte, and
//! their codes are multiplied with those of a few hundred rows at a time, which stay in the cache (`batch`).
//!
//! # Fewer bytes a vector
//! Kept as halves, a row is compared by its halves; kept as codes alone, it is its codes times its scale, and their
//! interval holds little more than the query's own rounding. Either way a search is that of comparing every kept row, and
//! takes as long, since each reads the codes. With vectors of dimension 384 a row takes 1932 bytes as `F32`, 1164 as `F16`
//! and 396 as `Int8`. What that costs, on the 5,183 texts of SciFact and 300 of its queries, cosines, dimension 384:
//!
//! | | of the ten best found | a score off at most |
//! |-|-|-|
//! | LSA, `F16` | 99.97 % | 5.4e-5 |
//! | LSA, `Int8` | 99.3 % | 2.3e-3 |
//! | hashed terms, `F16` | 99.97 % | 1.2e-4 |
//! | hashed terms, `Int8` | 98.8 % | 3.6e-3 |
//!
//! # What bounds a search
//! A search alone is bound by memory: it must see each row's codes, and asks for them 32 rows ahead of their sums, which
//! brings more bytes a second than the processor's own guess does. Under a filter rows are scattered, and each takes about
//! twice as long: some of it waiting where its codes are asked for, some for bookkeeping. A thousand queries at once are
//! bound by arithmetic. `docs/performance.md` has the figures, beside faiss and numpy.

mod batch;
mod compare;
mod flat;
mod format;
mod normalise;
mod part;
mod pool;
mod prepared;
mod row;
mod row_codes;
mod runs;
mod scan;
mod segment;
mod storage;
mod write;

pub use flat::FlatIndex;
pub use part::FlatPart;
pub use storage::Storage;
