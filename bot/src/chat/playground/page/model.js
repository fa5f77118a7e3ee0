// What the page knows: who we are, what was said where, and what of it we have read.

import { say } from "./words.js";

const ME = "oddboard.me";
const PLACE = "oddboard.place";
const SECRETS = "oddboard.secrets";
const READ = "oddboard.read";

/** How many items of a place are shown. */
const MAX_ITEMS = 600;

export const DIRECT = "direct";

function load(storage, key, otherwise) {
  try {
    return JSON.parse(storage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

// A browser that stores nothing still chats; it merely forgets.
function store(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn("The browser does not store", key, error.name);
  }
}

/** Who this tab is. The tab keeps it over a reload; other tabs may be others. */
export const identity = {
  current: () => load(sessionStorage, ME, null),
  take(me) {
    store(sessionStorage, ME, me);
    const others = identity.known().filter((known) => known.name !== me.name);
    store(localStorage, SECRETS, [me, ...others].slice(0, 50));
  },
  leave: () => sessionStorage.removeItem(ME),
  /** Everybody that somebody was in this browser, the latest first. */
  known: () => load(localStorage, SECRETS, []),
  forget: (me) => store(localStorage, SECRETS, identity.known().filter((known) => known.secret !== me.secret)),
};

/** A channel or the direct messages. */
export class Place {
  /** Posts and our own things, as they came: `{ key, post }` or `{ key, local }`. */
  items = [];
  #byKey = new Map();
  /** The last change that we know, with all before it. */
  change = 0;
  last = 0;
  unread = 0;
  mentions = 0;
  /** The first post that was new when the place was opened. */
  firstNew = null;
  draft = "";

  constructor(name, about, read) {
    this.name = name;
    this.about = about;
    /** The last post that was read; null for somebody who has not been here before, to whom nothing is news. */
    this.read = read;
  }

  get title() {
    return this.name === DIRECT ? "Oddboard" : `#${this.name}`;
  }

  /** Takes a post: "new", "edited" or null when it was known. */
  take(post) {
    const key = `post-${post.number}`;
    const known = this.#byKey.get(key);
    if (known) {
      if (known.post.change >= post.change) return null;
      known.post = post;
      return "edited";
    }
    // An edit of a post that is so old that we have let it go.
    if (post.number <= this.last) return null;
    this.last = post.number;
    this.#add({ key, post });
    return "new";
  }

  /** Adds something that only this tab shows. */
  addLocal(local) {
    return this.#add({ key: `local-${local.id}`, local });
  }

  remove(key) {
    this.#byKey.delete(key);
    this.items = this.items.filter((item) => item.key !== key);
  }

  item(key) {
    return this.#byKey.get(key);
  }

  before(item) {
    return this.items[this.items.indexOf(item) - 1] ?? null;
  }

  #add(item) {
    this.items.push(item);
    this.#byKey.set(item.key, item);
    if (this.items.length > MAX_ITEMS) this.#byKey.delete(this.items.shift().key);
    return item;
  }
}

/** All that a signed-in tab knows. */
export class Model {
  places = new Map();
  people = new Map();
  bot = "Oddboard";
  /** Whether posts come in the order of their changes: while we catch up they come in another one. */
  #isCaughtUp = false;

  constructor(me) {
    this.me = me;
    this.readKey = `${READ}.${me.id}`;
    this.current = load(sessionStorage, PLACE, "lobby");
  }

  get place() {
    return this.places.get(this.current);
  }

  /** The first frame after connecting; what is known already stays. */
  welcome(frame) {
    this.#isCaughtUp = false;
    this.bot = frame.bot;
    const read = load(localStorage, this.readKey, {});
    for (const { name } of [...frame.channels, { name: DIRECT }]) {
      if (!this.places.has(name)) this.places.set(name, new Place(name, say(`about-${name}`), read[name] ?? null));
    }
    if (!this.places.has(this.current)) this.current = frame.channels[0].name;
    this.people = new Map(frame.people.map((person) => [person.id, person]));
  }

  /** All that we missed is here. */
  caughtUp({ changes }) {
    this.#isCaughtUp = true;
    for (const place of this.places.values()) place.change = changes[place.name];
  }

  /** Takes a post for its place: "new", "edited" or null when it was known. */
  take(place, post) {
    // A line that is lost before we have caught up has told later changes and left out earlier ones.
    if (this.#isCaughtUp) place.change = Math.max(place.change, post.change);
    return place.take(post);
  }

  /** What we know of each place, for catching up. */
  since() {
    return Object.fromEntries([...this.places.values()].map((place) => [place.name, place.change]));
  }

  isOwn(post) {
    return post.author.person?.id === this.me.id;
  }

  /** Counts a new post that nobody has looked at. */
  count(place, post) {
    if (place.read === null || post.number <= place.read || this.isOwn(post)) return;
    place.unread += 1;
    place.firstNew ??= post.number;
    if (place.name === DIRECT || this.mentionsMe(post)) place.mentions += 1;
  }

  mentionsMe(body) {
    return (body.mentions ?? []).includes(this.me.id) || body.text.toLowerCase().includes(`@${this.me.name}`.toLowerCase());
  }

  open(name) {
    this.current = name;
    store(sessionStorage, PLACE, name);
  }

  markRead(place) {
    place.unread = 0;
    place.mentions = 0;
    if (place.last <= (place.read ?? -1)) return;
    place.read = place.last;
    const read = load(localStorage, this.readKey, {});
    store(localStorage, this.readKey, { ...read, [place.name]: Math.max(place.last, read[place.name] ?? 0) });
  }
}
