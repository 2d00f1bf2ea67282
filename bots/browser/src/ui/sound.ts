/** The sound that tells players their turn, made by the browser: there is no file to load. */

import { sound } from "./preferences.ts";

let audio: AudioContext | null = null;

/** Plays two short notes, if the player wants sounds. */
export function ring(): void {
  if (!sound.value) return;
  audio ??= new AudioContext();
  void audio.resume(); // A browser keeps an audio context still that was made before the first press.
  const begin = audio.currentTime;
  for (const [index, frequency] of [660, 880].entries()) {
    const note = audio.createOscillator(), volume = audio.createGain();
    const from = begin + index * 0.12;
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.12, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.25);
    note.connect(volume).connect(audio.destination);
    note.start(from);
    note.stop(from + 0.3);
  }
}
