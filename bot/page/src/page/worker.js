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
 * Shows a turn. A later one of the same match replaces it. If its board is on the screen, the notification makes no sound and goes
 * at once: Safari stops the pushes of a page that shows nothing for some.
 * @param {TurnPush} turn
 */
async function show({ id, text }) {
  const pages = await pagesOf(id);
  const silent = pages.some(({ visibilityState }) => visibilityState === "visible");
  const { registration } = worker;
  await registration.showNotification("Oddboard", { body: text, tag: id, icon: "/icon/192.png", data: id, silent });
  if (silent) for (const shown of await registration.getNotifications({ tag: id })) shown.close();
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
