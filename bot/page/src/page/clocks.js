// The names, leads and clocks of both sides above and below the board. The clocks follow the server, whatever the device's own clock says.

import { drawing } from "./board.js";
import { byId, deadline, el } from "./dom.js";
import { language, say } from "./words.js";

/** @import { HeldPlaces, LiveBoard, Side } from "./types" */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The time from which a clock shows tenths, in milliseconds. */
const TENTHS = 10 * SECOND;
/** A report of the server's time that differs more than this is no delay of the line: its clock was set back. */
const LONGEST_DELAY = 2 * SECOND;

/** The lead of the server's clock over `performance.now()`, as far as known. */
let lead = -Infinity;

/**
 * Takes the time of the server's clock from a frame that has just arrived. The report with the shortest delay counts.
 * @param {number} now
 */
export function synchronize(now) {
  const next = now - performance.now();
  if (next > lead || lead - next > LONGEST_DELAY) lead = next;
}

/**
 * Returns a time as a clock shows it: `1:02:03`, `4:05` or `0:09.8`.
 * @param {number} left in milliseconds
 */
function digits(left) {
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
  const [hours, minutes] = [Math.floor(left / HOUR), (left % HOUR) / MINUTE];
  const seconds = two((left % MINUTE) / SECOND);
  const tenth = left < TENTHS ? `.${Math.floor((left % SECOND) / 100)}` : "";
  return hours > 0 ? `${hours}:${two(minutes)}:${seconds}` : `${Math.floor(minutes)}:${seconds}${tenth}`;
}

/**
 * Returns a time in words.
 * @param {number} left in milliseconds
 */
function words(left) {
  const unit = (/** @type {number} */ n, /** @type {string} */ name) =>
    new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "long" }).format(Math.floor(n));
  return `${unit(left / MINUTE, "minute")} ${unit((left % MINUTE) / SECOND, "second")}`;
}

/** Returns the elements of a side. @param {"top" | "bottom"} place */
const rowOf = (place) => ({ name: byId(`name-${place}`), clock: byId(`clock-${place}`) });

export class Clocks {
  /** @type {LiveBoard | null} */
  #board = null;
  /** @type {Side} */
  #bottom = "white";
  /** @type {number | undefined} */
  #timer;
  /** The digits, and the countdown of a first turn. */
  #shown = { top: el("span", { class: "digits" }), bottom: el("span", { class: "digits" }), first: el("span", { class: "first-turn" }) };

  #rows = { top: rowOf("top"), bottom: rowOf("bottom") };

  constructor() {
    // A clock is read aloud on request only.
    const speak = () => (byId("spoken").textContent = [this.#label("top"), this.#label("bottom")].join(". "));
    for (const { clock } of Object.values(this.#rows)) clock.addEventListener("click", speak);
    document.addEventListener("visibilitychange", () => document.hidden || this.#tick());
  }

  /**
   * Shows the names and times of the present board, with this side at the bottom.
   * @param {LiveBoard} board
   * @param {Side} bottom
   */
  show(board, bottom) {
    [this.#board, this.#bottom] = [board, bottom];
    for (const place of /** @type {const} */ (["top", "bottom"])) this.#build(place);
    this.#tick();
  }

  /** @param {"top" | "bottom"} place */
  #side(place) {
    const other = this.#bottom === "white" ? "black" : "white";
    return place === "bottom" ? this.#bottom : other;
  }

  /** @param {"top" | "bottom"} place */
  #build(place) {
    const board = this.#board;
    if (!board) return;
    const side = this.#side(place);
    const { name, clock } = this.#rows[place];
    const isTurn = board.stage === "playing" && board.turn === side && board.until !== undefined;
    const isSlow = isTurn && !board.clock;
    name.dataset.side = side;
    name.hidden = !board.names;
    name.classList.toggle("to-move", board.stage === "playing" && board.turn === side);
    const until = isSlow ? el("span", { class: "until" }, say("board-until"), " ", deadline(board.until ?? 0)) : null;
    const first = isTurn && board.clock?.is_first_turn ? this.#shown.first : null;
    name.replaceChildren(...[el("bdi", {}, board.names?.[side] ?? ""), until, first].filter((part) => part !== null));
    clock.hidden = !board.clock;
    if (!board.clock) return;
    const { increment } = board.clock;
    clock.classList.toggle("running", isTurn && !board.clock.is_first_turn);
    const more = increment > 0 ? el("span", { class: "increment" }, `+${increment / SECOND}`) : null;
    clock.replaceChildren(...[this.#shown[place], more].filter((part) => part !== null));
    clock.setAttribute("aria-label", this.#label(place));
  }

  /** Returns the milliseconds until the deadline, if a time runs. */
  #untilDeadline() {
    const until = this.#board?.stage === "playing" ? this.#board.until : undefined;
    return until === undefined ? undefined : Math.max(0, until - lead - performance.now());
  }

  /** @param {"top" | "bottom"} place */
  #left(place) {
    const { clock, turn } = this.#board ?? {};
    const side = this.#side(place);
    const running = turn === side && !clock?.is_first_turn ? this.#untilDeadline() : undefined;
    return running ?? clock?.left[side] ?? 0;
  }

  /** @param {"top" | "bottom"} place */
  #label(place) {
    return `${this.#board?.names?.[this.#side(place)] ?? ""}: ${words(this.#left(place))}`;
  }

  /** Draws the times, and comes back when one of them changes. */
  #tick() {
    clearTimeout(this.#timer);
    const board = this.#board;
    if (!board?.clock) return;
    for (const place of /** @type {const} */ (["top", "bottom"])) {
      const left = this.#left(place);
      this.#shown[place].textContent = digits(left);
      this.#rows[place].clock.classList.toggle("low", left <= board.clock.budget / 10 && board.stage === "playing");
    }
    const left = this.#untilDeadline();
    if (left === undefined) return;
    this.#shown.first.textContent = board.clock.is_first_turn ? say("clock-first", { seconds: Math.ceil(left / SECOND) }) : "";
    const step = left < TENTHS ? 100 : SECOND;
    if (left > 0) this.#timer = setTimeout(() => this.#tick(), (left % step) + 1);
  }
}

/**
 * Shows the lead of each side in captured pieces in its place.
 * @param {HeldPlaces} places
 * @param {LiveBoard} board
 */
export function showLeads(places, { leads, bottom }) {
  const top = bottom === "white" ? "black" : "white";
  for (const [box, side] of /** @type {const} */ ([[places.top, top], [places.bottom, bottom]])) {
    const { pieces, text } = leads?.[side] ?? { pieces: [], text: "" };
    box.hidden = pieces.length === 0;
    box.setAttribute("aria-label", text);
    box.title = text;
    box.replaceChildren(...pieces.map(drawing));
    // Pieces of one kind stand close together.
    for (const [at, figure] of [...box.children].entries()) figure.classList.toggle("again", pieces[at] === pieces[at - 1]);
  }
}
