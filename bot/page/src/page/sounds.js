// Four quiet sounds, made by the browser itself.

import { choices } from "./choices.js";

/** @import { Sound, Tone } from "./types" */

/** The loudness of a tone at full volume. */
const LOUDEST = 0.4;

/** A knock of wood. @param {number} at @returns {Tone} */
const knock = (at, from = 260) => ({ at, from, to: from / 2.2, length: 0.09, part: 1 });

/** A soft bell. @param {number} at @param {number} from @returns {Tone} */
const bell = (at, from, part = 0.35) => ({ at, from, to: from, length: 0.45, part });

/** @type {Record<Sound, Tone[]>} */
const SOUNDS = {
  move: [knock(0)],
  capture: [knock(0, 340), knock(0.06, 190)],
  turn: [bell(0, 587), bell(0.13, 784)],
  end: [bell(0, 392), bell(0.14, 494), bell(0.28, 587)],
};

/** The time before a sound, in milliseconds: the picture comes first, as the first sound can stop the page for 0.1 s. */
const DELAY = 40;

/** @type {AudioContext | null} */
let audio = null;

/**
 * Plays a sound, unless the reader wants none. A browser allows it once the reader has used the page.
 * @param {Sound} sound
 */
export function play(sound) {
  // The timers of a hidden page are slow.
  if (document.hidden) make(sound);
  else setTimeout(() => make(sound), DELAY);
}

/** @param {Sound} sound */
function make(sound) {
  const isAllowed = navigator.userActivation?.hasBeenActive ?? true;
  if (!choices.sound || choices.volume === 0 || !isAllowed) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const tone of SOUNDS[sound]) begin(audio, tone);
}

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 */
function begin(audio, { at, from, to, length, part }) {
  const start = audio.currentTime + at;
  const end = start + length;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: from });
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, end);
  const loudness = new GainNode(audio, { gain: 0 });
  // The ear hears half as loud at a tenth of the power.
  const peak = LOUDEST * part * (choices.volume / 100) ** 2;
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(peak, start + 0.005);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(end);
}
