//! Folders and files that are searched, from a cache that is brought up to date.

use std::path::PathBuf;
use std::sync::Arc;

use sutra::core::{Error, ErrorKind, Observer, Result};
use sutra::{Collection, FileSource, FilesReport, Generation, GenerationBuilder};

use crate::cache::Cache;
use crate::links;
use crate::output::note;
use crate::refresh::{in_memory, refresh, waiting};
use crate::setup::Setup;

/// What is searched, and how it is indexed.
pub(crate) struct Folder {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) setup: Setup,
    pub(crate) links: Option<PathBuf>,
}

/// What asks a generation.
type Ask<'a, T> = &'a dyn Fn(&Arc<Generation>) -> Result<T>;

impl Folder {
    /// Brings the cache up to date and asks it. The answer does not need the cache: one that is damaged is made anew,
    /// and where none can be kept all is built in memory.
    pub(crate) fn ask<T>(&self, watch: &dyn Observer, ask: Ask<'_, T>) -> Result<(T, FilesReport)> {
        let links = match &self.links {
            Some(file) => links::read(file)?,
            None => links::read_all(&links::beside(&self.paths)?)?,
        };
        let recipe = self.setup.recipe()?.links(links);
        let source = self.setup.source("files", &self.paths)?;
        let answer = Cache::new(&self.key()).and_then(|cache| {
            from_cache(&cache, &recipe, &source, watch, ask).or_else(|error| {
                if !is_damage(&error) {
                    return Err(error);
                }
                note(format_args!("the cache is made anew: {error}"));
                cache.clear()?;
                from_cache(&cache, &recipe, &source, watch, ask)
            })
        });
        match answer {
            Err(error)
                if is_damage(&error) || matches!(error.kind(), ErrorKind::Io | ErrorKind::NotFound) =>
            {
                note(format_args!("no cache is kept: {error}"));
                let (generation, files) = in_memory(recipe, &source, watch)?;
                Ok((ask(&generation)?, files))
            }
            answer => answer,
        }
    }

    /// What tells this search's cache from others.
    fn key(&self) -> Vec<Vec<u8>> {
        let here = std::env::current_dir().unwrap_or_default();
        let mut key = vec![env!("CARGO_PKG_VERSION").into(), here.into_os_string().into_encoded_bytes()];
        key.extend(self.paths.iter().map(|path| path.as_os_str().as_encoded_bytes().to_vec()));
        key.push(format!("{} {:?}", self.setup.key(), self.links).into_bytes());
        key
    }
}

fn from_cache<T>(
    cache: &Cache,
    recipe: &GenerationBuilder,
    source: &FileSource,
    watch: &dyn Observer,
    ask: Ask<'_, T>,
) -> Result<(T, FilesReport)> {
    let collection = waiting(|| Collection::open_or_create(cache.folder(), recipe.clone()))?;
    let mut writer = waiting(|| collection.writer())?;
    let (generation, files) = refresh(&mut writer, &collection, source, watch)?;
    drop(writer);
    Ok((ask(&generation)?, files))
}

/// Whether files are not what was written, or not what this version writes.
fn is_damage(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Corrupt | ErrorKind::Version | ErrorKind::ForeignFingerprint)
}
