use std::io::Cursor;

use super::*;
use crate::noise::noise;

fn decode(file: &[u8]) -> Vec<u8> {
    let mut decoder = ::png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(::png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().expect("the file is a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("the picture is small")];
    reader.next_frame(&mut pixels).expect("the stream is whole");
    pixels
}

/// Makes a PNG file from the zlib stream of its pixels.
fn file(width: usize, height: usize, zlib: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_palette(&[0; 3 * 96]);
    let mut writer = encoder.write_header().expect("memory takes everything");
    let written = writer.write_chunk(::png::chunk::IDAT, zlib);
    written.expect("memory takes everything");
    writer.finish().expect("memory takes everything");
    file
}

fn tile(pixels: &[u8], width: usize) -> Tile<'_> {
    Tile::new(pixels, width).expect("the pixels are rows of the width")
}

/// Assembles a picture from tiles given by width and seed, in bands given by height, and decodes it.
#[track_caller]
fn check(bands: &[(usize, &[(usize, u32)])]) {
    let width: usize = bands[0].1.iter().map(|(width, _)| width).sum();
    let sample = noise(20, 20, 7);
    let code = TileCode::new(width, &[tile(&sample, 20)]).expect("the picture is narrow");
    let mut expected = Vec::new();
    let mut packed: Vec<Vec<Arc<PackedTile>>> = Vec::new();
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
        let mut band: Vec<Arc<PackedTile>> = Vec::new();
        for (number, (pixels, drawn)) in drawn.iter().zip(*tiles).enumerate() {
            // Equal tiles are one tile, as from the cache.
            let twin = tiles[..number].iter().position(|other| other == drawn);
            band.push(match twin {
                Some(twin) => Arc::clone(&band[twin]),
                None => Arc::new(code.pack(&tile(pixels, drawn.0))),
            });
        }
        packed.push(band);
    }
    let zlib = code.zlib(&packed).expect("the bands cover the picture");
    let file = file(width, expected.len() / width, &zlib);
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
    let code = TileCode::new(720, &[tile(&pixels[..7200], 720)]).expect("the picture is narrow");
    let packed = Arc::new(code.pack(&tile(&pixels, 720)));
    let zlib = code
        .zlib(&[vec![packed]])
        .expect("the band covers the picture");
    assert!(zlib.len() < pixels.len() / 100);
}

#[test]
fn the_widest_picture_comes_back_as_it_was() {
    check(&[(5, &[(TileCode::MAX_WIDTH, 1)])]);
}

#[test]
fn a_picture_beyond_the_maximum_width_is_refused() {
    let max = TileCode::MAX_WIDTH;
    let width = max + 1;
    let refused = PackError::TooWide { width, max };
    assert_eq!(TileCode::new(width, &[]).err(), Some(refused));
}

#[test]
fn a_tile_has_whole_rows() {
    for (n_pixels, width) in [(0, 1), (1, 0), (7, 2), (0, 0)] {
        let refused = PackError::NotRows { n_pixels, width };
        let pixels = vec![0; n_pixels];
        assert_eq!(Tile::new(&pixels, width).err(), Some(refused));
    }
}

#[test]
fn a_band_that_does_not_cover_the_picture_is_refused() {
    let code = TileCode::new(8, &[]).expect("the picture is narrow");
    let pixels = [0; 32];
    let pack = |n_pixels: usize, width| Arc::new(code.pack(&tile(&pixels[..n_pixels], width)));
    let whole = || vec![pack(16, 4), pack(16, 4)];
    let refused = Err(PackError::Uneven { band: 1 });
    assert!(code.zlib(&[whole(), whole()]).is_ok());
    for band in [vec![], vec![pack(16, 4)], vec![pack(16, 4), pack(12, 4)]] {
        assert_eq!(code.zlib(&[whole(), band]), refused);
    }
}
