// Puts the page together: signing in, the list of places, and what happens when something is said.

import { Line, newId, Pictures, Problem, set, signIn, tell } from "./api.js";
import { Composer, isCommandName } from "./composer.js";
import { avatar, byId, el } from "./dom.js";
import { DIRECT, identity, Model } from "./model.js";
import { Timeline } from "./timeline.js";
import { language, say } from "./words.js";

/**
 * @import { Place } from "./model.js"
 * @import { Answer, Deed, Frame, Item, LineState, Local, LocalItem, Me, Post } from "./types"
 */

/** How long a line of chat may be that is taken for a command without its slash. */
const MAX_HINT = 40;

const me = identity.current();
if (me) chat(me);
else askForName();

// ---------------------------------------------------------------------------------------------------- signing in

function askForName() {
  byId("sign-in").hidden = false;
  const name = byId("name", HTMLInputElement);
  const error = byId("sign-in-error");

  /**
   * @param {string} wanted
   * @param {string} [secret]
   */
  async function enter(wanted, secret) {
    error.textContent = "";
    try {
      identity.take(await signIn(wanted, secret));
      location.reload();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      error.textContent = problem.message;
      name.setAttribute("aria-invalid", "true");
      name.focus();
    }
  }

  function showKnown() {
    const known = identity.known();
    byId("known").hidden = known.length === 0;
    byId("known-names").replaceChildren(
      ...known.map((person) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", class: "known", onclick: () => enter(person.name, person.secret) },
            avatar(person),
            el("span", {}, ...around("continue-as", el("strong", { dir: "auto" }, person.name))),
          ),
          el(
            "button",
            {
              type: "button",
              class: "icon-button",
              "aria-label": say("forget-name", { name: person.name }),
              title: say("forget"),
              onclick: () => {
                if (!confirm(say("forget-ask", { name: person.name }))) return;
                identity.forget(person);
                showKnown();
                name.focus();
              },
            },
            "✕",
          ),
        ),
      ),
    );
  }

  byId("sign-in-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    const known = identity.known().find((person) => person.name.toLowerCase() === wanted.toLowerCase());
    enter(wanted, known?.secret);
  });
  name.addEventListener("input", () => name.removeAttribute("aria-invalid"));
  error.textContent = sessionStorage.getItem("oddboard.note") ?? "";
  sessionStorage.removeItem("oddboard.note");
  showKnown();
  name.focus();
}

/**
 * A text with an element in the place of the name in it.
 * @param {string} name
 * @param {HTMLElement} element
 */
function around(name, element) {
  const [before, after] = say(name, { name: "\n" }).split("\n");
  return [before, element, after];
}

/** @param {string} [note] what is said on the page of signing in */
function leave(note) {
  identity.leave();
  if (note) sessionStorage.setItem("oddboard.note", note);
  location.reload();
}

// ------------------------------------------------------------------------------------------------------- the chat

