//! Collections, through the public interface and over disks that fail.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(unreachable_pub, reason = "the modules of a test are its own")]

mod cancelled;
mod concurrency;
mod damage;
mod fault_store;
mod file_sources;
mod format;
mod full_disk;
mod history;
mod kill;
mod kill_process;
mod links;
mod regression;
mod support;
