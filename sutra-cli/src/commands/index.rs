//! `sutra index`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;
use sutra::core::{Error, ErrorKind, Result, ResultExt};
use sutra::{Collection, CommitReport};

use crate::args::BuildArgs;
use crate::cache::{IGNORED, hide};
use crate::links;
use crate::output::{Output, note};
use crate::progress::Bar;
use crate::refresh::commit;
use crate::report::Report;
use crate::setup::Setup;
use crate::source_names::{names_of, source_name};
use crate::specs::EncoderSpec;

pub(crate) fn run(args: &BuildArgs) -> Result<()> {
    Report::check(args.report.as_deref())?;
    let settings = Collection::settings_of(&args.out, None)?;
    let nothing = args.delete.is_empty() && args.forget.is_empty() && args.index.links.is_none();
    if args.paths.is_empty() && (settings.is_none() || nothing) {
        return Err(Error::invalid_config(
            "name a PATH to index; a collection takes --delete, --forget and --links alone too",
        ));
    }
    let setup = match &settings {
        Some(settings) => Setup::of(settings)?.changed_by(&args.index)?,
        None => {
            check_empty(&args.out)?;
            Setup::new(&args.index, Some(EncoderSpec::parse(args.index.encoder())?))?
        }
    };
    let mut sources = sources(args)?;
    let none = BTreeMap::new();
    let settings_now = settings.as_ref().unwrap_or(&none);
    let names: Vec<String> = args.forget.iter().flat_map(|path| names_of(path)).collect();
    let named = args.index.links.as_deref();
    let recipe = links::of_collection(setup.recipe()?, settings_now, named, &sources, &names)?;
    if settings.is_none() {
        // An index of the folder around it must not find its own files.
        hide(&args.out).with_context(|| format!("creating {}", args.out.display()))?;
    }
    let bar = Bar::new();
    let mut writer = Collection::open_or_create(&args.out, recipe)?.writer()?;
    let mut report = Report::default();
    // To know the sources takes a look at all documents.
    let needed = !args.forget.is_empty() || sources.len() > 1;
    let known = if needed { writer.sources()? } else { Vec::new() };
    for (name, path) in forgotten(&known, args, &sources)? {
        let gone = writer.forget(&name).with_context(|| format!("--forget {}", path.display()))?;
        report.add_removed(gone);
    }
    // A source that is known gives up what it has lost before a new one asks for it.
    sources.sort_by_key(|path| !known.contains(&source_name(path)));
    for path in &sources {
        let source = setup.source(&source_name(path), std::slice::from_ref(path))?;
        report.add(&writer.sync_files(&source, &bar)?);
    }
    let mut unknown = Vec::new();
    for id in &args.delete {
        if writer.delete(id)? {
            report.add_removed(1);
        } else {
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
        check_there(path)?;
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

/// Checks that a source is there. A folder that is not mounted must not lose its documents.
fn check_there(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let message = format!(
                "{0}: {error}; nothing was changed. --forget {0} removes the documents of a source that is gone",
                path.display()
            );
            Err(Error::new(ErrorKind::NotFound, message).with_source(error))
        }
        _ => Ok(()),
    }
}

/// The sources that are to be forgotten, each once, with the path as it was typed.
///
/// # Errors
/// One that is not known, and one that is to be indexed as well.
fn forgotten<'a>(
    known: &[String],
    args: &'a BuildArgs,
    sources: &[PathBuf],
) -> Result<BTreeMap<String, &'a Path>> {
    let mut forgotten = BTreeMap::new();
    for path in &args.forget {
        let Some(name) = names_of(path).into_iter().find(|name| known.contains(name)) else {
            let known = known.join(", ");
            let message = format!("--forget {}: there is no such source; there are: {known}", path.display());
            return Err(Error::new(ErrorKind::NotFound, message));
        };
        if sources.iter().any(|source| source_name(source) == name) {
            return Err(Error::invalid_config(format!(
                "--forget {}: it is a PATH to index too; do one, then the other",
                path.display()
            )));
        }
        forgotten.insert(name, path.as_path());
    }
    Ok(forgotten)
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
    report.tell_left_out();
    output.finish()
}
