/** The director's console: the next step, the calls, the tables, and everything that a director may change. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { address } from "../route.ts";
import { shownTime, useTimeLeft } from "../ui/Clock.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { conditionsForm } from "./formPart.ts";
import { directingWords, useDirectingWords } from "./directingWords.ts";
import { EntryDesk } from "./EntryDesk.tsx";
import type { Direct, Following, Request } from "./following.ts";
import { byLateness, queueOf, tableOfCall } from "./desk.ts";
import {
  absentOf,
  coming,
  conditionsOf,
  type EventShown,
  isOver,
  type Known,
  playing,
  type Round,
  type TableRow,
  titleOf,
} from "./model.ts";
import { DrawOf } from "./Rounds.tsx";
import { Rulings } from "./Rulings.tsx";
import { SureButton } from "./SureButton.tsx";
import { TextField } from "./TextField.tsx";
import { eventWords } from "./words.ts";

interface Props {
  known: Known;
  following: Following;
  now: () => number;
}

export function Console(props: Props) {
  return useDirectingWords() === null ? null : <Desk {...props} />;
}

function Desk({ known, following, now }: Props) {
  const said = directingWords(), { shown } = known;
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  async function direct(request: Request): Promise<boolean> {
    setBusy(true);
    const reason = await following.direct(request);
    setFault(reason);
    setBusy(false);
    return reason === "";
  }
  return (
    <div class="events-console" aria-busy={busy}>
      {following.conflict
        ? <p class="events-conflict" role="alert">{said.conflict}</p>
        : fault && <p class="fault" role="alert">{fault}</p>}
      <div class="events-desk">
        <div>
          <NextStep shown={shown} direct={direct} now={now} />
          <Announce shown={shown} direct={direct} />
        </div>
        <div>
          <Calls shown={shown} direct={direct} now={now} />
          <Tables shown={shown} direct={direct} />
        </div>
      </div>
      <EntryDesk shown={shown} direct={direct} ask={following.ask} />
      <Rulings known={known} direct={direct} />
      <Loaded part={conditionsForm}>
        {({ EventSettings }) => <EventSettings shown={shown} direct={direct} />}
      </Loaded>
    </div>
  );
}

/** A button for a step that cannot be taken back. */
function Sure({ text, act }: { text: string; act: () => void }) {
  const said = directingWords();
  return <SureButton text={text} question={said.sure} keep={said.no} act={act} />;
}

/** The minutes after which a published round may begin. */
const STARTS_MIN = [1, 2, 5, 10, 15];

function NextStep({ shown, direct, now }: { shown: EventShown; direct: Direct; now: () => number }) {
  const said = directingWords(), { rounds } = conditionsOf(shown);
  const drawn = coming(shown), runs = playing(shown);
  const begun = shown.rounds.length - (drawn === null ? 0 : 1);
  const ready = shown.entrants.filter((each) => each.ready).length;
  const send = (t: string) => () => void direct({ t });
  return (
    <section tabIndex={-1} class="panel events-next" aria-labelledby="event-next">
      <h2 id="event-next">{said.next}</h2>
      {shown.stage === "draft" && (
        <>
          <p>{said.openEntriesHelp}</p>
          <button type="button" class="primary" onClick={send("open")}>{said.openEntries}</button>
        </>
      )}
      {(shown.stage === "open" || shown.stage === "running") && runs === null && drawn === null && (
        <>
          {shown.stage === "running" && conditionsOf(shown).automatic && <p>{said.betweenRounds}</p>}
          <p>{said.makeDrawHelp(ready)}</p>
          {begun < rounds && (
            <button type="button" class="primary" disabled={ready === 0} onClick={send("draw")}>
              {said.makeDraw(begun + 1)}
            </button>
          )}
        </>
      )}
      {drawn !== null && runs === null && <Drawn shown={shown} round={drawn} direct={direct} now={now} />}
      {runs !== null && <p>{said.roundRuns(runs.round)}</p>}
      {shown.stage === "correction" && (
        <>
          <p>{said.correction}</p>
          <button type="button" class="primary" onClick={send("finish")}>{said.finish}</button>
        </>
      )}
      {(shown.stage === "final" || shown.stage === "cancelled") && <p>{said.isOver}</p>}
      <div class="row">
        {shown.stage === "running" && (
          <button
            type="button"
            onClick={() => void direct({ t: "hold", on: !shown.held })}
          >
            {shown.held ? said.goOn : said.hold}
          </button>
        )}
        {shown.stage === "running" && runs === null && <Sure text={said.endNow} act={send("finish")} />}
        {!isOver(shown) && (
          <Sure
            text={said.cancelEvent}
            act={() => void direct({ t: "finish", cancel: true })}
          />
        )}
      </div>
    </section>
  );
}

