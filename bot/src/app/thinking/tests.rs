use std::{
    pin::pin,
    sync::mpsc::{Receiver, Sender, channel},
    task::{Poll, Waker},
};

use super::*;
use crate::{
    app::OsDice,
    ports::{Batch, Entry, Rows, Store, StoreError},
    store::MemoryStore,
};

/// A store that tells when it is looked through, and holds that up until it is told to go on.
struct Held {
    inner: MemoryStore,
    begun: mpsc::UnboundedSender<()>,
    go_on: Mutex<Receiver<()>>,
}

impl Rows for Held {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.inner.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let _ = self.begun.send(());
        let go_on = self.go_on.lock().unwrap_or_else(PoisonError::into_inner);
        // A test that is over holds nothing up.
        let _ = go_on.recv();
        self.inner.scan(prefix, after, limit)
    }
}

impl Store for Held {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        self.inner.commit(batch)
    }

    fn reopen(&self) -> Result<(), StoreError> {
        self.inner.reopen()
    }

    fn give_back(&self) -> Result<(), StoreError> {
        self.inner.give_back()
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.inner.snapshot()
    }
}

fn held() -> (Writer, mpsc::UnboundedReceiver<()>, Sender<()>) {
    let (begun, is_begun) = mpsc::unbounded_channel();
    let (let_go, go_on) = channel();
    let store = Held {
        inner: MemoryStore::new(),
        begun,
        go_on: Mutex::new(go_on),
    };
    (Writer::new(Arc::new(store)), is_begun, let_go)
}

/// Whether something is done after all that it can do at once.
fn is_done<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> bool {
    let mut context = std::task::Context::from_waker(Waker::noop());
    matches!(future.poll(&mut context), Poll::Ready(_))
}

#[tokio::test]
async fn nobody_takes_for_done_what_somebody_else_still_looks_for() {
    let (thinking, _answers) =
        Thinking::start(ThinkingParts::of_engine(1, 1 << 20, Box::new(OsDice)));
    let (writer, mut is_begun, let_go) = held();
    let (first, its_writer) = (Arc::clone(&thinking), writer.clone());
    let first = tokio::spawn(async move { first.catch_up(&its_writer).await });
    is_begun.recv().await.expect("it is looked through");
    let (mut second, mut idle) = (pin!(thinking.catch_up(&writer)), pin!(thinking.idle()));
    assert!(!is_done(second.as_mut()));
    assert!(!is_done(idle.as_mut()));
    let_go.send(()).expect("the store waits");
    first.await.expect("it ends");
    second.await;
    idle.await;
}
