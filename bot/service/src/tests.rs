//! Tests of the service as a whole: random lives of matches, and processes that share a store.

mod lives;
mod rivals;

use std::{collections::BTreeMap, sync::Arc};

use rules::{Color, GameInput, Next};

use crate::{
    match_store::{entries, schema},
    testing::*,
    *,
};

use api::{Entry, Platform, StoreError};
use command::{Command, Control, Intent, OfferKind};
