//! Retrieval indexes: exact dense search and BM25.
