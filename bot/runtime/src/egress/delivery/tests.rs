use std::sync::Arc;

use crate::schedule::{
    retries::tests::challenge_on,
    ticks::tests::{bot_beside_others, bot_on},
};
use api::Platform;
use store::MemoryStore;

#[tokio::test]
async fn one_of_several_processes_gives_up_no_delivery_for_a_platform_that_is_disabled_there() {
    let alone = bot_on(Arc::new(MemoryStore::new()));
    let beside_others = bot_beside_others(&Arc::default());
    for (core, is_left_to_others) in [(alone, false), (beside_others, true)] {
        core.disable(Platform::Matrix, "its password was withdrawn".to_owned());
        let silent = core.deliveries.chat(Platform::Matrix).err();
        let silent = silent.expect("nothing speaks there");
        assert_eq!(silent.for_good().is_err(), is_left_to_others);
        let off = core.deliveries.chat(Platform::Discord).err();
        let off = off.expect("nothing speaks there either");
        assert!(off.for_good().is_ok(), "no process serves it");
    }
}

#[tokio::test]
async fn deliveries_for_a_disabled_platform_are_left_to_the_holder_of_its_role() {
    let core = bot_beside_others(&Arc::default());
    let id = challenge_on(&core, Platform::Matrix).await;
    let role = || {
        let role = core.deliveries.role_of(id, None, &core.writer);
        role.expect("memory can be read")
    };
    assert_eq!(role(), None, "Matrix is switched off");
    core.disable(Platform::Matrix, "its password was withdrawn".to_owned());
    assert_eq!(role(), Platform::Matrix.role());
}
