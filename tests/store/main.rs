//! The stores: one suite for all of them, and what only a folder has.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod folder;
mod suite;
