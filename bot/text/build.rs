//! Embeds the languages: a new language in its folder needs no code. Generates a function for each message in English,
//! which takes the arguments of the message, each by its name.

mod folders;

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use fluent_syntax::{
    ast::{self, Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey},
    parser,
    serializer::serialize,
};
use unic_langid::LanguageIdentifier;

use self::folders::{files, languages};

fn main() -> Result<(), Box<dyn Error>> {
    let sources = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    words(&sources.join("languages"), &out)
}

/// Makes a table of all languages, one of all messages, and a function for each message in English.
fn words(folder: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let mut found = BTreeMap::new();
    let mut table = String::from("[\n");
    for tag in languages(folder)? {
        // The tag of a language determines its plurals and its readers.
        let known: Result<LanguageIdentifier, _> = tag.parse();
        known
            .map_err(|error| format!("{} is no language: {error}", folder.join(&tag).display()))?;
        let mut messages = BTreeMap::new();
        writeln!(table, "    ({tag:?}, &[")?;
        for (_, path) in files(&folder.join(&tag), "")? {
            writeln!(table, "        include_str!({path:?}),")?;
            read(&path, &mut messages)?;
        }
        table += "    ]),\n";
        found.insert(tag, messages);
    }
    fs::write(out.join("languages.rs"), table + "]\n")?;
    let english = found.remove("en").ok_or("there are no words in English")?;
    for (tag, messages) in &found {
        compare(messages, &english).map_err(|flaw| format!("{tag}: {flaw}"))?;
    }
    let mut table = String::from("&[\n");
    for (id, Message { arguments, .. }) in &english {
        let arguments: Vec<_> = arguments.iter().collect();
        writeln!(table, "    ({id:?}, &{arguments:?}),")?;
    }
    fs::write(out.join("found.rs"), table + "]\n")?;
    let functions: String = english.iter().map(function).collect();
    fs::write(out.join("messages.rs"), functions + &arguments(&english))?;
    Ok(())
}

/// The messages of a language by their names.
type Messages = BTreeMap<String, Message>;

/// A message.
struct Message {
    /// The names of its arguments, in alphabetical order.
    arguments: BTreeSet<String>,
    /// True if it has a form for a reader at the board of its match.
    has_board_form: bool,
    /// Its source text.
    source: String,
}

/// Adds the messages of a file.
fn read(path: &Path, messages: &mut Messages) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let resource = parser::parse(text.as_str()).map_err(|(_, errors)| {
        let flaws = errors.iter().map(|error| {
            let line = text[..error.pos.start].lines().count().max(1);
            format!("{}:{line}: {}", path.display(), error.kind)
        });
        flaws.collect::<Vec<_>>().join("\n")
    })?;
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name.to_owned();
                let flaw = |what: String| format!("{}: {id} {what}", path.display());
                let mut arguments = BTreeSet::new();
                let attributes = message.attributes.iter().map(|it| &it.value);
                for pattern in message.value.iter().chain(attributes) {
                    look_into(pattern, &mut arguments).map_err(flaw)?;
                }
                let has_board_form = message.attributes.iter().any(|it| it.id.name == "at-board");
                let body = vec![Entry::Message(message)];
                let message = Message {
                    arguments,
                    has_board_form,
                    source: serialize(&ast::Resource { body }),
                };
                if messages.insert(id.clone(), message).is_some() {
                    return Err(flaw("is there twice".to_owned()).into());
                }
            }
            Entry::Term(_)
            | Entry::Comment(_)
            | Entry::GroupComment(_)
            | Entry::ResourceComment(_) => {}
            Entry::Junk { content } => {
                return Err(format!("{}: {content}", path.display()).into());
            }
        }
    }
    Ok(())
}

/// Checks that a language has the messages of English, each with the same arguments and the same forms.
fn compare(messages: &Messages, english: &Messages) -> Result<(), String> {
    if let Some(id) = messages.keys().find(|id| !english.contains_key(*id)) {
        return Err(format!("English has no {id}"));
    }
    for (id, original) in english {
        let message = messages.get(id).ok_or(format!("{id} is missing"))?;
        if message.arguments != original.arguments {
            let (named, needed) = (&message.arguments, &original.arguments);
            return Err(format!("{id} names {named:?}, in English {needed:?}"));
        }
        if message.has_board_form != original.has_board_form {
            return Err(format!(
                "{id} has the attribute at-board in one language only"
            ));
        }
    }
    Ok(())
}

