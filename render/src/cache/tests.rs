use std::sync::Arc;

use packer::{PackedTile, TileCode};

use super::*;

fn rank(number: u8) -> Tile {
    Tile::Rank(number)
}

fn packed() -> Arc<PackedTile> {
    let pixels: Vec<u8> = (0..=u8::MAX).collect();
    let tile = packer::Tile::new(&pixels, 16).expect("a square");
    let code = TileCode::new(16, &[]).expect("a narrow picture");
    Arc::new(code.pack(&tile))
}

#[test]
fn recently_used_entries_stay_in_the_cache() {
    let packed = packed();
    let mut cache = Cache::new(packed.n_bytes() * 8);
    for number in 0..40 {
        cache.insert(rank(number), Arc::clone(&packed));
        assert!(
            cache.find(&rank(0)).is_some(),
            "0 is asked for all the time"
        );
        assert!(cache.find(&rank(number)).is_some());
    }
    assert!(cache.find(&rank(1)).is_none());
}

#[test]
fn the_budget_is_kept() {
    let packed = packed();
    let mut cache = Cache::new(packed.n_bytes() * 8);
    for number in 0..40 {
        cache.insert(rank(number), Arc::clone(&packed));
        cache.find(&rank(number / 2));
        assert!(cache.young.len() + cache.old.len() <= 8);
    }
}
