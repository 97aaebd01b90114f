//! Text analysis for retrieval: tokens, folding, stemmers and stop words by language.
