/** The tables that play the same boards: the ways to them, and their results as soon as these can be compared. */

import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import { faultText } from "../people/fault.ts";
import { guest } from "../people/guest.ts";
import { address, rename, type Route } from "../route.ts";
import { announce } from "../ui/announce.tsx";
import { CopyText } from "../ui/CopyText.tsx";
import { keepFile } from "../ui/keepFile.ts";
import { timeOfDay } from "../ui/times.ts";
import { HttpRefusal } from "../wire/http.ts";
import { Rankings, Travellers } from "./Comparison.tsx";
import { AGAIN_MS, isOld, RETRY_MS, scoringsOf, type SetShown, SIDE_BY_SIDE, tableLabel } from "./model.ts";

type At = Extract<Route, { page: "set" }>;

export function SetPage({ at }: { at: At }) {
  const said = words.value.sets;
  const [scoring, setScoring] = useState(at.scoring);
  const { shown, heard_ms, fault, ask } = useSet(at.id, scoring);
  useEffect(() => setScoring(at.scoring), [at.scoring]);
  function choose(next: string): void {
    setScoring(next);
    rename({ ...at, scoring: next });
  }
  if (shown === null) {
    return fault === null
      ? <p class="waiting" aria-busy="true">{said.loading}</p>
      : (
        <div class="panel ended" role="alert">
          <h1>{said.title}</h1>
          <p>{faultOf(fault)}</p>
          <button type="button" onClick={() => void ask()}>{said.refresh}</button>
        </div>
      );
  }
  const { comparison } = shown;
  const facts = said.facts(said.tables(shown.tables.length), said.boards(shown.boards.length));
  return (
    <section class="sets" aria-labelledby="set-title">
      <header class="sets-head">
        <div>
          <h1 id="set-title">{shown.name || said.title}</h1>
          <p class="muted">
            {[facts, ...(heard_ms === null ? [] : [said.asOf(timeOfDay(heard_ms))])].join(" · ")}
          </p>
        </div>
        <div class="sets-tools">
          {comparison !== null && (
            <label>
              {said.scoring}
              <select value={comparison.scoring} onChange={(event) => choose(event.currentTarget.value)}>
                {scoringsOf(shown, words.value).map(([each, name]) => (
                  <option key={each} value={each}>{name}</option>
                ))}
              </select>
            </label>
          )}
          <button
            type="button"
            onClick={async () => {
              if (await ask()) announce(said.refreshed);
            }}
          >
            {said.refresh}
          </button>
          {comparison !== null && <Print shown={shown} scoring={comparison.scoring} />}
        </div>
      </header>
      {fault !== null && <p class="fault" role="alert">{faultOf(fault)}</p>}
      {shown.event && (
        <p class="panel" role="note">
          {said.beforeRulings}{" "}
          <a href={address({ page: "event", id: shown.event, part: "boards" })}>{said.ofEvent}</a>
        </p>
      )}
      <Tables key={String(comparison === null)} shown={shown} isOpen={comparison === null} />
      {comparison === null
        ? (
          <section class="panel sets-nothing" aria-labelledby="set-nothing">
            <h2 id="set-nothing">{said.nothing}</h2>
            <p>{said.nothingWhy}</p>
            <p class="muted">{said.nothingNext}</p>
          </section>
        )
        : comparison.game !== "bridge"
        ? <p>{said.unknownGame}</p>
        : (
          <>
            <Rankings comparison={comparison} />
            <Travellers shown={shown} comparison={comparison} />
          </>
        )}
    </section>
  );
}

export function faultOf(fault: unknown): string {
  const code = fault instanceof HttpRefusal ? fault.code : "";
  return code === "no_such_table" || code === "forbidden" ? words.value.sets.notShown : faultText(fault);
}

