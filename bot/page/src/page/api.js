// Communication with the server: requests, pictures and the live connection.

import { isFramed } from "./frame.js";
import { identity } from "./model.js";
import { language, say } from "./words.js";

/** @import { Answer, BoardWish, Deed, LineHandlers, LiveBoard, Me, Requests } from "./types" */

/** The server refused or is unreachable. `message` has the reason for people. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {number} status of the answer; 0 if there was none
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }

  /** True if the server does not know the secret of the request. */
  get isStranger() {
    return this.status === 401;
  }

  /** True if the action of the request may count or not. */
  get isUnknown() {
    return this.status === 0 || this.status >= 500;
  }
}

/** @param {unknown} problem */
export function problemText(problem) {
  if (!(problem instanceof Problem)) throw problem;
  return problem.message;
}

/** The name of the event after a person has signed in, or may have changed their settings in the chat. */
export const SETTINGS_CHANGED = "settings-changed";

/** The timeout of an action, in milliseconds. The server gives up sooner. */
const LONGEST_ANSWER = 20_000;

/**
 * Waits for a time.
 * @param {number} time in milliseconds
 */
export const pause = (time) =>
  new Promise((resolve) => {
    setTimeout(resolve, time);
  });

/**
 * @param {string} path
 * @param {string | null} secret
 * @param {object} body
 * @param {AbortSignal} [signal] aborts the request
 */
async function post(path, secret, body, signal) {
  const response = await send(path, secret, { method: "POST", body: JSON.stringify(body), signal });
  return response.json().catch(() => ({}));
}

/**
 * @param {string} path
 * @param {string | null} secret
 * @param {RequestInit} [request]
 */
async function send(path, secret, request = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language };
  if (request.body) headers["Content-Type"] = "application/json";
  if (secret) headers.Authorization = `Bearer ${secret}`;
  let response;
  try {
    response = await fetch(path, { ...request, headers, credentials: isFramed ? "omit" : "same-origin" });
  } catch {
    throw new Problem(say("unreachable"), 0);
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new Problem(error ?? say("wrong"), response.status);
}

/**
 * Sends a request.
 * @template {keyof Requests} Path
 * @param {Path} path
 * @param {{ secret: string } | null} sender null if a cookie has their secret, or nobody knows them
 * @param {Requests[Path]["sent"]} sent
 * @returns {Promise<Requests[Path]["answer"]>}
 */
export const ask = (path, sender, sent) => post(`/api/${path}`, sender?.secret ?? null, sent);

/**
 * Sends an action under an id of this page, so that a repeated request counts once.
 * @param {Me} me
 * @param {string} id
 * @param {string} place
 * @param {Deed} deed
 * @returns {Promise<{ answer?: Answer, posted?: number }>}
 */
export async function tell({ secret }, id, place, deed) {
  const answer = await post("/api/say", secret, { id, place, ...deed }, AbortSignal.timeout(LONGEST_ANSWER));
  if (/^\s*[/／]settings /i.test(deed.text ?? "") || deed.choose?.menu.startsWith("set:")) dispatchEvent(new Event(SETTINGS_CHANGED));
  return answer;
}

/** The pause before an action with an unknown result is sent again, in milliseconds. */
const AGAIN = 700;

/**
 * Sends an action until its result is known, at most so many times; the action counts once.
 * @param {number} nTries
 * @param {Parameters<typeof tell>} action
 * @returns {ReturnType<typeof tell>}
 */
export async function tellSurely(nTries, ...action) {
  try {
    return await tell(...action);
  } catch (problem) {
    if (!(problem instanceof Problem && problem.isUnknown) || nTries <= 1) throw problem;
  }
  await pause(AGAIN);
  return tellSurely(nTries - 1, ...action);
}

/**
 * Requests the board of a match.
 * @param {string} id
 * @param {BoardWish} wish
 * @returns {Promise<LiveBoard>}
 */
export const lookAt = (id, { secret, ...wish }) => post(`/api/match/${id}`, secret ?? null, wish);

/**
 * Requests a finished match as an animation.
 * @param {string} id
 */
export const animationOf = async (id) => (await send(`/api/match/${id}/replay.gif`, identity.current()?.secret ?? null)).blob();

/**
 * Fetches the boards with a number of moves from `first` to before `end`, as far as they can be fetched.
 * @template T
 * @param {number} first
 * @param {number} end
 * @param {(n: number) => Promise<T>} at
 */
export async function boardsBetween(first, end, at) {
  const found = await Promise.allSettled(Array.from({ length: end - first }, (_, n) => at(first + n)));
  return found.flatMap((board) => (board.status === "fulfilled" ? [board.value] : []));
}

/** Returns a new seed for chance outcomes. */
export const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const MAX_PICTURES = 200;

/**
 * The cached pictures: blobs, so that no address reveals a picture, by the paths from which requests with the secret fetch them.
 * @type {Map<string, Promise<string>>}
 */
const pictures = new Map();

/**
 * Returns the address of a picture for an `img`.
 * @param {string} path
 */
export function pictureAt(path) {
  const load = async () => URL.createObjectURL(await (await send(path, identity.current()?.secret ?? null)).blob());
  const found = pictures.get(path) ?? load();
  pictures.delete(path);
  pictures.set(path, found);
  found.catch(() => pictures.delete(path));
  const [[oldest, picture]] = pictures;
  if (pictures.size > MAX_PICTURES && pictures.delete(oldest)) picture.then(URL.revokeObjectURL, () => {});
  return found;
}

const STRANGER = 4401;
const UNKNOWN = 4404;
const RESTARTING = 1012;
const LONGEST_PAUSE = 15_000;

/** The time in which a connection has to answer a ping after the page has slept, in milliseconds. */
const WAKING = 4000;

/**
 * A live connection. It reconnects after a loss, and then receives the missed frames.
 * @template F
 */
export class Line {
  /** @type {WebSocket | undefined} */
  #socket;
  /** @type {number | undefined} */
  #timer;
  #failures = 0;
  #nFrames = 0;
  /** True if no frame follows until the next request. */
  #isEnded = false;

  /**
   * @param {LineHandlers<F>} handlers
   * @param {string} path
   * @param {AbortSignal} [ended] ends its use
   */
  constructor(handlers, path, ended) {
    this.handlers = handlers;
    this.path = path;
    addEventListener("online", () => this.#timer && this.open(), { signal: ended });
  }

  /**
   * Sends a frame. If the connection is lost, the first frame of the next connection has the content.
   * @param {object} frame
   */
  say(frame) {
    if (this.#isEnded) return this.open();
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /**
   * Sends a frame that the server always answers. Without an answer, the connection was lost while the page slept.
   * @param {object} frame
   */
  wake(frame) {
    if (this.#timer || this.#isEnded) return this.open();
    const socket = this.#socket;
    const heard = this.#nFrames;
    this.say(frame);
    setTimeout(() => {
      if (!socket || this.#socket !== socket || this.#nFrames !== heard || this.#timer) return;
      this.open();
    }, WAKING);
  }

  /** Closes it until it is opened again. */
  close() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isEnded = false;
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    // The close can take long.
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  open() {
    this.close();
    this.handlers.state("connecting");
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}${this.path}`);
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
    // Keeps pages from reconnecting all at once after a loss of the server.
    const spread = pause * (0.8 + 0.4 * Math.random());
    this.#timer = setTimeout(() => this.open(), spread);
    this.handlers.state("waiting", spread);
  }
}
