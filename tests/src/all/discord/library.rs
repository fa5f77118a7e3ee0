//! serenity, the library that the bot uses, against the server: it understands all that it is told.

use std::sync::Arc;

use serenity::{
    all::{
        Command, CommandOptionType, ComponentInteractionDataKind, Context, CreateActionRow,
        CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse, CreateButton,
        CreateCommand, CreateCommandOption, CreateEmbed, CreateInputText,
        CreateInteractionResponse, CreateInteractionResponseFollowup,
        CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu,
        CreateSelectMenuKind, CreateSelectMenuOption, CreateThread, EditAttachments,
        EditInteractionResponse, EditMessage, EventHandler, GatewayIntents, Http, HttpBuilder,
        InputTextStyle, Interaction, InteractionContext, MessageFlags, Nonce, Permissions, Ready,
        async_trait,
    },
    client::ClientBuilder,
};
use tests::discord::{Discord, Manner, User};

/// Answers each interaction in another way.
struct Handler;

fn command(name: &str) -> CreateCommand {
    CreateCommand::new(name)
        .description("A command.")
        .contexts(vec![InteractionContext::Guild, InteractionContext::BotDm])
        .default_member_permissions(Permissions::SEND_MESSAGES)
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, context: Context, _: Ready) {
        let text = CreateCommandOption::new(CommandOptionType::String, "text", "A text.")
            .set_autocomplete(true);
        let side = CreateCommandOption::new(CommandOptionType::String, "side", "A side.")
            .add_string_choice("White", "white");
        let whom = CreateCommandOption::new(CommandOptionType::User, "whom", "Somebody.");
        let commands = vec![
            command("now").set_options(vec![text, side, whom]),
            command("later"),
            command("post"),
        ];
        Command::set_global_commands(&context.http, commands)
            .await
            .expect("commands are taken");
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let done = answer(&context, interaction).await;
        done.expect("the server takes the answer");
    }
}

fn picture(name: &str) -> CreateAttachment {
    CreateAttachment::bytes(name.as_bytes(), format!("{name}.png"))
        .description(format!("a picture of {name}"))
}

fn buttons() -> Vec<CreateActionRow> {
    let options =
        ["Knight", "Queen"].map(|name| CreateSelectMenuOption::new(name, name.to_lowercase()));
    let menu = CreateSelectMenu::new(
        "piece",
        CreateSelectMenuKind::String {
            options: options.into(),
        },
    );
    vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("update").label("Update"),
            CreateButton::new("ask").label("Ask"),
        ]),
        CreateActionRow::SelectMenu(menu.placeholder("Which piece?")),
    ]
}

async fn answer(context: &Context, interaction: Interaction) -> serenity::Result<()> {
    let http = &context.http;
    match interaction {
        Interaction::Command(command) => match command.data.name.as_str() {
            "now" => {
                let message = CreateInteractionResponseMessage::new()
                    .content("Here")
                    .components(buttons())
                    .add_file(picture("now"))
                    .ephemeral(true);
                command
                    .create_response(http, CreateInteractionResponse::Message(message))
                    .await
            }
            "later" => {
                command.defer_ephemeral(http).await?;
                let edit = EditInteractionResponse::new()
                    .content("Thought about")
                    .new_attachment(picture("later"));
                command.edit_response(http, edit).await?;
                let followup = CreateInteractionResponseFollowup::new()
                    .content("And more")
                    .ephemeral(true);
                command.create_followup(http, followup).await?;
                assert_eq!(command.get_response(http).await?.content, "Thought about");
                Ok(())
            }
            _ => post(http, &command).await,
        },
        Interaction::Autocomplete(typing) => {
            let response = CreateAutocompleteResponse::new().add_string_choice("e2 to e4", "e2e4");
            typing
                .create_response(http, CreateInteractionResponse::Autocomplete(response))
                .await
        }
        Interaction::Component(pressed) => {
            match (pressed.data.custom_id.as_str(), &pressed.data.kind) {
                ("ask", _) => {
                    let field = CreateInputText::new(InputTextStyle::Short, "Your text", "text");
                    let modal = CreateModal::new("asked", "A question")
                        .components(vec![CreateActionRow::InputText(field)]);
                    pressed
                        .create_response(http, CreateInteractionResponse::Modal(modal))
                        .await
                }
                (_, ComponentInteractionDataKind::StringSelect { values }) => {
                    pressed
                        .create_response(http, CreateInteractionResponse::Acknowledge)
                        .await?;
                    let edit = EditInteractionResponse::new()
                        .content(format!("Chosen: {}", values[0]))
                        .components(Vec::new());
                    pressed.edit_response(http, edit).await?;
                    Ok(())
                }
                _ => {
                    let message = CreateInteractionResponseMessage::new().content("Updated");
                    pressed
                        .create_response(http, CreateInteractionResponse::UpdateMessage(message))
                        .await
                }
            }
        }
        Interaction::Modal(sent) => {
            let message = CreateInteractionResponseMessage::new()
                .content(format!("{} wrote", sent.user.name))
                .ephemeral(true);
            sent.create_response(http, CreateInteractionResponse::Message(message))
                .await
        }
        _ => Ok(()),
    }
}

