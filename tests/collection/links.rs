//! Links between documents, and the scores that they give.

use std::collections::BTreeMap;

use sutra::core::{Corpus, DocId, Document, Unwatched};
use sutra::store::MemoryStore;
use sutra::{Collection, Generation, GenerationBuilder};

fn recipe() -> GenerationBuilder {
    Generation::builder().without_encoder()
}

fn linked(id: &str, links: &[&str]) -> Document {
    links.iter().fold(Document::new(id, format!("The text of {id}.")), |document, to| document.with_link(*to))
}

/// The centrality of each document by its id; empty where there are no links.
fn scores(generation: &Generation) -> BTreeMap<String, f32> {
    let Some(centrality) = generation.centrality() else { return BTreeMap::new() };
    let corpus = generation.corpus();
    let found = corpus.resolve(&sutra::core::Filter::And(Vec::new())).unwrap();
    let chunks: Vec<_> = found.iter().collect();
    let candidates = corpus.candidates(&chunks).unwrap();
    candidates.iter().map(|one| (one.id.to_string(), centrality.scores()[one.document.index()])).collect()
}

fn close(found: &BTreeMap<String, f32>, expected: &BTreeMap<String, f32>) {
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (id, score) in found {
        assert!(
            (score - expected[id]).abs() <= 1e-6 * expected[id],
            "{id}: {score} against {}",
            expected[id]
        );
    }
}

/// What the documents have when they come in at once.
fn at_once(documents: &[Document]) -> BTreeMap<String, f32> {
    scores(&recipe().build(documents.to_vec()).unwrap())
}

#[test]
fn every_commit_has_the_scores_of_its_links() {
    let collection = Collection::open_or_create_in(MemoryStore::new(), recipe()).unwrap();
    let mut writer = collection.writer().unwrap();
    let mut now: BTreeMap<String, Document> = BTreeMap::new();
    // A star, then a link to what comes later, then it comes, then the centre changes, then a leaf goes.
    let steps: [&[Document]; 6] = [
        &[linked("hub", &["a", "b", "c"]), linked("a", &[]), linked("b", &[]), linked("c", &[])],
        &[linked("d", &["later", "nobody"])],
        &[linked("plain", &[])],
        &[linked("later", &[])],
        &[linked("hub", &["a", "d"])],
        &[linked("a", &["a", "later"])],
    ];
    for step in steps {
        for document in step {
            writer.add(document.clone()).unwrap();
            now.insert(document.id.clone(), document.clone());
        }
        writer.commit(&Unwatched).unwrap();
        let documents: Vec<Document> = now.values().cloned().collect();
        close(&scores(&collection.latest().unwrap()), &at_once(&documents));
    }
    writer.delete("d").unwrap();
    now.remove("d");
    writer.commit(&Unwatched).unwrap();
    let documents: Vec<Document> = now.values().cloned().collect();
    close(&scores(&collection.latest().unwrap()), &at_once(&documents));
    writer.compact(&Unwatched).unwrap();
    assert_eq!(
        scores(&collection.latest().unwrap()),
        at_once(&documents),
        "from scratch they are the same bits"
    );
}

#[test]
fn without_a_link_that_joins_two_documents_there_are_no_scores() {
    let collection = Collection::open_or_create_in(MemoryStore::new(), recipe()).unwrap();
    let mut writer = collection.writer().unwrap();
    writer.add(linked("a", &["b", "a"])).unwrap();
    writer.commit(&Unwatched).unwrap();
    assert!(collection.latest().unwrap().centrality().is_none());
    writer.add(linked("b", &[])).unwrap();
    writer.commit(&Unwatched).unwrap();
    let joined = collection.latest().unwrap();
    assert_eq!(joined.centrality().unwrap().scores().len(), joined.corpus().find(&["a", "b"]).unwrap().len());
    writer.delete("b").unwrap();
    writer.commit(&Unwatched).unwrap();
    assert!(collection.latest().unwrap().centrality().is_none());
}

#[test]
fn links_of_a_recipe_stay_until_another_recipe_has_others() {
    let store = MemoryStore::new();
    let open = |recipe| Collection::open_or_create_in(store.clone(), recipe).unwrap();
    let commit =
        |collection: &Collection| collection.writer().unwrap().commit(&Unwatched).unwrap().generation;
    let collection = open(recipe().links([("a", "b")]));
    let mut writer = collection.writer().unwrap();
    for id in ["a", "b", "c"] {
        writer.add(linked(id, &[])).unwrap();
    }
    writer.commit(&Unwatched).unwrap();
    drop(writer);
    let first = scores(&collection.latest().unwrap());
    assert!(first["a"] > first["c"]);
    let silent = open(recipe());
    assert_eq!(commit(&silent), 1, "nothing changed");
    assert_eq!(scores(&silent.latest().unwrap()), first);
    let other = open(recipe().links([("c", "b")]));
    assert_eq!(commit(&other), 2);
    let second = scores(&other.latest().unwrap());
    assert!(second["c"] > second["a"]);
    let none = open(recipe().links(Vec::<(String, String)>::new()));
    assert_eq!(commit(&none), 3);
    assert!(none.latest().unwrap().centrality().is_none());
    assert_eq!(none.latest().unwrap().corpus().document(DocId::new(0)).unwrap().id, "a");
}
