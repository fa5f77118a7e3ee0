//! Requests to Discord. They wait for its [rate limits](super::rate_limits) before they are sent.

use std::{sync::Arc, time::Duration};

use secrecy::{ExposeSecret, SecretString};
use serde::{Serialize, de::DeserializeOwned};
use serenity::{
    all::CreateAttachment,
    http::{ErrorResponse, HttpError, LightMethod, Multipart, MultipartUpload, Request, Route},
};
use tokio::time::{Instant, sleep_until, timeout};

use super::{
    failure::{Failure, failure, timed_out},
    rate_limits::{LimitBucket, RequestLimits},
};

/// The timeout of a request, including the wait for a rate limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// The client for requests to Discord.
#[derive(Clone)]
pub(super) struct RequestLine {
    client: reqwest::Client,
    /// The base of all URLs.
    api: Arc<str>,
    /// The token, as it is sent.
    token: Arc<SecretString>,
    limits: Arc<RequestLimits>,
    /// True if requests wait for a rate limit that ends within [`PATIENCE`]; otherwise they fail with the time that is
    /// left.
    waits: bool,
}

impl RequestLine {
    pub(super) fn new(api: &str, token: &SecretString) -> RequestLine {
        let token = token.expose_secret().trim();
        let token = format!("Bot {}", token.strip_prefix("Bot ").unwrap_or(token));
        RequestLine {
            client: reqwest::Client::new(),
            api: api.into(),
            token: Arc::new(token.into()),
            limits: Arc::default(),
            waits: true,
        }
    }

    /// Returns a client that does not wait for a rate limit. The request fails, so that the caller checks again whether it is
    /// still wanted.
    pub(super) fn at_once(&self) -> RequestLine {
        RequestLine {
            waits: false,
            ..self.clone()
        }
    }

    /// Returns the token, as it is sent.
    pub(super) fn token(&self) -> &str {
        self.token.expose_secret()
    }

    /// Sends a `GET` request and parses the response.
    pub(super) async fn get<T: DeserializeOwned>(&self, route: Route<'_>) -> Result<T, Failure> {
        self.value(Request::new(route, LightMethod::Get)).await
    }

    /// Sends a request and parses the response.
    pub(super) async fn value<T: DeserializeOwned>(
        &self,
        request: Request<'_>,
    ) -> Result<T, Failure> {
        let exchange = async {
            let answer = self.perform(request).await?.json().await;
            answer.map_err(|error| failure(error.into()))
        };
        timeout(PATIENCE, exchange).await.map_err(timed_out)?
    }

    /// Sends a request and ignores the body of the response.
    pub(super) async fn send(&self, request: Request<'_>) -> Result<(), Failure> {
        let performed = timeout(PATIENCE, self.perform(request)).await;
        performed.map_err(timed_out)?.map(drop)
    }

    async fn perform(&self, request: Request<'_>) -> Result<reqwest::Response, Failure> {
        let bucket = LimitBucket::of(&request);
        let method = request.method_ref().reqwest_method();
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.wait(&bucket, deadline).await?;
            let response = self.transmit(request.clone()).await.map_err(failure)?;
            let (status, headers) = (response.status(), response.headers());
            let pause = self.limits.read(&bucket, status, headers);
            if status.is_success() {
                return Ok(response);
            }
            if pause.is_none() {
                let refused = ErrorResponse::from_response(response, method).await;
                let refused = HttpError::UnsuccessfulRequest(refused);
                return Err(failure(refused.into()));
            }
        }
    }

    async fn transmit(&self, request: Request<'_>) -> Result<reqwest::Response, serenity::Error> {
        let built = request.build(&self.client, self.token(), Some(&self.api))?;
        Ok(built.send().await?)
    }

    /// Waits until the rate limits allow a request. A limit may grow during the wait. If it ends after the deadline the
    /// request fails, and Discord has certainly done nothing.
    async fn wait(&self, bucket: &LimitBucket, deadline: Instant) -> Result<(), Failure> {
        while let Some(until) = self.limits.until(bucket) {
            if !self.waits || until > deadline {
                return Err(Failure::Limited(until - Instant::now()));
            }
            sleep_until(until).await;
        }
        Ok(())
    }
}

/// Makes a request with a JSON body.
pub(super) fn with_json<'a>(
    method: LightMethod,
    route: Route<'a>,
    body: &impl Serialize,
) -> Result<Request<'a>, Failure> {
    with_files(method, route, body, Vec::new())
}

/// Makes a request with a JSON body and files.
pub(super) fn with_files<'a>(
    method: LightMethod,
    route: Route<'a>,
    body: &impl Serialize,
    files: Vec<CreateAttachment>,
) -> Result<Request<'a>, Failure> {
    let json = serde_json::to_string(body).map_err(|error| failure(error.into()))?;
    let request = Request::new(route, method);
    if files.is_empty() {
        return Ok(request.body(Some(json.into_bytes())));
    }
    Ok(request.multipart(Some(Multipart {
        upload: MultipartUpload::Attachments(files),
        fields: Vec::new(),
        payload_json: Some(json),
    })))
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderMap;
    use serde_json::Value;
    use serenity::http::StatusCode;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_limit_beyond_patience_is_reported_as_limited() {
        let line = RequestLine::new("http://127.0.0.1:9", &"token".into());
        let headers = [("retry-after", "120")].map(|(name, value)| {
            let name = name.parse().expect("the name of a header");
            (name, value.parse().expect("the value of a header"))
        });
        let headers: HeaderMap = headers.into_iter().collect();
        let refused = StatusCode::TOO_MANY_REQUESTS;
        line.limits.read(&LimitBucket::All, refused, &headers);
        for line in [line.clone(), line.at_once()] {
            match line.get::<Value>(Route::GatewayBot).await {
                Err(Failure::Limited(limit)) => assert_eq!(limit, Duration::from_secs(120)),
                other => panic!("{other:?}"),
            }
        }
    }
}
