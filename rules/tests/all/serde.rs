//! Checks that, with the feature `serde`, types with a text form are serialized as that text.

use rules::{Action, Color, GameInput, Record, Setup, Variant};

fn check<T: serde::Serialize + serde::de::DeserializeOwned + ToString>(text: &str) {
    let json = serde_json::to_string(text).expect("it is text");
    let read: T = serde_json::from_str(&json).expect("it is read");
    assert_eq!(read.to_string(), text);
    assert_eq!(serde_json::to_string(&read).expect("it is written"), json);
    assert!(serde_json::from_str::<T>("\"no such thing\"").is_err());
}

#[test]
fn texts_are_written_and_read() {
    check::<Action>("e2e4");
    check::<Color>("White");
    check::<GameInput>("egg:koopa");
    check::<Record>("oddboard record 1\nsetup: berolina\n\ne2g4 draw:agreed\n");
    check::<Setup>("chakart objects=open");
    check::<Variant>("bario");
}