/** A draw that has been made: shown to directors, then published, then begun. */
function Drawn({ shown, round, direct, now }: {
  shown: EventShown;
  round: Round;
  direct: Direct;
  now: () => number;
}) {
  const said = directingWords();
  const [minutes, setMinutes] = useState(0);
  const left = useTimeLeft(round.starts_ms, now), isPublished = round.stage === "published";
  return (
    <>
      {round.stage === "drawn" && <p>{said.drawnHelp}</p>}
      <DrawOf round={round} shown={shown} />
      {(round.remarks ?? []).filter(({ code }) => code !== "rematch").map(({ code, entries }) => (
        <p key={`${code} ${entries.join(" ")}`} class="events-warning">
          {said.remarks[code]?.(
            entries.map((each) =>
              titleOf(shown, each)
            ).join(", "),
          ) ?? code}
        </p>
      ))}
      {left !== null && <p>{eventWords().nextIn} {shownTime(left)}</p>}
      <div class="row">
        <label>
          {said.startsIn}
          <select value={minutes} onChange={(event) => setMinutes(Number(event.currentTarget.value))}>
            <option value={0}>{said.byHand}</option>
            {STARTS_MIN.map((each) => <option key={each} value={each}>{said.inMinutes(each)}</option>)}
          </select>
        </label>
        <button
          type="button"
          class={isPublished ? "" : "primary"}
          disabled={isPublished && minutes === 0}
          onClick={() => void direct({ t: "publish", ...(minutes > 0 ? { in_s: 60 * minutes } : {}) })}
        >
          {isPublished ? said.setStart : said.publish}
        </button>
        <button
          type="button"
          class={isPublished ? "primary" : ""}
          onClick={() => void direct({ t: "start" })}
        >
          {said.start(round.round)}
        </button>
      </div>
      <details>
        <summary>{said.swap}</summary>
        <Swap shown={shown} round={round} direct={direct} />
      </details>
      <div class="row">
        <button type="button" onClick={() => void direct({ t: "draw" })}>{said.drawAgain}</button>
        <Sure text={said.dropDraw} act={() => void direct({ t: "undraw" })} />
      </div>
    </>
  );
}

function Swap({ shown, round, direct }: { shown: EventShown; round: Round; direct: Direct }) {
  const said = directingWords();
  const entries = [...round.tables.flatMap(({ sides }) => sides), ...(round.sits_out ?? [])]
    .filter((each) => each !== null);
  const [one, setOne] = useState(""), [other, setOther] = useState("");
  const choice = (label: string, value: string, set: (value: string) => void) => (
    <label>
      {label}
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value=""></option>
        {entries.map((each) => <option key={each} value={each}>{titleOf(shown, each)}</option>)}
      </select>
    </label>
  );
  return (
    <div class="row">
      {choice(said.entryOne, one, setOne)}
      {choice(said.entryOther, other, setOther)}
      <button
        type="button"
        disabled={!one || !other || one === other}
        onClick={() => void direct({ t: "swap", one, other })}
      >
        {said.swapNow}
      </button>
    </div>
  );
}

