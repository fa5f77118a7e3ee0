//! Errors that keep the bot from connecting to Discord.

/// Errors that keep the bot from connecting to Discord.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// Discord does not know the token.
    #[error(
        "Discord does not know this token. Copy it again from https://discord.com/developers/applications, section Bot, into [discord] token or ODDBOARD_DISCORD_TOKEN"
    )]
    Token,
    /// Other processes use a different number of shards.
    #[error(
        "[discord] shards is {configured} here and {in_use} where others run on the same data (processes beside this one: {n_others}). Write {in_use} or auto here, or stop all of them and start each with {configured}"
    )]
    Numbering {
        /// The configured number.
        configured: u32,
        /// The number in use.
        in_use: u32,
        /// The number of other living processes.
        n_others: usize,
    },
    /// Discord refuses this bot with its settings, now and later.
    #[error("Discord refuses the connection: {0}")]
    Refused(String),
    /// The connection ended for good.
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
}
