// The page of a match: its board, its texts and its controls.

import { ask, problemText } from "./api.js";
import { AnswerBox } from "./answer-box.js";
import { arrowOf } from "./arrows.js";
import { choices, isNew } from "./choices.js";
import { Clocks, showLeads } from "./clocks.js";
import { besideNames, byId, el, onKeys, showConnection } from "./dom.js";
import { pathTo } from "./frame.js";
import { addIcon } from "./icons.js";
import { LiveMatch } from "./live-match.js";
import { showTalk } from "./match-talk.js";
import { needMe, offerToContinue, shownName } from "./me.js";
import { identity } from "./model.js";
import { MoveList } from "./moves.js";
import { focusBoard, ResultBox } from "./result-box.js";
import { rich } from "./rich-text.js";
import { agree } from "./settings.js";
import { canShare, share } from "./share.js";
import { play } from "./sounds.js";
import { isAsked, isOurs, showStrip } from "./strip.js";
import { say } from "./words.js";

/** @import { BoardReview, LiveBoard, Sound, Step } from "./types" */

const id = location.pathname.split("/").at(-1) ?? "";

/** @type {BoardReview | null} */
let review = null;
/** The control that the reader used last. */
let pressed = "";
/** True once the page has started a match with dice. */
let isStarted = false;

/** @param {Step} where */
const stepper = (where) => byId(where, HTMLButtonElement);
const leads = besideNames({ class: "ahead", role: "img" });
const match = new LiveMatch(
  id,
  {
    board: byId("board"),
    held: besideNames({ class: "held" }),
    spoken: byId("spoken"),
    alt: byId("alt"),
    notLive: byId("not-live"),
    choose: byId("choose"),
    steps: { first: stepper("first"), back: stepper("back"), on: stepper("on"), last: stepper("last") },
  },
  { took, shown: show, told: (reply, replyId) => answers.show(reply, replyId), nothing, mayAsk: () => true, state: showConnection },
);
const answers = new AnswerBox(byId("answer"), match, { known: showMe, pressed: (control) => (pressed = control), review: openReview });
const moves = new MoveList(byId("moves"), match);
const clocks = new Clocks();
const result = new ResultBox(answers);

match.line.open();
showMe();
for (const tool of ["flip", "analyze", "more", "share"]) addIcon(byId(tool), tool);
byId("skip").addEventListener("click", focusBoard);
byId("more").addEventListener("click", () => {
  const isOpen = byId("more-tools").classList.toggle("open");
  byId("more").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) byId("share").scrollIntoView({ block: "nearest" });
});
byId("flip").addEventListener("click", () => match.flip());
byId("share").addEventListener("click", () => share(answers));
byId("eyes", HTMLSelectElement).addEventListener("change", (event) => {
  const { value } = /** @type {HTMLSelectElement} */ (event.target);
  match.eyes = value === "everything" ? null : value;
  if (match.shown) match.look(match.shown.n_inputs);
});
onKeys({
  ArrowLeft: () => match.step("back"),
  ArrowRight: () => match.step("on"),
  Home: () => match.step("first"),
  End: () => match.step("last"),
  f: () => match.flip(),
  h: () => /** @type {HTMLElement | null} */ (document.querySelector("#match [data-control^='hint:']"))?.click(),
  z: () => document.body.classList.toggle("zen"),
});

// ------------------------------------------------------------------------------------------------------ display

/** @param {string} why */
function nothing(why) {
  byId("match").classList.add("nothing");
  byId("told").textContent = why;
  byId("status").textContent = "";
}

/**
 * Shows a new state of the match.
 * @param {LiveBoard} next
 * @param {LiveBoard | null} before
 */
function took(next, before) {
  byId("match").classList.remove("nothing");
  // The choices of a new person are still on their way to the server.
  if (next.settings && !isNew()) agree(next.settings);
  // The rematch that this reader wanted begins.
  const wantsRematch = before?.offer?.kind === "rematch" || pressed.startsWith("rematch:");
  if (next.rematch && wantsRematch) return location.assign(pathTo(`/match/${next.rematch}`));
  const isOver = before?.stage === "playing" && next.stage === "over";
  if (before && (next.n_inputs_now > before.n_inputs_now || isOver)) call(next, next.text, next.seat !== undefined && (next.turn === next.seat || isOver), soundOf(next, before));
  else if (before && isAsked(next) && next.offer?.text !== before.offer?.text) call(next, next.offer?.text ?? "", true, "turn");
  // A question to the reader stays.
  const isAsking = !answers.box.hidden && answers.box.querySelector("button.button");
  if (before && isDeclined(next, before) && !isAsking) answers.show({ text: say("board-declined") });
  // The board is in view when the game begins.
  if (before?.stage === "challenge" && next.stage === "playing") scrollTo({ top: 0 });
  if (before?.stage === "playing" && next.stage === "over") result.open(next);
  else result.update(next);
  clocks.show(next, match.shown?.bottom ?? next.bottom);
  moves.show();
  // Another process may have opened the challenge to a rematch.
  showTalk(next, enter, () => match.live?.stage === "over" && match.ask());
  const turn = isOurs(next) ? say("board-your-turn") : "";
  const news = isAsked(next) ? next.offer?.text.split("\n")[0] : turn;
  document.title = news ? `● ${news} · ${next.title}` : next.title;
}

