/** The screen of an event: the own place, the clock, the announcements, and its parts behind tabs. */

import type { ComponentChildren } from "preact";
import { guest } from "../people/guest.ts";
import { faultText } from "../people/fault.ts";
import { needName } from "../people/NameDialog.tsx";
import { address, rename, type Route, route } from "../route.ts";
import { Clock, useTimeLeft } from "../ui/Clock.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { shownDay, timeOfDay } from "../ui/times.ts";
import { HttpRefusal } from "../wire/http.ts";
import { directing } from "./consolePart.ts";
import { Entries } from "./Entries.tsx";
import { type Following, useEvent } from "./following.ts";
import {
  conditionsOf,
  endOfRound,
  type EventShown,
  type Known,
  ownEntrant,
  playing,
  titleOf,
} from "./model.ts";
import { MyPlace } from "./MyPlace.tsx";
import { Ranking, Sheet } from "./Ranking.tsx";
import { Rounds } from "./Rounds.tsx";
import { termsOf } from "./terms.ts";
import { Travellers } from "./Travellers.tsx";
import { gameTitle } from "./title.ts";
import { eventWords, useEventWords } from "./words.ts";

type At = Extract<Route, { page: "event" }>;
type Part = "ranking" | "sheet" | "boards" | "rounds" | "entries" | "direct";
/** The time left (ms) from which on the clock warns. */
const WARNING_MS = 120_000;

export function EventPage({ at }: { at: At }) {
  const said = useEventWords(), following = useEvent(at.id), { known, fault } = following;
  if (said === null) return null;
  if (known === null) {
    if (fault === null) return <p class="waiting" aria-busy="true">{said.loadingOne}</p>;
    const isUnknown = fault instanceof HttpRefusal && fault.code === "no_such_table";
    return (
      <div class="panel ended" role="alert">
        <h1>{said.title}</h1>
        <p>{isUnknown ? said.notShown : faultText(fault)}</p>
        <button type="button" onClick={() => void following.refresh()}>{said.retry}</button>
      </div>
    );
  }
  const { shown } = known, now = () => Date.now() + following.offset_ms;
  return (
    <section class="events" aria-labelledby="event-title">
      <Head shown={shown} scoring={known.ranking.scoring} />
      {fault !== null && <p class="fault" role="alert">{faultText(fault)}</p>}
      <div class="events-first">
        <MyPlace shown={shown} ranking={known.ranking} following={following} now={now} />
        <RoundClock shown={shown} now={now} />
        <Announcements shown={shown} />
      </div>
      {guest.value === null && shown.stage === "open" && (
        <button
          type="button"
          class="primary"
          onClick={() => void needName()}
        >
          {said.needName}
        </button>
      )}
      <Tabs at={at} known={known} following={following} now={now} />
    </section>
  );
}

function Head({ shown, scoring }: { shown: EventShown; scoring: string }) {
  const said = eventWords(), conditions = conditionsOf(shown);
  const { form, movement, rounds, boards } = conditions, began = shown.rounds[0]?.began_ms;
  const facts = [
    gameTitle(shown.game),
    said.forms[form],
    said.movements[movement],
    said.roundsAndBoards(rounds, boards),
    ...began == null ? [] : [shownDay(began)],
  ];
  return (
    <header class="events-head">
      <div>
        <h1 id="event-title">{shown.name}</h1>
        <p class="muted">
          <b class="events-stage" data-stage={shown.stage}>{said.stages[shown.stage]}</b> {facts.join(" · ")}
        </p>
        {shown.uploaded_by && <p class="muted">{said.boardsBy(shown.uploaded_by.name)}</p>}
        <details class="muted">
          <summary>{said.conditions}</summary>
          <ul class="events-terms">
            {termsOf(conditions, shown.game, scoring, said).map((each) => <li key={each}>{each}</li>)}
          </ul>
          <p>{said.directedBy(shown.directors.map(({ name }) => name).join(", "))}</p>
        </details>
      </div>
      <a class="button" href={address({ page: "events" })}>‹ {said.title}</a>
    </header>
  );
}

