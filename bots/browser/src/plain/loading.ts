/** The requests of the plain view: the description of a game, and the legal actions of the player's seat. */

import { useEffect, useState } from "preact/hooks";
import { http } from "../page.ts";
import type { TableStore } from "../table/store.ts";
import type { AnyAction, GameSchema } from "./model.ts";

/** The descriptions of games, by name: a request that has failed is not kept. */
const described = new Map<string, Promise<GameSchema>>();

function describe(game: string): Promise<GameSchema> {
  const known = described.get(game);
  if (known !== undefined) return known;
  const asked = http.get(`/v1/schemas/${game}`) as Promise<GameSchema>;
  described.set(game, asked);
  asked.catch(() => described.delete(game));
  return asked;
}

/** A value that is on its way (null), has come, or could not be loaded. */
export type Answer<Value> = { value: Value | null; fault: unknown; again: () => void };

/** Asks whenever one of the values `when` has changed. */
function useAnswer<Value>(ask: () => Promise<Value>, when: readonly unknown[]): Answer<Value> {
  const [answer, setAnswer] = useState<{ to: readonly unknown[]; value: Value | null; fault: unknown }>();
  const [tries, setTries] = useState(0);
  const asked = [...when, tries];
  useEffect(() => {
    let wanted = true;
    const keep = (value: Value | null, fault: unknown) => wanted && setAnswer({ to: asked, value, fault });
    ask().then((value) => keep(value, null), (fault: unknown) => keep(null, fault));
    return () => {
      wanted = false;
    };
  }, asked);
  // The answer to an earlier question is none to this one.
  const isOld = answer?.to.some((each, place) => each !== asked[place]) ?? true;
  return {
    value: isOld ? null : answer?.value ?? null,
    fault: isOld ? null : answer?.fault ?? null,
    again: () => setTries(tries + 1),
  };
}

/** Returns the description of a game. */
export function useDescription(game: string): Answer<GameSchema> {
  return useAnswer(() => describe(game), [game]);
}

/**
 * Returns the legal actions of the player's seat, for as long as the player must decide. The value is [] if the
 * player has nothing to decide, or if the server cannot list the actions.
 */
export function useLegalActions(store: TableStore): Answer<readonly AnyAction[]> {
  const decides = store.mySeat.value !== null && store.decision.value !== null;
  const own = store.own.value;
  return useAnswer(
    decides
      ? async () => {
        const shown = await http.get(`/v1/tables/${store.id}`, { as: "seat" });
        return (shown as { actions?: readonly AnyAction[] }).actions ?? [];
      }
      : () => Promise.resolve([]),
    [store, decides, own],
  );
}
