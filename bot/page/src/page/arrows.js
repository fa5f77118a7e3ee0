// Arrows and circles on a board. The reader draws them with the right button or a finger; the page draws some of its own.

import { shape } from "./animate.js";
import { originOf } from "./dom.js";

/** @import { BoardArrow, DrawnPosition } from "./types" */

/**
 * Draws arrows over a board, in place of the ones before. An arrow from a square to itself is a circle.
 * @param {DrawnPosition} position
 * @param {BoardArrow[]} arrows
 */
export function drawArrows({ svg, parts }, arrows) {
  svg.querySelector(":scope > .arrows")?.remove();
  if (arrows.length === 0) return;
  const origins = [...parts].map(([square, part]) => ({ square, ...originOf(part) }));
  const across = origins.map(({ x }) => x);
  const side = (Math.max(...across) - Math.min(...across)) / 7;
  const centers = new Map(origins.map(({ square, x, y }) => [square, { x: x + side / 2, y: y + side / 2 }]));
  const layer = shape("g", { class: "arrows" });
  for (const [from, to, kind] of arrows) {
    const [start, end] = [centers.get(from), centers.get(to)];
    if (!start || !end) continue;
    const circle = { class: `arrow ${kind}`, cx: start.x, cy: start.y, r: side * 0.45, fill: "none", "stroke-width": side * 0.07 };
    layer.append(from === to ? shape("circle", circle) : arrow(start, end, side, kind));
  }
  svg.append(layer);
}

/**
 * Returns the arrow of a decision, such as `e2e4` or `N@d4`; none for a decision without squares.
 * @param {string} text
 * @param {BoardArrow[2]} kind
 * @returns {BoardArrow[]}
 */
export function arrowOf(text, kind) {
  const squares = text.match(/[a-h][1-8]/g);
  return squares ? [[squares[0], squares.at(-1) ?? squares[0], kind]] : [];
}

/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {Point} start
 * @param {Point} end
 * @param {number} side
 * @param {string} kind
 */
function arrow(start, end, side, kind) {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  const [half, head, wide] = [side * 0.09, side * 0.38, side * 0.24];
  const neck = length - head;
  const begin = side * 0.3;
  const data = `M${begin} ${-half}L${neck} ${-half}L${neck} ${-wide}L${length} 0L${neck} ${wide}L${neck} ${half}L${begin} ${half}Z`;
  return shape("path", { class: `arrow ${kind} filled`, d: data, transform: `translate(${start.x} ${start.y}) rotate(${angle})` });
}

/** The time after which a resting finger draws, in milliseconds. */
const LONG = 400;

/** The distance at which a moving finger scrolls and does not draw, in pixels. */
const SLACK = 10;

/**
 * An arrow that is being drawn, or the finger that may begin one.
 * @typedef {{ from: string, to: string, pointer: number, x: number, y: number, isDrawing: boolean, timer?: number }} Stroke
 */

/**
 * The arrows of the reader. A drag with the right button draws one, a click a circle, and the same again removes it. On a touch
 * screen a long press on a free square begins one.
 */
export class Sketches {
  /** The finished arrows. @type {BoardArrow[]} */
  #arrows = [];
  /** @type {Stroke | null} */
  #stroke = null;
  /** True right after a finger has drawn, so that the board ignores its click. */
  #isDrawn = false;

  /**
   * @param {HTMLElement} grid
   * @param {{ squareAt: (event: MouseEvent) => string | null, isFree: (square: string) => boolean }} board
   * @param {() => void} changed
   * @param {AbortSignal} [ended] ends their use
   */
  constructor(grid, board, changed, ended) {
    this.board = board;
    this.changed = changed;
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("click", (event) => this.#isDrawn && event.stopImmediatePropagation(), { capture: true });
    // The page does not scroll under a finger that draws.
    grid.addEventListener("touchmove", (event) => this.#stroke?.isDrawing && event.preventDefault(), { passive: false });
    const hear = (/** @type {"pointermove" | "pointerup" | "pointercancel"} */ name, /** @type {(event: PointerEvent, stroke: Stroke) => void} */ then) => {
      const ours = (/** @type {PointerEvent} */ event) => this.#stroke?.pointer === event.pointerId && then(event, this.#stroke);
      addEventListener(name, ours, { signal: ended });
    };
    hear("pointermove", (event, stroke) => this.#moved(event, stroke));
    hear("pointerup", (event, stroke) => this.#up(event, stroke));
    hear("pointercancel", () => this.#end());
  }

  /** All arrows, with the one that is being drawn. @returns {BoardArrow[]} */
  get arrows() {
    const { from, to, isDrawing } = this.#stroke ?? { from: "", to: "", isDrawing: false };
    return isDrawing ? [...this.#arrows, [from, to, "good"]] : this.#arrows;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#isDrawn = false;
    this.#end();
    const from = this.board.squareAt(event);
    const isFinger = event.pointerType === "touch" && from !== null && this.board.isFree(from);
    if (event.button === 0 && !isFinger) this.#clear();
    if (!from || !(event.button === 2 || isFinger)) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    const stroke = { from, to: from, pointer, x, y, isDrawing: false, timer: isFinger ? setTimeout(() => this.#begin(stroke), LONG) : undefined };
    this.#stroke = stroke;
  }

  /** @param {Stroke} stroke */
  #begin(stroke) {
    stroke.isDrawing = true;
    this.#isDrawn = true;
    this.changed();
  }

  /**
   * @param {PointerEvent} event
   * @param {Stroke} stroke
   */
  #moved(event, stroke) {
    if (stroke.timer === undefined) return;
    if (!stroke.isDrawing) {
      if (Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) > SLACK) this.#end();
      return;
    }
    const to = this.board.squareAt(event) ?? stroke.from;
    if (to === stroke.to) return;
    stroke.to = to;
    this.changed();
  }

  /**
   * @param {PointerEvent} event
   * @param {Stroke} stroke
   */
  #up(event, { from, isDrawing, timer }) {
    this.#end();
    // A tap.
    if (timer !== undefined && !isDrawing) return this.#clear();
    const to = this.board.squareAt(event);
    if (!to) return this.changed();
    const others = this.#arrows.filter(([start, end]) => start !== from || end !== to);
    const kind = event.shiftKey || event.ctrlKey ? "bad" : "good";
    this.#arrows = others.length < this.#arrows.length ? others : [...others, [from, to, kind]];
    this.changed();
  }

  #end() {
    const wasDrawing = this.#stroke?.isDrawing;
    clearTimeout(this.#stroke?.timer);
    this.#stroke = null;
    if (wasDrawing) this.changed();
  }

  #clear() {
    if (this.#arrows.length === 0) return;
    this.#arrows = [];
    this.changed();
  }
}
