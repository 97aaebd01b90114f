//! One file a command.

mod chunk;
mod encode;
mod eval;
mod fuse;
mod pagerank;
mod search;
mod sentences;

use sutra::core::Result;

use crate::args::Command;

pub(crate) fn run(command: Command) -> Result<()> {
    match command {
        Command::Search(args) => search::run(&args),
        Command::Chunk(args) => chunk::run(&args),
        Command::Sentences(args) => sentences::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Pagerank(args) => pagerank::run(&args),
        Command::Fuse(args) => fuse::run(&args),
        Command::Eval(args) => eval::run(&args),
    }
}
