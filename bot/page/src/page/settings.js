// The dialog of settings. A person has the language, the theme and the confirmation of moves in the chat too, where the server
// keeps them; this browser keeps the rest.

import { ask, Problem, problemText, SETTINGS_CHANGED, tell } from "./api.js";
import { changes, choices, choose, isNew } from "./choices.js";
import { byId } from "./dom.js";
import { DIRECT, identity } from "./model.js";
import { canPush, endPushes, isPushed, renewPushes, startPushes } from "./push.js";
import { play } from "./sounds.js";
import { say } from "./words.js";

/** @import { Choices, PageSettings } from "./types" */

const dialog = byId("settings", HTMLDialogElement);
const form = byId("settings-form", HTMLFormElement);
const error = byId("settings-error");

/** The choices of a person that the server keeps. */
const KEPT = ["language", "theme", "confirm"];

/** The values that need a person: the server draws the boards of these themes, and asks before moves. */
const PERSONAL = "[value=high-contrast], [value=print], [name=confirm]";

/**
 * Follows the settings of the person, as the server knows them.
 * @param {PageSettings} settings
 */
export function agree({ language, theme, confirms }) {
  const isSame = language === choices.language && theme === choices.theme && confirms === choices.confirm;
  if (!isSame || isNew()) choose({ language, theme, confirm: confirms });
}

/** Asks the server for the settings of the person. A new one takes along what they have chosen before they had a name. */
async function refresh() {
  const me = identity.current();
  if (!me) return;
  try {
    const known = await ask("settings", me, {});
    if (!known.theme) return;
    const { language, theme } = choices;
    const isUsual = known.language === "usual" && known.theme === "usual";
    const isBrought = isNew() && isUsual && (language !== "usual" || theme !== "usual");
    if (!isBrought) return agree(known);
    await tell(me, crypto.randomUUID(), DIRECT, { text: `/settings language:${language} theme:${theme}` });
    choose({ language, theme });
  } catch (problem) {
    // The page tries again when the reader comes back to it.
    if (!(problem instanceof Problem)) throw problem;
    if (!problem.isStranger || !me.account) return;
    // The session has ended elsewhere.
    identity.leave();
    location.reload();
  }
}

/** Shows the present choices in the form. */
function show() {
  const me = identity.current();
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = choices.language;
    if (!(field instanceof HTMLInputElement)) continue;
    const value = choices[/** @type {keyof Choices} */ (field.name)];
    const label = field.closest("label");
    if (field.name === "push") {
      if (label) label.hidden = !canPush || !me;
      if (me) isPushed(me).then((is) => (field.checked = is));
      continue;
    }
    if (field.type === "radio") field.checked = field.value === value;
    else if (field.type === "checkbox") field.checked = value === true;
    else field.value = String(value);
    if (label && field.matches(PERSONAL)) label.hidden = !me;
    if (label && field.name === "notify") label.hidden = !("Notification" in window);
  }
}

/**
 * Puts a choice into effect, once the server has stored it if it keeps it.
 * @param {string} name
 * @param {string | number | boolean} value
 */
async function take(name, value) {
  const me = identity.current();
  if (name === "push") return me ? (value ? startPushes(me) : endPushes(me)) : undefined;
  if (name === "notify" && value && (await Notification.requestPermission()) !== "granted") throw new Problem(say("board-notify-refused"), 0);
  const word = name === "confirm" ? (value ? "yes" : "no") : value;
  if (me && KEPT.includes(name)) await tell(me, crypto.randomUUID(), DIRECT, { text: `/settings ${name}:${word}` });
  choose({ [name]: value });
  if (name === "sound" || name === "volume") play("move");
}

/** @param {Event} change */
async function changed({ target }) {
  error.textContent = "";
  try {
    if (target instanceof HTMLSelectElement) await take(target.name, target.value);
    if (!(target instanceof HTMLInputElement)) return;
    /** @type {Record<string, boolean | number>} */
    const values = { checkbox: target.checked, range: target.valueAsNumber };
    await take(target.name, values[target.type] ?? target.value);
  } catch (problem) {
    error.textContent = problemText(problem);
    show();
  }
}

form.addEventListener("change", changed);
byId("open-settings").addEventListener("click", () => {
  error.textContent = "";
  show();
  dialog.showModal();
});
// The form covers the whole dialog, so this is a click beside it.
dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
for (const name of KEPT) changes.addEventListener(name, show);
addEventListener(SETTINGS_CHANGED, refresh);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
refresh();
const reader = identity.current();
// Without an answer of the server, the next page renews the pushes to this browser.
if (reader) renewPushes(reader).catch((problem) => console.warn("The pushes to this browser are not renewed", problem));
