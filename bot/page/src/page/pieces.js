// The drawings of pieces and marks. The pictures of boards name them, and the page loads each set once.

import { shape } from "./animate.js";
import { changes, choices } from "./choices.js";

/** The time until it tries again to load a set, in milliseconds. */
const PAUSE = 2000;

// The pictures from the server hold no script and no text of people. No other text becomes markup here.
const policy = "trustedTypes" in window ? window.trustedTypes : undefined;
const trusted = /** @type {any} */ (policy)?.createPolicy("board", { createHTML: (/** @type {string} */ svg) => svg });

/** The drawings in the document. */
const sheet = shape("svg", { class: "drawings", "aria-hidden": "true" });

/** The inks of the boards, if their theme has some of its own. @type {string | undefined} */
let inks;

/** The name of the set that is loaded or being loaded. */
let wanted = "";

/** Sends an event when the drawings in the document have changed. */
export const drawings = new EventTarget();

/** @param {string} svg */
function read(svg) {
  const picture = new DOMParser().parseFromString(trusted?.createHTML(svg) ?? svg, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {Element} */ (document.importNode(picture, true)));
}

/**
 * Returns the picture of a board in the document.
 * @param {string} svg
 */
export function parse(svg) {
  const picture = read(svg);
  inks = picture.dataset.inks;
  loadSet();
  return picture;
}

/** Puts the chosen set into the document. */
async function loadSet() {
  const name = inks ? `${choices.pieces}.${inks}` : choices.pieces;
  if (name === wanted) return;
  wanted = name;
  const answer = await fetch(`/pieces/${name}.svg`).catch(() => null);
  const svg = answer?.ok ? await answer.text().catch(() => null) : null;
  if (name !== wanted) return;
  if (!svg) {
    wanted = "";
    // The server does not have a set that a later program offers.
    if (answer?.status !== 404) setTimeout(loadSet, PAUSE);
    return;
  }
  sheet.replaceChildren(...read(svg).querySelectorAll("defs"));
  drawings.dispatchEvent(new Event("change"));
}

document.body.append(sheet);
loadSet();
changes.addEventListener("pieces", loadSet);
