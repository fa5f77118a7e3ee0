//! Why the bot does not come to Discord.

/// Why the bot does not come to Discord.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// The token is none that Discord knows.
    #[error(
        "Discord does not know this token. Copy it anew from https://discord.com/developers/applications, section Bot, into [discord] token or ODDBOARD_DISCORD_TOKEN"
    )]
    Token,
    /// Other processes number the shards differently.
    #[error(
        "[discord] shards is {wanted} here and {in_use} where others run on the same data (processes beside this one: {n_others}). Write {in_use} or auto here, or stop all of them and start each with {wanted}"
    )]
    Numbering {
        /// The number that was asked for.
        wanted: u32,
        /// The number that is in use.
        in_use: u32,
        /// How many other processes live.
        n_others: usize,
    },
    /// Discord does not let this bot connect with its settings, and will not later.
    #[error("Discord refuses the connection: {0}")]
    Refused(String),
    /// The connection cannot be kept up.
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
}
