//! `sutra verify`.

use std::process::ExitCode;

use serde_json::json;
use sutra::core::Result;
use sutra::{Collection, Verification, VerifiedFile};

use crate::args::VerifyArgs;
use crate::output::Output;
use crate::progress::Bar;

pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode> {
    let bar = Bar::new();
    let found = Collection::verify_folder(&args.folder, args.generation, &bar)?;
    bar.finish();
    let mut output = Output::new();
    if args.json {
        let files = found
            .files
            .iter()
            .map(|file| json!({"path": path(args, file), "blocks": file.blocks, "damaged": file.damaged}));
        output.json(&json!({"generation": found.generation, "files": files.collect::<Vec<_>>()}))?;
    } else {
        print(&mut output, args, &found)?;
    }
    output.finish()?;
    Ok(if found.is_clean() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn path(args: &VerifyArgs, file: &VerifiedFile) -> String {
    args.folder.join(&file.name).display().to_string()
}

fn print(output: &mut Output, args: &VerifyArgs, found: &Verification) -> Result<()> {
    let damaged = found.files.iter().filter(|file| !file.damaged.is_empty());
    for file in damaged.clone() {
        let blocks: Vec<String> = file.damaged.iter().map(ToString::to_string).collect();
        output.line(format_args!(
            "{}: damaged blocks {} of {}",
            path(args, file),
            blocks.join(", "),
            file.blocks
        ))?;
    }
    let blocks: usize = found.files.iter().map(|file| file.blocks).sum();
    output.line(format_args!(
        "generation {}: {} files, {blocks} blocks, {} files damaged",
        found.generation,
        found.files.len(),
        damaged.count()
    ))
}
