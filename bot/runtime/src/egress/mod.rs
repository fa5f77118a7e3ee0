//! Egress: makes deliveries, and draws boards and pictures.

pub(crate) mod delivery;
pub(crate) mod engine_lines;
pub(crate) mod gallery;
pub(crate) mod reviews;
