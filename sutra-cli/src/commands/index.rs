//! `sutra index`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use sutra::core::{Error, Result, ResultExt};
use sutra::{Collection, CommitReport};

use crate::args::BuildArgs;
use crate::cache::{IGNORED, hide};
use crate::links;
use crate::output::{Output, note};
use crate::progress::Bar;
use crate::refresh::commit;
use crate::report::Report;
use crate::setup::Setup;
use crate::specs::EncoderSpec;

pub(crate) fn run(args: &BuildArgs) -> Result<()> {
    let settings = Collection::settings_of(&args.out, None)?;
    let only_paths = settings.is_none() || args.delete.is_empty() && args.index.links.is_none();
    if args.paths.is_empty() && only_paths {
        return Err(Error::invalid_config(
            "name a PATH to index; a collection takes --delete and --links alone too",
        ));
    }
    let setup = match &settings {
        Some(settings) => Setup::of(settings)?.changed_by(&args.index)?,
        None => {
            check_empty(&args.out)?;
            Setup::new(&args.index, Some(EncoderSpec::parse(args.index.encoder())?))?
        }
    };
    let sources = sources(args)?;
    let none = BTreeMap::new();
    let settings_now = settings.as_ref().unwrap_or(&none);
    let recipe = links::of_collection(setup.recipe()?, settings_now, args.index.links.as_deref(), &sources)?;
    if settings.is_none() {
        // An index of the folder around it must not find its own files.
        hide(&args.out).with_context(|| format!("creating {}", args.out.display()))?;
    }
    let bar = Bar::new();
    let mut writer = Collection::open_or_create(&args.out, recipe)?.writer()?;
    let mut report = Report::default();
    for path in &sources {
        let source = setup.source(&source_name(path), std::slice::from_ref(path))?;
        report.add(&writer.sync_files(&source, &bar)?);
    }
    let mut unknown = Vec::new();
    for id in &args.delete {
        if !writer.delete(id)? {
            unknown.push(id.as_str());
        }
    }
    let done = commit(&mut writer, &bar)?;
    bar.finish();
    report.documents = done.documents;
    report.write(args.report.as_deref())?;
    print(args.json, &done, &report, &unknown)
}

/// The paths that were named, each once, none of them the collection itself.
fn sources(args: &BuildArgs) -> Result<Vec<PathBuf>> {
    let mut sources: Vec<PathBuf> = Vec::new();
    let own = args.out.canonicalize().ok();
    for path in &args.paths {
        let inside =
            own.as_ref().is_some_and(|own| path.canonicalize().is_ok_and(|path| path.starts_with(own)));
        if inside {
            return Err(Error::invalid_config(format!("{} lies in the collection itself", path.display())));
        }
        if !sources.iter().any(|known| source_name(known) == source_name(path)) {
            sources.push(path.clone());
        }
    }
    Ok(sources)
}

/// What a path is called as a source: the same, however it is spelt and from wherever. Its documents keep the spelling.
fn source_name(path: &Path) -> String {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}

/// What the making of a collection leaves behind when it is interrupted.
const BEGUN: [&str; 3] = ["sutra.lock", "sutra.current.next", "manifest-00000000"];

/// Checks that a folder that is no collection holds nothing that is somebody's.
fn check_empty(folder: &Path) -> Result<()> {
    let context = || format!("{}: neither empty nor a collection", folder.display());
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).with_context(context)? {
        let entry = entry.with_context(context)?;
        let name = entry.file_name();
        let begun = BEGUN.iter().any(|begun| name == *begun);
        let hidden =
            name == ".gitignore" && fs::read(entry.path()).is_ok_and(|text| text == IGNORED.as_bytes());
        if !begun && !hidden {
            return Err(Error::invalid_config(format!("{}: it holds {}", context(), name.display())));
        }
    }
    Ok(())
}

fn print(as_json: bool, done: &CommitReport, report: &Report, unknown: &[&str]) -> Result<()> {
    let mut output = Output::new();
    if as_json {
        output.json(&json!({
            "generation": done.generation,
            "documents": done.documents,
            "added": done.added,
            "updated": done.updated,
            "removed": done.removed,
            "unchanged": done.unchanged,
            "chunks": done.chunks,
            "refitted": done.refitted,
            "left_out": report.left_out,
            "unknown": unknown,
        }))?;
    } else {
        output.line(format_args!(
            "generation {}: {} documents ({} added, {} updated, {} removed, {} unchanged), {} chunks, {} left out",
            done.generation,
            done.documents,
            done.added,
            done.updated,
            done.removed,
            done.unchanged,
            done.chunks,
            report.left_out.len()
        ))?;
        for id in unknown {
            note(format_args!("--delete {id}: there is no such document"));
        }
    }
    output.finish()
}
