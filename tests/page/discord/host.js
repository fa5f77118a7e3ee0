// Plays the client of Discord around an Activity, for a test. The query has the address of the Activity, its application and its
// instance. The test reads and controls the client by `window.client`.

const HANDSHAKE = 0;
const FRAME = 1;
const FRAME_ID = "frame-1";

const given = new URLSearchParams(location.search);
const application = given.get("application");
const activity = new URL(given.get("activity"), location.href);
const frame = document.querySelector("iframe");

/** Answers the command that asks for the consent of the person. */
let agree = () => {};

const client = {
  /** The errors in messages of the Activity. */
  wrong: [],
  /** The wish of the command AUTHORIZE. */
  asked: null,
  /** The access token of the command AUTHENTICATE. */
  token: null,
  /** The events to which the Activity has subscribed. */
  subscribed: [],
  agree: (code) => agree(code),
  layOut: (mode) => dispatch("ACTIVITY_LAYOUT_MODE_UPDATE", { layout_mode: mode }),
};
window.client = client;

function send(payload) {
  frame.contentWindow.postMessage([FRAME, payload], activity.origin);
}

function dispatch(evt, data) {
  send({ cmd: "DISPATCH", evt, data, nonce: null });
}

const account = { id: "1", username: "ann", discriminator: "0", avatar: null, public_flags: 0, global_name: "Ann" };

/** The data of the answer to each command. */
const commands = {
  AUTHORIZE(args) {
    client.asked = args;
    return new Promise((resolve) => {
      agree = (code) => resolve({ code });
    });
  },
  AUTHENTICATE(args) {
    client.token = args.access_token;
    return {
      access_token: args.access_token,
      user: account,
      scopes: ["identify"],
      expires: "2100-01-01T00:00:00.000000+00:00",
      application: { id: application, name: "Oddboard", description: "", icon: null },
    };
  },
  SUBSCRIBE(args, evt) {
    client.subscribed.push(evt);
    return { evt };
  },
  CAPTURE_LOG: () => null,
};

async function hearCommand({ cmd, args, evt, nonce }) {
  const command = commands[cmd];
  if (!command || !nonce) {
    client.wrong.push(`command ${cmd} with nonce ${nonce}`);
    return;
  }
  send({ cmd, evt: null, nonce, data: await command(args, evt) });
}

function hearHandshake(data) {
  const isGood = data.v === 1 && data.encoding === "json" && data.client_id === application && data.frame_id === FRAME_ID;
  if (!isGood) client.wrong.push(`handshake ${JSON.stringify(data)}`);
  dispatch("READY", { v: 1, config: { cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" } });
}

addEventListener("message", ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== activity.origin || !Array.isArray(data)) {
    client.wrong.push(`message from ${origin}`);
  } else if (data[0] === HANDSHAKE) {
    hearHandshake(data[1]);
  } else if (data[0] === FRAME) {
    hearCommand(data[1]);
  } else {
    client.wrong.push(`opcode ${data[0]}`);
  }
});

const query = {
  instance_id: given.get("instance"),
  location_id: "gc-1-2",
  launch_id: "3",
  guild_id: "1",
  channel_id: "2",
  frame_id: FRAME_ID,
  platform: "desktop",
};
activity.search = new URLSearchParams(query).toString();
frame.src = activity.href;
