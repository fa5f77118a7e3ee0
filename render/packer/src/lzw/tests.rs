use super::*;
use crate::noise::noise;

/// Decodes a file whose only frame is packed like this.
fn decode(packed: Vec<u8>, width: u16, height: u16) -> Vec<u8> {
    let frame = ::gif::Frame {
        width,
        height,
        buffer: packed.into(),
        ..::gif::Frame::default()
    };
    let mut file = Vec::new();
    let mut encoder = ::gif::Encoder::new(&mut file, width, height, &[0; 3 * 128])
        .expect("memory takes everything");
    encoder
        .write_lzw_pre_encoded_frame(&frame)
        .expect("memory takes everything");
    drop(encoder);
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::Indexed);
    options.check_lzw_end_code(true);
    let mut decoder = options.read_info(&file[..]).expect("the file is a GIF");
    let frame = decoder.read_next_frame().expect("the frame is whole");
    frame.expect("there is a frame").buffer.to_vec()
}

#[test]
fn pixels_come_back_as_they_were() {
    // One encoder for all: its remaining state must not matter.
    let mut lzw = Lzw::new();
    for (width, height) in [(1, 1), (2, 1), (7, 3), (90, 90), (333, 200), (720, 800)] {
        for seed in 0..12 {
            let pixels = noise(width, height, seed);
            let packed = lzw.encode(&pixels).expect("colors of the palette");
            assert!(
                packed == Lzw::new().encode_colors(&pixels),
                "{width} x {height}, {seed}"
            );
            let decoded = decode(packed, width as u16, height as u16);
            assert!(decoded == pixels, "{width} x {height}, {seed}");
        }
    }
}

/// Tests runs of every length around the changes of the number of bits, and more runs than there are codes.
#[test]
fn stretches_come_back_as_they_were() {
    let mut lzw = Lzw::new();
    for length in (1..600).chain([1_000, 32_640, 500_000, 9_000_000]) {
        let pixels = vec![127; length];
        let (width, height) = match length {
            9_000_000 => (3_000, 3_000),
            500_000 => (1_000, 500),
            length => (length as u16, 1),
        };
        assert!(
            decode(lzw.encode_colors(&pixels), width, height) == pixels,
            "{length}"
        );
    }
}

/// Compares the size with the plain encoder of the `gif` crate, with a tolerance of a few bytes for full tables.
#[test]
fn it_packs_as_well_as_a_plain_encoder() {
    let mut lzw = Lzw::new();
    for seed in 0..6 {
        let pixels = noise(720, 400, seed);
        let mut frame = ::gif::Frame {
            width: 720,
            height: 400,
            buffer: pixels.clone().into(),
            ..::gif::Frame::default()
        };
        frame.make_lzw_pre_encoded();
        let (ours, theirs) = (lzw.encode_colors(&pixels).len(), frame.buffer.len());
        assert!(ours <= theirs + theirs / 50, "{ours} and {theirs}");
    }
}

#[test]
fn a_color_beyond_the_palette_is_refused() {
    assert_eq!(Lzw::new().encode(&[127, 128]), Err(PackError::Color(128)));
    assert!(Lzw::new().encode(&[127]).is_ok());
}
