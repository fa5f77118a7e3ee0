// The state of the page: the person, the messages of each place, and the last read ones.

import { isFramed, shell } from "./frame.js";
import { lasting, load, passing, store } from "./storage.js";
import { say } from "./words.js";

/** @import { Body, Item, Listing, Local, LocalItem, Me, Picture, Post, Welcome } from "./types" */

const ME = "oddboard.me";
const PLACE = "oddboard.place";
const SECRETS = "oddboard.secrets";
/** The key of the account of another platform that has signed in on this browser. */
const ACCOUNT = "oddboard.account";
const READ = "oddboard.read";
const PUZZLES = "oddboard.puzzles";

/** The maximum number of shown items of a place. */
const MAX_ITEMS = 600;

export const DIRECT = "direct";

/**
 * Returns the author of an item; null is the bot.
 * @param {Post} post
 */
export const personOf = (post) => (post.author === "bot" ? null : post.author.person);

/** The cached matches of pictures. @type {WeakMap<Picture, string>} */
const matches = new WeakMap();

/**
 * Returns the match of the board in a picture, if it shows one.
 * @param {Picture | undefined} picture
 * @returns {string | undefined}
 */
export function matchOf(picture) {
  if (!picture?.recipe) return undefined;
  const known = matches.get(picture) ?? JSON.parse(picture.recipe).board?.id ?? "";
  matches.set(picture, known);
  return known || undefined;
}

/**
 * The person of this tab. The tab keeps them over a reload, and other tabs can have other people. A tab without a person has the
 * one who has signed in on this browser with the account of another platform. A screen in a frame has the person of its shell.
 */
export const identity = {
  current: () => (isFramed ? (shell()?.me ?? null) : load(passing, ME, load(lasting, ACCOUNT, /** @type {Me | null} */ (null)))),
  /** @param {Omit<Me, "secret">} me the account that has signed in */
  enter(me) {
    passing.removeItem(ME);
    store(lasting, ACCOUNT, { ...me, secret: "" });
  },
  /** @param {Me} me */
  take(me) {
    store(passing, ME, me);
    const others = identity.known().filter((known) => known.name !== me.name);
    store(lasting, SECRETS, [me, ...others].slice(0, 50));
  },
  leave: () => (identity.current()?.account ? identity.leaveAccount() : passing.removeItem(ME)),
  leaveAccount() {
    const framing = shell();
    if (framing) framing.me = null;
    else lasting.removeItem(ACCOUNT);
  },
  /** Returns all people who have signed in on this browser, the latest first. */
  known: () => load(lasting, SECRETS, /** @type {Me[]} */ ([])),
  /** @param {Me} me */
  forget: (me) => store(lasting, SECRETS, identity.known().filter((known) => known.secret !== me.secret)),
};

/** The puzzle of each variant that the reader has not solved yet. */
export const nextPuzzle = {
  /** @param {string} variant */
  of: (variant) => load(lasting, PUZZLES, /** @type {Record<string, string>} */ ({}))[variant] ?? "1",
  /**
   * Keeps the next puzzle after the one at this place is solved, unless the reader has solved later ones.
   * @param {string} place such as `puzzle:baroque:12`
   * @param {string} next
   */
  keep(place, next) {
    const [kind, variant] = place.split(":");
    if (kind === "puzzle" && Number(next) > Number(nextPuzzle.of(variant))) store(lasting, PUZZLES, { ...load(lasting, PUZZLES, {}), [variant]: next });
  },
};

/** A channel or the direct messages. */
export class Place {
  /**
   * The posts and the local items, in the order of arrival.
   * @type {Item[]}
   */
  items = [];
  /** The last known change, with all before it. */
  change = 0;
  last = 0;
  unread = 0;
  mentions = 0;
  /**
   * The first new post at the opening of the place.
   * @type {number | null}
   */
  firstNew = null;
  draft = "";

