/** The way from a position of a finished deal to a table that plays on from it against robots. */

import { useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { playAgain } from "../people/playAgain.ts";
import type { Eyes, Position } from "./model.ts";

interface Turn {
  phase?: string;
  /** The seat that decides, where another one than the seat in turn may do it. */
  actor?: number | null;
  turn?: number | null;
}

export function PlayFromHere({ deal, position, eyes, names }: {
  /** The id of the deal. */
  deal: string;
  position: Position;
  eyes: Eyes;
  names: readonly string[];
}) {
  const said = words.value.replay, pub = position.pub as Turn;
  const [chosen, choose] = useState<number | null>(null);
  const [fault, setFault] = useState(""), [busy, setBusy] = useState(false);
  if (!gameOf(position.pub.game)?.playsAgain || pub.phase === "over") return null;
  const seat = chosen ?? (eyes === "all" ? pub.actor ?? pub.turn ?? 0 : eyes);
  async function play(): Promise<void> {
    setBusy(true);
    setFault(
      await playAgain({ game: position.pub.game, deal, moves: position.turn, seat, seats: names.length }),
    );
    setBusy(false);
  }
  return (
    <section class="replay-from" aria-label={said.playFrom}>
      <label>
        {said.playFromSeat}{" "}
        <select value={String(seat)} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {names.map((name, each) => <option key={each} value={String(each)}>{name}</option>)}
        </select>
      </label>
      <button type="button" disabled={busy} title={said.playFromAbout} onClick={() => void play()}>
        {said.playFrom}
      </button>
      {fault && <p class="fault" role="alert">{fault}</p>}
    </section>
  );
}
