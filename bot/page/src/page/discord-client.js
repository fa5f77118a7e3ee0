// The client of Discord, in which the page runs as an Activity. Both talk by messages between windows: pairs of an opcode and data.

/** The opcodes. */
const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;

/**
 * The origins of the client: those of its three channels of releases. The app of a phone shows the page without a frame, and relays
 * the messages of the page to itself.
 */
const ORIGINS = window.parent === window ? [location.origin] : ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"];

/** The longest time for which a command waits, in milliseconds. A person reads the dialog for their consent meanwhile. */
const PATIENCE = 180_000;

/** @typedef {{ resolve: (data: any) => void, reject: (error: Error) => void }} Waiting */
/** @typedef {{ cmd?: string, args?: object, evt?: string | null, nonce?: string | null, data?: any }} Frame */

/** The connection to the client. Its errors name the command that the client has not carried out. */
export class DiscordClient {
  /** The window of the client. A popped-out Activity has been opened by it. */
  #window = window.parent.opener ?? window.parent;
  /** The origin of the client, once it has answered. */
  #origin = "";
  /** The commands, by their nonces. Only the first answer to each counts. @type {Map<string, Waiting>} */
  #waiting = new Map();
  /** The listeners of events, by name. @type {Map<string, (data: any) => void>} */
  #listeners = new Map();

  constructor() {
    addEventListener("message", (event) => this.#hear(event));
  }

  /**
   * Begins the connection for an application, in a frame that the client has named. Completes when the client is ready.
   * @param {string} application
   * @param {string} frame
   * @returns {Promise<unknown>}
   */
  greet(application, frame) {
    const ready = new Promise((resolve, reject) => {
      this.#listeners.set("READY", resolve);
      setTimeout(() => reject(new Error("READY")), PATIENCE);
    });
    this.#send(HANDSHAKE, { v: 1, encoding: "json", client_id: application, frame_id: frame });
    return ready;
  }

  /**
   * Sends a command, and returns the data of its answer.
   * @param {string} cmd
   * @param {object} args
   * @param {string} [evt] the event of a subscription
   * @returns {Promise<any>}
   */
  command(cmd, args, evt) {
    const nonce = crypto.randomUUID();
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(nonce, { resolve, reject });
      setTimeout(() => reject(new Error(cmd)), PATIENCE);
    });
    this.#send(FRAME, { cmd, args, evt, nonce });
    return answer;
  }

  /**
   * Receives an event from now on.
   * @param {string} evt
   * @param {(data: any) => void} listener
   */
  subscribe(evt, listener) {
    this.#listeners.set(evt, listener);
    return this.command("SUBSCRIBE", {}, evt);
  }

  /**
   * Sends a message to the client alone. Before its first answer, nobody knows which of the origins it has, and a message to a window
   * of another origin is dropped.
   * @param {number} opcode
   * @param {object} data
   */
  #send(opcode, data) {
    for (const origin of this.#origin ? [this.#origin] : ORIGINS) this.#window.postMessage([opcode, data], origin);
  }

  /** @param {MessageEvent} event */
  #hear({ source, origin, data }) {
    if (source !== this.#window || !ORIGINS.includes(origin) || !Array.isArray(data)) return;
    this.#origin = origin;
    const [opcode, frame] = data;
    if (opcode === FRAME && frame) this.#hearFrame(frame);
    else if (opcode === CLOSE) for (const { reject } of this.#waiting.values()) reject(new Error("CLOSE"));
  }

  /** @param {Frame} frame */
  #hearFrame({ cmd, args, evt, nonce, data }) {
    // The page hears its own commands in the app of a phone.
    if (args) return;
    if (cmd === "DISPATCH") return this.#listeners.get(evt ?? "")?.(data);
    const waiting = this.#waiting.get(nonce ?? "");
    if (evt === "ERROR") waiting?.reject(new Error(cmd));
    else waiting?.resolve(data);
  }
}