  /**
   * `read` is the last read post. It is null for a new reader, who has no unread posts.
   * @param {string} name
   * @param {string} about
   * @param {number | null} read
   */
  constructor(name, about, read) {
    this.name = name;
    this.about = about;
    this.read = read;
  }

  get title() {
    return this.name === DIRECT ? "Oddboard" : `#${this.name}`;
  }

  /**
   * Adds a post. Returns "new", "edited", or null for a known post.
   * @param {Post} post
   */
  take(post) {
    const key = `post-${post.number}`;
    const known = this.item(key);
    if (known?.post) {
      if (known.post.change >= post.change) return null;
      known.post = post;
      return "edited";
    }
    // An edit of an old post that the page has dropped.
    if (post.number <= this.last) return null;
    this.last = post.number;
    this.#add({ key, post });
    return "new";
  }

  /**
   * Adds an item that only this tab shows.
   * @param {Local} local
   * @returns {LocalItem}
   */
  addLocal(local) {
    const item = { key: `local-${local.id}`, local };
    this.#add(item);
    return item;
  }

  /** @param {string} key */
  remove(key) {
    this.items = this.items.filter((item) => item.key !== key);
  }

  /** @param {string} key */
  item(key) {
    return this.items.find((item) => item.key === key);
  }

  /** @param {Item} item */
  #add(item) {
    this.items.push(item);
    if (this.items.length > MAX_ITEMS) this.items.shift();
  }
}

/** The state of a signed-in tab. */
export class Model {
  /** @type {Map<string, Place>} */
  places = new Map();
  /** @type {Map<number, Listing>} */
  people = new Map();
  bot = "Oddboard";

  /** @param {Me} me */
  constructor(me) {
    this.me = me;
    this.readKey = `${READ}.${me.id}`;
    this.current = load(passing, PLACE, "lobby");
  }

  /** The open place. */
  get place() {
    const place = this.places.get(this.current);
    if (!place) throw new Error(`no place is open: ${this.current}`);
    return place;
  }

  /**
   * Handles the first frame after a connect. Known posts stay.
   * @param {Welcome} frame
   */
  welcome(frame) {
    this.bot = frame.bot;
    const read = this.#read();
    for (const { name } of [...frame.channels, { name: DIRECT }]) {
      if (!this.places.has(name)) this.places.set(name, new Place(name, say(`about-${name}`), read[name] ?? null));
    }
    if (!this.places.has(this.current)) this.current = frame.channels[0].name;
    this.people = new Map(frame.people.map((person) => [person.id, person]));
  }

  /** Returns the last known change of each place, for catching up. */
  since() {
    return Object.fromEntries([...this.places.values()].map((place) => [place.name, place.change]));
  }

  /** @param {Post} post */
  isOwn(post) {
    return personOf(post)?.id === this.me.id;
  }

  /**
   * Counts a new post that the reader has not seen. The reports of moves do not count, because boards show them.
   * @param {Place} place
   * @param {Post} post
   */
  count(place, post) {
    if (place.read === null || post.number <= place.read || this.isOwn(post)) return;
    if (post.author === "bot" && matchOf(post.picture)) return;
    place.unread += 1;
    place.firstNew ??= post.number;
    if (place.name === DIRECT || this.mentionsMe(post)) place.mentions += 1;
  }

  /** @param {Body} body */
  mentionsMe(body) {
    return (body.mentions ?? []).includes(this.me.id) || body.text.toLowerCase().includes(`@${this.me.name}`.toLowerCase());
  }

  /** @param {string} name */
  open(name) {
    this.current = name;
    store(passing, PLACE, name);
  }

  /** @param {Place} place */
  markRead(place) {
    place.unread = 0;
    place.mentions = 0;
    if (place.last <= (place.read ?? -1)) return;
    place.read = place.last;
    const read = this.#read();
    store(lasting, this.readKey, { ...read, [place.name]: Math.max(place.last, read[place.name] ?? 0) });
  }

  /** Returns the last read post of each place. */
  #read() {
    return load(lasting, this.readKey, /** @type {Record<string, number | undefined>} */ ({}));
  }
}
