// The analysis board: a position, the moves of both sides with variations, and lines of the engine. The address holds the
// start, the line and the shown position of it.

import { ask, boardsBetween, Problem, seed } from "./api.js";
import { arrowOf } from "./arrows.js";
import { Board } from "./board.js";
import { changes, isDark } from "./choices.js";
import { besideNames, byId, copied, el, onKeys } from "./dom.js";
import { Editor } from "./editor.js";
import { addressOf } from "./frame.js";
import { addIcon } from "./icons.js";
import { STEPS } from "./live-match.js";
import { needMe } from "./me.js";
import { identity } from "./model.js";
import { focusBoard } from "./result-box.js";
import { Variations } from "./variations.js";
import { say } from "./words.js";

/** @import { AnalysisBoard, AnalysisWish, LinePosition, Side, Step } from "./types" */

const asked = new URLSearchParams(location.search);

let line = new Variations();
let current = line.root;
/** The last requested position of the line. */
let wanted = current;
/** The shown board. @type {AnalysisBoard | null} */
let shown = null;
/** @type {Side} */
let bottom = asked.get("bottom") === "black" ? "black" : "white";
/** The number of requests. Only the answer to the last one counts. */
let nAsked = 0;
/** Asks for a choice that has no square, if there is one. @type {(() => void) | null} */
let choice = null;
/** Tells whether the board shows the last edit. */
let edited = Promise.resolve(true);

/** Tells a text to screen readers. @param {string} text */
const said = (text) => (byId("spoken").textContent = text);

const board = new Board(
  byId("board"),
  { play: ({ text }) => attempt(text), illegal: attempt, said, choice: offer, press },
  { held: besideNames({ class: "held" }) },
);
const editor = new Editor(board, (square) => (edited = redraw(square)));

for (const tool of ["engine", "flip", "share", "copy"]) addIcon(byId(tool), tool);
for (const where of STEPS) byId(where).addEventListener("click", () => step(where));
byId("choose").addEventListener("click", () => choice?.());
byId("engine").addEventListener("click", think);
byId("flip").addEventListener("click", flip);
byId("share").addEventListener("click", () => shown && copy(addressOf(address())));
byId("copy").addEventListener("click", () => shown && copy(shown.notation));
byId("skip").addEventListener("click", focusBoard);
byId("edit").addEventListener("toggle", () => {
  if (!shown) return;
  if (editor.isOpen) return editor.begin(shown);
  show(current, shown);
  // The board was turned or got other colors meanwhile.
  if (editor.isChanged) look(current);
});
byId("variant").addEventListener("change", async () => {
  await begin(byId("variant", HTMLSelectElement).value);
  byId("edit", HTMLDetailsElement).open = true;
  if (shown) byId("variant", HTMLSelectElement).value = shown.variant;
});
byId("start").addEventListener("submit", async (event) => {
  event.preventDefault();
  // A change that the server has not drawn has no text yet.
  if (!(await edited) && !(await (edited = redraw()))) return;
  const position = byId("position", HTMLInputElement).value.trim();
  // The options of the shown position say nothing about a text from elsewhere.
  const setup = position === editor.written ? shown?.setup.split(" position=")[0] : null;
  begin(`${setup ?? byId("variant", HTMLSelectElement).value}${position ? ` position=${position}` : ""}`);
});
changes.addEventListener("theme", () => (edited = redraw()));
onKeys({ ArrowLeft: () => step("back"), ArrowRight: () => step("on"), Home: () => step("first"), End: () => step("last"), f: flip });

begin(asked.get("setup") ?? byId("variant", HTMLSelectElement).value, asked.get("moves") ?? "", Number(asked.get("at") ?? Infinity));

// ------------------------------------------------------------------------------------------------------ positions

/**
 * Shows a start with a line, at the position after the first `at` inputs.
 * @param {string} setup
 * @param {string} moves
 * @param {number} at
 */
async function begin(setup, moves = "", at = Infinity) {
  const next = await fetchBoard({ setup, moves, chance: seed() });
  byId("edit", HTMLDetailsElement).open = !next;
  // The answer can be behind the board.
  if (!next) return byId("answer").scrollIntoView({ block: "nearest" });
  line = new Variations();
  const end = line.add(next);
  byId("variant", HTMLSelectElement).value = next.variant;
  byId("rules", HTMLAnchorElement).href = `/rules/${next.variant}`;
  shown = next;
  current = line.path(end).find((position) => line.inputsTo(position).length >= at) ?? end;
  if (current === end) show(end, next);
  else await look(current);
}

/**
 * Requests a board. Returns null if it is not the last requested one, or reports why there is none.
 * @param {AnalysisWish} wish
 */
async function fetchBoard(wish) {
  const mine = (nAsked += 1);
  try {
    const next = await ask("analysis", identity.current(), { setup: shown?.setup, bottom, dark: isDark(), ...wish });
    return mine === nAsked ? next : null;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (mine === nAsked) answer(problem.message);
    return null;
  }
}

/**
 * Requests a position and shows it. Returns false if that fails.
 * @param {LinePosition} position
 */
async function look(position) {
  if (!shown) return false;
  wanted = position;
  const next = await fetchBoard({ moves: line.movesTo(position) });
  if (next) show(position, next);
  else if (wanted === position) wanted = current;
  return next !== null;
}

