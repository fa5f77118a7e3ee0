//! The local web page.
