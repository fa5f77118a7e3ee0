// The controls below a message: buttons, menus, forms, and files to save.

import { el, ignoreSecondClick, isShortcut } from "./dom.js";
import { Listbox } from "./listbox.js";
import { identity } from "./model.js";
import { say } from "./words.js";

/** @import { Attachment, Button, Control, Deed, Form, Menu } from "./types" */

/**
 * Carries out the action of a control, and resolves when the action is done.
 * @typedef {(deed: Deed, label: string) => Promise<void>} Act
 */

/**
 * Builds the controls that the reader can use.
 * @param {Control[]} controls
 * @param {Act} act
 */
export function controls(controls, act) {
  const made = controls.map(({ buttons, menu, form }) => {
    if (buttons) return group(ours(buttons), act);
    if (menu) return menuOf(menu, act);
    return form ? formOf(form, act) : null;
  });
  return made.filter((control) => control !== null);
}

/**
 * Returns the buttons that the reader can press.
 * @param {Button[]} buttons
 */
export function ours(buttons) {
  const me = identity.current();
  const { platform: own, id: account } = me?.account ?? { platform: "playground", id: String(me?.id) };
  const isMe = (/** @type {{ platform: string, id: string }} */ { platform, id }) => platform === own && id === account;
  return buttons.filter((button) => button.for?.some(isMe) ?? true);
}

/**
 * @param {Button[]} buttons
 * @param {Act} act
 */
function group(buttons, act) {
  if (buttons.length === 0) return null;
  const made = buttons.map(({ id, label, emphasis }) => {
    const button = el("button", { type: "button", class: `button ${emphasis}`, "data-control": id, dir: "auto" }, label);
    button.addEventListener("click", (event) => {
      ignoreSecondClick(event);
      use(button, () => act({ press: id }, label));
    });
    return button;
  });
  return el("div", { class: "controls", role: "group", "aria-label": say("actions") }, ...made);
}

/**
 * @param {Menu} menu
 * @param {Act} act
 */
function menuOf({ id, label, choices }, act) {
  const opener = { role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false" };
  const attributes = { type: "button", class: "button menu", ...opener, "aria-label": label, "data-control": id };
  const arrow = el("span", { class: "arrow", "aria-hidden": "true" }, "▾");
  const button = el("button", attributes, el("span", { dir: "auto" }, label), arrow);
  const list = new Listbox(button, {
    label,
    take: ({ label: chosen, value }) => use(button, () => act({ choose: { menu: id, value } }, chosen)),
  });
  button.addEventListener("click", () => (list.isOpen ? list.close() : isBusy(button) || list.show(choices, { active: 0 })));
  button.addEventListener("keydown", (event) => {
    if (isShortcut(event)) return;
    if (!list.isOpen) {
      if (!["ArrowDown", "ArrowUp"].includes(event.key) || isBusy(button)) return;
      list.show(choices, { active: event.key === "ArrowUp" ? choices.length - 1 : 0 });
    } else if (event.key === "Enter" || event.key === " ") {
      list.takeActive();
    } else if (event.key === "Escape") {
      list.close();
    } else if (!list.move(event.key)) {
      if (event.key.length === 1) list.seek(event.key);
      return;
    }
    event.preventDefault();
  });
  return el("div", { class: "controls" }, button);
}

/**
 * Builds a form with one line of text.
 * @param {Form} form
 * @param {Act} act
 */
function formOf({ id, label, example, longest }, act) {
  const asIs = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", dir: "auto" };
  const line = { type: "text", class: "line", placeholder: example, maxlength: longest, required: true };
  const input = el("input", { ...line, ...asIs, "data-control": id, "aria-label": label });
  const send = el("button", { type: "submit", class: "button primary" }, say("send"));
  const form = el("form", { class: "controls" }, input, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) use(send, () => act({ fill: { form: id, text } }, text));
  });
  return form;
}

/**
 * Runs the work of a control. Meanwhile the control ignores input; it is not disabled, so it keeps the focus.
 * @param {HTMLElement} control
 * @param {() => Promise<void>} work
 */
async function use(control, work) {
  if (isBusy(control)) return;
  control.setAttribute("aria-disabled", "true");
  control.classList.add("busy");
  await work();
  control.removeAttribute("aria-disabled");
  control.classList.remove("busy");
}

/** @param {HTMLElement} control */
const isBusy = (control) => control.getAttribute("aria-disabled") === "true";

/**
 * Builds a button that saves a file.
 * @param {Attachment} attachment
 */
export function attachment({ name, text }) {
  const file = new Blob([text], { type: "text/plain;charset=utf-8" });
  const size = file.size < 1000 ? `${file.size} B` : `${Math.round(file.size / 1000)} kB`;
  const button = el("button", { type: "button", class: "button attachment" }, "↓ ", el("span", { dir: "auto" }, name), ` (${size})`);
  button.addEventListener("click", () => save(name, file));
  return button;
}

/**
 * Hands a file to the browser to save it.
 * @param {string} name
 * @param {Blob} file
 */
export function save(name, file) {
  const href = URL.createObjectURL(file);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