/// Collects the arguments of a pattern: `piece` for `$piece`, or for its attribute `$piece_gender`.
fn look_into(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) -> Result<(), String> {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            look_into_expression(expression, found)?;
        }
    }
    Ok(())
}

fn look_into_expression(
    expression: &Expression<&str>,
    found: &mut BTreeSet<String>,
) -> Result<(), String> {
    let inline = match expression {
        Expression::Inline(inline) => inline,
        Expression::Select { selector, variants } => {
            for variant in variants {
                check_choice(selector, &variant.key)?;
                look_into(&variant.value, found)?;
            }
            selector
        }
    };
    match inline {
        InlineExpression::VariableReference { id } => {
            let name = id.name.split('_').take(1);
            found.extend(name.map(str::to_owned));
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            for given in &arguments.positional {
                look_into_expression(&Expression::Inline(given.clone()), found)?;
            }
        }
        InlineExpression::Placeable { expression } => look_into_expression(expression, found)?,
        InlineExpression::MessageReference { id, .. } => {
            return Err(format!("refers to {}; only a term can be shared", id.name));
        }
        _ => {}
    }
    Ok(())
}

/// Checks a selector: a number selects by its plural, and a text by an attribute, never by its own wording.
fn check_choice(by: &InlineExpression<&str>, key: &VariantKey<&str>) -> Result<(), String> {
    const PLURALS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];
    match (by, key) {
        (InlineExpression::VariableReference { id }, VariantKey::Identifier { name })
            if !id.name.contains('_') && !PLURALS.contains(name) =>
        {
            Err(format!("chooses {name} by what ${} is called", id.name))
        }
        _ => Ok(()),
    }
}

/// Generates the function that makes the text of a message.
fn function((id, message): (&String, &Message)) -> String {
    let Message {
        arguments, source, ..
    } = message;
    let doc: String = source.lines().map(|line| format!("/// {line}\n")).collect();
    let is_named = is_named(message);
    let parameters: Vec<_> = arguments
        .iter()
        .map(|name| {
            if is_named {
                format!("r#{}: arg::{}", name.replace('-', "_"), type_name(name))
            } else {
                format!("r#{}: impl Into<Arg>", name.replace('-', "_"))
            }
        })
        .collect();
    let value = if is_named { "0" } else { "into()" };
    let values: Vec<_> = arguments
        .iter()
        .map(|name| format!("({name:?}, r#{}.{value})", name.replace('-', "_")))
        .collect();
    // A message without arguments can stand in a table.
    let constant = if arguments.is_empty() { "const " } else { "" };
    format!(
        "/// ```text\n{doc}/// ```\npub {constant}fn {}({}) -> Text {{\n    Text::message({id:?}, {})\n}}\n\n",
        id.replace('-', "_"),
        parameters.join(", "),
        if values.is_empty() {
            "Vec::new()".to_owned()
        } else {
            format!("vec![{}]", values.join(", "))
        }
    )
}

/// Returns whether the callers of a message name its arguments: a single argument cannot be confused with another.
fn is_named(message: &Message) -> bool {
    message.arguments.len() > 1
}

/// Generates a module with a type and a function for each argument that callers name: `arg::square(e4)`.
///
/// Code that swaps two arguments, or uses a name that the message no longer has, does not compile.
fn arguments(messages: &Messages) -> String {
    let messages = messages.values().filter(|message| is_named(message));
    let names: BTreeSet<_> = messages.flat_map(|message| &message.arguments).collect();
    let items: String = names.into_iter().map(|name| argument(name)).collect();
    format!(
        "/// The arguments of messages, by their names.\npub mod arg {{\n    use super::Arg;\n\n{items}}}\n"
    )
}

/// Generates the type and the function of an argument.
fn argument(name: &str) -> String {
    let (type_name, function) = (type_name(name), name.replace('-', "_"));
    format!(
        "    /// The argument `${name}` of a message.\n    pub struct {type_name}(pub(super) Arg);\n\n    \
         /// Passes `${name}` to a message.\n    pub fn r#{function}(value: impl std::convert::Into<Arg>) -> {type_name} {{\n        \
         {type_name}(value.into())\n    }}\n\n"
    )
}

/// Returns the name of the type of an argument: `FirstMove` for `first-move`.
fn type_name(argument: &str) -> String {
    let words = argument.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect()
}
