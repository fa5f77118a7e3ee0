//! Embeds the handbook and the words: a chapter or a language that is added to its folder is in the program, without a line
//! of code. Each message in English becomes a function that takes what the message names.

use std::{
    collections::BTreeSet,
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement},
    parser,
};
use unic_langid::LanguageIdentifier;

fn main() -> Result<(), Box<dyn Error>> {
    let sources = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(
        out.join("handbook.rs"),
        handbook(&sources.join("handbook"))?,
    )?;
    words(&sources.join("words"), &out)
}

/// A table of all files of the handbook: where each is, such as `/fr/baroque/4-end.md`, and its text.
fn handbook(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut table = String::from("[\n");
    for tag in languages(folder)? {
        for (place, path) in files(&folder.join(&tag), &format!("/{tag}"))? {
            writeln!(table, "    ({place:?}, include_str!({path:?})),")?;
        }
    }
    Ok(table + "]\n")
}

/// Tables of all languages and of what was found in them, and a function for each message in English.
fn words(folder: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let mut found = Vec::new();
    let mut table = String::from("[\n");
    for tag in languages(folder)? {
        writeln!(table, "    ({tag:?}, &[")?;
        for (file, path) in files(&folder.join(&tag), "")? {
            writeln!(table, "        include_str!({path:?}),")?;
            found.extend(read(&tag, &file, &path)?);
        }
        table += "    ]),\n";
    }
    fs::write(out.join("languages.rs"), table + "]\n")?;
    let mut table = String::from("&[\n");
    for message in &found {
        let Message {
            language,
            file,
            id,
            form,
            arguments,
            ..
        } = message;
        let arguments: Vec<_> = arguments.iter().collect();
        writeln!(
            table,
            "    ({language:?}, {file:?}, {id:?}, {form:?}, &{arguments:?}),"
        )?;
    }
    fs::write(out.join("found.rs"), table + "]\n")?;
    let functions = found
        .iter()
        .filter(|message| message.language == "en" && message.form.is_none());
    let functions: String = functions.map(function).collect();
    fs::write(out.join("messages.rs"), functions)?;
    Ok(())
}

/// A message, or one of its forms.
struct Message {
    language: String,
    file: String,
    /// The feature of the program without which nobody says it.
    feature: Option<String>,
    id: String,
    form: Option<String>,
    /// What it names, in the order of the alphabet.
    arguments: BTreeSet<String>,
    /// How it reads.
    text: String,
}

/// The messages of a file.
fn read(language: &str, file: &str, path: &Path) -> Result<Vec<Message>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let resource = parser::parse(text.as_str()).map_err(|(_, errors)| {
        let told = errors.iter().map(|error| {
            let line = text[..error.pos.start].lines().count().max(1);
            format!("{}:{line}: {}", path.display(), error.kind)
        });
        told.collect::<Vec<_>>().join("\n")
    })?;
    let mut feature = None;
    let mut found = Vec::new();
    for entry in resource.body {
        match entry {
            Entry::ResourceComment(comment) => {
                let mut lines = comment.content.iter();
                let named = lines.find_map(|line| line.strip_prefix("feature: "));
                feature = named.map(str::to_owned).or(feature);
            }
            Entry::Message(message) => {
                let id = message.id.name;
                let value = message.value.ok_or(format!("{id} says nothing"))?;
                let forms = message.attributes.into_iter();
                let forms = forms.map(|form| (Some(form.id.name.to_owned()), form.value));
                for (form, pattern) in [(None, value)].into_iter().chain(forms) {
                    let mut arguments = BTreeSet::new();
                    let text = told(&pattern, &mut arguments);
                    found.push(Message {
                        language: language.to_owned(),
                        file: file.to_owned(),
                        feature: feature.clone(),
                        id: id.to_owned(),
                        form,
                        arguments,
                        text,
                    });
                }
            }
            Entry::Term(_) | Entry::Comment(_) | Entry::GroupComment(_) => {}
            Entry::Junk { content } => {
                return Err(format!("{}: {content}", path.display()).into());
            }
        }
    }
    Ok(found)
}

