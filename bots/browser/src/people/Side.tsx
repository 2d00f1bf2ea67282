/**
 * The side of a table: its people, its chat, and what a host may change.
 *
 * At a desk everything stands beside the table. On a phone it is a bar of tabs under the table, and a tab opens
 * its panel over the lower part of the table.
 */

import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { Part } from "../parts.ts";
import { address, replayAddress } from "../route.ts";
import type { TableStore } from "../table/store.ts";
import { Loaded } from "../ui/Loaded.tsx";
import type { Said } from "../wire/protocol.ts";
import { AgainButtons, AgainNote } from "./Again.tsx";
import { Chat } from "./Chat.tsx";
import { CompareLink } from "./CompareLink.tsx";
import { guest } from "./guest.ts";
import { LastDeal, type OthersPart } from "./LastDeal.tsx";
import { Invite } from "./Invite.tsx";
import { placeInEvent, rightsOf, roomsOf, unread } from "./model.ts";
import { Requests } from "./Requests.tsx";
import { Seats } from "./Seats.tsx";
import { type TableModel, tableTitle, useTableName } from "./shown.ts";

type Tab = "people" | "chat";

const hostTools = new Part("people/HostTools.tsx", () => import("./HostTools.tsx"));

export function Side({ store, openLike, others }: {
  store: TableStore;
  others: OthersPart;
  /** Opens the form of a new table with the options and the rules of a table. */
  openLike: (model: TableModel) => void;
}) {
  const said = words.value.people;
  const [tab, setTab] = useState<Tab | null>(null);
  const [window, setWindow] = useState<"invite" | "host" | null>(null);
  const [last, setLast] = useState<Said | null>(null);
  const people = store.people.value;
  const rights = rightsOf(people, guest.value?.id ?? "");
  const fresh = unread(store.chat.value, last);
  useEffect(() => {
    if (tab === null) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && setTab(null);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [tab]);
  // A host who waits for players needs the seats and the invitation, which a phone hides behind a tab.
  const waits = rights.host && store.pub.value?.phase === "deal" &&
    people?.seats.some((row) => row.player == null && row.robot == null) === true;
  useEffect(() => setTab((now) => waits ? now ?? "people" : now === "people" ? null : now), [waits]);
  const name = useTableName(store.id), rooms = roomsOf(store.pub.value, store.id);
  const closed = store.ended.value?.code === "closed", place = placeInEvent(store.id);
  const toEvent = place !== null && (
    <a class="button" href={address({ page: "event", id: place.event, part: null })}>‹ {said.event}</a>
  );
  const tools = (
    <div class="row people-tools">
      {toEvent || <button type="button" onClick={() => setWindow("invite")}>{said.invite}</button>}
      {(rights.host || rights.director) && !closed && (
        <button type="button" onClick={() => setWindow("host")}>
          {rights.host ? said.hostTools : said.directorTools}
        </button>
      )}
    </div>
  );
  const tabs: [Tab, string, number][] = [["people", said.people, 0], ["chat", said.chat, fresh]];
  return (
    <div class="people-side">
      <Requests store={store} />
      <ReplayLink store={store} />
      <LastDeal store={store} others={others} />
      <section class="panel people-panel" data-open={tab === "people" || undefined} aria-label={said.people}>
        {name && (
          <h2 class="people-table">
            {place === null ? tableTitle(name, store.game.value) : name.replace(/ \d+\/\d+$/, "")}
            {place !== null && <small>{said.roundAndTable(place.round, place.table)}</small>}
          </h2>
        )}
        <AgainNote store={store} />
        <Seats store={store} />
        {rooms !== null && (
          <a class="button" href={address({ page: "match", ids: rooms })}>{said.bothRooms}</a>
        )}
        {dealOver(store) === null && <CompareLink store={store} />}
        {tools}
      </section>
      <section
        class="panel people-panel people-talk"
        data-open={tab === "chat" || undefined}
        aria-label={said.chat}
      >
        <Chat store={store} seen={(line) => line !== last && setLast(line)} />
      </section>
      <div class="people-tabs" role="group" data-event={place?.event}>
        {tabs.map(([name, text, count]) => (
          <button
            type="button"
            key={name}
            aria-expanded={tab === name}
            onClick={() => setTab(tab === name ? null : name)}
          >
            {text}
            {name === "people" && people !== null && <span class="muted">{people.watchers || ""}</span>}
            {count > 0 && (
              <span class="people-unread">
                <span aria-hidden="true">{count}</span>
                <span class="heard">{said.unread(count)}</span>
              </span>
            )}
          </button>
        ))}
        {toEvent}
      </div>
      {window === "invite" && <Invite store={store} close={() => setWindow(null)} />}
      {window === "host" && (
        <Loaded part={hostTools}>
          {({ HostTools }) => (
            <HostTools
              store={store}
              rights={rights}
              openLike={openLike}
              close={() => setWindow(null)}
            />
          )}
        </Loaded>
      )}
    </div>
  );
}

/** Returns the number of the deal that is over and can be replayed, null during a deal and at a replay. */
export function dealOver(store: TableStore): number | null {
  const pub = store.pub.value, game = gameOf(store.game.value);
  return pub?.phase === "over" && game?.isOpened ? game.dealOf(pub) : null;
}

/** The way to the replay of a deal that is over. */
function ReplayLink({ store }: { store: TableStore }) {
  const number = dealOver(store);
  if (number === null) return null;
  return (
    <p class="people-replay">
      <a class="button" href={replayAddress(store.id, number)}>{words.value.ui.replayDeal}</a>
      <CompareLink store={store} />
      <AgainButtons store={store} number={number} />
      {store.mySeat.value !== null && (
        <a class="button" href={address({ page: "games" })}>{words.value.people.myGames}</a>
      )}
    </p>
  );
}
