// The service worker: shows the pushes of turns, also while no page is open. It keeps nothing.

/** @import { PushWorker, TurnPush } from "./types" */

const worker = /** @type {PushWorker} */ (/** @type {unknown} */ (self));

/** @param {string} id */
const pathOf = (id) => `/match/${id}`;

/**
 * Returns the open pages with the board of a match.
 * @param {string} id
 */
async function pagesOf(id) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => new URL(url).pathname === pathOf(id));
}

/**
 * Shows a turn, unless its board is on the screen. A later one of the same match replaces it.
 * @param {TurnPush} turn
 */
async function show({ id, text }) {
  const pages = await pagesOf(id);
  if (pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  await worker.registration.showNotification("Oddboard", { body: text, tag: id, icon: "/icon/192.png", data: id });
}

/**
 * Shows the board of a match, in an open page if one shows it already.
 * @param {string} id
 */
async function open(id) {
  const [page] = await pagesOf(id);
  return page ? page.focus() : worker.clients.openWindow(pathOf(id));
}

worker.addEventListener("push", (event) => event.waitUntil(event.data ? show(event.data.json()) : undefined));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
