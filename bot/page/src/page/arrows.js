// Arrows and circles on a board. The reader draws them with the right button; the page draws some of its own.

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
    layer.append(from === to ? circle(start, side, kind) : arrow(start, end, side, kind));
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
 * @param {Point} center
 * @param {number} side
 * @param {string} kind
 */
function circle({ x, y }, side, kind) {
  return shape("circle", { class: `arrow ${kind}`, cx: x, cy: y, r: side * 0.45, fill: "none", "stroke-width": side * 0.07 });
}

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

/** The arrows of the reader. A drag with the right button draws one, a click a circle, and the same again removes it. */
export class Sketches {
  /** @type {BoardArrow[]} */
  arrows = [];
  /** @type {string | null} */
  #from = null;

  /**
   * @param {HTMLElement} grid
   * @param {(event: MouseEvent) => string | null} squareAt
   * @param {() => void} changed
   * @param {AbortSignal} [ended] ends their use
   */
  constructor(grid, squareAt, changed, ended) {
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("pointerdown", (event) => {
      if (event.button === 2) this.#from = squareAt(event);
      if (event.button !== 0 || this.arrows.length === 0) return;
      this.arrows = [];
      changed();
    });
    const drop = (/** @type {PointerEvent} */ event) => {
      if (event.button !== 2 || !this.#from) return;
      const [from, to] = [this.#from, squareAt(event)];
      this.#from = null;
      if (!to) return;
      const others = this.arrows.filter(([start, end]) => start !== from || end !== to);
      const kind = event.shiftKey || event.ctrlKey ? "bad" : "good";
      this.arrows = others.length < this.arrows.length ? others : [...others, [from, to, kind]];
      changed();
    };
    addEventListener("pointerup", drop, { signal: ended });
  }
}
