//! Public data sets as records.
