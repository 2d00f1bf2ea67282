/** The sounds of the page, made by the browser: there is no file to load. */

import { sounds } from "./preferences.ts";

/** The notes of each sound: frequency (Hz), begin and length (s), and loudness. */
const NOTES = {
  move: [[190, 0, 0.07, 0.1], [95, 0, 0.09, 0.12]],
  turn: [[660, 0, 0.25, 0.05], [880, 0.12, 0.3, 0.05]],
  trick: [[523, 0, 0.16, 0.035], [659, 0.08, 0.22, 0.035]],
  end: [[523, 0, 0.4, 0.04], [659, 0.12, 0.4, 0.04], [784, 0.24, 0.6, 0.04]],
} as const;

let audio: AudioContext | null = null;

/** Plays sounds one after the other, if the player wants sounds and has pressed something on the page before. */
export function play(...names: readonly (keyof typeof NOTES)[]): void {
  // A browser plays nothing on a page on which nothing has been pressed.
  if (!sounds.value || names.length === 0 || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  void audio.resume();
  let begin = audio.currentTime;
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