/// How a pattern reads; adds what it names.
fn told(pattern: &Pattern<&str>, arguments: &mut BTreeSet<String>) -> String {
    let parts = pattern.elements.iter().map(|element| match element {
        PatternElement::TextElement { value } => (*value).to_owned(),
        PatternElement::Placeable { expression } => expressed(expression, arguments),
    });
    parts.collect()
}

fn expressed(expression: &Expression<&str>, arguments: &mut BTreeSet<String>) -> String {
    match expression {
        Expression::Inline(inline) => inlined(inline, arguments),
        Expression::Select { selector, variants } => {
            let of = inlined(selector, arguments);
            let variants: Vec<_> = variants
                .iter()
                .map(|variant| told(&variant.value, arguments))
                .collect();
            format!("{{{of}: {}}}", variants.join(" | "))
        }
    }
}

fn inlined(inline: &InlineExpression<&str>, arguments: &mut BTreeSet<String>) -> String {
    match inline {
        InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
            (*value).to_owned()
        }
        InlineExpression::VariableReference { id } => {
            arguments.insert(id.name.to_owned());
            format!("{{{}}}", id.name)
        }
        InlineExpression::FunctionReference {
            id,
            arguments: given,
        } => {
            let given: Vec<_> = given
                .positional
                .iter()
                .map(|given| inlined(given, arguments))
                .collect();
            format!("{}({})", id.name, given.join(", "))
        }
        InlineExpression::MessageReference { id, .. } => {
            panic!(
                "a message refers to the message {}; only a term can be shared",
                id.name
            )
        }
        InlineExpression::TermReference { id, .. } => format!("-{}", id.name),
        InlineExpression::Placeable { expression } => expressed(expression, arguments),
    }
}

/// The function that makes the text of a message.
fn function(message: &Message) -> String {
    let Message {
        feature,
        id,
        arguments,
        text,
        ..
    } = message;
    let feature = feature.as_ref().map_or_else(String::new, |feature| {
        format!("#[cfg(feature = {feature:?})]\n")
    });
    let doc: String = text.lines().map(|line| format!("/// {line}\n")).collect();
    let parameters: Vec<_> = arguments
        .iter()
        .map(|name| format!("r#{}: impl Into<Arg>", name.replace('-', "_")))
        .collect();
    let values: Vec<_> = arguments
        .iter()
        .map(|name| format!("({name:?}, r#{}.into())", name.replace('-', "_")))
        .collect();
    // A message that names nothing can stand in a table.
    let constant = if arguments.is_empty() { "const " } else { "" };
    format!(
        "/// ```text\n{doc}/// ```\n{feature}pub(crate) {constant}fn {}({}) -> Text {{\n    Text::message({id:?}, {})\n}}\n\n",
        id.replace('-', "_"),
        parameters.join(", "),
        if values.is_empty() {
            "Vec::new()".to_owned()
        } else {
            format!("vec![{}]", values.join(", "))
        }
    )
}

/// The tags of the languages that have a folder here, in order. Files beside them are for who writes.
///
/// A folder is called by the tag of its language, for its plurals are made by that and its readers found.
fn languages(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    tell_cargo(&format!("rerun-if-changed={}", folder.display()));
    let mut tags = names(folder)?;
    tags.retain(|name| folder.join(name).is_dir());
    for tag in &tags {
        let read: Result<LanguageIdentifier, _> = tag.parse();
        read.map_err(|error| format!("{} is no language: {error}", folder.join(tag).display()))?;
    }
    Ok(tags)
}

/// All files in a folder, and in the folders there, in order: where each is, such as `/fr/answers.ftl`, and its path.
fn files(path: &Path, place: &str) -> Result<Vec<(String, PathBuf)>, Box<dyn Error>> {
    tell_cargo(&format!("rerun-if-changed={}", path.display()));
    if path.is_file() {
        return Ok(vec![(place.to_owned(), path.to_owned())]);
    }
    let mut found = Vec::new();
    for name in names(path)? {
        found.extend(files(&path.join(&name), &format!("{place}/{name}"))?);
    }
    Ok(found)
}

/// What is in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Tells Cargo something.
fn tell_cargo(what: &str) {
    println!("cargo::{what}");
}
