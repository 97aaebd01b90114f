//! The links between documents: from a file that is named, or from the files beside corpora.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sutra::GenerationBuilder;
use sutra::core::{Error, ErrorKind, Result, ResultExt};
use sutra::graph::LinkTable;
use sutra::ingest::Ingest;

use crate::input::read_text;
use crate::output::note;
use crate::source_names::source_name;

pub(crate) type Links = Vec<(String, String)>;

/// The setting that says where a collection's links come from.
const SETTING: &str = "links";

/// Its value where they come from a file that was named.
const NAMED: &str = "named";

/// The links of a tab-separated file.
pub(crate) fn read(path: &Path) -> Result<Links> {
    let table = LinkTable::parse(&read_text(path)?).with_context(|| path.display().to_string())?;
    let name = |node: u32| table.names().get(node as usize).cloned().unwrap_or_default();
    Ok(table.links().iter().map(|(from, to)| (name(*from), name(*to))).collect())
}

/// The links of all of these files.
pub(crate) fn read_all(paths: &[PathBuf]) -> Result<Links> {
    let mut links = Vec::new();
    for path in paths {
        links.extend(read(path)?);
    }
    Ok(links)
}

/// The files with links beside the corpora that are found in `paths`.
pub(crate) fn beside(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    Ok(Ingest::new().scan(paths)?.files.into_iter().filter_map(|file| file.links_file).collect())
}

/// The recipe with the links of a collection: those of the file that is named now, or was named once; else those beside
/// the corpora of all its sources but those with the names `forgotten`.
///
/// # Errors
/// Files that cannot be read. One of a source that is not looked at now may be gone: that is noted.
pub(crate) fn of_collection(
    recipe: GenerationBuilder,
    settings: &BTreeMap<String, String>,
    named: Option<&Path>,
    sources: &[PathBuf],
    forgotten: &[String],
) -> Result<GenerationBuilder> {
    let stored = settings.get(SETTING).map_or("", String::as_str);
    let found: Vec<(String, Vec<PathBuf>)> = sources
        .iter()
        .map(|path| Ok((source_name(path), beside(std::slice::from_ref(path))?)))
        .collect::<Result<_>>()?;
    if let Some(file) = named {
        return Ok(recipe.links(read(file)?).setting(SETTING, NAMED));
    }
    if stored == NAMED || stored.is_empty() && found.iter().all(|(_, files)| files.is_empty()) {
        return Ok(recipe);
    }
    let mut files: BTreeMap<String, Vec<PathBuf>> = match stored {
        "" => BTreeMap::new(),
        stored => serde_json::from_str(stored)
            .map_err(|error| Error::corrupt(format!("the setting {SETTING:?}: {error}")))?,
    };
    files.retain(|source, _| !forgotten.contains(source));
    let mut links = Vec::new();
    for (source, theirs) in &mut files {
        if found.iter().all(|(now, _)| now != source) {
            theirs.retain(|file| keep(source, file, &mut links));
        }
    }
    for (source, theirs) in found {
        links.extend(read_all(&theirs)?);
        // Another run may stand in another folder.
        let whole = theirs.iter().map(|file| file.canonicalize().with_context(|| file.display().to_string()));
        files.insert(source, whole.collect::<Result<_>>()?);
    }
    files.retain(|_, files| !files.is_empty());
    let setting = serde_json::to_string(&files).map_err(|error| {
        Error::new(ErrorKind::InvalidInput, format!("the path of a file with links: {error}"))
    })?;
    Ok(recipe.links(links).setting(SETTING, setting))
}

/// Adds the links of a source that is not looked at now; says whether its file is still there.
fn keep(source: &str, file: &Path, links: &mut Links) -> bool {
    match read(file) {
        Ok(found) => links.extend(found),
        Err(error) => {
            note(format_args!("the links of the source {source:?} are gone: {error}"));
            return false;
        }
    }
    true
}
