//! How requests go to Discord, and how long they wait where it asks for a pause.
//!
//! The library waits by itself with its own limiter. It has none where requests go another way than straight to Discord, and
//! then what Discord says of the pause is lost with the answer, so it is read here.

use std::{sync::Arc, time::Duration};

use serde::{Serialize, de::DeserializeOwned};
use serenity::{
    all::CreateAttachment,
    http::{
        ErrorResponse, Http, HttpError, LightMethod, Multipart, MultipartUpload, Request, Route,
        StatusCode,
    },
};
use tokio::time::{Instant, sleep_until};

use super::failure::{Failure, patiently};
use crate::chat::kit::Memory;

/// All routes, where a pause is for all of them.
const ALL: &str = "*";

/// The way to Discord.
pub(super) struct RequestLine {
    http: Arc<Http>,
    /// What requests go by where the library has no limiter.
    client: Option<reqwest::Client>,
    /// Until when nothing is to be asked, by route. A route may have a token in it.
    pauses: Memory<String, Instant>,
}

impl RequestLine {
    pub(super) fn new(http: Arc<Http>) -> RequestLine {
        let client = http.ratelimiter.is_none().then(reqwest::Client::new);
        RequestLine {
            http,
            client,
            pauses: Memory::default(),
        }
    }

    /// Asks for something that is answered with a value.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: &impl Serialize,
        files: Vec<CreateAttachment>,
    ) -> Result<T, Failure> {
        self.value(request(method, route, body, files)?).await
    }

    /// Asks for what there is.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
        parameters: Vec<(&'static str, String)>,
    ) -> Result<T, Failure> {
        self.value(Request::new(route, LightMethod::Get).params(Some(parameters)))
            .await
    }

    /// Asks for something that is only done.
    pub(super) async fn tell(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: &impl Serialize,
        files: Vec<CreateAttachment>,
    ) -> Result<(), Failure> {
        self.done(request(method, route, body, files)?).await
    }

    /// Asks for something that takes no words: that it be added, or taken away.
    pub(super) async fn order(&self, method: LightMethod, route: Route<'_>) -> Result<(), Failure> {
        self.done(Request::new(route, method)).await
    }

    async fn value<T: DeserializeOwned>(&self, request: Request<'_>) -> Result<T, Failure> {
        patiently(async { Ok(self.perform(request).await?.json().await?) }).await
    }

    async fn done(&self, request: Request<'_>) -> Result<(), Failure> {
        patiently(async { self.perform(request).await.map(drop) }).await
    }

    async fn perform(&self, request: Request<'_>) -> Result<reqwest::Response, serenity::Error> {
        let Some(client) = &self.client else {
            return self.http.request(request).await;
        };
        let route = request.route_ref().path().into_owned();
        let method = request.method_ref().reqwest_method();
        // Answers to people are under no limit that is for all requests.
        let is_answer = matches!(request.route_ref(), Route::InteractionResponse { .. });
        loop {
            self.wait(&route, is_answer).await;
            let built = request.clone();
            let built = built.build(client, self.http.token(), self.http.proxy.as_deref())?;
            let response = built.send().await?;
            if response.status().is_success() {
                return Ok(response);
            }
            let Some(pause) = pause(&response) else {
                let refused = ErrorResponse::from_response(response, method).await;
                return Err(HttpError::UnsuccessfulRequest(refused).into());
            };
            let is_for_all = response.headers().contains_key("x-ratelimit-global");
            let whom = if is_for_all && !is_answer {
                ALL
            } else {
                &route
            };
            self.pauses.put(whom.to_owned(), Instant::now() + pause);
        }
    }

    /// Waits until it may be asked again.
    async fn wait(&self, route: &str, is_answer: bool) {
        let until = |route| self.pauses.get(route);
        let for_all = if is_answer { None } else { until(ALL) };
        if let Some(until) = until(route).max(for_all) {
            sleep_until(until).await;
        }
    }
}

/// How long Discord wants not to be asked, if that is why it refuses.
fn pause(response: &reqwest::Response) -> Option<Duration> {
    if response.status() != StatusCode::TOO_MANY_REQUESTS {
        return None;
    }
    let seconds = response.headers().get("retry-after")?.to_str().ok()?;
    Duration::try_from_secs_f64(seconds.parse().ok()?).ok()
}

fn request<'a>(
    method: LightMethod,
    route: Route<'a>,
    body: &impl Serialize,
    files: Vec<CreateAttachment>,
) -> Result<Request<'a>, Failure> {
    let json = serde_json::to_string(body).map_err(serenity::Error::from)?;
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
