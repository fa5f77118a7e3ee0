// The leads in captured pieces, beside the names.

import { drawing } from "./board.js";

/** @import { HeldPlaces, LiveBoard } from "./types" */

/**
 * Shows the lead of each side in its place.
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
