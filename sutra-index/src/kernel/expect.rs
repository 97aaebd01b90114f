//! Asking memory for what will be read soon.

use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// Asks for each line that holds some of the bytes.
#[inline]
pub(super) fn expect(bytes: &[u8]) {
    (0..bytes.len()).step_by(LINE).for_each(|at| prefetch(bytes.as_ptr().wrapping_add(at)));
    bytes.last().into_iter().for_each(|last| prefetch(last));
}

#[inline]
fn prefetch(address: *const u8) {
    // SAFETY: a prefetch reads nothing that the program sees; any address is allowed.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
}
