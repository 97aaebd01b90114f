//! A collection with changed bytes in any of its files opens, answers, verifies and merges, or says what is wrong: nothing
//! panics and nothing is allocated that the files cannot hold. Checksums are not looked at here, so that the readers
//! behind them are met.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sutra::core::{Corpus, Document, Filter, Query, Result, Unwatched};
use sutra::encode::{HashEncoder, LsaFit};
use sutra::store::{MemoryStore, Store};
use sutra::{Collection, EncoderSource, Generation, GenerationBuilder, Pipeline, Preset};

/// A file, a place in it, and the byte that is put there.
type Edit = (u8, u16, u8);

/// Names and bytes of files.
type Files = Vec<(String, Vec<u8>)>;

fn recipe(fitted: bool) -> Result<GenerationBuilder> {
    let recipe = Generation::builder().links([("a", "c")]);
    let encoder = if fitted {
        EncoderSource::fit(LsaFit::new().with_rank(2))
    } else {
        EncoderSource::ready(HashEncoder::new(8)?)
    };
    Ok(recipe.encoder(encoder))
}

/// The files of a small collection of three commits.
fn files(fitted: bool) -> Result<Files> {
    let store = MemoryStore::new();
    let collection = Collection::open_or_create_in(store.clone(), recipe(fitted)?)?;
    let mut writer = collection.writer()?;
    for (id, text) in
        [("a", "Bread rises. The oven is warm."), ("b", "Granite walls."), ("c", "The oven of the mill.")]
    {
        writer.add(Document::new(id, text).with_title(id).with_metadata("kind", "works").with_link("b"))?;
    }
    writer.commit(&Unwatched)?;
    writer.delete("b")?;
    writer.commit(&Unwatched)?;
    writer.add(Document::new("a", "Bread again, and an oven."))?;
    writer.commit(&Unwatched)?;
    store.list()?.into_iter().map(|name| Ok((name.clone(), store.read(&name)?.bytes().to_vec()))).collect()
}

static FILES: LazyLock<[Files; 2]> =
    LazyLock::new(|| [false, true].map(|fitted| files(fitted).expect("a collection can be made")));

fn use_it(store: MemoryStore, fitted: bool) -> Result<()> {
    let collection = Collection::open_in(store, recipe(fitted)?)?;
    let _ = collection.verify(None, &Unwatched);
    let generation = collection.latest()?;
    for preset in [Preset::Bm25, Preset::Full] {
        let pipeline = Pipeline::builder().preset(preset).bind(&generation)?;
        let query = Query::new("warm oven").with_filter(Filter::eq("kind", "works").not());
        let _ = pipeline.search(&query);
    }
    let _ = generation.corpus().each_passage(&mut |_, _| Ok(()));
    let _ = generation.corpus().resolve(&Filter::exists("kind"));
    collection.writer()?.compact(&Unwatched)?;
    Ok(())
}

fuzz_target!(|input: (bool, Vec<Edit>, Option<(u8, u16)>)| {
    let (fitted, edits, cut) = input;
    let mut files = FILES[usize::from(fitted)].clone();
    let count = files.len();
    for (file, at, byte) in edits {
        let bytes = &mut files[usize::from(file) % count].1;
        let length = bytes.len();
        if let Some(place) = bytes.get_mut(usize::from(at) % length.max(1)) {
            *place = byte;
        }
    }
    if let Some((file, length)) = cut {
        files[usize::from(file) % count].1.truncate(usize::from(length));
    }
    let store = MemoryStore::new();
    for (name, bytes) in files {
        let mut file = store.create(&name).expect("a name of a store");
        file.write(&bytes).expect("memory");
    }
    let _ = use_it(store, fitted);
});