/**
 * Changes a square in the editor. Returns false if it is closed.
 * @param {string} square
 */
function press(square) {
  if (!editor.isOpen) return false;
  if (!editor.press(square)) answer(say("analysis-place"));
  return true;
}

/**
 * Draws the board again, as it was edited. Tells the new content of a square. Returns false if that fails.
 * @param {string} [square]
 */
async function redraw(square) {
  if (!editor.isOpen || !editor.isChanged) return look(current);
  const next = await fetchBoard({ moves: "", edited: editor.edited });
  if (!next || !editor.isOpen) return false;
  draw(next);
  editor.write(next);
  if (square) said(next.squares[square] ?? say("board-empty", { square }));
  return true;
}

/**
 * Plays a move, or tells why it is illegal.
 * @param {string} text
 */
async function attempt(text) {
  const before = line.movesTo(current);
  const next = await fetchBoard({ moves: before, try: text, chance: seed() });
  if (!next) return;
  if (next.text) {
    answer(next.text);
    return board.blame(next.causes);
  }
  show(line.add(next), next, true);
  choice?.();
}

/**
 * Shows a position, and keeps it in the address for a reload.
 * @param {LinePosition} position
 * @param {AnalysisBoard} next
 * @param {boolean} isNews true for a move that was just played
 */
function show(position, next, isNews = false) {
  const inputs = line.inputsTo(position);
  const nMissed = shown && isNews ? inputs.length - shown.n_inputs - 1 : 0;
  const { setup } = next;
  const at = (/** @type {number} */ n) =>
    ask("analysis", identity.current(), { setup, moves: line.join(inputs.slice(0, n)), bottom, dark: isDark() });
  [current, wanted, shown] = [position, position, next];
  draw(next, { isNews, missing: nMissed > 0 ? () => boardsBetween(inputs.length - nMissed, inputs.length, at) : null });
  if (editor.isOpen) editor.lock(next);
  byId("engine", HTMLButtonElement).disabled = !next.seat;
  for (const where of STEPS) byId(where, HTMLButtonElement).disabled = ["first", "back"].includes(where) ? !position.before : position.next.length === 0;
  line.show(byId("moves"), position, look);
  history.replaceState(null, "", address());
}

/**
 * Draws a board with its words.
 * @param {AnalysisBoard} next
 * @param {Parameters<Board["show"]>[1]} [more]
 */
function draw(next, more) {
  answer("");
  board.blame([]);
  board.point([]);
  board.show(next, more);
  // The layout follows the shape of the picture.
  const picture = byId("board").querySelector("svg")?.viewBox.baseVal;
  if (picture) document.documentElement.style.setProperty("--ratio", String(picture.height / picture.width));
  const sides = /** @type {const} */ ({ top: next.bottom === "white" ? "black" : "white", bottom: next.bottom });
  for (const [place, side] of Object.entries(sides)) {
    const name = byId(`name-${place}`);
    name.dataset.side = side;
    name.classList.toggle("to-move", next.seat === side);
    name.textContent = next.names[side];
  }
  byId("status").textContent = next.status;
  byId("legend").textContent = next.legend ?? "";
  byId("alt").textContent = next.alt;
}

/** @param {Step} where */
function step(where) {
  if (editor.isOpen) return;
  const next = { first: line.root, back: wanted.before, on: wanted.next[0], last: line.last(wanted) }[where];
  if (next && next !== wanted) look(next);
}

function flip() {
  bottom = bottom === "white" ? "black" : "white";
  edited = redraw();
}

/**
 * Offers the choices without a square by a button, because a reader who steps through a line does not want to choose.
 * @param {(() => void) | null} open
 */
function offer(open) {
  choice = open;
  byId("choose").hidden = !open;
}

// -------------------------------------------------------------------------------------------------------- answers

/**
 * Shows a text below the board, with a second line.
 * @param {string} text
 * @param {string} [more]
 */
function answer(text, more) {
  const box = byId("answer");
  box.hidden = text === "";
  box.replaceChildren(text, ...(more ? [el("br"), more] : []));
}

/** Asks the engine for the best line in the shown position. */
async function think() {
  const me = await needMe(say("analysis-who"));
  const position = current;
  if (!me || !shown) return;
  const { setup } = shown;
  answer(say("analysis-thinking"));
  try {
    const found = await ask("analysis/engine", me, { setup, moves: line.movesTo(position) });
    if (position !== current) return;
    answer(found.score, say("analysis-best", { line: found.line }));
    board.point(arrowOf(found.best, "hint"));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.isStranger) {
      // A person that the server no longer knows signs in again.
      identity.leave();
      return think();
    }
    if (position === current) answer(problem.message);
  }
}

/** Returns the address of the shown position in its line. */
function address() {
  const words = new URLSearchParams({ bottom, setup: shown?.setup ?? "", moves: line.movesTo(line.last(current)), at: String(line.inputsTo(current).length) });
  return `/analysis?${words}`;
}

/** @param {string} text */
async function copy(text) {
  answer((await copied(text)) ? say("analysis-copied") : say("analysis-refused", { text }));
}
