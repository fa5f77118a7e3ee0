//! *Sign in with Discord* on the web page, by OAuth 2 with PKCE.

use std::{borrow::Cow, error::Error, time::Duration};

use async_trait::async_trait;
use oauth2::{
    AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, TokenResponse as _,
    TokenUrl,
    basic::{BasicClient, BasicErrorResponse, BasicErrorResponseType},
};
use reqwest::{header, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serenity::{constants::USER_AGENT, model::user::CurrentUser};
use tracing::{error, warn};

use super::invite::{ParseTokenError, application};
use api::{IdentityProvider, Platform, SignInAttempt, Speaker, UserId};
use text::Text;

/// The time in which Discord has to answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The path of the page to which Discord sends people back.
const RETURN_PATH: &str = "enter";

/// A client with the addresses of consent and of tokens.
type Client = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// The client of Discord that identifies people for the web page.
pub struct DiscordIdentity {
    /// The client without a redirect. The codes of an Activity come without one.
    pub(super) client: Client,
    /// The address of the page to which Discord sends people back.
    redirect: RedirectUrl,
    pub(super) http: reqwest::Client,
    /// The base of all URLs.
    api: String,
}

/// *Sign in with Discord* cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The token of the bot does not name its application.
    #[error(transparent)]
    Token(#[from] ParseTokenError),
    /// An address is not valid.
    #[error("the address of Discord or of the page is not a URL")]
    Address(#[from] oauth2::url::ParseError),
    /// The HTTP client does not start.
    #[error("the HTTP client does not start")]
    Http(#[from] reqwest::Error),
}

impl DiscordIdentity {
    /// Makes the client of the application of a bot, by the bot's token and the client secret of its application. `api` is the base
    /// of all URLs of Discord, and `page_url` the public address of the page, without a slash at its end.
    ///
    /// # Errors
    ///
    /// The token does not name an application, or an address is not valid.
    pub fn new(
        api: &str,
        token: &SecretString,
        secret: &SecretString,
        page_url: &str,
    ) -> Result<DiscordIdentity, IdentityError> {
        let id = application(token.expose_secret()).ok_or(ParseTokenError)?;
        let client = BasicClient::new(ClientId::new(id.to_string()))
            .set_client_secret(ClientSecret::new(secret.expose_secret().to_owned()))
            .set_auth_uri(AuthUrl::new(format!("{api}/oauth2/authorize"))?)
            .set_token_uri(TokenUrl::new(format!("{api}/api/v10/oauth2/token"))?);
        // A redirect could lead to any other address.
        let http = reqwest::Client::builder()
            .redirect(Policy::none())
            .timeout(TIMEOUT)
            .user_agent(USER_AGENT)
            .build()?;
        Ok(DiscordIdentity {
            client,
            redirect: RedirectUrl::new(format!("{page_url}/{RETURN_PATH}"))?,
            http,
            api: api.to_owned(),
        })
    }

    /// Sends a `GET` request with a token, as it is sent.
    pub(super) async fn get(
        &self,
        path: &str,
        token: &str,
    ) -> Result<reqwest::Response, reqwest::Error> {
        let request = self.http.get(format!("{}/api/v10/{path}", self.api));
        request.header(header::AUTHORIZATION, token).send().await
    }

    /// Returns the owner of an access token.
    pub(super) async fn owner(&self, token: &str) -> Result<Speaker, reqwest::Error> {
        let found = self.get("users/@me", &["Bearer", token].join(" ")).await?;
        let owner: CurrentUser = found.error_for_status()?.json().await?;
        Ok(Speaker {
            name: owner.display_name().to_owned(),
            id: UserId::new(Platform::Discord, owner.id.to_string()),
        })
    }
}

#[async_trait]
impl IdentityProvider for DiscordIdentity {
    fn begin(&self) -> SignInAttempt {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, state) = self
            .client
            .authorize_url(CsrfToken::new_random)
            .set_redirect_uri(Cow::Borrowed(&self.redirect))
            .add_scope(Scope::new("identify".to_owned()))
            .set_pkce_challenge(challenge)
            .url();
        SignInAttempt {
            url: url.into(),
            state: state.into_secret(),
            verifier: verifier.into_secret(),
        }
    }

    async fn account(&self, code: &str, verifier: &str) -> Result<Speaker, Text> {
        let code = AuthorizationCode::new(code.to_owned());
        let token = self
            .client
            .exchange_code(code)
            .set_redirect_uri(Cow::Borrowed(&self.redirect))
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.to_owned()))
            .request_async(&self.http)
            .await;
        let token = token.map_err(|error| refused(error, text::page_discord_over()))?;
        let owner = self.owner(token.access_token().secret()).await;
        owner.map_err(|_| unreachable())
    }
}

/// Logs that Discord gives no token for a code, and returns the text for the person: `over` if the code is used or too old.
pub(super) fn refused<E: Error>(
    error: RequestTokenError<E, BasicErrorResponse>,
    over: Text,
) -> Text {
    match error {
        RequestTokenError::ServerResponse(response) => match response.error() {
            BasicErrorResponseType::InvalidGrant => over,
            kind => {
                error!(
                    %kind,
                    "Discord refuses to sign people in; check [discord] client_secret and the redirect of the application"
                );
                text::page_discord_refuses()
            }
        },
        _ => unreachable(),
    }
}

/// Logs that Discord does not answer, and returns the text for the person. The error itself could name the code.
pub(super) fn unreachable() -> Text {
    warn!("Discord does not answer, so a person cannot sign in on the page");
    text::page_discord_unreachable()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_asks_for_the_name_alone_and_has_a_state_and_a_challenge_of_its_own() {
        let identity = DiscordIdentity::new(
            "https://discord.com",
            &SecretString::from("MTIzNDU2Nzg5MDEyMzQ1Njc4.x.y"),
            &SecretString::from("secret"),
            "https://play.example.org",
        );
        let identity = identity.expect("all is well");
        let [one, other] = [identity.begin(), identity.begin()];
        assert!(one.state != other.state && one.verifier != other.verifier);
        let url = oauth2::url::Url::parse(&one.url).expect("a URL");
        let given = |name: &str| {
            let mut pairs = url.query_pairs();
            let pair = pairs.find(|(given, _)| given == name);
            pair.map(|(_, value)| value.into_owned())
        };
        for (name, value) in [
            ("client_id", "123456789012345678"),
            ("response_type", "code"),
            ("scope", "identify"),
            ("redirect_uri", "https://play.example.org/enter"),
            ("code_challenge_method", "S256"),
            ("state", &one.state),
        ] {
            assert_eq!(given(name).as_deref(), Some(value), "{name}");
        }
        assert!(given("code_challenge").is_some_and(|challenge| challenge != one.verifier));
        assert!(!one.url.contains("secret"));
    }
}
