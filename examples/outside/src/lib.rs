//! Every stage of Sutra, written outside the family: one file each, small and real, to learn from.
