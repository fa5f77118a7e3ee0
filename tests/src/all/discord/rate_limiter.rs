//! The library's own way of waiting where Discord asks to wait.

use std::{net::SocketAddr, time::Duration};

use serde_json::json;
use serenity::{http::HttpBuilder, model::id::ChannelId};
use tests::discord::{Setup, Trouble};

/// The name that the library always asks for, whatever proxy it is told.
const NAME: &str = "discord.com";

#[tokio::test]
async fn the_library_waits_where_it_is_told_to_and_doubles_nothing() {
    let discord = Setup::default().tls(NAME).start().await;
    let lobby = discord.channel("lobby");
    let address: SocketAddr = discord
        .address()
        .trim_start_matches("https://")
        .parse()
        .expect("an address");
    let certificate = reqwest::Certificate::from_der(discord.certificate().expect("it speaks TLS"));
    let client = reqwest::Client::builder()
        .no_proxy()
        .resolve(NAME, address)
        .tls_built_in_root_certs(false)
        .add_root_certificate(certificate.expect("a certificate"))
        .build()
        .expect("a client");
    let http = HttpBuilder::new(discord.token()).client(client).build();
    let channel = ChannelId::new(lobby.id.0);
    let retry_after = Duration::from_millis(200);
    for (n, is_global) in [false, true].into_iter().enumerate() {
        let trouble = Trouble::RateLimited {
            retry_after,
            is_global,
        };
        let limit = discord.misbehave("POST /channels/*/messages", trouble, 2);
        let body = json!({ "content": format!("message {n}") });
        let sent = http
            .send_message(channel, Vec::new(), &body)
            .await
            .expect("it is sent in the end");
        assert_eq!((limit.count(), lobby.messages().len()), (2, n + 1));
        assert_eq!(lobby.messages()[n].id.0, sent.id.get());
    }
    let statuses: Vec<String> = discord
        .calls()
        .iter()
        .filter_map(|call| Some(call.rsplit_once(' ')?.1.to_owned()))
        .collect();
    assert_eq!(statuses, ["429", "429", "200", "429", "429", "200"]);
    discord.finish();
}
