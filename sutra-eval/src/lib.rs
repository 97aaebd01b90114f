//! Evaluation of rankings with honest statistics.
