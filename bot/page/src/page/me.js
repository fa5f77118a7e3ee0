// The person of this tab; none until an action needs one.

import { ask, Problem, problemText, SETTINGS_CHANGED } from "./api.js";
import { avatar, byId, el } from "./dom.js";
import { here, isFramed } from "./frame.js";
import { identity } from "./model.js";
import { say } from "./words.js";

/** @import { Me } from "./types" */

/** True if people can play under a name that they choose. */
export const admitsGuests = document.documentElement.dataset.guests !== "no";

/**
 * Shows the name of a person. That of an account of another platform leads to its sessions.
 * @param {Me} me
 */
export const shownName = ({ name, account }) => (account ? el("a", { href: "/sessions" }, name) : name);

/**
 * Returns the person of this tab. Asks for a name if there is none, and returns null if the reader gives no name.
 * @param {string} why the reason for the name, if the reader may not expect it
 * @returns {Promise<Me | null>}
 */
export function needMe(why = "") {
  const me = identity.current();
  if (me) return Promise.resolve(me);
  const dialog = byId("who", HTMLDialogElement);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(identity.current()), { once: true });
    dialog.replaceChildren(card(() => dialog.close(), why));
    dialog.showModal();
  });
}

/**
 * Makes a form sign in its user, and then calls `entered()`. Returns the function that signs in a known person.
 * @param {{ form: HTMLElement, name: HTMLInputElement, error: HTMLElement, entered: () => void }} parts
 */
export function signInBy({ form, name, error, entered }) {
  const enter = async (/** @type {string} */ wanted, /** @type {string | undefined} */ secret) => {
    error.textContent = "";
    try {
      identity.take(await ask("sign-in", null, { name: wanted, secret }));
      dispatchEvent(new Event(SETTINGS_CHANGED));
      entered();
    } catch (problem) {
      error.textContent = problemText(problem);
      name.setAttribute("aria-invalid", "true");
      name.focus();
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    const known = identity.known().find((person) => person.name.toLowerCase() === wanted.toLowerCase());
    enter(wanted, known?.secret);
  });
  name.addEventListener("input", () => name.removeAttribute("aria-invalid"));
  return enter;
}

/**
 * Offers to continue as the last person of this browser, in a tab without a person.
 * @param {HTMLElement} box
 * @param {() => void} done called when the person has signed in, or cannot
 */
export function offerToContinue(box, done) {
  const [last] = identity.known();
  box.hidden = identity.current() !== null || !last;
  if (box.hidden) return;
  const enter = async () => {
    try {
      identity.take(await ask("sign-in", null, { name: last.name, secret: last.secret }));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      // The server no longer knows the person.
      identity.forget(last);
    }
    done();
  };
  box.replaceChildren(el("button", { type: "button", class: "button primary", onclick: enter }, say("continue-as", { name: last.name })));
}

/**
 * @param {() => void} done
 * @param {string} why
 */
function card(done, why) {
  const close = el("button", { type: "button", class: "link", onclick: done }, say("close"));
  if (isFramed) return el("div", { class: "card" }, el("p", {}, say("frame-over")), close);
  const id = /^\/match\/(\w+)$/.exec(here)?.[1];
  const href = `/sign-in/discord${id ? `?match=${id}` : ""}`;
  const discord = document.documentElement.dataset.discord ? el("p", {}, el("a", { class: "button", href }, say("discord-sign-in"))) : null;
  if (!admitsGuests) return el("div", { class: "card" }, el("p", {}, say("no-guests")), discord, close);
  const error = el("p", { class: "error", role: "alert", id: "who-error" });
  const attributes = { id: "who-name", autocomplete: "off", spellcheck: "false", dir: "auto", "aria-describedby": "who-error", autofocus: identity.known().length === 0 };
  const name = el("input", attributes);
  const form = el("form", { class: "row", novalidate: true }, name, el("button", { class: "button primary", type: "submit" }, say("continue")));
  const enter = signInBy({ form, name, error, entered: done });
  const known = identity.known().map((person, n) => {
    const button = { type: "button", class: "known", autofocus: n === 0, onclick: () => enter(person.name, person.secret) };
    return el("li", {}, el("button", button, avatar(person), el("span", { dir: "auto" }, say("continue-as", { name: person.name }))));
  });
  return el(
    "div",
    { class: "card" },
    why ? el("p", { class: "hint" }, why) : null,
    known.length > 0 ? el("ul", { id: "known-names" }, ...known) : null,
    el("label", { for: "who-name" }, say("your-name")),
    form,
    error,
    discord,
    close,
  );
}
