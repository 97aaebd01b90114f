//! The `sutra` command.

mod args;
mod cache;
mod commands;
mod file_reader;
mod folder;
mod input;
mod output;
mod pipeline_spec;
mod progress;
mod report;
mod specs;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::run(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::note(error);
            ExitCode::from(2)
        }
    }
}
