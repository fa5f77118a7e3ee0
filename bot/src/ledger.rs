//! The one writer: many ask for changes, one thread makes them durable together.
