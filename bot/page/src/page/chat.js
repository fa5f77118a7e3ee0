// Builds the page: the sign-in, the list of places, and the handling of messages.

import { ask, problemText } from "./api.js";
import { avatar, badge, byId, el, showConnection } from "./dom.js";
import { pathTo } from "./frame.js";
import { admitsGuests, signInBy } from "./me.js";
import { DIRECT, identity } from "./model.js";
import { endPushes, isPushed } from "./push.js";
import { passing } from "./storage.js";
import { Talk } from "./talk.js";
import { language, say } from "./words.js";

/**
 * @import { Place } from "./model.js"
 * @import { Listing, Me } from "./types"
 */

const me = identity.current();
if (me) chat(me);
else askForName();

// ---------------------------------------------------------------------------------------------------- signing in

function askForName() {
  byId("sign-in").hidden = false;
  if (!admitsGuests) return byId("sign-in-form").replaceChildren(el("p", {}, say("no-guests")), el("a", { href: "/" }, "Oddboard"));
  const name = byId("name", HTMLInputElement);
  const error = byId("sign-in-error");
  const enter = signInBy({ form: byId("sign-in-form"), name, error, entered: () => location.reload() });

  function showKnown() {
    const known = identity.known();
    byId("known").hidden = known.length === 0;
    byId("known-names").replaceChildren(...known.map(entry));
  }

  /** @param {Me} person */
  function entry(person) {
    const { name: known, secret } = person;
    const forget = () => {
      if (!confirm(say("forget-ask", { name: known }))) return;
      identity.forget(person);
      showKnown();
      name.focus();
    };
    // An element stands in place of the name in the text.
    const [before, after] = say("continue-as", { name: "\n" }).split("\n");
    const label = el("span", {}, before, el("strong", { dir: "auto" }, known), after);
    const button = el("button", { type: "button", class: "known", onclick: () => enter(known, secret) }, avatar(person), label);
    const words = { "aria-label": say("forget-name", { name: known }), title: say("forget") };
    return el("li", {}, button, el("button", { type: "button", class: "icon-button", ...words, onclick: forget }, "✕"));
  }

  error.textContent = passing.getItem("oddboard.note") ?? "";
  passing.removeItem("oddboard.note");
  showKnown();
  name.focus();
}

/**
 * Signs a guest out, and ends their pushes to this browser.
 * @param {Me} me
 */
async function part(me) {
  if (await isPushed(me)) await endPushes(me).catch((problem) => console.warn("The server does not know that pushes end", problem));
  leave();
}

/** @param {string} [note] the note on the sign-in screen */
function leave(note) {
  identity.leave();
  if (note) passing.setItem("oddboard.note", note);
  location.reload();
}

// ------------------------------------------------------------------------------------------------------- the chat

