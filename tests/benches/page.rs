//! The live board in a real browser: the first board of a page, the way of a dropped piece, and the frames of a drag on a slow
//! processor.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use serde::Deserialize;
use serde_json::Value;
use tests::{
    bench::percentile,
    browser::{Browser, Driver},
    page_user::{PageUser, text},
};
use tokio::runtime::Runtime;

/// The number of browsers with an empty cache that open a board.
const N_OPENED: usize = 9;

/// The number of matches, and of dropped pieces in each. A person can open ten challenges within an hour, and after four drops
/// the repetition ends the game.
const N_MATCHES: usize = 9;
const N_DROPS: usize = 4;

/// The number of times by which the processor is slowed for the drag.
const SLOWER: f64 = 6.0;

/// A script that notes the time of the first board and the received bytes, and the times after each release of the mouse: when
/// the move is in the document, when that frame is on the screen, and when the move is confirmed.
const STOPWATCH: &str = "
    window.first = null;
    window.drops = [];
    window.frameBytes = 0;
    let drop = null;
    window.WebSocket = class extends WebSocket {
        set onmessage(take) {
            super.onmessage = (event) => {
                window.frameBytes += event.data.length;
                take(event);
            };
        }
    };
    addEventListener('pointerup', () => { drop = { at: performance.now() }; }, { capture: true });
    const look = () => {
        const board = document.querySelector('.picture-frame svg');
        if (board) window.first ??= performance.now();
        if (!drop) return;
        const since = performance.now() - drop.at;
        const isSent = document.querySelector('.sending') !== null;
        if (isSent && drop.drawn === undefined) {
            const mine = drop;
            mine.drawn = since;
            requestAnimationFrame(() => setTimeout(() => { mine.shown = performance.now() - mine.at; }));
        }
        if (!isSent && drop.drawn !== undefined && drop.confirmed === undefined) {
            drop.confirmed = since;
            window.drops.push(drop);
            window.counted?.();
        }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });";

/// A script that returns the bytes that the page has received: files without their headers, and frames.
const BYTES: &str = "
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, window.frameBytes)";

/// A script that counts the frames of the next moments by their length in milliseconds.
const FRAMES: &str = "
    window.frames = [];
    let last = null;
    const count = (now) => {
        if (last !== null) window.frames.push(now - last);
        last = now;
        requestAnimationFrame(count);
    };
    requestAnimationFrame(count)";

fn main() {
    Runtime::new().expect("a runtime").block_on(measure());
}

async fn measure() {
    let (driver, _folder, program) = Driver::with_program().expect("a browser");
    let address = &program.address;
    let ann = PageUser::sign_in(address, "Ann").await;
    let bob = PageUser::sign_in(address, "Bob").await;
    let terms = "berolina @Bob color:white";
    let path = format!("match/{}", ann.begin(address, &bob, terms).await);

    let mut opened = Vec::new();
    for _ in 0..N_OPENED {
        let browser = open(&driver, &ann, address, &path).await;
        let first = number(&browser, "return window.first").await;
        opened.push((first, number(&browser, BYTES).await));
        browser.close().await;
    }
    let millis = |values: Vec<f64>, percent| percentile(&micros(&values), percent) as f64 / 1e3;
    let times: Vec<_> = opened.iter().map(|(time, _)| *time).collect();
    println!(
        "the first board of a page without a cache: p50 {:.0} ms, longest {:.0} ms, {:.0} kB",
        millis(times.clone(), 50),
        millis(times, 100),
        opened[0].1 / 1e3,
    );

    let mut drops = Vec::new();
    for n in 0..N_MATCHES {
        let terms = format!("{terms} time:{}d", n + 1);
        let path = format!("match/{}", ann.begin(address, &bob, &terms).await);
        let browser = open(&driver, &ann, address, &path).await;
        drops.extend(play(&browser, &bob, address).await);
        browser.close().await;
    }
    let times_of = |read: fn(&Drop) -> f64| drops.iter().map(read).collect::<Vec<_>>();
    for (result, times) in [
        ("in the document", times_of(|drop| drop.drawn)),
        ("on the screen", times_of(|drop| drop.shown)),
        ("confirmed", times_of(|drop| drop.confirmed)),
    ] {
        println!(
            "from the drop of a piece until the move is {result}: p50 {:.1} ms, p99 {:.1} ms",
            millis(times.clone(), 50),
            millis(times, 99),
        );
    }

    let browser = open(&driver, &ann, address, &path).await;
    browser
        .until("document.querySelector('[data-square=b1].cell.open')")
        .await;
    browser.slow_down(SLOWER).await;
    browser.run(FRAMES).await;
    browser
        .sweep("b1", &["h8", "a8", "h1", "a1", "h8", "a1"])
        .await;
    let frames = browser.run("return window.frames").await;
    let frames: Vec<f64> = serde_json::from_value(frames).expect("numbers");
    let seconds: f64 = frames.iter().sum::<f64>() / 1e3;
    println!(
        "a drag on a processor slowed {SLOWER} times: {:.0} frames a second, the longest frame {:.0} ms",
        frames.len() as f64 / seconds,
        millis(frames, 100),
    );
    browser.close().await;
}

/// The times of a dropped piece since the release of the mouse, in milliseconds.
#[derive(Deserialize)]
struct Drop {
    drawn: f64,
    shown: f64,
    confirmed: f64,
}

/// Moves White's knight out and back and out again, with replies of Bob, and returns the times of these moves.
async fn play(browser: &Browser, bob: &PageUser, address: &str) -> Vec<Drop> {
    for n in 0..N_DROPS {
        let [from, to] = if n % 2 == 0 {
            ["b1", "c3"]
        } else {
            ["c3", "b1"]
        };
        browser
            .until(&format!(
                "document.querySelector('[data-square={from}].cell.open')"
            ))
            .await;
        browser.drag(from, to).await;
        // A look in each frame would make the browser draw frames.
        browser
            .run(&format!(
                "return new Promise((done) => {{
                    window.counted = () => window.drops.length === {} && done();
                    window.counted();
                }})",
                n + 1
            ))
            .await;
        let id = browser.run("return location.pathname.split('/')[2]").await;
        let id = id.as_str().expect("a text");
        let reply = if n % 2 == 0 { "b8c6" } else { "c6b8" };
        let input = text(&format!("/move {reply} match:{id}"));
        bob.send(address, "lobby", &format!("{id}-{n}"), &input)
            .await;
    }
    browser
        .until("window.drops.every((drop) => drop.shown)")
        .await;
    let drops = browser.run("return window.drops").await;
    serde_json::from_value(drops).expect("times")
}

/// Opens a page of a player in a browser with an empty cache, and waits for its board.
async fn open(driver: &Driver, player: &PageUser, address: &str, path: &str) -> Browser {
    let browser = driver.open(390, 844).await;
    browser.prepare(STOPWATCH).await;
    browser.belongs_to(player).await;
    browser.visit(address, path).await;
    browser.until("window.first !== null").await;
    browser
}

async fn number(browser: &Browser, script: &str) -> f64 {
    match browser.run(script).await {
        Value::Number(number) => number.as_f64().expect("a number"),
        other => panic!("{script} returned {other}"),
    }
}

/// Returns times in milliseconds as whole microseconds.
fn micros(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| (value * 1e3) as u64).collect()
}
