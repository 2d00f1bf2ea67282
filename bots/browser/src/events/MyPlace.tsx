/** The panel of the person at this page: to enter, to check in, to find the table, to call a director, to leave. */

import { useState } from "preact/hooks";
import { guest } from "../people/guest.ts";
import { needName } from "../people/NameDialog.tsx";
import { YourId } from "../people/YourId.tsx";
import { address } from "../route.ts";
import { Clock } from "../ui/Clock.tsx";
import type { Following, Request } from "./following.ts";
import { EnterForm, Looking } from "./EnterForm.tsx";
import {
  absentOf,
  coming,
  type Entrant,
  type EventShown,
  mayOffer,
  nameOf,
  type Place,
  placeOf,
  type RankingShown,
  type Round,
  type TableRow,
  watchable,
} from "./model.ts";
import { SureButton } from "./SureButton.tsx";
import { OwnRank } from "./Ranking.tsx";
import { eventWords } from "./words.ts";

export interface PlaceProps {
  shown: EventShown;
  ranking: RankingShown;
  following: Following;
  now: () => number;
}

export function MyPlace({ shown, ranking, following, now }: PlaceProps) {
  const said = eventWords(), place = placeOf(shown, guest.value?.id ?? null);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  async function ask(request: Request): Promise<void> {
    if (!await needName()) return;
    setBusy(true);
    setFault(await following.ask(request));
    setBusy(false);
  }
  if (place.kind === "directs") return null;
  const { offers } = shown.mine;
  const mayLeave = "entrant" in place && place.kind !== "over" && place.kind !== "invited";
  return (
    <section
      tabIndex={-1}
      class="panel events-place"
      aria-label={said.place}
      aria-busy={busy}
      data-place={place.kind}
    >
      <h2>{said.place}</h2>
      <Body place={place} shown={shown} ranking={ranking} ask={ask} now={now} />
      {mayOffer(shown) && (
        <button
          type="button"
          data-offers={!!offers}
          onClick={() => void ask({ t: "offer", on: !offers })}
        >
          {said.offers[offers ? 1 : 0]}
        </button>
      )}
      <OwnCalls shown={shown} place={place} />
      {fault && <p class="fault" role="alert">{fault}</p>}
      {mayLeave && (
        <SureButton
          text={said.withdraw}
          question={said.withdrawSure}
          keep={said.keepEntry}
          kind="plain"
          act={() => void ask({ t: "leave" })}
        />
      )}
    </section>
  );
}

type Ask = (request: Request) => Promise<void>;

function Body({ place, shown, ranking, ask, now }: {
  place: Place;
  shown: EventShown;
  ranking: RankingShown;
  ask: Ask;
  now: () => number;
}) {
  const said = eventWords();
  /** Takes the place of a partner elsewhere; the own entry, which lacks one, ends before. */
  async function change(entrant: string): Promise<void> {
    await ask({ t: "leave" });
    await ask({ t: "join", entrant });
  }
  switch (place.kind) {
    case "directs":
      return null;
    case "outside":
      return <p>{said.outside}</p>;
    case "may_enter":
      return <EnterForm shown={shown} ask={ask} />;
    case "invited":
      return (
        <>
          <p>{said.invited(othersOf(place.entrant))}</p>
          <p class="row">
            <button
              type="button"
              class="primary"
              onClick={() => void ask({ t: "join", entrant: place.entrant.id })}
            >
              {said.accept}
            </button>
            <button type="button" onClick={() => void ask({ t: "leave" })}>{said.decline}</button>
          </p>
        </>
      );
    case "wants_partner":
      return (
        <>
          <p>{said.wantsPartner}</p>
          <Looking shown={shown} join={(entrant) => void change(entrant)} />
          <YourId help={said.yourIdHelp} />
        </>
      );
    case "waits_for_answer":
      return <p>{said.waitsForAnswer(missingOf(place.entrant))}</p>;
    case "checks_in":
      return (
        <>
          <p>{place.entrant.no_show ? awayText(place.entrant.title) : said.checkInHelp}</p>
          <button type="button" class="primary" onClick={() => void ask({ t: "check_in" })}>
            {said.checkIn}
          </button>
        </>
      );
    case "waits":
      return (
        <>
          <p>
            <b>{said.waits(place.entrant.title)}</b> <OwnRank ranking={ranking} own={place.entrant.id} />
          </p>
          {place.round !== null && <p>{drawnFor(place.round, place.entrant.id)}</p>}
          <p>{said.waitsNext}</p>
          <NextRound shown={shown} now={now} />
        </>
      );
    case "seated":
      return (
        <>
          <p>
            <b>{said.seated(seatText(place.row, place.entrant.id), place.round.round)}</b>
          </p>
          <a class="button primary" href={address({ page: "table", id: place.table, seat: null })}>
            {said.toTable}
          </a>
          <Substitutes shown={shown} ask={ask} />
        </>
      );
    case "sits_out":
      return (
        <>
          <p>
            <b>{said.sitsOut(place.round.round)}</b> <OwnRank ranking={ranking} own={place.entrant.id} />
          </p>
          {shown.watchers && <p>{said.sitsOutHelp}</p>}
          <ul class="row">
            {watchable(shown, place.round).map(({ id, table }) => (
              <li key={table}>
                <a class="button" href={address({ page: "table", id, seat: null })}>
                  {said.watchTable(table)}
                </a>
              </li>
            ))}
          </ul>
        </>
      );
    case "over":
      return (
        <p>
          {said.over} <OwnRank ranking={ranking} own={place.entrant.id} />
        </p>
      );
  }
}

