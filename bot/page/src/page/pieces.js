// The chosen set of pieces. The picture of a board comes with the standard one.

import { changes, choices } from "./choices.js";

const STANDARD = "standard";

// The pictures from the server hold no script and no text of people. No other text becomes markup here.
const policy = "trustedTypes" in window ? window.trustedTypes : undefined;
const trusted = /** @type {any} */ (policy)?.createPolicy("board", { createHTML: (/** @type {string} */ svg) => svg });

/** The drawings of the loaded sets, by the name of the file. @type {Map<string, Promise<Element[]>>} */
const sheets = new Map();

/** @param {string} svg */
function read(svg) {
  return new DOMParser().parseFromString(trusted?.createHTML(svg) ?? svg, "image/svg+xml").documentElement;
}

/**
 * Returns the picture of a board in the document, and puts the chosen pieces into it.
 * @param {string} svg
 */
export function parse(svg) {
  const picture = /** @type {SVGSVGElement} */ (/** @type {Element} */ (document.importNode(read(svg), true)));
  dress(picture);
  return picture;
}

/**
 * Puts the chosen pieces into the picture of a board. A theme with inks of its own has drawings of its own.
 * @param {SVGSVGElement} picture
 */
async function dress(picture) {
  const { pieces } = choices;
  if ((picture.dataset.pieces ?? STANDARD) === pieces) return;
  picture.dataset.pieces = pieces;
  const { inks } = picture.dataset;
  const drawings = await sheet(inks ? `${pieces}.${inks}` : pieces);
  if (picture.dataset.pieces !== pieces) return;
  // The next change of the set tries again.
  if (drawings.length === 0) picture.dataset.pieces = "";
  for (const drawing of drawings) picture.querySelector(`[id="${drawing.id}"]`)?.replaceWith(document.importNode(drawing, true));
}

/**
 * Returns the drawings of a set, or none if the server cannot be reached.
 * @param {string} name
 */
function sheet(name) {
  const known = sheets.get(name) ?? load(name);
  sheets.set(name, known);
  return known;
}

/** @param {string} name */
async function load(name) {
  const answer = await fetch(`/pieces/${name}.svg`).catch(() => null);
  const svg = answer?.ok ? await answer.text().catch(() => null) : null;
  if (svg) return [...read(svg).querySelectorAll("symbol")];
  sheets.delete(name);
  return [];
}

if (choices.pieces !== STANDARD) sheet(choices.pieces);
changes.addEventListener("pieces", () => {
  /** @type {NodeListOf<SVGSVGElement>} */
  const pictures = document.querySelectorAll(".picture-frame svg");
  for (const picture of pictures) dress(picture);
});
