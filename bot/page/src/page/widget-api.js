// The widget API of Matrix clients, over messages between this window and its parent. The client is the parent: its messages alone
// count, and those of the origin alone that it has had in its first one.

/** @import { OpenId } from "./types" */

/** The versions of the API that this page speaks. */
const VERSIONS = ["0.0.1", "0.0.2"];

/** The time in which the client has to answer a request, in milliseconds. */
const PATIENCE = 15_000;

/**
 * @typedef {{ api: "fromWidget" | "toWidget", action: string, requestId: string, widgetId: string, data?: unknown, response?: unknown }} Message
 */

/** @typedef {{ resolve: (response: Record<string, unknown>) => void, reject: (reason: Error) => void }} Pending */

/**
 * Returns a value as a record, empty if it is none.
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
const record = (value) => (typeof value === "object" && value !== null ? /** @type {Record<string, unknown>} */ (value) : {});

/**
 * Returns the credentials in a message of the client, if it has them.
 * @param {Record<string, unknown>} data
 * @returns {OpenId | null}
 */
function credentials({ access_token: token, matrix_server_name: server }) {
  return typeof token === "string" && typeof server === "string" ? { access_token: token, matrix_server_name: server } : null;
}

/** The client that shows this page as a widget. */
export class WidgetClient {
  /** The origin of the client, once it has sent a message. */
  #origin = "";
  #widgetId;
  #ready;
  #themed;
  /** The requests, by their ids. Only the first response to each counts. @type {Map<string, Pending>} */
  #pending = new Map();
  /** Takes the credentials of requests that the person has to confirm first, by the ids of the requests. @type {Map<string, (given: OpenId | null) => void>} */
  #asked = new Map();

  /**
   * @param {string} widgetId
   * @param {() => void} ready called each time that the client has asked for the capabilities, and so can be asked itself
   * @param {(theme: string) => void} themed called with the name of each new theme of the client
   */
  constructor(widgetId, ready, themed) {
    this.#widgetId = widgetId;
    this.#ready = ready;
    this.#themed = themed;
    addEventListener("message", (event) => this.#hear(event));
    // It says nothing that any page may not know. A client that has waited for the load of the frame refuses it.
    this.#request("content_loaded", {}).catch(() => {});
  }

  /**
   * Returns an OpenID token of the reader, or null if they or their client refuse it.
   * @returns {Promise<OpenId | null>}
   */
  async openId() {
    const requestId = crypto.randomUUID();
    const given = new Promise((resolve) => {
      this.#asked.set(requestId, resolve);
    });
    try {
      const response = await this.#request("get_openid", {}, requestId);
      if (response.state === "request") return await given;
      return response.state === "allowed" ? credentials(response) : null;
    } finally {
      this.#asked.delete(requestId);
    }
  }

  /**
   * Sends a request to the client, and returns its response.
   * @param {string} action
   * @param {object} data
   * @param {string} requestId
   * @returns {Promise<Record<string, unknown>>}
   */
  #request(action, data, requestId = crypto.randomUUID()) {
    return new Promise((resolve, reject) => {
      this.#pending.set(requestId, { resolve, reject });
      setTimeout(() => reject(new Error(action)), PATIENCE);
      this.#post({ api: "fromWidget", action, requestId, widgetId: this.#widgetId, data });
    });
  }

  /** @param {Message} message */
  #post(message) {
    // A client on a desk can have no origin that a browser can name.
    const target = this.#origin && this.#origin !== "null" ? this.#origin : "*";
    window.parent.postMessage(message, target);
  }

  /** @param {MessageEvent} event */
  #hear(event) {
    if (event.source !== window.parent) return;
    if (this.#origin && event.origin !== this.#origin) return;
    const message = /** @type {Message} */ (record(event.data));
    // A client whose widget was added by hand tells the id in its first message.
    this.#widgetId ||= String(message.widgetId ?? "");
    if (message.widgetId !== this.#widgetId || typeof message.requestId !== "string") return;
    if (message.api === "fromWidget" && message.response !== undefined) {
      this.#origin = event.origin;
      const response = record(message.response);
      const pending = this.#pending.get(message.requestId);
      if (response.error) pending?.reject(new Error(message.action));
      else pending?.resolve(response);
    } else if (message.api === "toWidget" && message.response === undefined) {
      this.#origin = event.origin;
      this.#post({ ...message, response: this.#answer(message.action, record(message.data)) });
      if (message.action === "capabilities") this.#ready();
    }
  }

  /**
   * Handles a request of the client, and returns the response.
   * @param {string} action
   * @param {Record<string, unknown>} data
   */
  #answer(action, data) {
    switch (action) {
      case "supported_api_versions":
        return { supported_versions: VERSIONS };
      case "capabilities":
        return { capabilities: [] };
      case "openid_credentials": {
        const given = data.state === "allowed" ? credentials(data) : null;
        this.#asked.get(String(data.original_request_id))?.(given);
        return {};
      }
      case "theme_change":
        this.#themed(String(data.name));
        return {};
      case "notify_capabilities":
      case "visibility":
      case "language_change":
        return {};
      default:
        return { error: { message: "unsupported" } };
    }
  }
}
