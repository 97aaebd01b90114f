//! Rank fusion, reranking signals and the explained final score.
