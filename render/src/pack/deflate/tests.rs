use std::io::Cursor;

use super::*;
use crate::{in_memory, png, testing::noise};

fn decode(file: &[u8]) -> Vec<u8> {
    let mut decoder = ::png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(::png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().expect("the file is a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("the picture is small")];
    reader.next_frame(&mut pixels).expect("the stream is whole");
    pixels
}

/// Assembles a picture from tiles given by width and seed, in bands given by height, and decodes it.
#[track_caller]
fn check(bands: &[(usize, &[(usize, u32)])]) {
    let width: usize = bands[0].1.iter().map(|(width, _)| width).sum();
    let samples: Vec<(Vec<u8>, usize)> = vec![(noise(20, 20, 7), 20)];
    let code = code(&samples, width + 1);
    let mut expected = Vec::new();
    let mut packed: Vec<Vec<Arc<Packed>>> = Vec::new();
    for (height, tiles) in bands {
        let drawn: Vec<Vec<u8>> = tiles
            .iter()
            .map(|(width, seed)| noise(*width, *height, *seed))
            .collect();
        for y in 0..*height {
            for (pixels, (width, _)) in drawn.iter().zip(*tiles) {
                expected.extend_from_slice(&pixels[y * width..(y + 1) * width]);
            }
        }
        let mut band: Vec<Arc<Packed>> = Vec::new();
        for (number, (pixels, tile)) in drawn.iter().zip(*tiles).enumerate() {
            // Equal tiles are one tile, as from the cache.
            let twin = tiles[..number].iter().position(|other| other == tile);
            band.push(match twin {
                Some(twin) => Arc::clone(&band[twin]),
                None => Arc::new(Packed::new(pixels, tile.0, width + 1, &code)),
            });
        }
        packed.push(band);
    }
    let palette = [[0; 3]; 96];
    let height = expected.len() / width;
    let zlib = zlib(&code, &packed);
    let file =
        in_memory(|out| png::write_packed((width as u32, height as u32), &palette, &zlib, out));
    assert!(decode(&file) == expected, "another picture comes back");
}

#[test]
fn pictures_come_back_as_they_were() {
    check(&[(1, &[(6, 1)])]);
    check(&[(9, &[(6, 1), (30, 2), (30, 3), (30, 2), (6, 4)])]);
    check(&[
        (5, &[(720, 1)]),
        (40, &[(360, 2), (360, 2)]),
        (5, &[(719, 3), (1, 1)]),
    ]);
    for seed in 0..60 {
        let size = 6 + seed as usize * 5;
        check(&[
            (
                size,
                &[(size, seed), (size, seed + 1), (size, seed), (size, seed)],
            ),
            (7, &[(4 * size, seed + 2)]),
            (
                size,
                &[(size, seed + 3), (2 * size, seed), (size, seed + 3)],
            ),
        ]);
    }
}

#[test]
fn areas_of_one_color_cost_next_to_nothing() {
    let pixels = vec![3; 720 * 700];
    let code = code(&[(pixels[..7200].to_vec(), 720)], 721);
    let tile = Arc::new(Packed::new(&pixels, 720, 721, &code));
    assert!(zlib(&code, &[vec![tile]]).len() < pixels.len() / 100);
}
