/** A position at the table of its own game: nothing can be done there, and no server is followed. */

import { useMemo } from "preact/hooks";
import { gameOf } from "../games.ts";
import { clock, connection } from "../page.ts";
import { recordedName } from "../people/robots.ts";
import { TableStore } from "../table/store.ts";
import { Loaded } from "../ui/Loaded.tsx";
import type { Own, Pub, ViewUpdate } from "../wire/protocol.ts";
import type { Eyes, Position } from "./model.ts";

/** The fields of an own half that offer actions. */
const OFFERS: Record<string, Record<string, null>> = {
  spades: { drawn: null, bids: null, passing: null, cards: null },
  hanabi: { plays: null, discards: null, clues: null },
};

/** Returns an own half that offers nothing to do. */
export function quiet(own: Own | null): Own | null {
  if (own === null) return null;
  return { ...own, decision: null, ...("may" in own ? { may: [] } : {}), ...OFFERS[own.game] } as Own;
}

/** Returns a view of the position for a table that only shows it. */
export function viewOf(id: string, pub: Pub, own: Own | null, eyes: Eyes): ViewUpdate {
  return {
    t: "view",
    table: id,
    epoch: "replay",
    version: 1,
    audience: eyes,
    pub,
    own: quiet(own),
    now_ms: clock.now(),
  };
}

type Shown = Pick<Position, "pub" | "own" | "players">;

/** Returns the store of a table that shows a position. */
export function usePosition(id: string, position: Shown, eyes: Eyes): TableStore {
  const store = useMemo(() => new TableStore(id, connection, clock), [id]);
  const view = useMemo(() => viewOf(id, position.pub, position.own, eyes), [position, eyes]);
  if (store.view.peek() !== view) {
    store.people.value = {
      t: "people",
      table: id,
      watchers: 0,
      seats: position.players.map((name, seat) => ({
        seat,
        name: recordedName(name ?? "", seat),
        // The seats of a finished deal are taken: no player can sit down in the past.
        player: `seat ${seat}`,
        here: true,
      })),
    };
    store.view.value = view;
  }
  return store;
}

export function PositionTable({ id, position, eyes }: { id: string; position: Position; eyes: Eyes }) {
  const store = usePosition(id, position, eyes);
  const game = gameOf(position.pub.game);
  return game === undefined
    ? null
    : <Loaded part={game.part}>{({ Table }) => <Table store={store} />}</Loaded>;
}
