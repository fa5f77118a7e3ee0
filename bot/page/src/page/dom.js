// Builds elements. Everything that people write enters the page as text here and never as markup.

import { language, say } from "./words.js";

/** @import { Attributes, Child, LineState, Person } from "./types" */

/**
 * Makes an element: `el("button", { type: "button", class: "small", onclick: f }, "Press")`.
 * Properties that begin with `on` become listeners; null and false leave an attribute out.
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
 * The element of the page with this id, of the kind that it has there: `byId("say", HTMLInputElement)`.
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
 * Where a part of a drawing begins, in the measures of the drawing.
 * @param {SVGGElement} part
 */
export function originOf(part) {
  const matrix = part.transform.baseVal.consolidate()?.matrix;
  return { x: matrix?.e ?? 0, y: matrix?.f ?? 0 };
}

/**
 * Lays an element over a part of a drawing, however large that is shown.
 * @param {HTMLElement} element
 * @param {SVGSVGElement} svg
 * @param {{ x: number, y: number, width: number, height: number }} part in the measures of the drawing
 */
export function layOver({ style }, svg, part) {
  const { width, height } = svg.viewBox.baseVal;
  const percent = (/** @type {number} */ length, /** @type {number} */ whole) => `${(100 * length) / whole}%`;
  [style.left, style.top] = [percent(part.x, width), percent(part.y, height)];
  [style.width, style.height] = [percent(part.width, width), percent(part.height, height)];
}

/**
 * A round sign for a person: initials on a color that stays theirs. Null is the bot.
 * @param {Person | null} person
 */
export function avatar(person) {
  if (person === null) return el("img", { class: "avatar", src: "/icon.svg", alt: "", width: 40, height: 40 });
  const words = person.name.split(/\s+/).slice(0, 2);
  const initials = words.map((word) => firstLetter(word)).join("");
  return el("span", { class: `avatar hue-${person.id % 8}`, "aria-hidden": "true" }, initials.toLocaleUpperCase());
}

/**
 * The first letter as people see it, however many code points it takes.
 * @param {string} word
 */
function firstLetter(word) {
  const letters = new Intl.Segmenter().segment(word)[Symbol.iterator]().next();
  return letters.done ? "" : letters.value.segment;
}

const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
const moment = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
const date = new Intl.DateTimeFormat(language, { dateStyle: "full" });

/**
 * The time of day, with the whole date on hovering.
 * @param {number} at
 */
export function time(at) {
  const then = new Date(at);
  return el("time", { datetime: then.toISOString(), title: moment.format(then) }, clock.format(then));
}

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
/** Each with its seconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 24 * 3600],
  ["hour", 3600],
];
/** @type {[Intl.RelativeTimeFormatUnit, number]} */
const SHORTEST = ["minute", 60];
const MINUTE = 60 * 1000;

/**
 * How far ahead or ago a moment is, to the minute, in whole units, of which there are at least two.
 * @param {number} at
 */
function distance(at) {
  const seconds = Math.round((at - Date.now()) / MINUTE) * 60;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= 2 * length) ?? SHORTEST;
  return relative.format(Math.trunc(seconds / length), unit);
}

/**
 * A moment, as far ahead or ago as it is while it is read, with the whole date.
 * @param {number} at
 */
export function deadline(at) {
  const then = new Date(at);
  const told = el("time", { class: "deadline", datetime: then.toISOString(), title: moment.format(then) });
  const tell = () => {
    told.textContent = `${distance(at)} (${moment.format(then)})`;
  };
  tell();
  const ticks = setInterval(() => (told.isConnected ? tell() : clearInterval(ticks)), MINUTE);
  return told;
}

/**
 * The local day of a moment, in words.
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
 * The second half of a double click means nothing: what moved under the pointer meanwhile was not meant.
 * @param {MouseEvent} first
 */
export function ignoreSecondClick(first) {
  /** @param {MouseEvent} event */
  const ignore = (event) => {
    const isNear = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < SAME_PLACE;
    // Keys make clicks too, without a place.
    if (event === first || event.detail === 0 || !isNear) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", ignore, { capture: true });
  setTimeout(() => removeEventListener("click", ignore, { capture: true }), DOUBLE_CLICK);
}

/**
 * Shows how the line to the server is.
 * @param {LineState} state
 * @param {number} pause in milliseconds, before it is tried again
 */
export function showConnection(state, pause = 0) {
  const texts = {
    connecting: say("connecting"),
    open: say("connected"),
    waiting: say("lost", { seconds: Math.ceil(pause / 1000) }),
    stranger: say("stranger"),
  };
  byId("connection").textContent = texts[state];
  byId("connection").dataset.state = state;
}
