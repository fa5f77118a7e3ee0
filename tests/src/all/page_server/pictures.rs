//! Tests of pictures on the page.

use super::*;

#[tokio::test]
async fn the_picture_of_a_direct_message_changes_with_it() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let whisper = |text: &str, recipe: &str| Message::<Private>::from(with_picture(text, recipe));
    let said = test_page
        .playground
        .whisper(&Nonce("1".to_owned()), &anna.user, &whisper("one", "first"))
        .await
        .expect("it is said");
    let path = async || {
        let post = test_page.catch_up(&anna, json!({})).await;
        let post = post.into_iter().find(|frame| frame["type"] == "post");
        let digest = post.expect("there is a post")["picture"]["digest"].clone();
        format!(
            "/api/picture/direct/1/{}",
            digest.as_str().expect("a picture")
        )
    };
    let before = path().await;
    test_page
        .playground
        .edit_whisper(&anna.user, &said, &whisper("two", "second"))
        .await
        .expect("it is there");
    let shown = test_page.picture(&anna.secret, &path().await).await;
    assert_eq!(shown, (200, b"second".to_vec()));
    assert_eq!(test_page.picture(&anna.secret, &before).await.0, 404);
}

#[tokio::test]
async fn only_readers_of_a_message_see_its_picture() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    let ben = test_page.sign_in("Ben").await;
    test_page
        .post("1", &with_picture("to all", "public"))
        .await
        .expect("it is said");
    let private = Message::<Private>::from(with_picture("to Anna", "private"));
    test_page
        .playground
        .whisper(&Nonce("2".to_owned()), &anna.user, &private)
        .await
        .expect("she is there");
    let (_, answer) = test_page.send(&anna, "a", "lobby", "/picture").await;
    let posts = test_page.catch_up(&anna, json!({})).await;
    let digests: Vec<_> = posts
        .iter()
        .filter_map(|post| post["picture"]["digest"].as_str())
        .collect();
    let mine = answer["answer"]["picture"]["digest"]
        .as_str()
        .expect("the answer has a picture");
    assert_eq!(answer["answer"]["picture"]["alt"], "a board");

    let paths = [
        (
            format!("/api/picture/lobby/1/{}", digests[0]),
            200,
            b"public".to_vec(),
        ),
        (
            format!("/api/picture/direct/1/{}", digests[1]),
            404,
            b"private".to_vec(),
        ),
        (
            format!("/api/picture/answer/a/{mine}"),
            404,
            b"mine".to_vec(),
        ),
    ];
    for (path, for_ben, png) in paths {
        assert_eq!(
            test_page.picture(&anna.secret, &path).await,
            (200, png),
            "{path}"
        );
        assert_eq!(
            test_page.picture(&ben.secret, &path).await.0,
            for_ben,
            "{path}"
        );
        assert_eq!(test_page.picture("", &path).await.0, 401, "{path}");
        let guessed = path.rsplit_once('/').expect("a path").0.to_owned() + "/00";
        assert_eq!(
            test_page.picture(&anna.secret, &guessed).await.0,
            404,
            "{guessed}"
        );
    }
}

#[tokio::test]
async fn the_status_of_an_undrawn_picture_shows_the_reason() {
    let test_page = TestPage::new().await;
    let anna = test_page.sign_in("Anna").await;
    for (number, recipe, status) in [(1, "gone", 404), (2, "now", 503)] {
        let message = with_picture(recipe, recipe);
        test_page.post(recipe, &message).await.expect("it is said");
        let posts = test_page.catch_up(&anna, json!({})).await;
        let digest = &posts.last().expect("there is a post")["picture"]["digest"];
        let digest = digest.as_str().expect("a picture");
        let path = format!("/api/picture/lobby/{number}/{digest}");
        assert_eq!(
            test_page.picture(&anna.secret, &path).await.0,
            status,
            "{recipe}"
        );
    }
}
