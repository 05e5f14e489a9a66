//! Simple methods.
