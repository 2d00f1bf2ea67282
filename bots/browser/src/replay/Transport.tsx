/** The controls of every replay: steps, a slider, and playing by itself. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { isForAField } from "../ui/typing.ts";

const PAUSES_MS = { slow: 3000, usual: 1500, fast: 700, quick: 250 };
type Speed = keyof typeof PAUSES_MS;

/** The drawings on the buttons, in a square of 24 units. */
const DRAWINGS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  trickBack: "M12 5 3 12l9 7zM21 5l-9 7 9 7z",
  back: "M16 5 6 12l10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5l10 7-10 7z",
  trickForward: "M3 5l9 7-9 7zM12 5l9 7-9 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};

function Drawing({ of }: { of: keyof typeof DRAWINGS }) {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" class="replay-drawing">
      <path d={DRAWINGS[of]} />
    </svg>
  );
}

interface Props {
  at: number;
  moves: number;
  /** Goes to a position; without it, the player only follows. */
  seek: ((at: number) => void) | null;
  /** Returns the position one trick or one round later or earlier. */
  bigStep: (forward: boolean) => number;
  /** True if the big steps are rounds, not tricks. */
  rounds?: boolean;
  /** The present position, in words. */
  place: string;
  children?: ComponentChildren;
}

export function Transport({ at, moves, seek, bigStep, rounds = false, place, children = null }: Props) {
  const said = words.value.replay;
  const [running, run] = useState(false);
  const [speed, setSpeed] = useState<Speed>("usual");
  const present = useRef({ at, moves, seek, bigStep });
  present.current = { at, moves, seek, bigStep };
  const ended = at >= moves;

  useEffect(() => {
    if (!running || ended) return;
    const timer = setTimeout(() => present.current.seek?.(present.current.at + 1), PAUSES_MS[speed]);
    return () => clearTimeout(timer);
  }, [running, ended, at, speed]);
  useEffect(() => {
    if (ended) run(false);
  }, [ended]);

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { at, moves, seek, bigStep } = present.current;
      if (seek === null || isForAField(event)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const pressed = event.target instanceof HTMLElement &&
        /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName);
      if (event.key === "ArrowLeft") seek(event.shiftKey ? bigStep(false) : at - 1);
      else if (event.key === "ArrowRight") seek(event.shiftKey ? bigStep(true) : at + 1);
      else if (event.key === "PageUp") seek(bigStep(false));
      else if (event.key === "PageDown") seek(bigStep(true));
      else if (event.key === "Home") seek(0);
      else if (event.key === "End") seek(moves);
      else if (event.key === " " && !pressed) {
        if (at >= moves) seek(0);
        run((was) => !was);
      } else return;
      event.preventDefault();
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  function step(drawing: keyof typeof DRAWINGS, name: string, to: number) {
    return (
      <button
        type="button"
        class="replay-step"
        aria-label={name}
        title={name}
        disabled={seek === null || to === at || to < 0 || to > moves}
        onClick={() => seek?.(to)}
      >
        <Drawing of={drawing} />
      </button>
    );
  }
  return (
    <div class={seek === null ? "replay-controls still" : "replay-controls"}>
      <div class="replay-transport" role="group" aria-label={said.controls}>
        <div class="replay-scrub">
          <input
            type="range"
            min={0}
            max={moves}
            value={at}
            disabled={seek === null}
            aria-label={said.controls}
            aria-valuetext={place}
            onInput={(event) => seek?.(Number(event.currentTarget.value))}
          />
          <span class="replay-place">{said.place(at, moves)}</span>
        </div>
        <div class="replay-steps" hidden={seek === null}>
          {step("first", said.first, 0)}
          {step("trickBack", rounds ? said.roundBack : said.trickBack, bigStep(false))}
          {step("back", said.back, at - 1)}
          <button
            type="button"
            class="replay-step primary"
            aria-label={running ? said.stop : said.autoplay}
            title={running ? said.stop : said.autoplay}
            aria-pressed={running}
            disabled={seek === null || moves === 0}
            onClick={() => {
              if (!running && ended) seek?.(0);
              run(!running);
            }}
          >
            <Drawing of={running ? "pause" : "play"} />
          </button>
          {step("forward", said.forward, at + 1)}
          {step("trickForward", rounds ? said.roundForward : said.trickForward, bigStep(true))}
          {step("last", said.last, moves)}
        </div>
      </div>
      <div class="replay-choices">
        <label class="replay-choice" hidden={seek === null}>
          <span class="heard">{said.speed}</span>
          <select
            value={speed}
            title={said.speed}
            onChange={(event) => setSpeed(event.currentTarget.value as Speed)}
          >
            {(Object.keys(PAUSES_MS) as Speed[]).map((each) => (
              <option key={each} value={each}>{said.speeds[each]}</option>
            ))}
          </select>
        </label>
        {children}
      </div>
    </div>
  );
}

/** The choice of the seat whose cards are shown. */
export function EyesChoice({ eyes, names, see }: {
  eyes: number | "all";
  /** The names of the seats, with the players' names. */
  names: readonly string[];
  see: (eyes: number | "all") => void;
}) {
  const said = words.value.replay;
  return (
    <label class="replay-choice">
      <span class="heard">{said.eyes}</span>
      <select
        value={String(eyes)}
        title={said.eyes}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          see(chosen === "all" ? "all" : Number(chosen));
        }}
      >
        <option value="all">{said.allHands}</option>
        {names.map((name, seat) => <option key={seat} value={String(seat)}>{said.seenBy(name)}</option>)}
      </select>
    </label>
  );
}
