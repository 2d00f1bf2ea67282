/** A table of any game, with its people and its chat. */

import { effect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { table } from "../page.ts";
import { useAllHands } from "../people/allHands.ts";
import { guest } from "../people/guest.ts";
import { Inviter } from "../people/Inviter.tsx";
import { needName } from "../people/NameDialog.tsx";
import { useKeptTable } from "../people/ownTable.ts";
import { dealOver, Side } from "../people/Side.tsx";
import type { OpeningPart, TableModel } from "../people/shown.ts";
import { address } from "../route.ts";
import { soundsBetween } from "../table/sounds.ts";
import type { TableStore } from "../table/store.ts";
import type { ViewUpdate } from "../wire/protocol.ts";
import { announce } from "../ui/announce.tsx";
import { CopyText } from "../ui/CopyText.tsx";
import { Later } from "../ui/Later.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { refusalText } from "../people/fault.ts";
import { effects, play } from "../ui/motion.ts";
import { Toast, toast } from "../ui/Toast.tsx";

export function TablePage({ id, seat, opening }: { id: string; seat: number | null; opening: OpeningPart }) {
  const store = table(id);
  const game = gameOf(store.game.value);
  const said = words.value.ui;
  const [model, setModel] = useState<TableModel | null>(null);
  const myTurn = store.decision.value !== null && store.mySeat.value !== null;
  useEffect(() => {
    if (seat === null) return;
    // The address keeps the table only: a player who has stood up does not sit down again with a reload.
    if (location.hash === address({ page: "table", id, seat })) {
      history.replaceState(null, "", address({ page: "table", id, seat: null }));
    }
    void needName().then((joined) => joined ? takeOfferedSeat(store, seat) : null);
  }, [id, seat]);
  useRefusal(store);
  useSounds(store);
  useKeptTable(store);
  // A player who comes for a seat must not have seen a hand before.
  useAllHands(store, seat === null && game?.watchersSeeAll === true);
  useEffect(() => {
    document.title = (myTurn ? `● ${said.yourTurn} · ` : "") + said.name;
  }, [myTurn, store.decision.value, said]);
  const waits = store.waits.value;
  useEffect(() => {
    if (waits) announce(words.peek().ui.moveWaits);
  }, [waits]);
  useEffect(() => () => {
    document.title = words.value.ui.name;
  }, []);
  if (store.view.value === null) {
    if (store.ended.value !== null) {
      return (
        <>
          <h1 class="heard">{said.name}</h1>
          <Ended store={store} />
        </>
      );
    }
    return <p class="waiting" aria-busy="true">{said.status.connecting}</p>;
  }
  return (
    <div class={dealOver(store) === null ? "table-page" : "table-page over"}>
      <h1 class="heard">{game?.title(words.value) ?? said.name}</h1>
      {store.ended.value !== null && <Ended store={store} />}
      {store.hold.value !== null && store.ended.value === null && (
        <p class="bar over" role="alert">{said.hold(store.hold.value)}</p>
      )}
      <section class="game" tabIndex={-1} aria-label={game?.title(words.value)} data-game={game?.name}>
        {game && <Loaded part={game.part}>{({ Table }) => <Table store={store} />}</Loaded>}
        <Toast />
      </section>
      <aside class="side" tabIndex={-1}>
        <Later>
          <Side store={store} openLike={setModel} />
        </Later>
      </aside>
      {model !== null && (
        <Loaded part={opening}>
          {({ OpenTable }) => <OpenTable game={model.game} like={model} close={() => setModel(null)} />}
        </Loaded>
      )}
    </div>
  );
}

/** Takes the seat that the address offers. A player who sits elsewhere learns where, and sees the table from there. */
async function takeOfferedSeat(store: TableStore, seat: number): Promise<void> {
  const refused = await store.sit(seat), mine = store.mySeat.value;
  if (refused === null || mine === null || mine === seat) return;
  store.refusal.value = null;
  const label = gameOf(store.game.value)?.seatName(mine, words.value, store.pub.value) ?? `${mine + 1}`;
  toast.value = { text: words.value.people.sitsElsewhere(label), close: () => toast.value = null };
}

/** Plays the sounds of the table. The player's own move is heard when it is made, not when it is stored. */
function useSounds(store: TableStore): void {
  useEffect(() => {
    void effects.load();
    let before: ViewUpdate | null = null, heard = false;
    const stops = [
      store.pending.subscribe((pending) => {
        if (pending === null || pending.decision === null) return;
        heard = true;
        play("move");
      }),
      store.view.subscribe((view) => {
        if (view === null) return;
        const sounds = soundsBetween(before, view);
        before = view;
        play(...sounds.filter((sound) => sound !== "move" || !heard));
        if (sounds.includes("move")) heard = false;
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [store]);
}

/** Shows the reason why the server has refused the last request, over the table or the open window. */
function useRefusal(store: TableStore): void {
  useEffect(() => {
    const close = () => store.refusal.value = null;
    // Not a part of the drawing: a refusal that is taken back at once, in the same task, is never shown.
    const stop = effect(() => {
      const refusal = store.refusal.value;
      toast.value = refusal === null ? null : { text: refusalText(refusal), close };
    });
    return () => {
      stop();
      toast.value = null;
    };
  }, [store]);
}

function Ended({ store }: { store: TableStore }) {
  const said = words.value.ui, people = words.value.people, ended = store.ended.value;
  if (ended === null) return null;
  const closed = ended.code === "closed", unknown = ended.code === "no_such_table";
  const nameless = guest.value === null && !closed && !unknown;
  const text = unknown
    ? said.refusals.no_such_table()
    : closed
    ? said.tableClosed
    : nameless
    ? people.nameFirst
    : said.forbidden;
  return (
    <div class={store.view.value === null ? "panel ended" : "bar"} role="status">
      {nameless && <Inviter table={store.id} />}
      <p>
        {text} {closed && ended.message} <a href={address({ page: "lobby" })}>{said.toLobby}</a>
      </p>
      {!closed && !unknown && (guest.value === null
        ? <button type="button" class="primary" onClick={() => void needName()}>{people.join}</button>
        : (
          <>
            <p>{people.closedTable}</p>
            <CopyText text={guest.value.id} label={people.yourId} />
            <button type="button" onClick={() => void store.follow("seat")}>{people.tryAgain}</button>
          </>
        ))}
    </div>
  );
}