/** Follows the results of a set: they are asked for at once, when the page is seen again, and now and then. */
export function useSet(id: string, scoring: string | null): {
  shown: SetShown | null;
  heard_ms: number | null;
  fault: unknown;
  ask: () => Promise<boolean>;
} {
  const [answer, setAnswer] = useState<{ shown: SetShown; heard_ms: number } | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  /** The number of the last request: an earlier one that is answered later is of another scoring. */
  const last = useRef(0);
  const asked_ms = useRef<number | null>(null);
  const hasAnswer = useRef(false);
  async function ask(): Promise<boolean> {
    const number = ++last.current;
    asked_ms.current = Date.now();
    try {
      const shown = await http.get(`/v1/sets/${id}`, scoring === null ? {} : { scoring }) as SetShown;
      if (number !== last.current) return false;
      hasAnswer.current = true;
      setAnswer({ shown, heard_ms: Date.now() });
      setFault(null);
      return true;
    } catch (error) {
      if (number !== last.current) return false;
      setFault(error);
      // A page without any results tries again soon; one with results waits for the next time.
      if (!hasAnswer.current && error instanceof HttpRefusal && error.code === "unavailable") {
        setTimeout(() => number === last.current && void ask(), RETRY_MS);
      }
      return false;
    }
  }
  useEffect(() => {
    void ask();
    const again = () => {
      if (document.visibilityState === "visible" && isOld(asked_ms.current, Date.now())) void ask();
    };
    const timer = setInterval(again, AGAIN_MS);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
      last.current++;
    };
  }, [id, scoring, guest.value?.id]);
  return { shown: answer?.shown ?? null, heard_ms: answer?.heard_ms ?? null, fault, ask };
}

/** The links to all tables, to open and to copy. */
function Tables({ shown, isOpen }: { shown: SetShown; isOpen: boolean }) {
  const said = words.value.sets, here = location.origin + location.pathname;
  const mine = shown.tables.filter((each) => each.admitted);
  return (
    <details class="panel sets-tables" open={isOpen}>
      <summary>{said.tablesTitle}</summary>
      <div class="sets-links">
        <p class="muted">{said.linksHelp}</p>
        <ul>
          {shown.tables.map(({ table, name, admitted }) => {
            const label = tableLabel(name, words.value),
              to = address({ page: "table", id: table, seat: null });
            return (
              <li key={table} data-table={table}>
                {admitted
                  ? (
                    <>
                      <a class="button" href={to}>{label}</a>
                      <CopyText text={here + to} label={said.linkTo(label)} />
                    </>
                  )
                  : (
                    <>
                      <b>{label}</b>
                      <span class="muted">{said.notYours}</span>
                    </>
                  )}
              </li>
            );
          })}
        </ul>
        <div class="sets-here">
          <b aria-hidden="true">{said.linkHere}</b>
          <CopyText
            text={here + address({ page: "set", id: shown.board_set, scoring: null })}
            label={said.linkHere}
          />
        </div>
        {mine.length > 1 && mine.length <= SIDE_BY_SIDE && (
          <a
            class="button"
            href={address({ page: "tables", ids: mine.map((each) => each.table) })}
          >
            {said.sideBySide}
          </a>
        )}
      </div>
    </details>
  );
}

/**
 * The way to the document to print. The browser sends no token with a link, so a set that is not shown to everybody is
 * saved as a file instead. A document of the page itself would have no style, since the page allows no inline style.
 */
function Print({ shown, scoring }: { shown: SetShown; scoring: string }) {
  const said = words.value.sets, path = `/v1/sets/${shown.board_set}`;
  const [fault, setFault] = useState("");
  const query = { scoring, format: "html" };
  if (shown.public) {
    return (
      <a class="button" href={http.address(path, query)} target="_blank" rel="noopener">
        {said.print}
        <span class="heard">, {said.printHelp}</span>
      </a>
    );
  }
  async function save(): Promise<void> {
    setFault("");
    try {
      const { content } = await http.download(path, query);
      keepFile(`${shown.name || shown.board_set}.html`, content);
    } catch (error) {
      setFault(faultText(error));
    }
  }
  return (
    <>
      <button type="button" onClick={() => void save()}>{said.printSaved}</button>
      {fault && <p class="fault" role="alert">{fault}</p>}
    </>
  );
}
