use super::*;

#[test]
fn what_is_kept_is_bounded_and_the_oldest_goes_first() {
    let mut kept = RecentFiles {
        files: LruCache::unbounded(),
        n_bytes: 0,
    };
    let recipe = |n: usize| Recipe(n.to_string());
    let file: Arc<[u8]> = vec![0; KEPT_BYTES / 4].into();
    for n in [0, 1, 2, 3, 3, 0, 4] {
        kept.keep(recipe(n), Arc::clone(&file));
    }
    let known = [0, 1, 2, 3, 4].map(|n| kept.files.contains(&recipe(n)));
    assert_eq!(known, [true, false, true, true, true]);
    assert_eq!(kept.n_bytes, KEPT_BYTES);
}
