//! The color scheme of a widget: that of the client around it.

use rules::Variant;
use serde_json::Value;
use tests::{browser::Driver, nginx::Nginx, skip::skips_nginx};

use super::table::Table;

/// Plays a client in the window of the widget itself: asks the widget by `ask`, and refuses to tell it who its reader is.
const CLIENT: &str = r#"
    window.ask = (action, data) =>
        postMessage({ api: "toWidget", action, requestId: action, widgetId: "w", data });
    addEventListener("message", ({ data }) => {
        if (data.action === "get_openid" && !data.response) postMessage({ ...data, response: { state: "blocked" } });
    });
"#;

/// A condition: a document has this background.
fn is_on(document: &str, background: &str) -> String {
    format!("getComputedStyle({document}.body).backgroundColor === '{background}'")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_widget_and_its_board_are_dark_or_light_as_their_client_is_and_the_browser_is_not() {
    const DARK: &str = "rgb(23, 29, 36)";
    const LIGHT: &str = "rgb(244, 246, 248)";
    if skips_nginx() {
        return;
    }
    let Some(driver) = Driver::start() else {
        return;
    };
    let public = [
        ("ODDBOARD_WEB_URL", "https://play.example.org"),
        ("ODDBOARD_WEB_LISTEN", "127.0.0.1:0"),
    ];
    let mut table = Table::open_in(false, Value::Null, &public).await;
    let played = table.begin(Variant::Berolina, "").await;
    let nginx = Nginx::start_with_tls(&table.page_address()).await;
    let browser = driver
        .open_for("play.example.org", &nginx.address(), 1000, 700)
        .await;
    browser.likes("light").await;
    let widget = format!(
        "https://play.example.org/widget?match={}#?widgetId=w&theme=dark",
        played.id
    );
    browser.load(&widget).await;
    browser.until(&is_on("document", DARK)).await;
    browser.run(CLIENT).await;
    browser.run("ask('capabilities', {})").await;
    browser.press("Watch without signing in").await;
    let board = "document.querySelector('iframe').contentDocument";
    let is_shown = format!("{board}.querySelector('#board [data-square=h1]')");
    browser.until(&is_shown).await;
    browser.until(&is_on(board, DARK)).await;
    browser.likes("dark").await;
    browser
        .run("ask('theme_change', { name: 'light-high-contrast' })")
        .await;
    for document in ["document", board] {
        browser.until(&is_on(document, LIGHT)).await;
    }
    // A client without a name for its theme leaves it to the browser.
    browser.run("ask('theme_change', {})").await;
    for document in ["document", board] {
        browser.until(&is_on(document, DARK)).await;
    }
    browser.close().await;
    table.close().await;
}
