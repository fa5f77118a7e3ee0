use std::collections::HashSet;

use super::*;

#[test]
fn no_two_drawings_share_a_name() {
    let names: HashSet<String> = Sprite::all().map(|sprite| sprite.to_string()).collect();
    assert_eq!(names.len(), Sprite::all().count());
    let is_plain = |c: char| c.is_ascii_lowercase() || c == '-';
    assert!(names.iter().all(|name| name.chars().all(is_plain)));
}
