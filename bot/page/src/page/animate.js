// Shows how the pieces of a board get from one position to the next. The picture in the document is always the real one; an
// overlay shows the positions on the way to it.

import { pause } from "./api.js";
import { el, originOf } from "./dom.js";

/** @import { BoardPosition, DrawnPosition } from "./types" */

const SVG = "http://www.w3.org/2000/svg";

/** The times of a slide, of a piece that appears or disappears, and between two positions, in milliseconds. */
const SLIDE = 150;
const FADE = 150;
const PAUSE = 250;

/** The time that it waits for the positions on the way, in milliseconds. */
const LONGEST_WAIT = 600;

/** The number of changed squares above which a position does not develop from another one. */
const MOST_CHANGES = 14;

/** The drawings on squares that are no pieces or objects. */
const MARKS = new Set(["check", "frozen", "unseen", "gone", "chosen", "target", "target-taken", "cause"]);

const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Builds an element of a picture.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {SVGElement[]} children
 */
export function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Returns the name of a drawing, such as `white-king`.
 * @param {Element | undefined} figure
 */
export const nameOf = (figure) => figure?.getAttribute("href")?.replace("#drawing-", "") ?? "";

/**
 * Finds the squares of a picture, and the pieces and objects on them. A picture also shows what the last move removed; the words
 * of the position do not.
 * @param {SVGSVGElement} svg
 * @param {BoardPosition} state
 * @returns {DrawnPosition}
 */
export function drawn(svg, { bottom, squares }) {
  const all = /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll("[data-square]"));
  const parts = new Map([...all].map((part) => [part.dataset.square ?? "", part]));
  const figures = new Map();
  for (const [square, part] of parts) {
    const figure = [...part.querySelectorAll("use")].find((use) => !MARKS.has(nameOf(use)));
    if (figure && squares[square]) figures.set(square, figure);
  }
  return { svg, bottom, parts, figures };
}

/**
 * Returns the pieces that move between two positions as pairs of squares, and the squares of those that leave and come.
 * @param {DrawnPosition} before
 * @param {DrawnPosition} after
 */
export function changes(before, after) {
  const differing = (/** @type {DrawnPosition} */ one, /** @type {DrawnPosition} */ other) =>
    [...one.figures.keys()].filter((square) => nameOf(one.figures.get(square)) !== nameOf(other.figures.get(square)));
  const left = new Set(differing(before, after));
  const come = new Set(differing(after, before));
  const place = (/** @type {string} */ square) => originOf(/** @type {SVGGElement} */ (after.parts.get(square)));
  const isLast = (/** @type {string} */ square) => after.parts.get(square)?.querySelector(":scope > path") !== null;
  const color = (/** @type {Element | undefined} */ figure) => nameOf(figure).split("-")[0];
  /** @type {[string, string][]} */
  const moved = [];
  const pair = (/** @type {(from: string, to: string) => boolean} */ fits) => {
    const pairs = [...come].flatMap((to) => [...left].map((from) => ({ from, to })));
    const near = pairs.filter(({ from, to }) => from !== to && fits(from, to)).map(({ from, to }) => {
      const [one, other] = [place(from), place(to)];
      return { from, to, distance: Math.hypot(one.x - other.x, one.y - other.y) };
    });
    for (const { from, to } of near.sort((a, b) => a.distance - b.distance)) {
      if (!left.has(from) || !come.has(to)) continue;
      left.delete(from);
      come.delete(to);
      moved.push([from, to]);
    }
  };
  const isSame = (/** @type {string} */ from, /** @type {string} */ to) => nameOf(before.figures.get(from)) === nameOf(after.figures.get(to));
  const [sentFrom, sentTo] = after.sent ?? [];
  pair((from, to) => from === sentFrom && to === sentTo);
  pair((from, to) => isLast(from) && isLast(to) && isSame(from, to));
  pair(isSame);
  // A piece that changes on its way: a pawn is promoted, or an undefined piece is defined.
  pair((from, to) => isLast(from) && isLast(to) && !after.figures.has(from) && color(before.figures.get(from)) === color(after.figures.get(to)));
  return { moved, left: [...left], come: [...come] };
}

/**
 * A position that follows. It waits for the answer of the server if there are positions before it that the page does not have.
 * @typedef {{ position: DrawnPosition, isWaiting: boolean }} Following
 */

/** Animates the picture in a frame. */
export class Motion {
  /** The positions on the way, over the picture. */
  #passing = el("div", { class: "passing" });
  /** The position that the viewer sees. @type {DrawnPosition | null} */
  #seen = null;
  /** The positions that follow; the last one is the real one. @type {Following[]} */
  #queue = [];
  /** @type {Animation[]} */
  #running = [];
  /** @type {SVGGElement | null} */
  #actors = null;
  /** @type {number | undefined} */
  #timer;
  /** Called when the viewer sees the real position. @type {(() => void)[]} */
  #settled = [];

  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    frame.append(this.#passing);
  }

  /** True while it shows positions on the way to the real one. */
  get isPassing() {
    return this.#queue.length > 0;
  }

