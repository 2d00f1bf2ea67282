/** The meanings of a player's legal calls, which the server tells a player whose partner is a house robot. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import type { TableStore } from "../table/store.ts";
import { HttpRefusal } from "../wire/http.ts";
import type { BridgeCall, BridgeMeaning, BridgePub } from "../wire/protocol.ts";
import { Coloured } from "./Calls.tsx";
import { meaningText } from "./meaning.ts";
import { type Called, hasRobotPartner, type OwnBoard, type Seat } from "./model.ts";

/** Returns the meaning of a call of partner, a house robot, at a table where it may be read; else null. */
export function usePartnersMeaning(store: TableStore, called: Called | null): BridgeMeaning | null {
  const pub = store.pub.value, seat = store.mySeat.value;
  const isTold = pub?.game === "bridge" && (pub as BridgePub).partner_robot === true && seat !== null &&
    hasRobotPartner(store.people.value?.seats ?? [], seat as Seat);
  const place = isTold && called !== null ? called.index : null;
  const [meaning, setMeaning] = useState<BridgeMeaning | null>(null);
  useEffect(() => {
    setMeaning(null);
    if (place === null) return;
    let ended = false;
    askMeanings(store).then(
      ({ made }) => ended || setMeaning(made[place] ?? null),
      () => {}, // Without an answer, the window says what it says at other tables.
    );
    return () => {
      ended = true;
    };
  }, [store, place]);
  return meaning;
}

/** The answer of `GET /v1/tables/{id}/meanings`. */
interface Told {
  meanings: Meanings;
  made: Record<number, BridgeMeaning>;
}

function askMeanings(store: TableStore): Promise<Told> {
  return http.get(`/v1/tables/${store.id}/meanings`) as Promise<Told>;
}

type Meanings = Partial<Record<BridgeCall, BridgeMeaning>>;

/** The number of times that a busy server is asked for the meanings in one decision. */
const TRIES = 3;

/** Returns the function that shows what a call would mean; undefined while that is not known. */
export function useMeanings(
  store: TableStore,
  own: OwnBoard | null,
): ((call: BridgeCall) => ComponentChildren) | undefined {
  const seat = store.mySeat.value, calls = own?.calls != null;
  const asks = seat !== null && calls && hasRobotPartner(store.people.value?.seats ?? [], seat as Seat);
  const decision = asks ? own?.decision ?? null : null;
  const [told, setTold] = useState<{ decision: string; meanings: Meanings } | null>(null);
  useEffect(() => {
    if (decision === null) return;
    let timer: number | undefined, ended = false;
    async function ask(tries: number): Promise<void> {
      try {
        const { meanings } = await askMeanings(store);
        if (!ended) setTold({ decision: decision ?? "", meanings });
      } catch (error) {
        // Without the meanings, the box is what it always was.
        if (ended || tries <= 1 || !(error instanceof HttpRefusal) || error.retryMs === null) return;
        timer = setTimeout(() => void ask(tries - 1), error.retryMs);
      }
    }
    void ask(TRIES);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [store, decision]);
  if (told === null || told.decision !== decision) return undefined;
  return (call) => {
    const meaning = told.meanings[call];
    return meaning === undefined ? null : <Coloured text={meaningText(meaning, words.value)} />;
  };
}
