//! The generation of a collection that is to be searched.

use std::path::Path;
use std::sync::Arc;

use sutra::core::{Error, Result};
use sutra::{Collection, Generation};

use crate::args::SearchArgs;
use crate::pipeline_spec::PipelineSpec;
use crate::setup::Setup;

/// The generation to search, where `--in` names a collection.
///
/// # Errors
/// Flags that do not go with a collection; one that is damaged.
pub(crate) fn generation_of(args: &SearchArgs, pipeline: &PipelineSpec) -> Result<Option<Arc<Generation>>> {
    let mut found = None;
    for path in &args.paths {
        if let Some(settings) = Collection::settings_of(path, args.generation)? {
            found = Some((path, Setup::of(&settings)?));
        }
    }
    let Some((path, setup)) = found else {
        return match args.generation {
            Some(_) => Err(Error::invalid_config("--generation is for a collection, and --in names none")),
            None => Ok(None),
        };
    };
    check(args, path)?;
    let setup = setup.changed_by(&args.index)?;
    let (name, asked) = (setup.encoder_name(), &args.pipeline);
    if pipeline.encoder(name)?.is_some_and(|wanted| Some(wanted) != setup.encoder) {
        return Err(Error::invalid_config(format!(
            "the pipeline {asked} needs another encoder than {name}, which {} was made with",
            path.display()
        )));
    }
    let collection = Collection::open(path, setup.recipe()?)?;
    let generation =
        args.generation.map_or_else(|| collection.latest(), |number| collection.generation(number));
    generation.map(Some)
}

fn check(args: &SearchArgs, path: &Path) -> Result<()> {
    let path = path.display();
    if args.paths.len() > 1 {
        return Err(Error::invalid_config(format!(
            "{path} is a collection, which is searched alone: one --in"
        )));
    }
    if args.index.chunk.is_some() || args.index.links.is_some() {
        return Err(Error::invalid_config(format!(
            "{path} is a collection, cut and linked as it was indexed: --chunk and --links belong to sutra index"
        )));
    }
    Ok(())
}
