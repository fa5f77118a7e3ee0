// The sessions of the reader with accounts of other platforms: lists them and ends them.

import { ask, Problem, problemText } from "./api.js";
import { byId, el } from "./dom.js";
import { shell } from "./frame.js";
import { identity } from "./model.js";
import { language, say } from "./words.js";

/** @import { OwnSession } from "./types" */

/** The reader in a frame. A cookie has the secret of the account in a browser. */
const me = shell()?.me ?? null;
const status = byId("sessions-status");

async function show() {
  try {
    const { name, sessions } = await ask("sessions", me, {});
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
    const failed = await ask("sessions/end", me, { digest }).then(() => "", problemText);
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
