// Builds elements. Texts of people enter the page as text here, never as markup.

import { language, say } from "./words.js";

/** @import { Place } from "./model.js" */
/** @import { Attributes, Child, LineState, Person } from "./types" */

/**
 * Builds an element: `el("button", { type: "button", class: "small", onclick: f }, "Press")`.
 * Properties that begin with `on` become listeners. Null and false omit an attribute.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Returns the element of the page with this id and kind: `byId("say", HTMLInputElement)`.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind]
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof (kind ?? HTMLElement))) throw new Error(`the page has no such element: ${id}`);
  return /** @type {Kind} */ (element);
}

/**
 * Returns the origin of a part of a drawing, in the units of the drawing.
 * @param {SVGGElement} part
 */
export function originOf(part) {
  const matrix = part.transform.baseVal.consolidate()?.matrix;
  return { x: matrix?.e ?? 0, y: matrix?.f ?? 0 };
}

/** Copies a text. Returns false if the browser refuses. @param {string} text */
export const copied = (text) => navigator.clipboard.writeText(text).then(() => true, () => false);

/** Tells whether an event belongs to one of these places, by default a field or a dialog. @param {Event} event */
export const isElsewhere = ({ target }, places = ["input", "select", "dialog"]) => target instanceof Element && target.closest(places.join()) !== null;

/** Tells whether a key is pressed with another one, for a command of the browser. @param {KeyboardEvent} event */
export const isShortcut = ({ ctrlKey, altKey, metaKey }) => ctrlKey || altKey || metaKey;

/**
 * Runs the function of a pressed key, unless the reader is in one of the places, by default in a field, a dialog or the chat.
 * @param {Record<string, () => void>} keys
 */
export function onKeys(keys, places = ["input", "select", "dialog", "#talk"]) {
  document.addEventListener("keydown", (event) => {
    if (isElsewhere(event, places) || isShortcut(event) || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
}

/**
 * Places an element over a part of a drawing, at any display size.
 * @param {HTMLElement} element
 * @param {SVGSVGElement} svg
 * @param {{ x: number, y: number, width: number, height: number }} part in the units of the drawing
 */
export function layOver({ style }, svg, part) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const percent = (/** @type {number} */ length, /** @type {number} */ whole) => `${(100 * length) / whole}%`;
  [style.left, style.top] = [percent(part.x - x, width), percent(part.y - y, height)];
  [style.width, style.height] = [percent(part.width, width), percent(part.height, height)];
}

/**
 * Builds the round badge of a person: initials on a fixed color of theirs. Null is the bot.
 * @param {Person | null} person
 */
export function avatar(person) {
  if (person === null) return el("img", { class: "avatar", src: "/icon.svg", alt: "", width: 40, height: 40 });
  // A letter as people see it can have several code points.
  const letters = new Intl.Segmenter();
  const initials = person.name.split(/\s+/, 2).map((word) => [...letters.segment(word)][0]?.segment ?? "").join("");
  return el("span", { class: `avatar hue-${person.id % 8}`, "aria-hidden": "true" }, initials.toLocaleUpperCase());
}

/**
 * Builds the number of the unread messages of a place, if there are any.
 * @param {Place} place
 */
export function badge({ unread, mentions }) {
  if (unread === 0) return null;
  return el("span", { class: `badge ${mentions ? "loud" : ""}`, "aria-hidden": "true" }, String(Math.min(unread, 99)));
}

const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
const moment = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
const date = new Intl.DateTimeFormat(language, { dateStyle: "full" });

/**
 * Builds the time of day, with the full date on hover.
 * @param {number} at
 */
export function time(at) {
  const then = new Date(at);
  return el("time", { datetime: then.toISOString(), title: moment.format(then) }, clock.format(then));
}

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
/** The units of time, each with its seconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 24 * 3600],
  ["hour", 3600],
];
/** @type {[Intl.RelativeTimeFormatUnit, number]} */
const SHORTEST = ["minute", 60];
const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

/**
 * Returns the distance of a moment from now, to the minute, in the largest unit with at least two whole units.
 * @param {number} at
 */
function distance(at) {
  const seconds = Math.round((at - Date.now()) / MINUTE) * 60;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= 2 * length) ?? SHORTEST;
  return relative.format(Math.trunc(seconds / length), unit);
}

/**
 * Builds the distance of a moment from now, kept up to date, with the full date unless it is near.
 * @param {number} at
 */
export function deadline(at) {
  const then = new Date(at);
  const told = el("time", { class: "deadline", datetime: then.toISOString(), title: moment.format(then) });
  const tell = () => {
    told.textContent = Math.abs(at - Date.now()) < HOUR ? distance(at) : `${distance(at)} (${moment.format(then)})`;
  };
  tell();
  const ticks = setInterval(() => (told.isConnected ? tell() : clearInterval(ticks)), MINUTE);
  return told;
}

/**
 * Returns the local day of a moment, in words.
 * @param {number} at
 */
export function day(at) {
  const then = new Date(at);
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  if (then.toDateString() === new Date().toDateString()) return say("today");
  if (then.toDateString() === yesterday.toDateString()) return say("yesterday");
  return date.format(then);
}

const DOUBLE_CLICK = 400;
const SAME_PLACE = 10;

/**
 * Ignores the second half of a double click, because another element may have moved under the pointer.
 * @param {MouseEvent} first
 */
export function ignoreSecondClick(first) {
  /** @param {MouseEvent} event */
  const ignore = (event) => {
    const isNear = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < SAME_PLACE;
    // Keys make clicks too, but without a position.
    if (event === first || event.detail === 0 || !isNear) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", ignore, { capture: true });
  setTimeout(() => removeEventListener("click", ignore, { capture: true }), DOUBLE_CLICK);
}

/**
 * Shows the state of the connection to the server.
 * @param {LineState} state
 * @param {number} pause the milliseconds until it reconnects
 */
export function showConnection(state, pause = 0) {
  const texts = {
    connecting: say("connecting"),
    open: say("connected"),
    late: say("late"),
    waiting: say("lost", { seconds: Math.ceil(pause / 1000) }),
    stranger: say("stranger"),
  };
  byId("connection").textContent = texts[state];
  byId("connection").dataset.state = state;
}

/**
 * Makes places beside both names.
 * @param {{ class: string, role?: string }} attributes
 */
export function besideNames(attributes) {
  const [top, bottom] = ["top", "bottom"].map((place) => {
    const box = el("div", attributes);
    byId(`name-${place}`).after(box);
    return box;
  });
  return { top, bottom };
}
