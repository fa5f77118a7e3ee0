//! The accounts of a person: a code for another account, the question whether to link two, and buttons that unlink them.

use crate::buttons::{danger, primary, rows, text_message, with_buttons};
use api::{Message, Private};
use command::Control;
use service::{Accounts, AskedLink, LinkedAccount};
use text::{Language, Text, arg};

/// Returns the name of an account, with its platform.
fn called(account: &LinkedAccount) -> String {
    match account.id.platform.title() {
        Some(platform) => text::on_platform(&account.name, platform),
        None => account.name.clone(),
    }
}

/// Renders a code for another account, and lists the linked ones.
pub(crate) fn code(code: &str, accounts: &Accounts, language: Language) -> Message<Private> {
    let (first, second) = code.split_at_checked(4).unwrap_or((code, ""));
    let head = text::link_code(format!("{first}-{second}"));
    listed(head, accounts, language)
}

/// Lists the linked accounts, when no other can be linked.
pub(crate) fn full(accounts: &Accounts, language: Language) -> Message<Private> {
    listed(text::link_full(accounts.all.len()), accounts, language)
}

fn listed(head: Text, accounts: &Accounts, language: Language) -> Message<Private> {
    if accounts.all.is_empty() {
        return text_message(&head, language);
    }
    let names = accounts.all.iter().map(called).map(Text::verbatim);
    let all = text::link_accounts(Text::joined(names, ", "));
    let linked = accounts.all.iter().skip(1).map(|account| {
        let label = text::button_unlink(called(account));
        danger(Control::Unlink(account.mark()), label, language)
    });
    Message {
        controls: rows(linked),
        ..text_message(&Text::lines([head, all]), language)
    }
}

/// Renders the notice to the other accounts of a person when one is linked to them.
pub fn linked(account: &LinkedAccount, language: Language) -> Message<Private> {
    text_message(&text::linked_told(called(account)), language)
}

/// Asks whether to link two accounts.
pub(crate) fn link_question(question: &AskedLink, language: Language) -> Message<Private> {
    let text = text::ask_link(
        arg::first(called(&question.first)),
        arg::other(called(&question.other)),
    );
    let control = Control::Link(question.code.clone());
    let yes = primary(control, text::ask_link_yes(), language);
    with_buttons(&text, [yes], language)
}
