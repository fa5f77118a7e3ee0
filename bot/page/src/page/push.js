// Pushes of turns to this browser, by the push service of its maker. They come while no page is open, too.

import { ask, Problem } from "./api.js";
import { isFramed } from "./frame.js";
import { lasting, load, store } from "./storage.js";
import { say } from "./words.js";

/** @import { Me } from "./types" */

/** The key of the number of the person whose turns this browser announces. */
const OWNER = "oddboard.push";

const WORKER = "/worker.js";

/** Tells whether this browser can announce turns. */
export const canPush = !isFramed && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Returns the subscription of this browser, if it has one. */
async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Tells whether this browser announces the turns of a person.
 * @param {Me} me
 */
export async function isPushed(me) {
  return canPush && load(lasting, OWNER, 0) === me.id && (await subscription()) !== null;
}

/** Starts the service worker. Its address is a constant, so the policy of the page accepts it. */
async function start() {
  const policy = window.trustedTypes?.createPolicy("oddboard-worker", { createScriptURL: () => WORKER });
  const address = /** @type {string} */ (policy?.createScriptURL(WORKER) ?? WORKER);
  await navigator.serviceWorker.register(address);
  return navigator.serviceWorker.ready;
}

/**
 * Makes this browser announce the turns of a person, if they allow it. The browser asks them only right after their own action.
 * @param {Me} me
 */
export async function startPushes(me) {
  if ((await Notification.requestPermission()) !== "granted") throw new Problem(say("board-notify-refused"), 0);
  const { key } = await ask("push/key", me, {});
  let made;
  try {
    const { pushManager } = await start();
    // One of an earlier key of the page is of no use.
    await (await pushManager.getSubscription())?.unsubscribe();
    made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    throw new Problem(say("push-failed"), 0);
  }
  await ask("push", me, made);
  store(lasting, OWNER, me.id);
}

/**
 * Ends the pushes to this browser.
 * @param {Me} me
 */
export async function endPushes(me) {
  const known = await subscription();
  lasting.removeItem(OWNER);
  if (!known) return;
  // Without its subscription, the browser shows no push that the server may still send.
  await known.unsubscribe();
  await ask("push/end", me, { endpoint: known.endpoint });
}

/**
 * Tells the server that this browser still announces the turns of a person, who may have signed in again.
 * @param {Me} me
 */
export async function renewPushes(me) {
  const known = (await isPushed(me)) && (await subscription());
  if (known) await ask("push", me, known);
}
