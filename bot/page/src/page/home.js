// The first screen: the matches of the reader, and the dialog of a new game. The lesson of a first game has the dialog too.

import { ask, Problem, problemText, tell, tellSurely } from "./api.js";
import { byId, copied, el } from "./dom.js";
import { addressOf, pathTo } from "./frame.js";
import { admitsGuests, needMe, offerToContinue, shownName } from "./me.js";
import { DIRECT, identity, nextPuzzle } from "./model.js";
import { rich } from "./rich-text.js";
import { lasting, load, store } from "./storage.js";
import { say } from "./words.js";

/** @import { Child, ListedGame, Me } from "./types" */

/** The key of the last choices in the dialog. */
const CHOICES = "oddboard.new-game";

/** The time control without a limit, and the one for a rated match, which needs a limit. */
const NO_LIMIT = "none";
const RATED_LIMIT = "3d";

/** The number of tries to begin a game, until the person can press again. */
const MOST_TRIES = 3;

// ---------------------------------------------------------------------------------------------- the dialog

const dialog = byId("new-game", HTMLDialogElement);
const form = byId("new-game-form", HTMLFormElement);
/** The variant of the new game. */
let variant = "";

/**
 * Opens the dialog with the last choices.
 * @param {string} of the variant
 * @param {string} play the opponent: `bot` or `friend`
 */
function open(of, play) {
  variant = of;
  const chosen = load(lasting, CHOICES, /** @type {Record<string, string>} */ ({}));
  for (const [name, value] of Object.entries({ ...chosen, play })) choose(name, value);
  const title = document.querySelector(`[data-variant="${of}"]`)?.closest(".variant")?.querySelector("h2");
  byId("new-game-title").textContent = title?.textContent ?? document.querySelector("h1")?.textContent ?? "";
  byId("home-error").textContent = "";
  showGroups();
  limitRated();
  dialog.showModal();
}

/**
 * Chooses a value in the form, if the form offers it.
 * @param {string} name
 * @param {string} value
 */
function choose(name, value) {
  const field = form.elements.namedItem(name);
  if (field instanceof RadioNodeList) field.value = value;
  else if (field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === value)) field.value = value;
}

/** Shows the groups of fields for the chosen opponent and the variant. */
function showGroups() {
  const groups = /** @type {NodeListOf<HTMLFieldSetElement>} */ (form.querySelectorAll("[data-for]"));
  for (const group of groups) {
    const isMeant = [variant, values().play].includes(group.dataset.for ?? "");
    group.hidden = !isMeant;
    group.disabled = !isMeant;
  }
}

/** Returns the values of the shown fields. @returns {Record<string, string>} */
const values = () => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/**
 * Keeps a rated match limited: chooses a time for it. A match is no longer rated if the person removes its limit.
 * @param {Event} [change]
 */
function limitRated(change) {
  const { rated, time } = values();
  if (rated !== "yes" || time !== NO_LIMIT) return;
  const isRemoved = change?.target instanceof HTMLSelectElement && change.target.name === "time";
  if (isRemoved) choose("rated", "no");
  else choose("time", RATED_LIMIT);
}

/** Returns the command of the chosen terms. It leaves out the defaults, because the server can have other ones. */
function command() {
  const { play, level, time, rated, ...others } = values();
  const options = Object.entries(others).flatMap(([name, value]) => {
    const [of, option] = name.split(" ");
    return option && of === variant ? `${option}=${value}` : [];
  });
  const limit = time === NO_LIMIT ? [] : [`time:${time}`];
  const friend = rated === "yes" ? [...limit, "rated:yes"] : limit;
  const terms = play === "bot" ? ["opponent:@Oddboard", `level:${level}`] : friend;
  return ["/challenge", variant, ...terms, `color:${others[`color-${play}`]}`, ...options].join(" ");
}