/** @param {Me} me */
function chat(me) {
  const model = new Model(me);
  const pictures = new Pictures(me.secret);
  const composer = new Composer({ model, send });
  /** @param {string} text */
  const offer = (text) => composer.offer(text);
  const timeline = new Timeline({ model, pictures, act, retry, dismiss, seen, offer });
  const drawer = makeDrawer();
  const directOpen = byId("direct-open", HTMLInputElement);
  /** @type {Line<Frame>} */
  const line = new Line({ hello, frame, state, isReady: ({ type }) => type === "caught-up" }, "/api/live");
  /**
   * What we wait for an answer to, and the later answer if that came first.
   * @type {Map<string, Answer | null>}
   */
  const asking = new Map();
  let isShown = false;

  timeline.emptyState = emptyState;
  timeline.openPost = (name, number) => {
    if (!model.places.has(name)) return;
    open(name);
    timeline.reveal(number);
  };
  byId("chat").hidden = false;
  byId("my-name").textContent = me.name;
  byId("my-avatar").replaceWith(avatar(me));
  byId("switch").addEventListener("click", () => leave());
  document.addEventListener("visibilitychange", () => isShown && timeline.atBottom && seen());
  document.addEventListener("keydown", (event) => {
    const isWriting = event.target instanceof Element && event.target.closest("input, [role=combobox], dialog");
    if (event.key !== "/" || isWriting || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    composer.offer("/");
  });
  directOpen.addEventListener("change", setDirect);
  line.open();

  // ----------------------------------------------------------------------------------- what comes over the line

  function hello() {
    return { secret: me.secret, since: model.since() };
  }

  /** @param {Frame} frame */
  function frame(frame) {
    switch (frame.type) {
      case "welcome":
        if (isForeign(frame.language)) return speak(frame.language);
        model.welcome(frame);
        directOpen.checked = frame.direct;
        break;
      case "post":
        takePost(frame);
        break;
      case "answer":
        takeAnswer(frame);
        break;
      case "caught-up":
        model.caughtUp(frame);
        caughtUp();
        break;
      case "person":
        model.people.set(frame.id, frame);
        showPeople();
        break;
    }
  }

  /**
   * Whether the page is in another language than the one that we have chosen, or than the browser's if we have not.
   * @param {string} [chosen]
   */
  function isForeign(chosen) {
    return chosen ? chosen !== language : location.search !== "";
  }

  /**
   * Goes on in the language that we have chosen, or in the browser's.
   * @param {string} [chosen]
   */
  function speak(chosen) {
    location.search = chosen ? `?language=${chosen}` : "";
  }

  /** @param {Post} post */
  function takePost(post) {
    const place = model.places.get(post.place);
    if (!place) return;
    const news = model.take(place, post);
    const isSeen = isShown && place === model.place && timeline.atBottom && !document.hidden;
    if (news === "new" && !isSeen) model.count(place, post);
    if (!isShown || news === null) return;
    if (place === model.place) {
      const item = place.item(`post-${post.number}`);
      if (!item) return;
      if (news === "new") timeline.added(item, model.isOwn(post));
      else timeline.changed(item);
    }
    showPlaces();
  }

  /**
   * A later answer to something that we said takes the place of the first one, which may still be on its way.
   * @param {{ id: string, reply: Answer }} answer
   */
  function takeAnswer({ id, reply }) {
    for (const place of model.places.values()) {
      const item = place.items.find(({ local }) => local && (local.replyId ?? local.id) === id);
      if (!item?.local?.reply) continue;
      Object.assign(item.local, { reply, repliedAt: Date.now() });
      return changed(place, item);
    }
    if (asking.has(id)) asking.set(id, reply);
  }

  function caughtUp() {
    for (const place of model.places.values()) if (place.read === null) model.markRead(place);
    showPeople();
    if (isShown) return;
    isShown = true;
    open(model.current);
    composer.focus();
  }

  /**
   * @param {LineState} state
   * @param {number} pause
   */
  function state(state, pause = 0) {
    if (state === "stranger") return leave(say("stranger"));
    const texts = {
      connecting: say("connecting"),
      open: say("connected"),
      waiting: say("lost", { seconds: Math.ceil(pause / 1000) }),
    };
    byId("connection").textContent = texts[state];
    byId("connection").dataset.state = state;
  }

  // ------------------------------------------------------------------------------------------- what we say and do

  /** @param {string} text */
  function send(text) {
    const place = model.place;
    const isChat = place.name !== DIRECT && !text.startsWith("/");
    /** @type {Local} */
    const local = { id: newId(), at: Date.now(), asked: text, deed: { text }, status: "sending", place: place.name };
    if (isChat) return chatter(place, local);
    const item = place.addLocal(local);
    timeline.added(item, true);
    ask(item);
  }

  /**
   * Ordinary chat shows up when it comes over the line; only a failure or a hint needs a place of its own.
   * @param {Place} place
   * @param {Local} local
   */
  async function chatter(place, local) {
    try {
      await tell(me.secret, local.id, place.name, local.deed);
      if (!isCommand(local.asked)) return;
      Object.assign(local, { verb: say("told-everybody"), status: "done", hint: `/${local.asked}` });
    } catch (problem) {
      fail(local, problem);
    }
    const item = place.addLocal(local);
    if (place === model.place) timeline.added(item, true);
  }

  /**
   * Whether a line of chat is a command without its slash.
   * @param {string} text
   */
  function isCommand(text) {
    const word = /^[a-z]+(?= |$)/i.exec(text)?.[0];
    if (!word || text.length > MAX_HINT) return false;
    return isCommandName(word);
  }

  /**
   * Uses a control; its answer takes the place of the answer that it belongs to, or comes last.
   * @param {Item} owner
   * @param {Deed} deed
   * @param {string} label
   */
  async function act(owner, deed, label) {
    const place = model.place;
    const verb = say(deed.press ? "you-pressed" : deed.fill ? "you-wrote" : "you-chose");
    /** @type {Local} */
    const local = { id: newId(), at: Date.now(), verb, asked: label, deed, status: "sending", place: place.name };
    await fetchAnswer(local);
    if (local.reply?.replaces && owner.local) {
      const { reply, replyId, repliedAt } = local;
      Object.assign(owner.local, { reply, replyId, repliedAt });
      changed(place, owner);
      return;
    }
    const item = place.addLocal(local);
    if (place === model.place) timeline.added(item, true);
  }

  /** @param {LocalItem} item */
  async function ask(item) {
    const isPosted = await fetchAnswer(item.local);
    if (isPosted) dismiss(item);
    else changed(model.places.get(item.local.place), item);
  }

  /**
   * Asks the bot; true if it was chat after all.
   * @param {Local} local
   */
  async function fetchAnswer(local) {
    asking.set(local.id, null);
    try {
      const { answer } = await tell(me.secret, local.id, local.place, local.deed);
      if (!answer) return true;
      const reply = asking.get(local.id) ?? answer;
      Object.assign(local, { status: "done", reply, replyId: local.id, repliedAt: Date.now() });
    } catch (problem) {
      fail(local, problem);
    } finally {
      asking.delete(local.id);
    }
    return false;
  }

  /**
   * @param {Local} local
   * @param {unknown} problem
   */
  function fail(local, problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.status === 401) leave(say("stranger"));
    Object.assign(local, { status: "failed", error: problem.message });
  }

  /** @param {LocalItem} item */
  function retry(item) {
    item.local.status = "sending";
    timeline.changed(item);
    ask(item);
  }

  /** @param {LocalItem} item */
  function dismiss(item) {
    const place = model.places.get(item.local.place);
    if (place === model.place) timeline.removed(item);
    place?.remove(item.key);
  }

  /**
   * @param {Place | undefined} place
   * @param {Item} item
   */
  function changed(place, item) {
    if (place === model.place) timeline.changed(item);
  }

  // -------------------------------------------------------------------------------------------- places and people

  /** @param {string} name */
  function open(name) {
    const before = model.place;
    if (before.name !== name) before.firstNew = null;
    model.open(name);
    const place = model.place;
    byId("room-name").textContent = place.title;
    byId("room-about").textContent = place.about;
    byId("direct-setting").hidden = place.name !== DIRECT;
    timeline.show(place);
    composer.show(place);
    showPlaces();
  }

  /** Lets the bot write to us, or not; what the box shows is what holds. */
  async function setDirect() {
    try {
      directOpen.checked = (await set(me.secret, { direct: directOpen.checked })).direct;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      directOpen.checked = !directOpen.checked;
      byId("room-about").textContent = problem.message;
    }
  }

  function seen() {
    const place = model.place;
    if (!isShown || document.hidden || place.last === place.read) return;
    model.markRead(place);
    showPlaces();
  }

  function showPlaces() {
    const places = [...model.places.values()];
    /** @param {Place} place */
    const entry = (place) => {
      const isCurrent = place === model.place;
      const label = place.unread ? say("unread", { place: place.title, number: place.unread }) : place.title;
      const sign = place.name === DIRECT ? avatar(null) : el("span", { class: "hash", "aria-hidden": "true" }, "#");
      const button = el(
        "button",
        {
          type: "button",
          class: `place ${place.unread ? "unread" : ""}`,
          "aria-current": isCurrent ? "page" : null,
          "data-place": place.name,
        },
        el("span", { class: "visually-hidden" }, label),
        sign,
        el("span", { class: "place-name", "aria-hidden": "true" }, place.name === DIRECT ? "Oddboard" : place.name),
      );
      if (place.unread) button.append(badge(place));
      button.addEventListener("click", () => {
        open(place.name);
        drawer.close();
        composer.focus();
      });
      return el("li", {}, button);
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

  /** @param {Place} place */
  function badge(place) {
    return el("span", { class: `badge ${place.mentions ? "loud" : ""}`, "aria-hidden": "true" }, String(Math.min(place.unread, 99)));
  }

  function showPeople() {
    const byName = new Intl.Collator(language).compare;
    const people = [...model.people.values()].sort((a, b) => Number(b.online) - Number(a.online) || byName(a.name, b.name));
    byId("people-title").textContent = say("people-here", { number: people.filter((person) => person.online).length });
    byId("people").replaceChildren(
      ...people.map((person) =>
        el(
          "li",
          { class: person.online ? "online" : "offline" },
          avatar(person),
          el("span", { class: "person-name", dir: "auto", title: person.name }, person.name),
          el("span", { class: "visually-hidden" }, say(person.online ? "is-here" : "is-away")),
          person.id === me.id ? el("span", { class: "tag" }, say("you")) : null,
        ),
      ),
    );
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
  // A window that has grown has no drawer.
  matchMedia("(min-width: 721px)").addEventListener("change", () => set(false));
  return { close };
}
