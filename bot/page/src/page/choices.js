// What the reader has chosen on this browser, such as the theme and the sounds. The page follows it before it is shown.

import { schemeAround } from "./frame.js";
import { identity } from "./model.js";
import { lasting, load, store } from "./storage.js";
import { language } from "./words.js";

/** @import { Choices } from "./types" */

const CHOICES = "oddboard.choices";

/** The cookie with the chosen language, which the server reads. */
const COOKIE = "language";

/** The value of the language and the theme that the browser and the system decide. */
const USUAL = "usual";

/** The owner of the choices without a name, which all people begin with. */
const READER = "reader";

/** @type {Choices} */
const DEFAULTS = { language: USUAL, theme: USUAL, squares: "slate", pieces: "standard", sound: true, volume: 50, confirm: false, notify: false };

/** The themes that are light or dark by themselves. @type {Record<string, string>} */
const SCHEMES = { light: "light", dark: "dark", print: "light" };

const system = matchMedia("(prefers-color-scheme: dark)");

/** The event by which a shell tells its screen of another color scheme. */
const TINTED = "tinted";

/** The color scheme of the program around the page; empty if it tells none. */
let around = schemeAround();

/** The present choices. */
export const choices = read();

/** Sends an event with the name of each choice that has changed. `theme` also tells that the page became light or dark. */
export const changes = new EventTarget();

/** Returns the color scheme that the reader has chosen, or the program around the page; empty if the system decides. */
const scheme = () => SCHEMES[choices.theme] ?? around;

/** Tells whether the page is dark. */
export const isDark = () => (scheme() ? scheme() === "dark" : system.matches);

/** Tells whether the person has chosen nothing on this browser yet. */
export const isNew = () => !Object.hasOwn(all(), owner());

/**
 * Stores choices of the reader, and puts them into effect.
 * @param {Partial<Choices>} chosen
 */
export function choose(chosen) {
  const known = all();
  store(lasting, CHOICES, { ...known, [owner()]: { ...known[owner()], ...chosen } });
  follow();
}

/** Returns the choices of all people, by their numbers. */
function all() {
  return load(lasting, CHOICES, /** @type {Record<string, Partial<Choices>>} */ ({}));
}

function owner() {
  return String(identity.current()?.id ?? READER);
}

/** @returns {Choices} */
function read() {
  const known = all();
  return { ...DEFAULTS, ...known[READER], ...known[owner()] };
}

/** Puts the stored choices into effect. */
function follow() {
  const before = { ...choices };
  Object.assign(choices, read());
  const names = /** @type {(keyof Choices)[]} */ (Object.keys(DEFAULTS));
  const changed = names.filter((name) => choices[name] !== before[name]);
  if (changed.includes("theme") || changed.includes("squares")) paint();
  for (const name of changed) changes.dispatchEvent(new Event(name));
  if (changed.includes("language")) speak();
}

/**
 * Shows a shell and its screen as the program around them is.
 * @param {string} theme the name of a theme of that program, such as `dark` or `light-high-contrast`
 */
export function tint(theme) {
  around = /\b(light|dark)\b/i.exec(theme)?.[0].toLowerCase() ?? "";
  paint();
  try {
    document.querySelector("iframe")?.contentWindow?.dispatchEvent(new Event(TINTED));
  } catch {
    // The screen has not loaded, and the browser shows an error in its place.
  }
}

/** Follows the shell around this screen. */
function blend() {
  around = schemeAround();
  paint();
  changes.dispatchEvent(new Event("theme"));
}

function paint() {
  const { dataset, style } = document.documentElement;
  dataset.squares = choices.squares;
  style.colorScheme = scheme();
  /** @type {NodeListOf<HTMLSourceElement>} */
  const pictures = document.querySelectorAll("source[media*=prefers-color-scheme], source[data-media]");
  for (const picture of pictures) {
    picture.dataset.media ??= picture.media;
    picture.media = scheme() ? (isDark() ? "all" : "none") : picture.dataset.media;
  }
}

/** Reloads the page in the chosen language. A browser without cookies stays in its own. */
function speak() {
  const wanted = choices.language;
  const spoken = () => new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(document.cookie)?.[1] ?? USUAL;
  if (spoken() === wanted) return;
  const isUsual = wanted === USUAL;
  document.cookie = `${COOKIE}=${isUsual ? "" : wanted}; path=/; samesite=strict; max-age=${isUsual ? 0 : 365 * 24 * 3600}`;
  if (spoken() === wanted && wanted !== language) location.reload();
}

paint();
speak();
addEventListener("storage", ({ key }) => key === CHOICES && follow());
addEventListener(TINTED, blend);
system.addEventListener("change", () => changes.dispatchEvent(new Event("theme")));