/// Does all that is not an answer: a post with a picture, its change, a thread, a direct message.
async fn post(http: &Http, command: &serenity::all::CommandInteraction) -> serenity::Result<()> {
    command.defer_ephemeral(http).await?;
    let user = command.user.id;
    let embed = CreateEmbed::new().title("A board").attachment("post.png");
    let message = CreateMessage::new()
        .content(format!("Your turn, <@{user}>"))
        .embed(embed)
        .add_file(picture("post"))
        .components(buttons())
        .allowed_mentions(CreateAllowedMentions::new().users([user]))
        .nonce(Nonce::String("a-nonce".to_owned()))
        .enforce_nonce(true);
    let mut said = command
        .channel_id
        .send_message(http, message.clone())
        .await?;
    let again = command.channel_id.send_message(http, message).await?;
    assert_eq!(said.id, again.id);
    let thread = command
        .channel_id
        .create_thread_from_message(http, said.id, CreateThread::new("A match"))
        .await?;
    thread.id.say(http, "In the thread").await?;
    let edit = EditMessage::new()
        .content("Moved")
        .attachments(EditAttachments::new().add(picture("moved")))
        .embeds(Vec::new());
    said.edit(http, edit).await?;
    let whisper = CreateMessage::new()
        .content("A secret")
        .flags(MessageFlags::SUPPRESS_NOTIFICATIONS);
    command
        .user
        .create_dm_channel(http)
        .await?
        .send_message(http, whisper)
        .await?;
    command.delete_response(http).await
}

async fn check(discord: &Discord, ann: &User) {
    let lobby = discord.channel("lobby");
    let choices = ann.completes(&lobby, "/now side:White text:e2").await;
    assert_eq!(choices[0].value, "e2e4");
    let now = ann
        .types(&lobby, "/now text:e2e4 side:White whom:@Bob")
        .answer()
        .await;
    assert_eq!(
        (now.text.as_str(), now.files[0].alt.as_deref()),
        ("Here", Some("a picture of now"))
    );
    let updated = ann.presses(&now, "Update");
    assert_eq!(updated.acknowledged().await.manner, Manner::Update);
    let modal = ann.presses(&now, "Ask").modal().await;
    assert_eq!(
        ann.submits(&modal, &[("Your text", "hello")])
            .answer()
            .await
            .text,
        "ann wrote"
    );
    assert_eq!(
        ann.chooses(&now, "Which piece?", "Queen")
            .answer()
            .await
            .text,
        "Chosen: queen"
    );
    let later = ann.types(&ann.direct(), "/later").answers(2).await;
    assert_eq!(
        (later[0].text.as_str(), later[1].text.as_str()),
        ("Thought about", "And more")
    );

    ann.types(&lobby, "/post").acknowledged().await;
    let post = ann.reads(&lobby, "Moved").await;
    assert_eq!(
        (post.files[0].name.as_str(), post.pinged.as_slice()),
        ("moved.png", &[ann.id][..])
    );
    let thread = lobby.until_threads(1).await.remove(0);
    ann.reads(&thread, "In the thread").await;
    assert!(ann.reads(&ann.direct(), "A secret").await.is_silent());
}

#[tokio::test]
async fn the_library_understands_the_server() {
    let discord = Discord::start().await;
    let (ann, _bob) = (discord.user("Ann"), discord.user("Bob"));
    discord.channel("lobby");
    let http = HttpBuilder::new(discord.token())
        .proxy(discord.address())
        .ratelimiter_disabled(true)
        .build();
    let intents =
        GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    let mut client = ClientBuilder::new_with_http(http, intents)
        .event_handler_arc(Arc::new(Handler))
        .await
        .expect("a client");
    let shards = client.shard_manager.clone();
    let running = tokio::spawn(async move { client.start_autosharded().await });
    discord.registered().await;
    check(&discord, &ann).await;
    discord.gateway().ask_to_reconnect();
    discord.gateway().resumed(1).await;
    discord.gateway().drop_connections();
    let during = ann.types(&discord.channel("lobby"), "/later");
    discord.gateway().resumed(2).await;
    during.answers(2).await;
    shards.shutdown_all().await;
    running.await.expect("it ends").expect("it ends well");
    discord.finish();
}
