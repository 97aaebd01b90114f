//! Tests of the text analysis.

mod golden;
mod laws;
mod props;
mod regression;
