/** The list of the events that are open. */

import { useEffect, useState } from "preact/hooks";
import { http } from "../page.ts";
import { faultText } from "../people/fault.ts";
import { guest } from "../people/guest.ts";
import { needName } from "../people/NameDialog.tsx";
import { address, go } from "../route.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { shownDay, timeOfDay } from "../ui/times.ts";
import { conditionsForm } from "./formPart.ts";
import { type EventRow, USUAL } from "./model.ts";
import { gameTitle } from "./title.ts";
import { eventWords, useEventWords } from "./words.ts";

/** The list is asked for again after this time (ms). */
const AGAIN_MS = 15_000;

/** Returns the open events, and asks for them again now and then; null before the first answer. */
function useEvents(): { rows: readonly EventRow[] | null; fault: unknown } {
  const [rows, setRows] = useState<readonly EventRow[] | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    let wanted = true;
    async function ask(): Promise<void> {
      try {
        const { events } = await http.get("/v1/events") as { events: readonly EventRow[] };
        if (!wanted) return;
        setRows(events);
        setFault(null);
      } catch (error) {
        if (wanted) setFault(error);
      }
    }
    void ask();
    const timer = setInterval(() => document.visibilityState === "visible" && void ask(), AGAIN_MS);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [guest.value?.id]);
  return { rows, fault };
}

export function EventsPage() {
  const said = useEventWords(), { rows, fault } = useEvents();
  const [opens, setOpens] = useState(false);
  if (said === null) return null;
  return (
    <section class="events" aria-labelledby="events-title">
      <header class="events-head">
        <div>
          <h1 id="events-title">{said.title}</h1>
          <p class="muted">{said.help}</p>
        </div>
        <button type="button" onClick={async () => setOpens(await needName())}>{said.open}</button>
      </header>
      {fault !== null && <p class="fault" role="alert">{faultText(fault)}</p>}
      {rows === null
        ? fault === null && <p class="waiting" aria-busy="true">{said.loading}</p>
        : rows.length === 0
        ? <p class="panel muted">{said.none}</p>
        : <List rows={rows} />}
      {opens && (
        <Loaded part={conditionsForm}>
          {({ NewEvent }) => (
            <NewEvent
              close={() => setOpens(false)}
              opened={(id) => go({ page: "event", id, part: "direct" })}
            />
          )}
        </Loaded>
      )}
    </section>
  );
}

function List({ rows }: { rows: readonly EventRow[] }) {
  const said = eventWords(), { columns } = said;
  return (
    <div class="events-scroll panel">
      <table class="br-table events-list">
        <thead>
          <tr>
            {[columns.name, columns.game, columns.form, columns.starts, columns.state].map((
              each,
            ) => <th key={each} scope="col">{each}</th>)}
            <th scope="col" class="number">{columns.entries}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ event, name, game, form, movement, stage, starts_ms, ended_ms, entries, wanting }) => (
            <tr key={event}>
              <th scope="row">
                <a href={address({ page: "event", id: event, part: null })}>{name}</a>
              </th>
              <td>{gameTitle(game)}</td>
              <td>{said.forms[form ?? USUAL.form]}, {said.movements[movement ?? USUAL.movement]}</td>
              <td class={(stage ?? "open") !== "open" ? "events-none" : undefined}>
                {(stage ?? "open") !== "open"
                  ? "–"
                  : starts_ms == null
                  ? said.byDirector
                  : timeOfDay(starts_ms)}
              </td>
              <td>
                <span class="events-stage" data-stage={stage ?? "open"}>{said.stages[stage ?? "open"]}</span>
                {ended_ms != null && <span class="events-at">{shownDay(ended_ms)}</span>}
              </td>
              <td class="number">
                {said.entries(entries ?? 0)}
                {(wanting ?? 0) > 0 && <span class="events-at">{said.wantPartners(wanting ?? 0)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