function Calls({ shown, direct, now }: { shown: EventShown; direct: Direct; now: () => number }) {
  const said = directingWords(), queue = queueOf(shown);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 5_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section tabIndex={-1} class="panel events-calls" aria-labelledby="event-calls" data-open={queue.length}>
      <h2 id="event-calls">{said.calls} {queue.length > 0 && <b class="events-count">{queue.length}</b>}</h2>
      {queue.length === 0 ? <p class="muted">{said.noCalls}</p> : (
        <div role="log">
          <ul class="column">
            {queue.map((call) => {
              const table = tableOfCall(shown, call);
              const taker = shown.directors.find(({ id }) => id === call.taken_by);
              return (
                <li key={call.number} data-call={call.number}>
                  <p>
                    <b>{call.dispute ? said.disputed : titleOf(shown, call.entrant)}</b>
                    {table !== null && <>, {said.atTable(table.table)}</>}{" "}
                    <small class="muted">{said.age(shownTime(now() - call.at_ms))}</small>
                  </p>
                  {call.text && <p>{call.text}</p>}
                  {taker !== undefined && <p class="muted">{said.takenBy(taker.name)}</p>}
                  <Answer call={call.number} isTaken={call.taken_by !== ""} direct={direct}>
                    {table?.id != null && (
                      <a class="button" href={address({ page: "table", id: table.id, seat: null })}>
                        {said.openTable(table.table)}
                      </a>
                    )}
                  </Answer>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </section>
  );
}

function Answer({ call, isTaken, direct, children }: {
  call: number;
  isTaken: boolean;
  direct: Direct;
  children: ComponentChildren;
}) {
  const said = directingWords();
  const [text, setText] = useState("");
  return (
    <div class="row">
      {children}
      {!isTaken && (
        <button type="button" class="primary" onClick={() => void direct({ t: "answer", call })}>
          {said.take}
        </button>
      )}
      <input
        value={text}
        maxLength={300}
        placeholder={said.rulingText}
        aria-label={said.rulingText}
        onInput={(typed) => setText(typed.currentTarget.value)}
      />
      <button type="button" onClick={() => void direct({ t: "answer", call, done: true, text: text.trim() })}>
        {said.end}
      </button>
    </div>
  );
}

/** The minutes that a director adds with one press. */
const ADDED_MIN = [1, 3, 5];

/** The players of a table that are absent from it. */
function Away({ shown, sides }: { shown: EventShown; sides: TableRow["sides"] }) {
  const entrants = shown.entrants.filter(({ id }) => sides.includes(id));
  const names = absentOf({ ...shown, entrants }).map(({ name }) => name);
  return names.length === 0 ? null : <b>{` · ${directingWords().away(names.join(", "))}`}</b>;
}

function Tables({ shown, direct }: { shown: EventShown; direct: Direct }) {
  const said = directingWords(), events = eventWords(), round = playing(shown);
  const { boards } = conditionsOf(shown);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  useEffect(() => setChosen([]), [round?.round]);
  /** Sends one request for the chosen tables, or for all tables. */
  async function forTables(request: Request): Promise<void> {
    await direct(chosen.length === 0 ? request : { ...request, tables: chosen });
  }
  const hasEnd = (round?.tables ?? []).some(({ ends_ms }) => ends_ms != null);
  const stands = (round?.tables ?? []).some(({ table, held }) => held && chosen.includes(table));
  return (
    <section tabIndex={-1} class="panel events-tables" aria-labelledby="event-tables">
      <h2 id="event-tables">{said.tables}</h2>
      {round === null ? <p class="muted">{said.noTables}</p> : (
        <>
          <ul>
            {byLateness(round).map(({ table, id, sides, late, over, done, held }) => (
              <li key={table} data-table={table} data-late={late ?? 0}>
                <input
                  type="checkbox"
                  aria-label={said.choose(table)}
                  checked={chosen.includes(table)}
                  onChange={(event) =>
                    setChosen(
                      event.currentTarget.checked
                        ? [...chosen, table]
                        : chosen.filter((each) =>
                          each !== table
                        ),
                    )}
                />
                <span>
                  <b>{events.table} {table}</b>{" "}
                  <small>
                    {over ? said.over : events.boardsDone(done ?? 0, boards)}
                    {held && !over && <b>{` · ${said.stands}`}</b>}
                    <Away shown={shown} sides={sides} />
                  </small>
                  <span class="events-at">
                    {sides.map((each) =>
                      titleOf(shown, each)
                    ).join(" : ")}
                  </span>
                </span>
                {id != null && (
                  <a
                    class="button"
                    href={address({ page: "table", id, seat: null })}
                    aria-label={said.openTable(table)}
                  >
                    ›
                  </a>
                )}
              </li>
            ))}
          </ul>
          <p class="muted">{chosen.length === 0 ? said.forAll : said.forChosen(chosen.length)}</p>
          <div class="row">
            {hasEnd && ADDED_MIN.map((each) => (
              <button
                type="button"
                key={each}
                onClick={() => void forTables({ t: "extend", seconds: 60 * each })}
              >
                {said.extend(each)}
              </button>
            ))}
            {chosen.length > 0 && (
              <button
                type="button"
                onClick={() => void forTables({ t: "hold", on: !stands })}
              >
                {stands ? said.goOn : said.hold}
              </button>
            )}
            <Sure text={said.close} act={() => void forTables({ t: "close" })} />
          </div>
        </>
      )}
    </section>
  );
}

function Announce({ shown, direct }: { shown: EventShown; direct: Direct }) {
  const said = directingWords(), events = eventWords(), round = playing(shown);
  const [text, setText] = useState(""), [to, setTo] = useState("");
  async function send(submitted: Event): Promise<void> {
    submitted.preventDefault();
    const [kind, id = ""] = to.split(" ");
    const target = kind === "table" ? { table: Number(id) } : kind === "entrant" ? { entrant: id } : {};
    if (await direct({ t: "announce", text: text.trim(), ...target })) setText("");
  }
  return (
    <section class="panel events-announce" aria-labelledby="event-announce">
      <h2 id="event-announce">{said.announce}</h2>
      <form class="column" onSubmit={(submitted) => void send(submitted)}>
        <TextField label={said.announceText} value={text} change={setText} most={500} />
        <div class="row">
          <label>
            {said.to}
            <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
              <option value="">{said.everybody}</option>
              {(round?.tables ?? []).map(({ table }) => (
                <option key={table} value={`table ${table}`}>{events.table} {table}</option>
              ))}
              {shown.entrants.filter(({ gone }) => !gone).map(({ id, title }) => (
                <option key={id} value={`entrant ${id}`}>{title}</option>
              ))}
            </select>
          </label>
          <button type="submit" class="primary">{said.send}</button>
        </div>
      </form>
    </section>
  );
}