/** @param {Me} me */
function chat(me) {
  const drawer = makeDrawer();
  const directOpen = byId("direct-open", HTMLInputElement);
  const talk = new Talk(me, {
    welcomed: (frame) => (directOpen.checked = frame.direct),
    state: (...state) => (state[0] === "stranger" ? leave(say("stranger")) : showConnection(...state)),
    ready: () => {
      open(talk.model.current);
      talk.composer.focus();
    },
    open,
    counted: showPlaces,
    people: showPeople,
    isInSight: () => !document.hidden,
    emptyState,
  });
  const { model, composer } = talk;

  byId("chat").hidden = false;
  byId("my-name").textContent = me.name;
  byId("my-avatar").replaceWith(avatar(me));
  byId("switch").addEventListener("click", () => (me.account ? location.assign(pathTo("/sessions")) : part(me)));
  directOpen.addEventListener("change", setDirect);
  talk.line.open();

  // -------------------------------------------------------------------------------------------- places and people

  /** @param {string} name */
  function open(name) {
    const place = model.places.get(name);
    if (!place) return;
    // The height of the messages depends on the elements above them.
    byId("room-name").textContent = place.title;
    byId("room-about").textContent = place.about;
    byId("direct-setting").hidden = place.name !== DIRECT;
    talk.open(name);
  }

  /** Stores whether the bot can write direct messages. The box shows the stored value. */
  async function setDirect() {
    try {
      directOpen.checked = (await ask("settings", me, { direct: directOpen.checked })).direct;
    } catch (problem) {
      byId("room-about").textContent = problemText(problem);
      directOpen.checked = !directOpen.checked;
    }
  }

  function showPlaces() {
    const places = [...model.places.values()];
    /** @param {Place} place */
    const entry = (place) => {
      const isCurrent = place === model.place;
      const label = place.unread ? say("unread", { place: place.title, number: place.unread }) : place.title;
      const sign = place.name === DIRECT ? avatar(null) : el("span", { class: "hash", "aria-hidden": "true" }, "#");
      const name = el("span", { class: "place-name", "aria-hidden": "true" }, place.name === DIRECT ? "Oddboard" : place.name);
      const go = () => {
        open(place.name);
        drawer.close();
        composer.focus();
      };
      const kind = `place ${place.unread ? "unread" : ""}`;
      const attributes = { type: "button", class: kind, "aria-current": isCurrent ? "page" : null, "data-place": place.name, onclick: go };
      return el("li", {}, el("button", attributes, el("span", { class: "visually-hidden" }, label), sign, name, badge(place)));
    };
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && active.dataset.place;
    byId("channels").replaceChildren(...places.filter((place) => place.name !== DIRECT).map(entry));
    byId("direct").replaceChildren(...places.filter((place) => place.name === DIRECT).map(entry));
    const again = focused && document.querySelector(`[data-place="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();

    const n = places.reduce((sum, place) => sum + place.mentions, 0);
    const nUnread = places.reduce((sum, place) => sum + place.unread, 0);
    document.title = `${n ? `(${n}) ` : nUnread ? "• " : ""}${model.place.title} · ${say("title")}`;
    const drawerBadge = byId("drawer-badge");
    drawerBadge.hidden = nUnread === 0;
    drawerBadge.textContent = n ? String(n) : "";
  }

  function showPeople() {
    const byName = new Intl.Collator(language).compare;
    const people = [...model.people.values()].sort((a, b) => Number(b.online) - Number(a.online) || byName(a.name, b.name));
    byId("people-title").textContent = say("people-here", { number: people.filter((person) => person.online).length });
    const entry = (/** @type {Listing} */ person) => {
      const name = el("span", { class: "person-name", dir: "auto", title: person.name }, person.name);
      const state = el("span", { class: "visually-hidden" }, say(person.online ? "is-here" : "is-away"));
      const you = person.id === me.id ? el("span", { class: "tag" }, say("you")) : null;
      return el("li", { class: person.online ? "online" : "offline" }, avatar(person), name, state, you);
    };
    byId("people").replaceChildren(...people.map(entry));
  }

  /** @param {Place} place */
  function emptyState(place) {
    /** @param {string} text */
    const offer = (text) =>
      el("button", { type: "button", class: "offer", onclick: () => composer.offer(text) }, el("code", {}, text));
    const lines =
      place.name === DIRECT
        ? [say("empty-direct"), offer("/help"), offer("/games")]
        : [say("empty-channel"), offer("/challenge berolina"), offer("/help")];
    return el(
      "div",
      { class: "empty" },
      el("img", { src: "/icon.svg", alt: "", width: 56, height: 56 }),
      el("h2", {}, place.name === DIRECT ? say("just-you") : say("welcome", { place: place.title })),
      ...lines.map((line) => (typeof line === "string" ? el("p", {}, line) : line)),
      place.name === DIRECT ? null : el("p", { class: "hint" }, say("nobody-else")),
    );
  }
}

// ---------------------------------------------------------------------------------- the drawer of narrow windows

function makeDrawer() {
  const sidebar = byId("sidebar");
  const opener = byId("open-drawer");
  const backdrop = byId("backdrop");

  /** @param {boolean} isOpen */
  function set(isOpen) {
    sidebar.classList.toggle("open", isOpen);
    opener.setAttribute("aria-expanded", String(isOpen));
    backdrop.hidden = !isOpen;
    byId("room").inert = isOpen;
  }
  function close() {
    if (!sidebar.classList.contains("open")) return;
    set(false);
    opener.focus();
  }
  opener.addEventListener("click", () => {
    set(true);
    const current = sidebar.querySelector("[aria-current]") ?? sidebar.querySelector("button");
    if (current instanceof HTMLElement) current.focus();
  });
  byId("close-drawer").addEventListener("click", close);
  backdrop.addEventListener("click", close);
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
  // A wide window has no drawer.
  matchMedia("(min-width: 721px)").addEventListener("change", () => set(false));
  return { close };
}
