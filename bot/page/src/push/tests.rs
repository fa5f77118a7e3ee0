//! Tests of the encryption and the signatures, with a receiver that other crates than the bot's decrypt for.

use data_encoding::BASE64URL_NOPAD;
use testkit::push::{Browser, HEAD, claims};

use super::{
    encryption::{BrowserKeys, PADDED},
    endpoint::Endpoint,
    services::PushServices,
    vapid::VapidKey,
};

fn keys_of(browser: &Browser) -> BrowserKeys {
    BrowserKeys::parse(&browser.p256dh(), &browser.auth()).expect("keys")
}

#[test]
fn the_receiver_of_the_tests_decrypts_the_example_of_the_standard() {
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).expect("base64");
    let browser = Browser::with_keys(
        &decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
        &decode("BTBZMqHH6r4Tts7J_aSIgg"),
    );
    let message = decode(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y\
         l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
    let (text, _) = browser.decrypt(&message);
    assert_eq!(text, "When I grow up, I want to be a watermelon");
}

#[test]
fn a_browser_decrypts_a_message_and_every_message_has_one_size() {
    let browser = Browser::new(7);
    let keys = keys_of(&browser);
    let longest = "x".repeat(PADDED - 1);
    for text in ["", "Your turn in Chakart against Bob", "🦊", &longest] {
        let message = keys.encrypt(text.as_bytes()).expect("it is encrypted");
        assert_eq!(message.len(), HEAD + PADDED + 16, "{text}");
        assert_eq!(browser.decrypt(&message), (text.to_owned(), PADDED));
    }
    assert!(keys.encrypt(&[b'x'; PADDED]).is_err());
    let [one, other] = [(); 2].map(|()| keys.encrypt(b"x").expect("it is encrypted"));
    assert_ne!(one, other, "keys and salt are new each time");
}

#[test]
fn keys_that_are_no_keys_are_refused() {
    let browser = Browser::new(7);
    let (public, auth) = (browser.p256dh(), browser.auth());
    let no_point = BASE64URL_NOPAD.encode(&[[4].as_slice(), &[1; 64]].concat());
    assert!(BrowserKeys::parse(&format!("{public}="), &format!("{auth}==")).is_some());
    for (public, auth) in [
        ("", &*auth),
        (&public[1..], &auth),
        (&no_point, &auth),
        (&public, ""),
        (&public, &public),
        ("%%%", &auth),
    ] {
        assert!(
            BrowserKeys::parse(public, auth).is_none(),
            "{public} {auth}"
        );
    }
}

#[test]
fn a_stored_key_signs_as_before_and_names_the_service_and_the_operator() {
    let key = VapidKey::generate().expect("the system has random numbers");
    let parse = |text: &str| serde_json::from_value::<VapidKey>(text.into());
    let again = parse(&key.expose()).expect("a key");
    assert_eq!(again.public(), key.public());
    let service = "https://web.push.apple.com";
    for (key, contact) in [(key, None), (again, Some("https://play.example.org"))] {
        let header = key.authorization(service, contact, 1000);
        let (public, claims) = claims(&header.expect("it is signed"));
        assert_eq!(public, key.public());
        assert_eq!(claims["aud"], service);
        assert_eq!(claims["exp"], 1000 + 12 * 3600);
        assert_eq!(claims["sub"].as_str(), contact);
    }
    assert!(parse("").is_err());
    let error = parse("AAAA").expect_err("it is no key").to_string();
    assert!(!error.contains("AAAA"), "{error}");
}

#[test]
fn secrets_of_pushes_do_not_print() {
    let key = VapidKey::generate().expect("the system has random numbers");
    assert_eq!(format!("{key:?}"), "VapidKey");
    assert_eq!(format!("{:?}", keys_of(&Browser::new(7))), "BrowserKeys");
    let services = PushServices::default();
    let endpoint = Endpoint::at(&services, "https://web.push.apple.com/secret");
    let endpoint = endpoint.expect("it is at a service");
    assert_eq!(format!("{endpoint:?}"), "Endpoint");
    assert_eq!(endpoint.service(), "https://web.push.apple.com");
}

#[test]
fn an_address_is_bounded() {
    let services = PushServices::default();
    let of_length = |length: usize| {
        let origin = "https://web.push.apple.com/";
        let path = "x".repeat(length - origin.len());
        Endpoint::at(&services, &format!("{origin}{path}"))
    };
    assert!(of_length(1024).is_some());
    assert!(of_length(1025).is_none());
    // Each letter becomes six.
    let grown = format!("https://web.push.apple.com/{}", "é".repeat(300));
    assert!(Endpoint::at(&services, &grown).is_none());
}
