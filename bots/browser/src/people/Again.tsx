/** Buttons for the same deal or another game against robots, and the note at a table that plays a deal again. */

import { useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { replayAddress } from "../route.ts";
import type { TableStore } from "../table/store.ts";
import { isRobotsTable } from "./model.ts";
import { playAgain, rematch } from "./playAgain.ts";

/** After a deal with robots alone: the same deal once more, and another game once the game has ended. */
export function AgainButtons({ store, number }: { store: TableStore; number: number }) {
  const said = words.value.people.again, mySeat = store.mySeat.value;
  const [fault, setFault] = useState(""), [busy, setBusy] = useState(false);
  const rows = store.people.value?.seats ?? [], game = gameOf(store.game.value);
  if (game === undefined || mySeat === null || !isRobotsTable(rows, mySeat)) return null;
  const pub = store.pub.value as { winner?: unknown; match?: unknown; board_set?: unknown };
  const shares = pub.match != null || pub.board_set != null, again = store.people.value?.again;
  const ended = pub.winner != null || store.ended.value?.code === "closed";
  async function open(work: () => Promise<string>): Promise<void> {
    setBusy(true);
    setFault(await work());
    setBusy(false);
  }
  const deal = {
    seats: rows.length,
    game: game.name,
    deal: again?.deal ?? `${store.id}.${number}`,
    moves: again?.moves ?? 0,
  };
  return (
    <>
      {game.playsAgain && !shares && (
        <button
          type="button"
          title={said.dealAbout}
          disabled={busy}
          onClick={() => void open(() => playAgain({ ...deal, seat: mySeat }))}
        >
          {said.deal}
        </button>
      )}
      {ended && !shares && again == null && (
        <button
          type="button"
          disabled={busy}
          onClick={() => void open(() => rematch(store, mySeat))}
        >
          {said.rematch}
        </button>
      )}
      {fault && <span class="fault" role="alert">{fault}</span>}
    </>
  );
}

/** Tells everybody at a table that it plays a deal again, so that its player may know the cards. */
export function AgainNote({ store }: { store: TableStore }) {
  const again = store.people.value?.again, said = words.value.people.again;
  if (again == null) return null;
  const [table = "", number = ""] = again.deal.split(".");
  return (
    <p class="muted people-again">
      {said.note(again.moves ?? 0)}{" "}
      <a href={replayAddress(table, number === "" ? null : Number(number))}>{words.value.ui.replay}</a>
    </p>
  );
}
