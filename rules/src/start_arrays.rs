//! Start arrays that chance draws.

/// Returns all orders of a row in which the two pieces that are `pair` stand on squares of different colors.
///
/// The rows are sorted, from the a-file to the h-file, by the order of the pieces' type. The index of a drawn start counts
/// them from 0. This order is part of the format of records.
pub(crate) fn start_arrays<T: Copy + Ord>(
    mut row: [T; 8],
    pair: T,
) -> impl Iterator<Item = [T; 8]> {
    row.sort_unstable();
    core::iter::successors(Some(row), |row| next(*row))
        .filter(move |row| is_on_both_colors(row, pair))
}

fn is_on_both_colors<T: PartialEq>(row: &[T; 8], pair: T) -> bool {
    let mut files = (0..8).filter(|&file| row[file] == pair);
    matches!((files.next(), files.next()), (Some(one), Some(other)) if (one + other) % 2 == 1)
}

/// Returns the next order of these pieces, if all orders are sorted.
fn next<T: Ord>(mut row: [T; 8]) -> Option<[T; 8]> {
    let pivot = (0..7).rev().find(|&at| row[at] < row[at + 1])?;
    let successor = (pivot..8).rev().find(|&at| row[at] > row[pivot])?;
    row.swap(pivot, successor);
    row[pivot + 1..].reverse();
    Some(row)
}

#[cfg(test)]
mod tests;
