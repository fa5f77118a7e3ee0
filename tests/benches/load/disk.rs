//! The speed of the disk itself.

use std::{fs::File, io::Write, sync::mpsc, thread};

use tokio::sync::oneshot;

use crate::load::{folder, load};

/// The minimum throughput of 1, 16 and 256 clients, in percent of the floor.
pub(crate) const OF_THE_DISK: [(u64, u32); 3] = [(1, 50), (16, 50), (256, 20)];

/// Measures the disk: records of 1 KiB per second, from one thread that appends and fdatasyncs all waiting records at once.
pub(crate) fn disk(n_clients: u64) -> f64 {
    let folder = folder();
    let mut file = File::create(folder.path().join("records")).expect("a file");
    let (sender, receiver) = mpsc::channel::<(Vec<u8>, oneshot::Sender<()>)>();
    let writer = thread::spawn(move || {
        while let Ok((mut records, answer)) = receiver.recv() {
            let mut answers = vec![answer];
            for (record, answer) in receiver.try_iter() {
                records.extend(record);
                answers.push(answer);
            }
            file.write_all(&records).expect("the records are written");
            file.sync_data().expect("the records are on the disk");
            for answer in answers {
                answer.send(()).expect("the client waits");
            }
        }
    });
    let load = load(n_clients, move |client, n| {
        let (answer, answered) = oneshot::channel();
        sender
            .send((text(client << 32 | n, 1024), answer))
            .expect("the writer works");
        async { answered.await.expect("the writer answers") }
    });
    writer.join().expect("the writer ends");
    load.per_second()
}

/// Returns text of this length without repetitions.
pub(crate) fn text(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let letters = (0..length).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        b'a' + state.to_be_bytes()[0] % 26
    });
    letters.collect()
}
