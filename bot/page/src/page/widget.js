// The shell in clients of Matrix: signs the reader in by an OpenID token of their client, and shows the board of the widget.

import { ask, Problem, problemText } from "./api.js";
import { tint } from "./choices.js";
import { byId } from "./dom.js";
import { showIn } from "./frame.js";
import { WidgetClient } from "./widget-api.js";
import { say } from "./words.js";

/** @import { Me } from "./types" */

const status = byId("shell-status");
const again = byId("shell-again", HTMLButtonElement);
const watch = byId("shell-watch", HTMLButtonElement);

// A client fills in the address of a widget, in the query or in the fragment.
const given = new URLSearchParams(location.search);
for (const [name, value] of new URLSearchParams(location.hash.replace(/^#\/?\??/, ""))) given.set(name, value);
/** The match of the widget. */
const match = /^\w+$/.exec(given.get("match") ?? "")?.[0] ?? null;

/** True while the reader is being signed in, and once they are. */
let isEntering = false;

/** Signs the reader in, or shows why they are not. */
async function enter() {
  if (isEntering) return;
  isEntering = true;
  again.hidden = true;
  status.textContent = say("loading");
  try {
    const openId = await client.openId().catch(() => null);
    if (!openId) throw new Problem(say("widget-blocked"), 0);
    const { to, ...me } = await ask("enter/widget", null, { ...openId, match });
    show(me, to);
  } catch (problem) {
    isEntering = false;
    status.textContent = problemText(problem);
    again.hidden = false;
    watch.hidden = match === null;
  }
}

/**
 * Shows a screen in place of the note.
 * @param {Me | null} me
 * @param {string} path
 */
function show(me, path) {
  byId("shell-note").hidden = true;
  byId("screen").hidden = false;
  showIn(me, path);
}

tint(given.get("theme") ?? "");
const client = new WidgetClient(given.get("widgetId") ?? "", enter, tint);
again.addEventListener("click", enter);
watch.addEventListener("click", () => show(null, `/match/${match}`));
if (window.parent === window) status.textContent = say("widget-outside");
