#!/usr/bin/env python3
"""Takes from Discord's own description of its interface what the tests need to know of it.

    python3 tests/discord/facts.py OPENAPI >tests/discord/facts.json

OPENAPI is specs/openapi.json of https://github.com/discord/discord-api-spec. What comes out is a smaller description: the
requests that the bot and the Discord of the tests know, what each takes and answers, and of that what can be checked, in
the words of JSON Schema: types, fields, values and limits. What neither ever says, such as polls, is left out, so that it
is an error to send it. Each request and each field of a schema stands on a line of its own.
"""

import json
import re
import sys

REQUESTS = """
GET /applications/@me
GET /applications/{application_id}/activity-instances/{instance_id}
GET PUT POST /applications/{application_id}/commands
GET DELETE /applications/{application_id}/commands/{command_id}
GET PUT POST /applications/{application_id}/guilds/{guild_id}/commands
GET DELETE PATCH /channels/{channel_id}
GET POST /channels/{channel_id}/messages
GET DELETE PATCH /channels/{channel_id}/messages/{message_id}
POST /channels/{channel_id}/messages/{message_id}/threads
PUT DELETE /channels/{channel_id}/thread-members/@me
GET PUT DELETE /channels/{channel_id}/thread-members/{user_id}
POST /channels/{channel_id}/threads
POST /channels/{channel_id}/typing
GET /gateway
GET /gateway/bot
GET /guilds/{guild_id}
GET /guilds/{guild_id}/channels
GET /guilds/{guild_id}/members/search
GET /guilds/{guild_id}/members/{user_id}
GET /guilds/{guild_id}/roles
POST /interactions/{interaction_id}/{interaction_token}/callback
GET /oauth2/applications/@me
GET /users/@me
POST /users/@me/channels
GET /users/@me/guilds
GET /users/{user_id}
POST /webhooks/{webhook_id}/{webhook_token}
GET DELETE PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original
GET DELETE PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}
"""

# The schemas of what neither the bot nor the Discord of the tests ever says.
LEFT_OUT = re.compile(
    "ActivityActionTypes|AttachmentOption|ChannelSelect|Checkbox|Collectibles|Container|CustomClientTheme|"
    "FileComponent|FileUpload|GroupChannel|GroupDM|Incidents|InstallParams|IntegrationTypeConfiguration|Label|Lobby|"
    "MediaGallery|Mentionable|MessageActivity|MessageCall|MessageSnapshot|MinimalContent|ModalSubmit|Number|Poll|Premium|"
    "Radio|Reaction|Resolved|RoleOption|RoleSelect|RoleSubscription|RoleTags|SKU|Section|Separator|Sticker|Team|TextDisplay|"
    "ThreadSearch|ThumbnailComponent"
)

# What a schema may say that a body can be checked against. An unknown word stops the script: it may be one that checks.
CHECKED = {
    "additionalProperties", "allOf", "anyOf", "const", "enum", "items", "maxItems", "maxLength", "maxProperties",
    "maximum", "minItems", "minLength", "minProperties", "minimum", "oneOf", "pattern", "properties", "required",
    "type", "uniqueItems", "$ref",
}  # fmt: skip
# Words for people, and hints that no check heeds.
SAID = {"contentEncoding", "default", "deprecated", "description", "discriminator", "format", "title"}


def name_of(schema):
    """The name of the schema that this one refers to; nothing where it says something itself."""
    return schema.get("$ref", "").removeprefix("#/components/schemas/")


def is_left_out(schema):
    return bool(LEFT_OUT.search(name_of(schema)))


def checked(schema, names):
    """A schema with nothing but what is checked; the names of the schemas that it refers to go into `names`."""
    if not isinstance(schema, dict) or is_left_out(schema):
        return schema if schema is False else {}
    kept, needed = {}, schema.get("required", [])
    for word, value in schema.items():
        if word.startswith("x-") or word in SAID:
            continue
        if word not in CHECKED:
            sys.exit(f"what does {word} check?")
        if word == "$ref":
            value = name_of(schema)
            names.add(value)
        elif word == "properties":
            fields = (entry for entry in value.items() if entry[0] in needed or not is_left_out(entry[1]))
            value = {name: checked(field, names) for name, field in fields}
        elif word in ("items", "additionalProperties"):
            value = checked(value, names)
        elif word in ("allOf", "anyOf", "oneOf"):
            value = [checked(branch, names) for branch in value if not is_left_out(branch)]
            # One of some values, each of which was described.
            if all(branch.keys() == {"const"} for branch in value):
                word, value = "enum", [branch["const"] for branch in value]
        kept[word] = value
    return kept


def body(container, names):
    """The schema of a request's or an answer's body; null where there is none."""
    found = container.get("content", {}).get("application/json")
    return checked(found["schema"], names) if found else None


def request(described, names):
    """What a request takes, and what is answered when it is carried out."""
    answers = described["responses"].items()
    return {
        "takes": body(described.get("requestBody", {}), names),
        "answers": {status: body(answer, names) for status, answer in answers if status.startswith("2")},
    }


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def block(entries, shift):
    """An object of JSON with each entry on a line of its own, moved to the right."""
    inside = ",\n".join(f"{' ' * (shift + 1)}{json.dumps(name)}: {text}" for name, text in entries)
    return f"{{\n{inside}\n{' ' * shift}}}"


def schema_text(schema):
    if "properties" not in schema:
        return compact(schema)
    fields = block(((name, compact(field)) for name, field in schema["properties"].items()), 3)
    return block(((word, fields if word == "properties" else compact(value)) for word, value in schema.items()), 2)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        described = json.load(file)
    names, requests, schemas = set(), {}, {}
    for line in REQUESTS.strip().split("\n"):
        *methods, path = line.split()
        for method in methods:
            requests[f"{method} {path}"] = request(described["paths"][path][method.lower()], names)
    while missing := names - schemas.keys():
        for name in missing:
            schemas[name] = checked(described["components"]["schemas"][name], names)
    requests = block(((place, compact(described)) for place, described in requests.items()), 1)
    schemas = block(((name, schema_text(schemas[name])) for name in sorted(schemas)), 1)
    print(block((("requests", requests), ("schemas", schemas)), 0))


main()
