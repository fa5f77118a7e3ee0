// The service worker: shows the pushes of turns, also while no page is open. It keeps nothing.

/** @import { PushWorker, TurnPush } from "./types" */

const worker = /** @type {PushWorker} */ (/** @type {unknown} */ (self));

/**
 * Shows a turn. A later one of the same match replaces it.
 * @param {TurnPush} turn
 */
const show = ({ id, text }) => worker.registration.showNotification("Oddboard", { body: text, tag: id, icon: "/icon/192.png", data: id });

/**
 * Shows the board of a match, in an open page if one shows it already.
 * @param {string} id
 */
async function open(id) {
  const path = `/match/${id}`;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => new URL(url).pathname === path);
  return shown ? shown.focus() : worker.clients.openWindow(path);
}

worker.addEventListener("push", (event) => event.waitUntil(event.data ? show(event.data.json()) : undefined));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
