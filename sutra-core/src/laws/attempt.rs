//! Asking a subject without trusting it.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use super::Outcome;
use crate::Result;

/// How many threads ask at once.
const THREADS: usize = 4;

/// What `ask` gives. An error and a panic are both findings, in words.
pub(crate) fn attempt<T>(what: &str, ask: impl FnOnce() -> Result<T>) -> std::result::Result<T, String> {
    match attempt_raw(what, ask)? {
        Ok(given) => Ok(given),
        Err(error) => Err(format!("{what} gave the error {error:?}")),
    }
}

/// What `ask` gives, its error included. A panic is a finding, in words.
pub(crate) fn attempt_raw<T>(what: &str, ask: impl FnOnce() -> T) -> std::result::Result<T, String> {
    // Nothing that a panic may have left half done is looked at again.
    catch_unwind(AssertUnwindSafe(ask)).map_err(|_| format!("{what} panicked"))
}

/// A finding, unless `holds`.
pub(crate) fn ensure(holds: bool, found: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(found()) }
}

/// Asks once here, once more, and from several threads at once: all answers must be the same.
pub(crate) fn same_everywhere<T: PartialEq + Debug + Send>(
    what: &str,
    ask: impl Fn() -> std::result::Result<T, String> + Sync,
) -> Outcome {
    let first = ask()?;
    ensure(ask()? == first, || format!("{what} is not the same a second time"))?;
    let answers = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(&ask)).collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    for answer in answers {
        let answer = answer.map_err(|_| format!("{what} panicked in another thread"))??;
        ensure(answer == first, || format!("{what} is not the same in another thread"))?;
    }
    Ok(())
}
