//! Properties that hold for every reader.
