use std::future;

use tokio::runtime::Runtime;

use super::*;
use api::Batch;
use store::Engine as Kind;

#[test]
fn a_stop_takes_effect_before_due_work_is_done() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("data");
    let open = || store::open(Kind::default(), &path).expect("the folder is free");
    let due = "due/0000000000000001/00007";
    {
        let store = open();
        let mut batch = Batch::default();
        batch.put(due, "");
        store.commit(&batch).expect("there is room");
    }
    let mut config = Config::default();
    config.store.path = path.clone();
    config.web.listen = "127.0.0.1:0".parse().expect("an address");
    // The data are closed when its tasks have ended.
    let runtime = Runtime::new().expect("a system that has threads");
    let served = runtime.block_on(serve(config, true, future::ready(())));
    drop(runtime);
    assert!(served.is_ok(), "{served:?}");
    let left = open().get(due.as_bytes()).expect("it can be read");
    assert!(left.is_some(), "it is done at the next start");
}
