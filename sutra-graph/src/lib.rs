//! PageRank and graph signals over document links.
