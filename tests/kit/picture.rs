//! Pictures as pixels, for comparison.

use std::{fs, io::Cursor, path::Path};

use png::{ColorType, Decoder, Encoder, Transformations};

/// A picture as color values, row by row, three bytes a pixel.
#[derive(PartialEq)]
pub struct Picture {
    /// The width, in pixels.
    pub width: u32,
    /// The height, in pixels.
    pub height: u32,
    /// The colors, three bytes a pixel.
    pub colors: Vec<u8>,
}

impl Picture {
    /// Reads a PNG file, and ignores the transparency in it.
    ///
    /// # Panics
    ///
    /// Panics if it is no PNG file, or has no colors.
    pub fn read(file: &[u8]) -> Picture {
        let mut decoder = Decoder::new(Cursor::new(file));
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("the file is a PNG");
        let mut colors = vec![0; reader.output_buffer_size().expect("the picture is small")];
        let info = reader
            .next_frame(&mut colors)
            .expect("the picture is whole");
        if info.color_type == ColorType::Rgba {
            let pixels = colors.chunks_exact(4);
            colors = pixels.flat_map(|pixel| &pixel[..3]).copied().collect();
        } else {
            assert_eq!(info.color_type, ColorType::Rgb);
        }
        Picture {
            width: info.width,
            height: info.height,
            colors,
        }
    }

    /// Writes a PNG file.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be written.
    pub fn write(&self, path: &Path) {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(ColorType::Rgb);
        let mut writer = encoder.write_header().expect("memory takes everything");
        writer
            .write_image_data(&self.colors)
            .expect("the picture is whole");
        writer.finish().expect("memory takes everything");
        fs::write(path, file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// Returns the color of a pixel; black outside the picture.
    fn color(&self, x: u32, y: u32) -> [u8; 3] {
        if x >= self.width || y >= self.height {
            return [0; 3];
        }
        let at = (y * self.width + x) as usize * 3;
        [self.colors[at], self.colors[at + 1], self.colors[at + 2]]
    }

    /// Returns this picture, the other one, and a mask side by side, and the number of differing pixels. The mask is white
    /// at pixels that differ by more than `tolerance` in a color.
    pub fn beside(&self, other: &Picture, tolerance: u8) -> (Picture, usize) {
        let (width, height) = (self.width.max(other.width), self.height.max(other.height));
        let (mut colors, mut n_different) = (Vec::new(), 0);
        for y in 0..height {
            colors.extend((0..width).flat_map(|x| self.color(x, y)));
            colors.extend((0..width).flat_map(|x| other.color(x, y)));
            for x in 0..width {
                let pairs = self.color(x, y).into_iter().zip(other.color(x, y));
                let differs = pairs
                    .into_iter()
                    .any(|(one, other)| one.abs_diff(other) > tolerance);
                n_different += usize::from(differs);
                colors.extend([if differs { u8::MAX } else { 0 }; 3]);
            }
        }
        let panels = Picture {
            width: 3 * width,
            height,
            colors,
        };
        (panels, n_different)
    }
}
