//! Retries of failed deliveries: on an order of the operator, at each start, and on a server to which the bot returns.

#[cfg(test)]
pub(crate) mod tests;

use tracing::{info, warn};

use crate::Core;
use api::ServerId;
use service::{Done, Reply, RequestKind, Retried, Retry, Retryables, UpkeepDone};

impl Core {
    /// Retries all failed deliveries, once for each id. Returns the outcome, or `None` if it is not confirmed.
    pub async fn retry(&self, id: u32) -> Option<Retried> {
        self.retry_part_by_part(&format!("order:{id:08x}"), &Retryables::All)
            .await
    }

    /// Retries the deliveries that failed because their platform was switched off, if it is on now.
    pub(crate) async fn retry_switched_on(&self) {
        let id = format!("start:{}", self.now().0);
        let retryables = Retryables::SwitchedOn(self.chats.platforms());
        let Some(retried) = self.retry_part_by_part(&id, &retryables).await else {
            return warn!("cannot retry failed deliveries; not retried until restart");
        };
        let Retried {
            n_tried, n_left, ..
        } = retried;
        if n_tried > 0 {
            info!(n_tried, "retrying failed deliveries");
        }
        if n_left > 0 {
            warn!(
                n_left,
                "there are failed deliveries; `oddboard check --data` lists them"
            );
        }
    }

    /// Retries the deliveries that a server has refused, after the bot returns there.
    pub(crate) async fn retry_on(&self, server: &ServerId) {
        // Usually the server has refused nothing, so no request is needed.
        let (refusals, pool) = (&self.deliveries.refusals, &self.deliveries.snapshots.pool);
        match refusals.include(server, &self.writer, pool).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return warn!(%error, "cannot read the failed deliveries"),
        }
        let id = format!("back:{server}:{}", self.now().0);
        let retryables = Retryables::Server(server.clone());
        match self.retry_part_by_part(&id, &retryables).await {
            Some(retried) if retried.n_tried > 0 => {
                info!(
                    n_tried = retried.n_tried,
                    "retrying the deliveries that a server refused"
                );
            }
            Some(_) => {}
            None => warn!(
                "cannot retry the deliveries that a server refused; not retried until restart"
            ),
        }
    }

    async fn retry_part_by_part(&self, id: &str, retryables: &Retryables) -> Option<Retried> {
        let mut all = Retried::default();
        loop {
            let after = all.last.take();
            let id = [id, after.as_deref().unwrap_or_default()].concat();
            let retryables = retryables.clone();
            let order = self.request(id, RequestKind::Retry(Retry { retryables, after }));
            let reply = self.settle(order).await?;
            let Reply::Done(Done::Upkeep(UpkeepDone::Retried(part))) = &*reply else {
                return None;
            };
            all.n_tried += part.n_tried;
            all.n_dropped += part.n_dropped;
            all.n_left += part.n_left;
            all.last.clone_from(&part.last);
            if all.last.is_none() {
                return Some(all);
            }
        }
    }
}