  /**
   * Resolves when the viewer has seen how the real position came about.
   * @returns {Promise<void>}
   */
  settle() {
    if (!this.isPassing && this.#timer === undefined) return Promise.resolve();
    const { promise, resolve } = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
    this.#settled.push(resolve);
    return promise;
  }

  /**
   * Puts the picture of a position into the document, and animates the change, unless it `isStill`. A later position (`isNews`)
   * waits until those before it were shown; `missing` fetches the ones between. Other changes begin at once.
   * @param {DrawnPosition} next
   * @param {{ isNews: boolean, isStill: boolean, missing: (() => Promise<DrawnPosition[]>) | null }} more
   */
  show(next, { isNews, isStill, missing }) {
    const seen = this.#seen;
    const real = this.frame.querySelector(":scope > svg");
    const isApart = isStill || !seen || seen.bottom !== next.bottom || prefersStill.matches || document.hidden;
    if (isApart || !isNews) this.skip();
    const isOverlaid = !isApart && isNews && (missing !== null || this.#timer !== undefined) && this.#queue.length === 0;
    if (real && isOverlaid) this.#passing.replaceChildren(real);
    else real?.remove();
    this.frame.prepend(next.svg);
    if (isApart) {
      this.#seen = next;
      return;
    }
    /** @type {Following} */
    const following = { position: next, isWaiting: missing !== null };
    this.#queue.push(following);
    if (missing) this.#await(following, missing());
    else if (!this.#timer && this.#queue.length === 1) this.#advance();
  }

  /** Shows the real position at once. */
  skip() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const last = this.#queue.at(-1);
    if (last) this.#seen = last.position;
    this.#queue = [];
    this.#end();
    this.#passing.replaceChildren();
    for (const tell of this.#settled.splice(0)) tell();
  }

  /**
   * @param {Following} following
   * @param {Promise<DrawnPosition[]>} missing
   */
  async #await(following, missing) {
    const before = await Promise.race([missing, pause(LONGEST_WAIT).then(() => [])]);
    const at = this.#queue.indexOf(following);
    // Somebody has skipped it.
    if (at < 0) return;
    following.isWaiting = false;
    this.#queue.splice(at, 0, ...before.map((position) => ({ position, isWaiting: false })));
    if (!this.#timer) this.#advance();
  }

  #advance() {
    this.#timer = undefined;
    const [next] = this.#queue;
    if (!next) return this.skip();
    if (next.isWaiting) return;
    this.#queue.shift();
    this.#end();
    const before = this.#seen;
    const after = next.position;
    this.#seen = after;
    // The last one is the real picture, under the overlay.
    this.#passing.replaceChildren(...(this.#queue.length > 0 ? [after.svg] : []));
    const time = before ? this.#animate(before, after) : 0;
    if (time === 0) this.#advance();
    // What is shown already when it is sent needs no pause.
    else this.#timer = setTimeout(() => this.#rest(after.sent ? 0 : PAUSE), time);
  }

  /** @param {number} pause */
  #rest(pause) {
    this.#end();
    this.#timer = setTimeout(() => this.#advance(), pause);
  }

  #end() {
    for (const animation of this.#running) animation.cancel();
    this.#running = [];
    this.#actors?.remove();
    this.#actors = null;
  }

  /**
   * Starts the animations in the picture of `after`, and returns their time in milliseconds.
   * @param {DrawnPosition} before
   * @param {DrawnPosition} after
   */
  #animate(before, after) {
    const { moved, left, come } = changes(before, after);
    if (moved.length + left.length + come.length === 0 || left.length + come.length > MOST_CHANGES) return 0;
    const slide = moved.length > 0 ? SLIDE : 0;
    const fade = left.length + come.length > 0 ? FADE : 0;
    // All actors are above all squares.
    const actors = shape("g", { class: "actors" });
    const place = (/** @type {string} */ square) => originOf(/** @type {SVGGElement} */ (after.parts.get(square)));
    const act = (/** @type {SVGUseElement | undefined} */ figure, /** @type {string} */ square) => {
      const { x, y } = place(square);
      const actor = /** @type {SVGUseElement} */ (/** @type {SVGUseElement} */ (figure).cloneNode());
      actor.removeAttribute("class");
      actors.append(shape("g", { transform: `translate(${x} ${y})` }, actor));
      return actor;
    };
    const run = (/** @type {Element} */ actor, /** @type {Keyframe[]} */ frames, /** @type {KeyframeAnimationOptions} */ options) =>
      this.#running.push(actor.animate(frames, { fill: "both", ...options }));
    const hide = (/** @type {string} */ square) => {
      const figure = after.figures.get(square);
      if (figure) run(figure, [{ opacity: 0 }, { opacity: 0 }], { duration: slide + fade });
    };
    for (const square of left) {
      // A piece on the target leaves as the other one arrives; others leave afterwards.
      const isHit = moved.some(([, to]) => to === square);
      run(act(before.figures.get(square), square), [{}, { opacity: 0 }], isHit ? { delay: slide / 2, duration: slide / 2 } : { delay: slide, duration: fade });
    }
    for (const square of come) {
      const actor = act(after.figures.get(square), square);
      hide(square);
      run(actor, [{ opacity: 0 }, {}], { delay: slide, duration: fade });
    }
    for (const [from, to] of moved) {
      const [start, end] = [place(from), place(to)];
      const actor = act(after.figures.get(to), to);
      hide(to);
      const shift = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
      run(actor, [{ transform: shift }, { transform: "none" }], { duration: slide, easing: "ease-in-out" });
    }
    after.svg.append(actors);
    this.#actors = actors;
    return slide + fade;
  }
}
