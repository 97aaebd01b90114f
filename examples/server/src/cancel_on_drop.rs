//! The end of a request ends its search.

use sutra::core::CancelFlag;

/// Throws its switch when it is dropped, and so when the future that holds it is dropped. Throwing the switch of a
/// search that has ended does nothing.
#[derive(Debug, Default)]
pub struct CancelOnDrop(CancelFlag);

impl CancelOnDrop {
    /// A guard with a switch that is not thrown.
    pub fn new() -> Self {
        Self::default()
    }

    /// The switch, to be handed to a query.
    pub fn flag(&self) -> CancelFlag {
        self.0.clone()
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
