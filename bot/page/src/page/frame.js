// A screen in a frame of another program, such as Discord. The shell around it has signed its reader in, and keeps their secret in
// memory, because a browser may give a frame neither cookies nor storage.

/** @import { Me, Shell } from "./types" */

/** The prefix of the paths of screens in frames. */
const PREFIX = "/framed";

/** True if this screen is in a frame. */
export const isFramed = location.pathname.startsWith(`${PREFIX}/`);

/** True if this page is a shell. */
export const isShell = document.body.classList.contains("shell");

/** The path of this screen, without the prefix. */
export const here = isFramed ? location.pathname.slice(PREFIX.length) : location.pathname;

/**
 * Returns the path of another screen in the same window.
 * @param {string} path
 */
export const pathTo = (path) => (isFramed ? PREFIX + path : path);

/**
 * Returns the shell around this screen.
 * @returns {Shell | null}
 */
export function shell() {
  try {
    return (isFramed && window.parent.shell) || null;
  } catch {
    // A foreign page has made the frame.
    return null;
  }
}

/** Returns the color scheme of the shell around this screen, or an empty text if it has none of its own. */
export const schemeAround = () => (shell() ? window.parent.document.documentElement.style.colorScheme : "");

/**
 * Returns the public address of a screen.
 * @param {string} path
 */
export const addressOf = (path) => (shell()?.origin ?? location.origin) + path;

/**
 * Shows a screen in the frame of this shell.
 * @param {Me | null} me its reader, or null if they only watch
 * @param {string} path
 */
export function showIn(me, path) {
  window.shell = { me, origin: document.documentElement.dataset.origin ?? location.origin };
  const frame = document.querySelector("iframe");
  if (frame) frame.src = PREFIX + path;
}

/** Keeps links in the frame. @param {MouseEvent} event */
function stay(event) {
  const path = event.target instanceof Element && event.target.closest("a")?.getAttribute("href");
  if (!path || !path.startsWith("/")) return;
  event.preventDefault();
  location.assign(pathTo(path));
}

if (isFramed) document.addEventListener("click", stay);