form.addEventListener("change", (change) => {
  showGroups();
  limitRated(change);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
byId("new-game-close").addEventListener("click", () => dialog.close());
const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-play]"));
for (const button of buttons) {
  button.hidden = !admitsGuests && !identity.current();
  button.addEventListener("click", () => open(button.dataset.variant ?? "", button.dataset.play ?? ""));
}

/** The command with an unknown result, and the id under which it is sent again, so that it opens one match. */
let sent = { text: "", id: "" };

/** Begins the game of the dialog. */
async function begin() {
  const { play } = values();
  const text = command();
  store(lasting, CHOICES, { ...load(lasting, CHOICES, {}), ...values() });
  const me = await needMe();
  if (!me) return;
  const told = byId("home-error");
  told.textContent = "";
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  button.disabled = true;
  if (sent.text !== text) sent = { text, id: crypto.randomUUID() };
  try {
    const { answer } = await tellSurely(MOST_TRIES, me, sent.id, play === "bot" ? DIRECT : "games", { text });
    sent.text = "";
    if (!answer?.about) return told.replaceChildren(...rich(answer?.text ?? ""));
    // Who goes back comes to the first screen.
    dialog.close();
    location.assign(pathTo(`/match/${answer.about}`));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (!problem.isUnknown) sent.text = "";
    if (problem.isStranger) {
      // A person that the server no longer knows signs in again.
      identity.leave();
      return begin();
    }
    told.textContent = problem.message;
  } finally {
    button.disabled = false;
  }
}

// ------------------------------------------------------------------------------------ the matches of the reader

/** The pause between two looks at the list, in milliseconds. */
const AGAIN = 20_000;

const list = document.getElementById("games");
/** The shown matches, as text. */
let shown = "";

/** Shows the matches of the person of this tab, or offers to continue as the last person of this browser. */
async function showMine() {
  const me = identity.current();
  byId("me").replaceChildren(me ? shownName(me) : "");
  offerToContinue(byId("continue"), showMine);
  if (!me) return;
  try {
    const games = await ask("games", me, {});
    byId("mine").hidden = games.length === 0;
    // The same list stays as it is, with its focus.
    if (JSON.stringify(games) === shown) return;
    shown = JSON.stringify(games);
    list?.replaceChildren(...games.map((game) => listed(game, me)));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.isStranger) identity.leave();
  }
}

/**
 * Builds the link to a match.
 * @param {{ id: string, title: string }} game
 * @param {Child[]} text
 */
const linkTo = ({ id, title }, ...text) => el("a", { href: `/match/${id}` }, el("strong", {}, title), " ", el("span", { dir: "auto" }, ...text));

/**
 * Builds a match of the list. One's own challenge can be copied and cancelled.
 * @param {ListedGame} game
 * @param {Me} me
 */
function listed(game, me) {
  const { id, state } = game;
  const copy = async () => {
    const address = addressOf(`/match/${id}`);
    byId("mine-told").textContent = (await copied(address)) ? say("game-copied") : address;
  };
  const cancel = async () => {
    const failed = await tell(me, crypto.randomUUID(), DIRECT, { press: `decline:${id}` }).then(() => "", problemText);
    byId("mine-told").textContent = failed;
    await showMine();
  };
  const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) => el("button", { type: "button", class: "button small", onclick }, label);
  const own = state === "open" ? [button(say("game-copy"), copy), button(say("game-cancel"), cancel)] : [];
  return el("li", { class: `game ${state}` }, linkTo(game, ...rich(game.text)), ...own);
}

// ------------------------------------------------------------------------------------------ the matches of others

/** Shows the matches that everybody may find. If they cannot be read, the list stays as it is. */
async function showPlaying() {
  const games = await ask("playing", null, {}).catch(() => null);
  if (!games) return;
  byId("playing").hidden = games.length === 0;
  byId("played").replaceChildren(...games.map((game) => el("li", { class: "game" }, linkTo(game, game.players))));
}

if (list) {
  showMine();
  showPlaying();
  const puzzles = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a[href^="/puzzles/"]'));
  for (const link of puzzles) link.setAttribute("href", `${link.pathname}/${nextPuzzle.of(link.pathname.split("/")[2])}`);
  const look = () => {
    if (document.hidden) return;
    showMine();
    showPlaying();
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
  setInterval(look, AGAIN);
  const wanted = new URLSearchParams(location.search).get("play");
  if (wanted && document.querySelector(`[data-variant="${CSS.escape(wanted)}"]`)) open(wanted, "bot");
}