function RoundClock({ shown, now }: { shown: EventShown; now: () => number }) {
  const said = eventWords(), round = playing(shown), ends = endOfRound(shown);
  const left = useTimeLeft(ends, now);
  if (round === null) return null;
  const passed = ends === null || left === null || round.began_ms == null
    ? null
    : 100 * (1 - left / (ends - round.began_ms));
  return (
    <section class="panel events-clock" aria-label={said.clock}>
      <p>
        <b>{said.roundOf(round.round, conditionsOf(shown).rounds)}</b>
        {ends !== null && (
          <>
            {" "}
            {said.endsIn} <Clock deadline_ms={ends} now={now} />
          </>
        )}
      </p>
      {passed !== null && (
        <div class="events-passed" aria-hidden="true" style={{ "--share": `${Math.min(100, passed)}%` }}>
        </div>
      )}
      {shown.held
        ? <p class="events-warning" role="status">{said.heldClock}</p>
        : left !== null && left <= 0
        ? <p class="events-warning" role="status">{said.timeOver}</p>
        : left !== null && left < WARNING_MS
        ? <p class="events-warning" role="status">{said.lastMinutes}</p>
        : null}
    </section>
  );
}

function Announcements({ shown }: { shown: EventShown }) {
  const said = eventWords(), told = [...shown.announcements].reverse();
  if (told.length === 0) return null;
  return (
    <section class="panel events-told" aria-label={said.announcements}>
      <h2>{said.announcements}</h2>
      <div role="log">
        <ul>
          {told.map((each) => (
            <li key={`${each.at_ms} ${each.text}`}>
              <time>{timeOfDay(each.at_ms)}</time> {each.text}
              {each.table !== null && <small>({said.toTableNumber(each.table)})</small>}
              {each.tables?.map((table) => <small key={table}>({said.toTableNumber(table)})</small>)}
              {each.entrant !== null && <small>({said.toEntrant(titleOf(shown, each.entrant))})</small>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Tabs(
  { at, known, following, now }: { at: At; known: Known; following: Following; now: () => number },
) {
  const said = eventWords(), { shown } = known;
  const parts: [Part, string][] = [
    ...(shown.mine.director ? [["direct", said.direct] as [Part, string]] : []),
    ["ranking", said.ranking],
    ...(ownEntrant(shown) === null ? [] : [["sheet", said.sheet] as [Part, string]]),
    ["boards", said.travellers],
    ["rounds", said.rounds],
    ["entries", said.entriesTitle],
  ];
  const usual: Part = shown.mine.director ? "direct" : shown.stage === "open" ? "entries" : "ranking";
  const chosen = parts.find(([part]) => part === at.part)?.[0] ?? usual;
  function choose(part: Part): void {
    const next: Route = { ...at, part };
    rename(next);
    route.value = next;
  }
  return (
    <>
      <div class="events-tabs" role="group" aria-label={said.parts}>
        {parts.map(([part, title]) => (
          <button
            type="button"
            key={part}
            aria-pressed={part === chosen}
            onClick={() => choose(part)}
          >
            {title}
          </button>
        ))}
        {(chosen === "ranking" || chosen === "boards" || chosen === "sheet") && (
          <button
            type="button"
            class="events-print"
            onClick={() => print()}
          >
            {said.print}
          </button>
        )}
      </div>
      <Shown part={chosen} known={known} following={following} now={now} />
    </>
  );
}

function Shown({ part, known, following, now }: {
  part: Part;
  known: Known;
  following: Following;
  now: () => number;
}): ComponentChildren {
  const { shown, ranking, results } = known, own = ownEntrant(shown);
  switch (part) {
    case "direct":
      return (
        <Loaded part={directing}>
          {({ Console }) => <Console known={known} following={following} now={now} />}
        </Loaded>
      );
    case "ranking":
      return <Ranking shown={shown} ranking={ranking} results={results} own={own?.id ?? null} />;
    case "sheet":
      return own === null ? null : <Sheet shown={shown} ranking={ranking} results={results} own={own} />;
    case "boards":
      return <Travellers shown={shown} results={results} />;
    case "rounds":
      return <Rounds shown={shown} />;
    case "entries":
      return <Entries shown={shown} />;
  }
}
