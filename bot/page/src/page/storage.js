// The storages of the browser.

import { isFramed, isShell } from "./frame.js";

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} AnyStorage */

/**
 * Makes a storage for a page that a browser gives none.
 * @returns {AnyStorage}
 */
function memory() {
  /** @type {Map<string, string>} */
  const values = new Map();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/**
 * Returns a storage. A shell and the screen in its frame use none of the browser, and so keep nothing of the account.
 * @param {"localStorage" | "sessionStorage"} name
 * @returns {AnyStorage}
 */
function open(name) {
  try {
    return isFramed || isShell ? memory() : window[name];
  } catch {
    return memory();
  }
}

/** The storage that all tabs share. */
export const lasting = open("localStorage");

/** The storage of this tab. */
export const passing = open("sessionStorage");

/**
 * @template T
 * @param {AnyStorage} storage
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function load(storage, key, otherwise) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * A browser without storage can chat too, but forgets the state.
 * @param {AnyStorage} storage
 * @param {string} key
 * @param {unknown} value
 */
export function store(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn("The browser does not store", key, error);
  }
}
