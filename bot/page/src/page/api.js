// Talks to the server: requests, pictures and the open line.

import { language, say } from "./words.js";

/** @import { Answer, BoardReview, BoardWish, Completions, Deed, LineState, LiveBoard, Me, StudyBoard, StudyStep } from "./types" */

/** The server refused or could not be reached; `message` says why in words for people. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {number} status of the answer; 0 if there was none
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }

  /** Whether the server does not know whoever asked. */
  get isStranger() {
    return this.status === 401;
  }
}

/** How long the answer to something that we do may take, in milliseconds; the server gives up sooner. */
const LONGEST_ANSWER = 20_000;

/**
 * @param {string} path
 * @param {string | null} secret
 * @param {object} body
 * @param {AbortSignal} [signal] when it is not waited for any more
 */
async function post(path, secret, body, signal) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json", "Accept-Language": language };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  let response;
  try {
    response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch {
    throw new Problem(say("unreachable"), 0);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(answer.error ?? say("wrong"), response.status);
  return answer;
}

/**
 * Signs in.
 * @param {string} name
 * @param {string} [secret]
 * @returns {Promise<Me>}
 */
export const signIn = (name, secret) => post("/api/sign-in", null, { name, secret });

/**
 * Says or does something under an id of ours, so that asking again is asking once.
 * @param {string} secret
 * @param {string} id
 * @param {string} place
 * @param {Deed} deed
 * @returns {Promise<{ answer?: Answer, posted?: number }>}
 */
export const tell = (secret, id, place, deed) =>
  post("/api/say", secret, { id, place, ...deed }, AbortSignal.timeout(LONGEST_ANSWER));

/**
 * What a text could become.
 * @param {string} secret
 * @param {string} id
 * @param {string} place
 * @param {string} text
 * @returns {Promise<Completions>}
 */
export const complete = (secret, id, place, text) => post("/api/complete", secret, { id, place, text });

/**
 * Sets what we want: whether the bot may write direct messages to us.
 * @param {string} secret
 * @param {{ direct: boolean }} settings
 * @returns {Promise<{ direct: boolean }>}
 */
export const set = (secret, settings) => post("/api/settings", secret, settings);

/**
 * The board of a match as it is to be shown.
 * @param {string} id
 * @param {BoardWish} wish
 * @returns {Promise<LiveBoard>}
 */
export const lookAt = (id, { secret, ...wish }) => post(`/api/match/${id}`, secret ?? null, wish);

/**
 * How a match went that is over.
 * @param {string} secret
 * @param {string} id
 * @returns {Promise<BoardReview>}
 */
export const reviewOf = (secret, id) => post(`/api/match/${id}/review`, secret, {});

/**
 * A position of the handbook after what was played there, and after a step.
 * @param {string | null} secret
 * @param {string} place
 * @param {string[]} played
 * @param {boolean} dark
 * @param {StudyStep | null} step
 * @returns {Promise<StudyBoard>}
 */
export const study = (secret, place, played, dark, step = null) => {
  const chance = crypto.getRandomValues(new Uint32Array(1))[0];
  return post("/api/study", secret, { place, played, dark, step, chance });
};

/** A new id for something that we do. */
export const newId = () => crypto.randomUUID();

const MAX_PICTURES = 200;

/** Pictures come by request with our secret and are kept as blobs, so no address gives them away. */
export class Pictures {
  /** @type {Map<string, Promise<string>>} */
  #urls = new Map();

  /** @param {string} secret */
  constructor(secret) {
    this.secret = secret;
  }

  /**
   * The address of a picture that an `img` can show.
   * @param {string} path
   */
  get(path) {
    const known = this.#urls.get(path) ?? this.#load(path);
    this.#urls.delete(path);
    this.#urls.set(path, known);
    const [oldest] = this.#urls.keys();
    if (this.#urls.size > MAX_PICTURES) this.#forget(oldest);
    return known;
  }

  /** @param {string} path */
  async #load(path) {
    try {
      const response = await fetch(path, { headers: { Authorization: `Bearer ${this.secret}` } });
      if (!response.ok) throw new Problem(say("missing-picture"), response.status);
      return URL.createObjectURL(await response.blob());
    } catch (problem) {
      this.#urls.delete(path);
      throw problem;
    }
  }

  /** @param {string} path */
  #forget(path) {
    this.#urls.get(path)?.then(URL.revokeObjectURL, () => {});
    this.#urls.delete(path);
  }
}

const STRANGER = 4401;
const UNKNOWN = 4404;
const RESTARTING = 1012;
const LONGEST_PAUSE = 15_000;

/** How long a line may be silent that was asked something, once the page has been asleep. */
const WAKING = 4000;

/**
 * An open line. It comes back by itself after a loss and then hears what it missed.
 * @template F
 */
export class Line {
  /** @type {WebSocket | undefined} */
  #socket;
  /** @type {number | undefined} */
  #timer;
  #failures = 0;
  #nFrames = 0;
  /** Whether there is nothing more to hear until something else is asked. */
  #isEnded = false;

  /**
   * `handlers.hello()` gives the first frame, `handlers.frame(frame)` takes each frame, `handlers.state(state, pause)`
   * hears how the line is, and for how many milliseconds it waits. With the first frame of which
   * `handlers.isReady(frame)` is true all is here that was missed.
   * @param {{
   *   hello: () => object,
   *   frame: (frame: F) => void,
   *   isReady: (frame: F) => boolean,
   *   state: (state: LineState, pause?: number) => void,
   * }} handlers
   * @param {string} path
   */
  constructor(handlers, path) {
    this.handlers = handlers;
    this.path = path;
    addEventListener("online", () => this.#timer && this.open());
  }

  /**
   * Says something. Where the line is lost, it is said with the first frame of the next one.
   * @param {object} frame
   */
  say(frame) {
    if (this.#isEnded) return this.open();
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /**
   * Asks something that is always answered; where it is not, the line was lost while the page slept.
   * @param {object} frame
   */
  wake(frame) {
    if (this.#timer || this.#isEnded) return this.open();
    const socket = this.#socket;
    const heard = this.#nFrames;
    this.say(frame);
    setTimeout(() => {
      if (!socket || this.#socket !== socket || this.#nFrames !== heard || this.#timer) return;
      this.close();
      this.open();
    }, WAKING);
  }

  /** Ends it, until it is opened again. */
  close() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isEnded = false;
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    // It may take long to close.
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  open() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isEnded = false;
    this.handlers.state("connecting");
    const socket = new WebSocket(`ws://${location.host}${this.path}`);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.handlers.hello()));
    socket.onmessage = (event) => {
      const frame = JSON.parse(event.data);
      this.#nFrames += 1;
      if (this.handlers.isReady(frame)) {
        this.#failures = 0;
        this.handlers.state("open");
      }
      this.handlers.frame(frame);
    };
    socket.onclose = (event) => this.#lost(event.code);
  }

  /** @param {number} code */
  #lost(code) {
    if (code === STRANGER) return this.handlers.state("stranger");
    if (code === UNKNOWN) {
      this.#isEnded = true;
      return;
    }
    const pause = code === RESTARTING ? 500 : Math.min(LONGEST_PAUSE, 500 * 2 ** this.#failures);
    this.#failures += 1;
    // Many pages that lost the same server shall not all come back at once.
    const spread = pause * (0.8 + 0.4 * Math.random());
    this.#timer = setTimeout(() => this.open(), spread);
    this.handlers.state("waiting", spread);
  }
}
