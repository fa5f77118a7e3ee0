// The list of moves, with the marks and the course of a reviewed game.

import { shape } from "./animate.js";
import { el } from "./dom.js";
import { say } from "./words.js";

/**
 * @import { LiveMatch } from "./live-match.js"
 * @import { BoardReview, BoardTurn } from "./types"
 */

/** The measures of the course in its own units. */
const WIDE = 100;
const HIGH = 40;

const SIGNS = { mistake: "?", blunder: "??" };

export class MoveList {
  /** @type {BoardReview | null} */
  #review = null;
  /** The number of inputs at the end of the marked move. @type {string | undefined} */
  #marked;
  /** The number of inputs that the pointer on the course asks for, until its board is shown. @type {number | undefined} */
  #wanted;
  /** The course of the game, as a control with a value for each decision. */
  course = shape("svg", { class: "course", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "slider", tabindex: 0 });

  /**
   * Shows the moves of a match in `list`, and their course before it.
   * @param {HTMLElement} list
   * @param {LiveMatch} match
   */
  constructor(list, match) {
    this.list = list;
    this.match = match;
    this.course.setAttribute("aria-label", say("board-course"));
    this.course.addEventListener("pointerdown", (event) => {
      this.course.setPointerCapture(event.pointerId);
      this.#point(event);
    });
    this.course.addEventListener("pointermove", (event) => event.buttons === 1 && this.#point(event));
  }

  /** @param {BoardReview} review */
  take(review) {
    this.#review = review;
    // The list becomes smaller.
    this.#marked = undefined;
    if (review.scores.length > 1) this.list.before(this.course);
    this.show();
  }

  /** Returns the last turn of the shown position. */
  get #current() {
    const { live, shown } = this.match;
    return live?.turns.findLast(({ n_inputs }) => n_inputs <= (shown?.n_inputs ?? 0));
  }

  show() {
    const { list, match } = this;
    const turns = match.live?.turns ?? [];
    const current = this.#current;
    const marks = this.#marks(turns);
    const numbers = [...new Set(turns.map(({ number }) => number))];
    const button = (/** @type {BoardTurn} */ turn) => {
      const { n_inputs, color, caption } = turn;
      const attributes = { type: "button", class: `move ${color}`, "data-n-inputs": n_inputs, "aria-current": turn === current ? "true" : null, onclick: () => match.look(n_inputs) };
      const mark = marks.get(turn);
      const sign = mark && el("span", { class: `sign ${mark}`, title: say(`board-${mark}`), "aria-hidden": "true" }, SIGNS[mark]);
      const spoken = mark && el("span", { class: "visually-hidden" }, ` ${say(`board-${mark}`)}`);
      return el("button", attributes, caption, sign, spoken);
    };
    const row = (/** @type {number} */ number) => {
      const pair = turns.filter((turn) => turn.number === number);
      const gap = pair[0].color === "black" ? el("span", { class: "gap", "aria-hidden": "true" }, "…") : null;
      return el("li", { value: number }, gap, ...pair.map(button));
    };
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.nInputs : undefined;
    list.replaceChildren(...numbers.map(row));
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-n-inputs="${focused}"]`))?.focus({ preventScroll: true });
    if (this.#review) this.#showCourse(this.#review, current);
    requestAnimationFrame(() => this.#follow());
  }

  /** Scrolls to the shown turn once, because the reader can scroll meanwhile. */
  #follow() {
    const { list } = this;
    const marked = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    const n_inputs = marked?.dataset.nInputs;
    if (n_inputs === this.#marked || list.clientHeight === 0) return;
    this.#marked = n_inputs;
    list.scrollTop = marked ? marked.offsetTop - list.clientHeight / 2 : 0;
  }

  /**
   * Returns the marks of the turns with bad decisions, the worst one of each.
   * @param {BoardTurn[]} turns
   */
  #marks(turns) {
    /** @type {Map<BoardTurn, "mistake" | "blunder">} */
    const marks = new Map();
    for (const { n_inputs, mark } of this.#review?.scores ?? []) {
      const turn = turns.find((turn) => turn.n_inputs > n_inputs);
      if (turn && mark && marks.get(turn) !== "blunder") marks.set(turn, mark);
    }
    return marks;
  }

  /** Returns the expected scores of White as the present viewer knows them, in percent. */
  get #scores() {
    const isAll = this.match.eyes === null;
    return (this.#review?.scores ?? []).map(({ all_known, white }) => Math.round(100 * (isAll ? all_known : white)));
  }

  /**
   * @param {BoardReview} review
   * @param {BoardTurn | undefined} current
   */
  #showCourse(review, current) {
    const scores = this.#scores;
    const last = scores.length - 1;
    if (last < 1) return;
    const found = review.scores.findIndex(({ n_inputs }) => n_inputs >= (this.match.shown?.n_inputs ?? 0));
    const at = found < 0 ? last : found;
    const x = (/** @type {number} */ index) => (WIDE * index) / last;
    const y = (/** @type {number} */ index) => HIGH - (HIGH * scores[index]) / 100;
    const line = scores.map((_, index) => `L${x(index)} ${y(index)}`).join("");
    const dots = review.scores.map(({ mark }, index) => mark && shape("path", { class: `dot ${mark}`, d: `M${x(index)} ${y(index)}h0` }));
    this.course.replaceChildren(
      shape("rect", { class: "black", width: WIDE, height: HIGH }),
      shape("path", { class: "white", d: `M0 ${HIGH}${line}L${WIDE} ${HIGH}Z` }),
      shape("path", { class: "even", d: `M0 ${HIGH / 2}H${WIDE}` }),
      shape("path", { class: "now", d: `M${x(at)} 0V${HIGH}` }),
      ...dots.filter((dot) => dot !== undefined),
    );
    const values = { white: scores[at], black: 100 - scores[at], move: current ? `${current.number}${current.color === "white" ? "." : "…"} ${current.caption}` : say("board-first") };
    const attributes = { "aria-valuemin": 0, "aria-valuemax": last, "aria-valuenow": at, "aria-valuetext": say("board-course-at", values) };
    for (const [name, value] of Object.entries(attributes)) this.course.setAttribute(name, String(value));
  }

  /**
   * Shows the position under the pointer.
   * @param {PointerEvent} event
   */
  #point({ clientX }) {
    const { left, width } = this.course.getBoundingClientRect();
    const scores = this.#review?.scores ?? [];
    const index = Math.round(((scores.length - 1) * (clientX - left)) / width);
    const { n_inputs } = scores[Math.max(0, Math.min(index, scores.length - 1))];
    const end = this.match.stops().find((other) => other >= n_inputs);
    if (end === undefined || end === (this.#wanted ?? this.match.shown?.n_inputs)) return;
    const isLooking = this.#wanted !== undefined;
    this.#wanted = end;
    if (!isLooking) this.#lookAtWanted();
  }

  /** Shows the wanted position, with one request at a time: it skips those that the pointer has left meanwhile. */
  async #lookAtWanted() {
    let n_inputs;
    while (n_inputs !== this.#wanted) {
      n_inputs = /** @type {number} */ (this.#wanted);
      await this.match.look(n_inputs);
    }
    this.#wanted = undefined;
  }
}
