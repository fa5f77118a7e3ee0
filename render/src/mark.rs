//! The marks of diagrams.

/// The meaning of a mark, each with a color and a shape of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The piece slides there: a blue dot.
    Slide,
    /// The piece leaps there: a violet diamond.
    Leap,
    /// The piece can move there but not capture: a green ring.
    MoveOnly,
    /// The piece can capture there but not move: a red cross.
    CaptureOnly,
    /// The text of the diagram mentions the square: a brown frame.
    Noted,
}

impl Mark {
    /// Every mark, in the order in which a legend explains them.
    pub const ALL: [Mark; 5] = [
        Mark::Slide,
        Mark::Leap,
        Mark::MoveOnly,
        Mark::CaptureOnly,
        Mark::Noted,
    ];
}
