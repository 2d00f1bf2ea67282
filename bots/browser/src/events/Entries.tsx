/** The entries of an event, with what is known of each. */

import { words } from "../i18n/index.ts";
import { type Entrant, entrantState, entrantTitle, type EventShown, ownClass } from "./model.ts";
import { eventWords } from "./words.ts";

export function Entries({ shown }: { shown: EventShown }) {
  const said = eventWords();
  return (
    <section class="events-part" aria-labelledby="event-entries">
      <h2 id="event-entries">{said.entriesTitle}</h2>
      {shown.entrants.length === 0
        ? <p class="panel muted">{said.noEntries}</p>
        : (
          <div class="panel events-scroll" tabIndex={0} role="group" aria-labelledby="event-entries">
            <table class="br-table">
              <thead>
                <tr>
                  <th scope="col" class="number">#</th>
                  <th scope="col">{said.entry}</th>
                  <th scope="col">{said.state}</th>
                </tr>
              </thead>
              <tbody>
                {shown.entrants.map((each) => (
                  <tr key={each.id} data-entry={each.id} class={ownClass(shown, { sides: [each.id] })}>
                    <td class="number">{each.id}</td>
                    <th scope="row">
                      <EntrantName entrant={each} title={each.plain} />
                    </th>
                    <td>{said.entrantStates[entrantState(each)]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
    </section>
  );
}

/** The title of an entrant, and the names of its players if these are not the title. */
export function EntrantName({ entrant, title }: { entrant: Entrant; title?: string | undefined }) {
  const { bridge, sets } = words.value, names = entrant.players.map(({ name }) => name).join(" – ");
  const players = entrantTitle({ ...entrant, title: names }, bridge.robot, sets.robots);
  return (
    <>
      <bdi>{title ?? entrant.title}</bdi>
      {players !== (entrant.plain ?? entrant.title) && <span class="events-at">{players}</span>}
    </>
  );
}