/** Returns the words for a player or an entry that has not come. */
function awayText(name: string): string {
  return `${name}: ${eventWords().entrantStates["absent"]}`;
}

/** The players of the own entry that are absent, each with the players that may take the place. */
function Substitutes({ shown, ask }: { shown: EventShown; ask: Ask }) {
  const said = eventWords();
  return (
    <>
      {absentOf(shown).map(({ id: out, name }) => (
        <p key={out} class="row" data-away={out}>
          {awayText(name)}
          {shown.pool?.map(({ id, name }) => (
            <button
              type="button"
              key={id}
              onClick={() => void ask({ t: "take", player: id, out })}
            >
              {said.playWith(name)}
            </button>
          ))}
        </p>
      ))}
    </>
  );
}

/** Returns the words for a table and the direction of an entrant there, such as `table 3, N-S`. */
function seatText(row: TableRow | null, entrant: string): string {
  const said = eventWords(), side = row?.sides.indexOf(entrant) ?? -1;
  const direction = (row?.sides.length ?? 0) > 1 ? said.sides[side] : undefined;
  return `${said.table} ${row?.table ?? 0}${direction === undefined ? "" : `, ${direction}`}`;
}

/** Returns the words for the place of an entrant in a round that has been drawn. */
function drawnFor(round: Round, entrant: string): string {
  const said = eventWords(), row = round.tables.find(({ sides }) => sides.includes(entrant));
  if (row !== undefined) return said.drawnAt(seatText(row, entrant), round.round);
  return (round.sits_out ?? []).includes(entrant) ? said.sitsOut(round.round) : said.waitsFor(round.round);
}

/** Returns the names of the players that have accepted. */
function othersOf(entrant: Entrant): string {
  return entrant.players.filter(({ accepted }) => accepted !== false).map(({ name }) => name).join(", ");
}

/** Returns the names of the players that have yet to accept. */
function missingOf(entrant: Entrant): string {
  return entrant.players.filter(({ accepted }) => accepted === false).map(nameOf).filter(Boolean).join(", ");
}

function NextRound({ shown, now }: { shown: EventShown; now: () => number }) {
  const next = coming(shown);
  if (next?.starts_ms == null) return null;
  return (
    <p>
      {eventWords().nextIn} <Clock deadline_ms={next.starts_ms} now={now} />
    </p>
  );
}

function OwnCalls({ shown, place }: { shown: EventShown; place: Place }) {
  const said = eventWords();
  if (!("entrant" in place)) return null;
  const own = shown.calls.filter(({ entrant }) => entrant === place.entrant.id).slice(-3);
  return (
    <>
      {own.map(({ number, text, taken_by, done, ruling }) => (
        <p key={number} class="events-call" role="status">
          {said.called(text)}
          {ruling
            ? <b class="events-side">{said.ruling(ruling)}</b>
            : !done && taken_by
            ? <b class="events-side">{said.callTaken}</b>
            : null}
        </p>
      ))}
    </>
  );
}
