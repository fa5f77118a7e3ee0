//! Pictures as pixels, to be compared.

use std::{fs, io::Cursor, path::Path};

use png::{ColorType, Decoder, Encoder, Transformations};

/// Colors, row by row, three bytes a pixel.
#[derive(PartialEq)]
pub struct Picture {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Three bytes a pixel.
    pub colors: Vec<u8>,
}

impl Picture {
    /// Reads a PNG file; what is transparent in it counts for nothing.
    ///
    /// # Panics
    ///
    /// It is none, or shows no colors.
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
    /// The file cannot be written.
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

    /// The color of a pixel; black outside.
    fn color(&self, x: u32, y: u32) -> [u8; 3] {
        if x >= self.width || y >= self.height {
            return [0; 3];
        }
        let at = (y * self.width + x) as usize * 3;
        [self.colors[at], self.colors[at + 1], self.colors[at + 2]]
    }

    /// This picture, the other one, and white where they differ by more than `tolerance` in a color, side by side; and how
    /// many pixels do.
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
