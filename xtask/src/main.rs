//! The checks of this repository: `cargo xtask test` runs them all, `cargo xtask NAME` runs one.
//!
//! Needs cargo and rustc alone. Each check is a [`step::Step`] in its own file under `steps/`; the house
//! rules that no compiler knows are under `tidy/`, one rule a file.

mod command;
mod component;
mod manifest;
mod package;
mod rust_source;
mod rustdoc_json;
mod step;
mod steps;
mod suite;
mod test_output;
mod tidy;
mod workspace;

use std::process::ExitCode;

use step::Step;
use workspace::Workspace;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match select(&arguments) {
        Ok(steps) if steps.is_empty() => {
            print!("{}", help());
            ExitCode::SUCCESS
        }
        Ok(steps) => {
            if suite::run(&Workspace::of_this_build(), &steps) {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(message) => {
            eprintln!("{message}\n\n{}", help());
            ExitCode::from(2)
        }
    }
}

/// The steps that the arguments ask for; none means help.
fn select(arguments: &[String]) -> Result<Vec<&'static Step>, String> {
    match arguments {
        [] => Ok(Vec::new()),
        [one] if matches!(one.as_str(), "help" | "-h" | "--help") => Ok(Vec::new()),
        [one] if one == "test" => Ok(steps::ALL.iter().collect()),
        [one] => match steps::ALL.iter().find(|step| step.name == one) {
            Some(step) => Ok(vec![step]),
            None => Err(format!("unknown command `{one}`")),
        },
        [_, extra, ..] => {
            Err(format!("unexpected argument `{extra}`: one command at a time, without options"))
        }
    }
}

/// What `cargo xtask help` prints.
fn help() -> String {
    let mut text = String::from(
        "cargo xtask COMMAND\n\n  test      every step below, in this order; stops at the first failure\n",
    );
    for step in steps::ALL {
        text.push_str(&format!("  {:<9} {}\n", step.name, step.about));
    }
    text.push_str("  help      this text\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(arguments: &[&str]) -> Result<Vec<&'static str>, String> {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        select(&arguments).map(|steps| steps.iter().map(|step| step.name).collect())
    }

    #[test]
    fn test_runs_every_step_in_order() {
        let expected = [
            "fmt", "clippy", "tests", "doc", "examples", "benches", "peers", "scripts", "fuzz", "tidy",
            "crates", "features", "foreign", "package", "semver", "msrv",
        ];
        assert_eq!(names(&["test"]).unwrap(), expected);
    }

    #[test]
    fn each_step_runs_alone_and_help_runs_none() {
        assert_eq!(names(&["tidy"]).unwrap(), ["tidy"]);
        assert!(names(&[]).unwrap().is_empty());
        assert!(names(&["--help"]).unwrap().is_empty());
        assert!(steps::ALL.iter().all(|step| help().contains(step.name)));
    }

    #[test]
    fn unknown_commands_and_options_are_named() {
        assert!(names(&["tidi"]).unwrap_err().contains("`tidi`"));
        assert!(names(&["tidy", "--fix"]).unwrap_err().contains("`--fix`"));
    }
}
