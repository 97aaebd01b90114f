//! The steps of `cargo xtask test`, in order, one a file.

mod benches;
mod clippy;
mod crates;
mod doc;
mod examples;
mod features;
mod fmt;
mod foreign;
mod fuzz;
mod msrv;
mod package;
mod peers;
mod scripts;
mod semver;
mod tests;

use crate::step::Step;
use crate::tidy;

/// Every step, the quick ones that fail most often first.
pub(crate) static ALL: &[Step] = &[
    Step { name: "fmt", about: "the code is formatted", run: fmt::run },
    Step { name: "clippy", about: "no lint warns in any target", run: clippy::run },
    Step { name: "tests", about: "unit, integration and doc tests", run: tests::run },
    Step { name: "doc", about: "the documentation builds without a warning", run: doc::run },
    Step { name: "examples", about: "every example runs and prints something", run: examples::run },
    Step { name: "benches", about: "every benchmark compiles and runs once", run: benches::run },
    Step { name: "peers", about: "every benchmark beside peers compiles and runs once", run: peers::run },
    Step { name: "scripts", about: "every script beside Python libraries runs once", run: scripts::run },
    Step { name: "fuzz", about: "every fuzz target compiles", run: fuzz::run },
    Step { name: "tidy", about: "the house rules that no compiler knows", run: tidy::run },
    Step { name: "crates", about: "the default build stays small", run: crates::run },
    Step { name: "features", about: "each feature compiles by itself, and they are few", run: features::run },
    Step { name: "foreign", about: "public types of other crates are on the list", run: foreign::run },
    Step { name: "package", about: "every package can be packed and holds what it owes", run: package::run },
    Step { name: "semver", about: "the version number says what breaks", run: semver::run },
    Step { name: "msrv", about: "the oldest supported toolchain compiles it", run: msrv::run },
];
