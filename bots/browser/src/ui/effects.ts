/**
 * The sounds of a table and the motion of its cards. They are loaded after the first drawing of a table.
 *
 * The browser makes the sounds itself: there is no file to load. A card moves from where it has just been measured,
 * and only its `transform` and `opacity` change (the technique is known as FLIP).
 */

import { sounds } from "./preferences.ts";

const FLIGHT_MS = 170;
const SWEEP_MS = 320;

/** The notes of each sound: frequency (Hz), begin and length (s), and loudness. */
const NOTES = {
  move: [[190, 0, 0.07, 0.1], [95, 0, 0.09, 0.12]],
  turn: [[660, 0, 0.25, 0.05], [880, 0.12, 0.3, 0.05]],
  trick: [[523, 0, 0.16, 0.035], [659, 0.08, 0.22, 0.035]],
  end: [[523, 0, 0.4, 0.04], [659, 0.12, 0.4, 0.04], [784, 0.24, 0.6, 0.04]],
} as const;

export type Sound = keyof typeof NOTES;

/** Sounds that follow sooner than this are left out, such as those of robots that play at once (s). */
const APART_S = 0.06;

let audio: AudioContext | null = null, last = -1;

/** Plays sounds one after the other, if the player wants sounds and has pressed something on the page before. */
export function play(...names: readonly Sound[]): void {
  // A browser plays nothing on a page on which nothing has been pressed.
  if (!sounds.value || names.length === 0 || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  void audio.resume();
  let begin = audio.currentTime;
  if (begin - last < APART_S) return;
  last = begin;
  for (const name of names) {
    for (const [frequency, after, length, loudness] of NOTES[name]) {
      const note = audio.createOscillator(), volume = audio.createGain(), from = begin + after;
      note.frequency.value = frequency;
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(loudness, from + 0.008);
      volume.gain.exponentialRampToValueAtTime(0.0005, from + length);
      note.connect(volume).connect(audio.destination);
      note.start(from);
      note.stop(from + length);
    }
    begin += 0.15;
  }
}

/** A card of the trick as it lay there, for its way to the winner. */
interface Lying {
  card: HTMLElement;
  at: DOMRect;
  fontSize: string;
}

/** A trick as it was at the last drawing, at a time (ms); a card that was not measured is null. */
export interface Drawn {
  at: number;
  cards: ReadonlyMap<string, Lying | null>;
  winner: number | null;
  still: boolean;
}

/**
 * Moves what has changed in a trick since it was drawn before, and returns the trick as it is now.
 *
 * Nothing moves in a trick that is drawn for the first time, and for people who prefer reduced motion.
 */
export function move(
  trick: Element,
  root: Element | null,
  before: Drawn | null,
  winner: number | null,
  still: boolean,
): Drawn {
  const elements = [...trick.querySelectorAll<HTMLElement>("[data-seat] [data-card]")];
  const names = elements.map((each) => each.dataset.card ?? "");
  const same = before !== null && names.length === before.cards.size &&
    names.every((name) => before.cards.has(name));
  if (same && winner === before.winner && still === before.still) return before;
  const now = performance.now();
  // To measure is slow: cards that follow each other faster than they fly would block the page.
  const isFast = before !== null && now - before.at < FLIGHT_MS;
  if (isFast || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    return { at: now, cards: new Map(names.map((name) => [name, null])), winner, still };
  }
  const moves = before !== null && !still && !before.still && root !== null;
  const cards = new Map<string, Lying>();
  for (const [index, card] of elements.entries()) {
    const name = names[index] ?? "", at = card.getBoundingClientRect();
    cards.set(name, { card, at, fontSize: getComputedStyle(card).fontSize });
    if (moves && !before.cards.has(name)) fly(card, at, sourceOf(name, card, trick, root));
  }
  const to = moves && before.winner !== null ? seatIn(root, trick, before.winner) : null;
  if (to !== null) {
    before?.cards.forEach((lying, name) => cards.has(name) || lying === null || sweep(lying, to));
  }
  return { at: now, cards, winner, still };
}

/** Returns the place from which a card comes: its own in an open hand, else the seat of its player. */
function sourceOf(name: string, card: HTMLElement, trick: Element, root: Element): DOMRect | null {
  const inHand = root.querySelector(`.away [data-card="${name}"]`);
  if (inHand !== null) return inHand.getBoundingClientRect();
  return seatIn(root, trick, Number(card.closest<HTMLElement>("[data-seat]")?.dataset.seat));
}

function seatIn(root: Element, trick: Element, seat: number): DOMRect | null {
  const seats = [...root.querySelectorAll(`[data-seat="${seat}"]`)];
  return seats.find((each) => !trick.contains(each) && !each.contains(trick))?.getBoundingClientRect() ??
    null;
}

function way(from: DOMRect, to: DOMRect): string {
  const x = to.x + to.width / 2 - from.x - from.width / 2,
    y = to.y + to.height / 2 - from.y - from.height / 2;
  return `translate(${x}px, ${y}px)`;
}

function fly(card: HTMLElement, at: DOMRect, from: DOMRect | null): void {
  const start = from === null ? { opacity: 0 } : { transform: way(at, from), opacity: 0.4 };
  card.animate([start, {}], { duration: FLIGHT_MS, easing: "ease-out" });
}

/** Moves a copy of a card that is gone already to the seat of the winner. */
function sweep({ card, at, fontSize }: Lying, to: DOMRect): void {
  const copy = card.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-card");
  copy.querySelector(".heard")?.remove();
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("swept");
  const { x: left, y: top, width, height } = at;
  Object.assign(copy.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    fontSize,
  });
  document.body.append(copy);
  const end = { transform: `${way(at, to)} scale(.5)`, opacity: 0 };
  copy.animate([{}, end], { duration: SWEEP_MS, easing: "ease-in" }).onfinish = () => copy.remove();
}
