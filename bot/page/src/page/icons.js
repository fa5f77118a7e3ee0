// The icons of tools.

import { shape } from "./animate.js";
import { el } from "./dom.js";

/** The lines of the icons in a square of 24 units, by the names of the tools. @type {Record<string, string>} */
const LINES = {
  takeback: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M8.5 14a6 6 0 1 1 7 0c-.5.5-.7 1-.7 2H9.2c0-1-.2-1.5-.7-2z",
  draw: "M5 9h14M5 15h14",
  pause: "M8 5v14M16 5v14",
  resign: "M6 21V4h12l-3 4 3 4H6",
  rematch: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  review: "M5 20V11M12 20V4M19 20v-6",
  replay: "M8 5v14l11-7z",
  export: "M12 4v11M7 11l5 5 5-5M5 20h14",
  dice: "M5 5h14v14H5zM9 9h.01M12 12h.01M15 15h.01",
  flip: "M7 4v16M3 8l4-4 4 4M17 20V4M13 16l4 4 4-4",
  share: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  engine: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  analyze: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 21 21",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/**
 * Puts the icon of a tool before the words of a button. Where there is little room, the words are only spoken.
 * @param {HTMLElement} button
 * @param {string} tool
 */
export function addIcon(button, tool) {
  const label = el("span", { class: "label" }, ...button.childNodes);
  button.replaceChildren(label);
  button.title = label.textContent ?? "";
  if (!LINES[tool]) return;
  button.prepend(shape("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: LINES[tool] })));
}
