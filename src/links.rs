//! Centralities of the documents of a corpus, from the links between them.

use sutra_core::{Corpus, Observer, Result};
use sutra_graph::{CentralitySignal, GraphBuilder, UndirectedCentrality};

use crate::MemoryCorpus;

/// The centrality of every document; `None` where no link joins two documents of the corpus.
pub(crate) fn centrality(
    corpus: &MemoryCorpus,
    links: &[(String, String)],
    watch: &dyn Observer,
) -> Result<Option<CentralitySignal>> {
    let documents = corpus.documents();
    let own = documents.iter().map(|chunked| chunked.document());
    let own = own.flat_map(|document| document.links.iter().map(|to| (document.id.as_str(), to.as_str())));
    let (from, to): (Vec<&str>, Vec<&str>) =
        own.chain(links.iter().map(|(from, to)| (from.as_str(), to.as_str()))).unzip();
    let mut graph = GraphBuilder::new(documents.len());
    let mut joined = 0_usize;
    for (from, to) in corpus.find(&from)?.into_iter().zip(corpus.find(&to)?) {
        if let (Some(from), Some(to)) = (from, to)
            && from != to
        {
            graph.edge(from.index(), to.index());
            joined += 1;
        }
    }
    if joined == 0 {
        return Ok(None);
    }
    let scores = UndirectedCentrality::new().run(&graph.build_undirected()?, watch)?.scores;
    CentralitySignal::new(corpus.stamp(), scores.into_iter().map(|score| score as f32).collect()).map(Some)
}
