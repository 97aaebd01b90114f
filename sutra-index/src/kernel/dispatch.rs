//! Which of the paths runs.

use std::fmt;

use super::tile::{QueryBlock, Tile, TileSums};
use super::upper::{Evidence, Limit};
use super::{Halves, Values, floats, portable, tile};

/// The instructions that vectors are compared with. All give the same bits; they differ in speed.
///
/// An index takes the fastest that the machine has. Another one can be chosen for tests and measurements.
///
/// ```
/// use sutra_index::Kernel;
/// assert!(Kernel::all().contains(&Kernel::fastest()) && Kernel::all().contains(&Kernel::portable()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kernel(Path);

/// A value exists only where the machine has the instructions: see [`Kernel::all`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Path {
    Portable,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Calls a function of the path's module.
macro_rules! on_path {
    ($kernel:expr, $function:ident($($argument:expr),*), $portable:expr) => {
        match $kernel.0 {
            Path::Portable => $portable,
            // SAFETY: `Kernel::all` makes this value only where the machine has the instructions that the module names.
            #[cfg(target_arch = "aarch64")]
            Path::Neon => unsafe { super::neon::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => unsafe { super::avx2::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => unsafe { super::avx512::$function($($argument),*) },
        }
    };
}

impl Kernel {
    /// Every kernel that this machine runs, the slowest first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        #[allow(unused_mut)] // nothing is added elsewhere
        let mut paths = vec![Path::Portable];
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            paths.push(Path::Neon);
        }
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            paths.push(Path::Avx2);
        }
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("avx512dq")
            && std::arch::is_x86_feature_detected!("avx512vnni")
        {
            paths.push(Path::Avx512);
        }
        paths.into_iter().map(Self).collect()
    }

    /// The fastest that this machine runs.
    #[must_use]
    pub fn fastest() -> Self {
        Self::all().pop().unwrap_or(Self::portable())
    }

    /// The one that runs everywhere.
    #[must_use]
    pub const fn portable() -> Self {
        Self(Path::Portable)
    }

    /// Its name: `portable`, `neon`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Path::Portable => "portable",
            #[cfg(target_arch = "aarch64")]
            Path::Neon => "neon",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => "avx512",
        }
    }

    /// The inner product of a query and a row of the same length, not finite where a sum leaves the range of `f32`.
    #[inline]
    pub(crate) fn dot<V: Values>(self, query: &[f32], row: V) -> f32 {
        on_path!(self, dot(query, row), floats::dot(query, row))
    }

    /// The squared distance of a query and a row of the same length; out of range as in [`dot`](Self::dot).
    #[inline]
    pub(crate) fn squares<V: Values>(self, query: &[f32], row: V) -> f32 {
        on_path!(self, squares(query, row), floats::squares(query, row))
    }

    /// The squared length of a row; out of range as in [`dot`](Self::dot).
    #[inline]
    pub(crate) fn norm<V: Values>(self, row: V) -> f32 {
        on_path!(self, norm(row), floats::norm(row))
    }

    /// The sum of each row's codes times the query's, as `f32`. Rows have as many codes as the query, at most 65,536, so
    /// that no sum overflows. The codes of `next` rows from a place on are asked for meanwhile, so that memory works
    /// while sums are taken.
    #[inline]
    pub(crate) fn sums(self, query: &Halves, rows: &[&[u8]], next: (&[&[u8]], usize), out: &mut [f32]) {
        on_path!(self, sums(query, rows, next, out), portable::sums(query, rows, out));
    }

    /// The sums of eight queries for all rows of a tile, codes in a byte a value, an array for each sixteen rows.
    #[inline]
    pub(crate) fn product(self, tile: &Tile, queries: QueryBlock<'_>, out: &mut [TileSums]) {
        let blocks = tile.blocks().len().min(out.len());
        let out = &mut out[..blocks];
        on_path!(self, product(tile, queries, out), tile::product(tile, queries, out));
    }

    /// Asks memory for bytes that will be read soon, where the machine's own guess may be wrong.
    #[inline]
    pub(crate) fn expect(self, bytes: &[u8]) {
        #[cfg(target_arch = "x86_64")]
        if self.0 != Path::Portable {
            super::expect::expect(bytes);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bytes;
    }

    /// The upper bound of each row's score; `sums`, one a row, become the bounds.
    #[inline]
    pub(crate) fn uppers(self, limit: &Limit, sums: &mut [f32], rows: Evidence<'_>) {
        on_path!(self, uppers(limit, sums, rows), limit.uppers(sums, rows));
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name())
    }
}
