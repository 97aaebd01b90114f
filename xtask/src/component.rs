//! The toolchain components that two of the checks need.

use crate::command::{capture, cargo, command};
use crate::workspace::Workspace;

/// Whether `cargo SUBCOMMAND` works, after trying to install `component` where it does not.
pub(crate) fn is_there(workspace: &Workspace, subcommand: &str, component: &str) -> bool {
    let works = || capture(cargo(workspace, &[subcommand, "--version"])).is_ok();
    if works() {
        return true;
    }
    println!("cargo {subcommand} is missing: trying `rustup component add {component}`");
    match capture(command(workspace, "rustup", &["component", "add", component])) {
        Ok(_) => works(),
        Err(error) => {
            println!("{error}");
            false
        }
    }
}
