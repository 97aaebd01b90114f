//! What the tests of collections share: a disk that can fail, small documents, and what is done with them.

pub mod disk;
pub mod fault_store;
pub mod library;
pub mod seen;
pub mod steps;

pub use disk::{Contents, Dice, Names, Survival};
pub use fault_store::{Call, Fault, FaultStore};
pub use seen::Seen;
pub use steps::{Step, built, clean, open, orphans, parts_of, seen, verify};
