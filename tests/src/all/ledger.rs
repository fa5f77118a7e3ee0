//! The one writer.