/**
 * Tells whether the other player has declined the offer of this reader, so that nothing else has changed.
 * @param {LiveBoard} next
 * @param {LiveBoard} before
 */
function isDeclined(next, before) {
  const isGone = before.offer?.is_own && !next.offer && !/-withdraw:|^decline:/.test(pressed);
  return isGone && next.n_inputs_now === before.n_inputs_now && next.stage === before.stage && next.status === before.status;
}

/** @param {LiveBoard} next */
function show(next) {
  // The layout follows the shape of the picture, which has room for a reserve in some variants.
  const picture = byId("board").querySelector("svg")?.viewBox.baseVal;
  if (picture) document.documentElement.style.setProperty("--ratio", String(picture.height / picture.width));
  const live = match.live ?? next;
  byId("match-title").textContent = next.title;
  byId("legend").textContent = next.legend ?? "";
  byId("venue").textContent = next.venue ?? "";
  const hold = next.stage === "playing" && next.n_inputs === 0 ? [el("br"), say("board-hold")] : [];
  byId("told").replaceChildren(...rich(next.text), ...hold);
  clocks.show(live, next.bottom);
  showLeads(leads, next);
  byId("eyes-field").hidden = !next.has_eyes;
  byId("share").hidden = !canShare(next);
  byId("analyze").hidden = !next.analysis;
  byId("analyze", HTMLAnchorElement).href = `${next.analysis}&bottom=${next.bottom}`;
  byId("rules", HTMLAnchorElement).href = `/rules/${next.variant}`;
  showTools(showStrip(answers, next, live));
  if (next.n_inputs !== live.n_inputs) result.close();
  moves.show();
  showReview();
  startAlone();
}

/** The controls that stand with the rarely used tools. */
const RARE = /^(replay|export|dice|view):/;

/** @param {HTMLElement[]} buttons */
function showTools(buttons) {
  const isRare = (/** @type {HTMLElement} */ { dataset }) => RARE.test(dataset.control ?? "");
  for (const button of buttons) addIcon(button, button.dataset.control?.split(":")[0] ?? "");
  byId("controls").replaceChildren(...buttons.filter((button) => !isRare(button)));
  byId("more-controls").replaceChildren(...buttons.filter(isRare));
}

/** Starts a match with dice against the program: the press on the first screen has asked for it. */
function startAlone() {
  const start = /** @type {HTMLElement | null} */ (byId("offer").querySelector("[data-control^='start:']"));
  if (!start || isStarted) return;
  isStarted = true;
  start.click();
}

async function enter() {
  if (await needMe()) location.reload();
}

function showMe() {
  const me = identity.current();
  offerToContinue(byId("continue"), () => location.reload());
  byId("me").replaceChildren(me ? shownName(me) : el("button", { type: "button", class: "button small", onclick: enter }, say("sign-in")));
}

// --------------------------------------------------------------------------------------------------- the review

/** Shows the review of a finished match, if it is available. */
function showReview() {
  const box = byId("review");
  const { shown } = match;
  box.hidden = !review || !shown || shown.stage !== "over";
  if (!review || !shown || box.hidden) return;
  const { n_inputs } = shown;
  const score = review.scores.find((score) => score.n_inputs >= n_inputs);
  const white = score && Math.round(100 * (match.eyes === null ? score.all_known : score.white));
  const bar = white === undefined ? null : el("meter", { min: 0, max: 100, value: white, "aria-label": say("board-score", { white, black: 100 - white }) });
  const told = white === undefined ? null : el("p", {}, say("board-score", { white, black: 100 - white }));
  const point = (/** @type {BoardReview["points"][0]} */ { n_inputs, text, played, better }) => {
    const open = async () => {
      await match.look(n_inputs);
      match.board.point([...arrowOf(played, "bad"), ...arrowOf(better, "good")]);
    };
    return el("li", {}, el("button", { type: "button", class: "point", "aria-current": n_inputs === shown.n_inputs ? "true" : null, onclick: open }, text));
  };
  box.replaceChildren(el("h2", {}, say("board-review")), ...[bar, told].filter((part) => part !== null), el("p", {}, review.text), el("ol", {}, ...review.points.map(point)));
}

async function openReview() {
  const me = await needMe();
  if (!me) return;
  answers.show({ text: say("board-reviewing") });
  try {
    review = await ask(`match/${id}/review`, me, {});
    answers.show(null);
    moves.take(review);
    showReview();
    byId("review").scrollIntoView({ block: "nearest" });
  } catch (problem) {
    answers.show({ text: problemText(problem) });
  }
}

// ------------------------------------------------------------------------------------------------ notifications

/**
 * Calls the reader by a sound, and by a notification if they are elsewhere.
 * @param {LiveBoard} next
 * @param {string} why
 * @param {boolean} isForUs
 * @param {Sound} sound
 */
function call({ title }, why, isForUs, sound) {
  play(isForUs && document.hidden && sound !== "end" ? "turn" : sound);
  if (choices.notify && isForUs && document.hidden && Notification.permission === "granted") new Notification(title, { body: why, tag: id });
}

/**
 * Returns the sound of the moves between two boards.
 * @param {LiveBoard} next
 * @param {LiveBoard} before
 * @returns {Sound}
 */
function soundOf(next, before) {
  if (next.stage === "over") return "end";
  const count = (/** @type {LiveBoard} */ { squares }) => Object.keys(squares).length;
  return count(next) < count(before) ? "capture" : "move";
}
