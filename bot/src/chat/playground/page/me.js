// Who this tab is: nobody, until it matters.

import { Problem, signIn } from "./api.js";
import { avatar, byId, el } from "./dom.js";
import { identity } from "./model.js";
import { say } from "./words.js";

/** @import { Me } from "./types" */

/**
 * Who we are; asks for a name if that is not said yet. Null if it stays unsaid.
 * @returns {Promise<Me | null>}
 */
export function needMe() {
  const me = identity.current();
  if (me) return Promise.resolve(me);
  const dialog = byId("who", HTMLDialogElement);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(identity.current()), { once: true });
    dialog.replaceChildren(form(() => dialog.close()));
    dialog.showModal();
  });
}

/** @param {() => void} done */
function form(done) {
  const error = el("p", { class: "error", role: "alert", id: "who-error" });
  const attributes = { id: "who-name", autocomplete: "off", spellcheck: "false", dir: "auto", "aria-describedby": "who-error", autofocus: true };
  const name = el("input", attributes);

  /**
   * @param {string} wanted
   * @param {string | undefined} secret
   */
  async function enter(wanted, secret) {
    error.textContent = "";
    try {
      identity.take(await signIn(wanted, secret));
      done();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      error.textContent = problem.message;
      name.focus();
    }
  }

  const written = el("form", { class: "row", novalidate: true }, name, el("button", { class: "button primary", type: "submit" }, say("sign-in")));
  written.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    const known = identity.known().find((person) => person.name.toLowerCase() === wanted.toLowerCase());
    enter(wanted, known?.secret);
  });
  const known = identity.known().map((person) => {
    const button = { type: "button", class: "known", onclick: () => enter(person.name, person.secret) };
    return el("li", {}, el("button", button, avatar(person), el("span", { dir: "auto" }, person.name)));
  });
  return el(
    "div",
    { class: "card" },
    el("label", { for: "who-name" }, say("your-name")),
    written,
    error,
    known.length > 0 ? el("ul", { id: "known-names" }, ...known) : null,
    el("button", { type: "button", class: "link", onclick: done }, say("close")),
  );
}
