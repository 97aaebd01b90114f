//! Running cargo and its companions from the workspace root, without stdin.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::workspace::Workspace;

/// A command in the workspace root that reads nothing from stdin.
pub(crate) fn command(workspace: &Workspace, program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(workspace.root()).stdin(Stdio::null());
    command
}

/// A cargo command. Nested calls take the same toolchain as the outer one.
pub(crate) fn cargo(workspace: &Workspace, arguments: &[&str]) -> Command {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    command(workspace, &program, arguments)
}

/// Runs with output passed through.
pub(crate) fn run(mut command: Command) -> Result<(), String> {
    println!("$ {}", shown(&command));
    let status = command.status().map_err(|error| format!("{}: {error}", shown(&command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", shown(&command))) }
}

/// Runs with stdout handed to `each` line by line as it comes, and stderr passed through.
pub(crate) fn run_lines(mut command: Command, mut each: impl FnMut(&str)) -> Result<(), String> {
    println!("$ {}", shown(&command));
    let failed = |error: std::io::Error, command: &Command| format!("{}: {error}", shown(command));
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| failed(error, &command))?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line.map_err(|error| failed(error, &command))?;
            each(String::from_utf8_lossy(&line).trim_end_matches('\r'));
        }
    }
    let status = child.wait().map_err(|error| failed(error, &command))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", shown(&command))) }
}

/// Runs quietly; the stdout if it succeeded, else its stderr in the error.
pub(crate) fn capture(mut command: Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{}: {error}", shown(&command)))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!("{} ended with {}\n{}", shown(&command), output.status, stderr.trim_end()))
}

/// The command as one would type it.
fn shown(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let mut text = program.rsplit(['/', '\\']).next().unwrap_or(&program).to_string();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_comes_back_and_failure_names_the_command() {
        let workspace = Workspace::of_this_build();
        assert!(capture(cargo(&workspace, &["--version"])).unwrap().starts_with("cargo "));
        let error = capture(cargo(&workspace, &["no-such-command"])).unwrap_err();
        assert!(error.starts_with("cargo no-such-command ended with "), "{error}");
        let mut lines = Vec::new();
        run_lines(cargo(&workspace, &["--version"]), |line| lines.push(line.to_string())).unwrap();
        assert_eq!(lines.len(), 1);
    }
}
