//! One file a command.

mod chunk;
mod compact;
mod encode;
mod eval;
mod fuse;
mod index;
mod pagerank;
mod search;
mod sentences;
mod verify;

use std::process::ExitCode;

use sutra::core::Result;

use crate::args::Command;

pub(crate) fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Search(args) => search::run(&args),
        Command::Index(args) => index::run(&args),
        Command::Verify(args) => return verify::run(&args),
        Command::Compact(args) => compact::run(&args),
        Command::Chunk(args) => chunk::run(&args),
        Command::Sentences(args) => sentences::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Pagerank(args) => pagerank::run(&args),
        Command::Fuse(args) => fuse::run(&args),
        Command::Eval(args) => eval::run(&args),
    }
    .map(|()| ExitCode::SUCCESS)
}
