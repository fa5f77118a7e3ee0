// The sessions of the reader with accounts of other platforms: lists them and ends them.

import { endSession, ownSessions, Problem, problemText } from "./api.js";
import { byId, el } from "./dom.js";
import { shell } from "./frame.js";
import { identity } from "./model.js";
import { language, say } from "./words.js";

/** @import { OwnSession } from "./types" */

/** The secret of the account in a frame. A cookie has that of a browser. */
const secret = shell()?.me?.secret ?? null;
const status = byId("sessions-status");

async function show() {
  try {
    const { name, sessions } = await ownSessions(secret);
    status.textContent = say("signed-in", { name });
    byId("sessions").replaceChildren(...sessions.map(listed));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.isStranger) identity.leaveAccount();
    byId("sessions").replaceChildren();
    status.textContent = problem.isStranger ? say("sessions-none") : problem.message;
  }
}

/** @param {OwnSession} session */
function listed({ digest, platform, kind, since, used, here }) {
  const time = (/** @type {number} */ at) => new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const end = async () => {
    const failed = await endSession(secret, digest).then(() => "", problemText);
    if (!failed && here) identity.leaveAccount();
    await show();
    if (failed) status.textContent = failed;
  };
  const told = say("session-since", { since: time(since), used: time(used) });
  const place = here ? say("session-here") : kind === "frame" && say("session-frame");
  const name = place ? `${platform}, ${place}` : platform;
  const button = el("button", { type: "button", class: "button small", onclick: end }, say("session-end"));
  return el("li", { class: "game" }, el("span", {}, el("strong", {}, name), " ", told), button);
}

show();
