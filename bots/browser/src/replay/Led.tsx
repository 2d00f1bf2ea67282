/** The common part of all tables that show a file: the leader, the place in the file, and the steps. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { needName } from "../people/NameDialog.tsx";
import { rename } from "../route.ts";
import type { TableStore } from "../table/store.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { type LedPub, lineOf, stepTo } from "./model.ts";
import { Sharing } from "./Sharing.tsx";
import { Transport } from "./Transport.tsx";

const LEADER = 0;

/** Returns true if this page's player leads the replay. */
export function leads(store: TableStore): boolean {
  return store.audience.value === "seat" && store.own.value?.decision != null;
}

/** The title of the table: the file, and the choice of a deal in it. */
export function LedTitle({ store, pub, dealName }: {
  store: TableStore;
  pub: LedPub;
  /** The name of the shown deal. */
  dealName: string;
}) {
  const said = words.value.replay;
  const leading = leads(store);
  function show(place: number): void {
    void store.act({ t: "seek", board: place, at: 0 }, { free: true });
  }
  return (
    <h1 class="replay-title">
      <span class="replay-file">{said.recordOf(pub.file)}</span>
      <span class="replay-deals">
        {leading && pub.files_boards > 1 && (
          <button
            type="button"
            class="icon"
            aria-label={said.boardOf(pub.place, pub.files_boards)}
            disabled={pub.place === 0}
            onClick={() => show(pub.place - 1)}
          >
            ‹
          </button>
        )}
        <span class="replay-deal">
          {dealName}
          {pub.files_boards > 1 && (
            <span class="muted">{` · ${said.boardOf(pub.place + 1, pub.files_boards)}`}</span>
          )}
        </span>
        {leading && pub.files_boards > 1 && (
          <>
            <button
              type="button"
              class="icon"
              aria-label={said.boardOf(pub.place + 2, pub.files_boards)}
              disabled={pub.place + 1 >= pub.files_boards}
              onClick={() => show(pub.place + 1)}
            >
              ›
            </button>
            <label class="replay-choice">
              <span class="heard">{said.chooseDeal}</span>
              <select
                value={String(pub.place)}
                onChange={(event) => show(Number(event.currentTarget.value))}
              >
                {Array.from(
                  { length: pub.files_boards },
                  (_, place) => <option key={place} value={String(place)}>{place + 1}</option>,
                )}
              </select>
            </label>
          </>
        )}
      </span>
    </h1>
  );
}

/** The player who leads, and how the lead is taken and given up. */
export function Leader({ store, pub }: { store: TableStore; pub: LedPub }) {
  const said = words.value.replay;
  const leading = leads(store);
  const leader = store.people.value?.seats[LEADER]?.name ?? "";
  const [ending, setEnding] = useState(false);
  useEffect(() => {
    // The address now invites watchers; a reload must not take the lead back from another player.
    if (leading) rename({ page: "table", id: store.id, seat: null });
  }, [leading]);
  const text = pub.finished ? said.finished : leading ? said.leader : said.noLeader;
  return (
    <section class="replay-panel replay-leader">
      <Sharing store={store} />
      <p>{leader && !leading && !pub.finished ? said.follower(leader) : text}</p>
      {leading && (
        <p class="row">
          <button type="button" class="plain" onClick={() => void store.stand()}>{said.handOver}</button>
          <button type="button" class="plain" onClick={() => setEnding(true)}>{said.finish}</button>
        </p>
      )}
      {!leading && !leader && !pub.finished && (
        <p class="row">
          <button
            type="button"
            class="primary"
            onClick={() => void needName().then((joined) => joined ? store.sit(LEADER) : null)}
          >
            {said.lead}
          </button>
        </p>
      )}
      {ending && (
        <Dialog title={said.finish} close={() => setEnding(false)}>
          <p>{said.finishSure}</p>
          <p class="row">
            <button
              type="button"
              class="primary"
              onClick={() => {
                setEnding(false);
                void store.act({ t: "finish" });
              }}
            >
              {said.finish}
            </button>
            <button type="button" onClick={() => setEnding(false)}>{words.value.ui.cancel}</button>
          </p>
        </Dialog>
      )}
    </section>
  );
}

/** The steps of the leader; other players see only where the leader is. */
export function LedSteps({ store, pub, bigStep, rounds, place, children }: {
  store: TableStore;
  pub: LedPub;
  bigStep: (forward: boolean) => number;
  rounds?: boolean;
  place: string;
  children?: ComponentChildren;
}) {
  const { at, moves } = lineOf(pub);
  // Steps follow each other faster than the server answers: only the last position that is wanted counts.
  const wanted = useRef<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  async function seek(to: number): Promise<void> {
    const waiting = wanted.current !== null;
    wanted.current = Math.max(0, Math.min(to, moves));
    setTarget(wanted.current);
    if (waiting) return;
    for (let next: number | null = wanted.current; next !== null;) {
      const action = stepTo(store.pub.peek() as LedPub, next);
      const done = action === null || await store.act(action, { free: true });
      next = done && wanted.current !== next ? wanted.current : null;
    }
    wanted.current = null;
    setTarget(null);
  }
  return (
    <Transport
      at={target ?? at}
      moves={moves}
      seek={leads(store) ? (to) => void seek(to) : null}
      bigStep={bigStep}
      rounds={rounds ?? false}
      place={place || words.value.replay.place(at, moves)}
    >
      {children}
    </Transport>
  );
}

/** The remarks on the present position: other moves that are tried, comments, and the fault that ends a record. */
export function LedRemarks({ store, pub, comments, fault, warnings }: {
  store: TableStore;
  pub: LedPub;
  comments: readonly string[];
  fault: string;
  warnings: readonly string[];
}) {
  const said = words.value.replay;
  const tried = pub.tried ?? null;
  return (
    <>
      {tried !== null && (
        <p class="replay-tried" role="status">
          <span>{said.tried(tried)}</span>
          {leads(store) && (
            <button
              type="button"
              class="plain"
              onClick={() => void store.act({ t: "seek", board: pub.place, at: tried }, { free: true })}
            >
              {said.toRecord}
            </button>
          )}
        </p>
      )}
      {fault && <p class="replay-tried" role="status">{said.fault(fault)}</p>}
      {comments.length > 0 && (
        <section class="replay-panel" aria-label={said.comments}>
          <h2>{said.comments}</h2>
          {comments.map((text, index) => <p key={index} class="replay-comment">{text}</p>)}
        </section>
      )}
      {warnings.length > 0 && (
        <details class="replay-panel">
          <summary>{said.warnings}</summary>
          <ul>{warnings.map((text) => <li key={text}>{text}</li>)}</ul>
        </details>
      )}
    </>
  );
}
