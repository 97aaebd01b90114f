//! The `sutra` command.

mod args;
mod cache;
mod commands;
mod fitted_semantic;
mod folder;
mod from_collection;
mod input;
mod links;
mod output;
mod pages;
mod pipeline_spec;
mod progress;
mod refresh;
mod report;
mod setup;
mod source_names;
mod specs;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::run(args.command) {
        Ok(code) => code,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::note(error);
            ExitCode::from(2)
        }
    }
}
