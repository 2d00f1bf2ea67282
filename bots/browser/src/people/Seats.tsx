/** The people at a table: a line for each seat, the watchers, and which of them see the hands. */

import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { ownerShown, robotListed } from "./robots.ts";
import { isHidden, onlyRobots, seatState } from "../table/seats.ts";
import type { TableStore } from "../table/store.ts";
import type { SeatRow } from "../wire/protocol.ts";
import { announce } from "../ui/announce.tsx";
import { shownNumber } from "../ui/numbers.ts";
import { guest } from "./guest.ts";
import { delayWords, looksOf, type Rights, rightsOf, roomsOf, setOf, uploadedWords } from "./model.ts";
import { SitHere } from "./SitHere.tsx";

export function Seats({ store }: { store: TableStore }) {
  const people = store.people.value, said = words.value.people;
  if (people === null) return null;
  const me = guest.value?.id ?? "", rights = rightsOf(people, me);
  const officials = (people.directors ?? []).length + (people.commentators ?? []).length;
  const showsRecord = !gameOf(store.game.value)?.isOpened;
  return (
    <>
      <ul class="people-seats" data-brief={gameOf(store.game.value)?.namesAtSeats}>
        {people.seats.map((row) => <Seat key={row.seat} row={row} store={store} me={me} />)}
      </ul>
      <p class="people-facts muted">
        {said.watchers(people.watchers)}
        {rights.seat === null && rights.director && ` · ${said.director}: ${said.you}`}
        {rights.seat === null && rights.commentator && ` · ${said.commentator}: ${said.you}`}
        {rights.seat === null && rights.host && ` · ${said.host}: ${said.you}`}
      </p>
      {rights.host && onlyRobots(people.seats) && store.ended.value === null && (
        <p class="people-facts">{said.onlyRobots}</p>
      )}
      {people.uploaded_by != null && <p class="people-facts">{uploadedWords(people, me, said.uploaded)}</p>}
      {!showsRecord && (
        <p class="people-facts muted">
          {roomsOf(store.pub.value, store.id) !== null
            ? said.seesHands.match
            : setOf(store.pub.value) !== null
            ? said.seesHands.set
            : people.delay != null
            ? said.seesHands.delayed(
              delayWords(people.delay, words.value.lobby, shownNumber),
            )
            : said.seesHands[people.hands ?? "after"]} {officials > 0 && said.seesHands.officials(officials)}
        </p>
      )}
      <Looks store={store} rights={rights} />
    </>
  );
}

function Seat({ row, store, me }: { row: SeatRow; store: TableStore; me: string }) {
  const said = words.value.people, state = seatState(row);
  const people = store.people.value;
  const label = gameOf(store.game.value)?.seatName(row.seat, words.value, store.pub.value) ??
    `${row.seat + 1}`;
  const mine = row.player === me && me !== "";
  const holder = row.owner ?? row.player;
  const inTurn = (store.pub.value as { turn?: number | null } | null)?.turn === row.seat;
  return (
    <li data-state={state} data-seat={row.seat} data-mine={mine || undefined} data-turn={inTurn || undefined}>
      <span class="people-seat">{label}</span>
      <span class="people-name">
        {state === "free"
          ? <span class="muted">{said.free}</span>
          : state === "relieved"
          ? said.robotFor(row.name ?? "")
          : row.player == null && row.robot != null
          ? <span class="muted">{robotListed(row.name ?? "")}</span>
          : row.name || <span class="muted">{said.free}</span>}
        {row.player != null && row.robot_of && <i class="people-mark">{ownerShown(row)}</i>}
        {mine && <i class="people-mark">{said.you}</i>}
        {holder != null && holder === people?.host && <i class="people-mark">{said.host}</i>}
        {state === "away" && <i class="people-mark away">{said.away}</i>}
        {state === "kept" && (
          <i class="people-mark away">
            {row.player == null && row.robot == null ? said.freeUntilBack : said.heldFor}
          </i>
        )}
      </span>
      {mine
        ? (
          <button
            type="button"
            class="plain"
            onClick={() => void store.stand()}
          >
            {said.stand}
          </button>
        )
        : <SitHere store={store} seat={row.seat} moves />}
    </li>
  );
}

/** The page asks the server again after this time whether a hand may be seen (ms). */
const AGAIN_MS = 2_000;
/** It stops after this time, since the server then would ask the player of the hand once more (ms). */
const PATIENCE_MS = 55_000;

/** The ways in which a person without a seat may see the table. */
function Looks({ store, rights }: { store: TableStore; rights: Rights }) {
  const said = words.value.people, people = store.people.value;
  const [asked, setAsked] = useState<number | null>(null);
  const looks = looksOf(rights, people, isHidden(store.pub.value));
  const game = gameOf(store.game.value);
  const name = (seat: number) => {
    const label = game?.seatName(seat, words.value, store.pub.value);
    const row = people?.seats.find((each) => each.seat === seat);
    return row?.name ? `${row.name} (${label})` : label ?? "";
  };
  const text = (as: string | number) =>
    typeof as === "number"
      ? said.views.seat(name(as))
      : said.views[as as keyof Omit<typeof said.views, "seat">];
  const now = store.audience.value;
  async function look(as: (typeof looks)[number]["as"]): Promise<void> {
    setAsked(null);
    const refused = await store.follow(as);
    if (refused === null || typeof as !== "number" || refused.code !== "forbidden") return;
    // The server has asked the player of this seat.
    store.refusal.value = null;
    setAsked(as);
    announce(said.askedHand(name(as)));
  }
  useEffect(() => {
    if (asked === null) return;
    if (now === asked || now === "seat") return setAsked(null);
    const since = Date.now();
    const timer = setInterval(async () => {
      if (Date.now() - since > PATIENCE_MS) return setAsked(null);
      const refused = await store.follow(asked);
      if (refused === null) setAsked(null);
      else store.refusal.value = null;
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [asked, now]);
  if (looks.length < 2 || !game?.isOpened) return null;
  const free = looks.filter((each) => !each.asks), asks = looks.filter((each) => each.asks);
  return (
    <div class="people-looks">
      {free.length > 1 && (
        <label class="people-circle">
          <span>{said.watchAs}</span>
          <select
            value={String(now)}
            onChange={(event) => {
              const chosen = looks.find((each) => String(each.as) === event.currentTarget.value);
              if (chosen !== undefined) void look(chosen.as);
            }}
          >
            {!free.some((each) => String(each.as) === String(now)) && (
              <option value={String(now)}>{text(now ?? "public")}</option>
            )}
            {free.map((each) => <option key={each.as} value={String(each.as)}>{text(each.as)}</option>)}
          </select>
        </label>
      )}
      {typeof now === "number" && <p>{said.watchAs}: {text(now)}</p>}
      {asks.length > 0 && (
        <details>
          <summary>{said.askHands}</summary>
          <div class="row">
            {asks.map((each) => (
              <button
                type="button"
                key={each.as}
                class="plain"
                onClick={() => void look(each.as)}
              >
                {said.askHand(name(each.as as number))}
              </button>
            ))}
          </div>
        </details>
      )}
      {asked !== null && now !== asked && <p role="status">{said.askedHand(name(asked))}</p>}
    </div>
  );
}
