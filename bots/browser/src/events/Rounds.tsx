/** The rounds of an event with their draws: the tables, who meets there, and how far each is. */

import { address } from "../route.ts";
import { conditionsOf, type EventShown, ownClass, type Round, titleOf } from "./model.ts";
import { SideName } from "./Results.tsx";
import { eventWords } from "./words.ts";

export function Rounds({ shown }: { shown: EventShown }) {
  const said = eventWords(), rounds = [...shown.rounds].reverse();
  return (
    <section class="events-part" aria-labelledby="event-rounds">
      <h2 id="event-rounds">{said.rounds}</h2>
      {rounds.length === 0 ? <p class="panel muted">{said.noRounds}</p> : (
        <div class="events-travellers">
          {rounds.map((round) => <DrawOf key={round.round} round={round} shown={shown} />)}
        </div>
      )}
    </section>
  );
}

/** The draw of a round, as the players see it once it is published. */
export function DrawOf({ round, shown }: { round: Round; shown: EventShown }) {
  const said = eventWords(), { boards, form } = conditionsOf(shown), byes = round.sits_out ?? [];
  const hasBegun = round.stage !== "drawn" && round.stage !== "published";
  const id = `event-round-${round.round}`;
  return (
    <section class="panel" aria-labelledby={id} data-round={round.round}>
      <h3 id={id}>
        {said.round(round.round)} <small class="muted">{said.roundStages[round.stage]}</small>
      </h3>
      <div class="events-scroll" tabIndex={0} role="group" aria-labelledby={id}>
        <table class="br-table">
          <tbody>
            {round.tables.map((each) => (
              <tr key={each.table} class={ownClass(shown, each)}>
                <th scope="row">
                  {each.id == null
                    ? <>{said.table} {each.table}</>
                    : (
                      <a href={address({ page: "table", id: each.id, seat: null })}>
                        {said.table} {each.table}
                      </a>
                    )}
                  {form === "teams" && each.sides.length > 1 && hasBegun && (
                    <span class="events-at">{said.room[each.room ?? 0]}</span>
                  )}
                </th>
                <td>
                  {each.sides.map((_, side) => (
                    <span key={side} class="events-side">
                      {each.sides.length > 1 && <small>{said.sides[side]}</small>}{" "}
                      <SideName shown={shown} at={each} side={side} />
                    </span>
                  ))}
                </td>
                {hasBegun && <td class="number">{said.boardsDone(each.done ?? 0, boards)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(round.remarks ?? []).filter(({ code }) => code === "rematch").map((each) => (
        <p key={each.entries.join(" ")} data-remark="rematch">
          {said.meetAgain(
            each.entries.map((entry) =>
              titleOf(shown, entry)
            ).join(", "),
            each.round === null ? null : each.round + 1,
          )}
        </p>
      ))}
      {byes.length > 0 && <p>{said.byes(byes.map((each) => titleOf(shown, each)).join(", "))}</p>}
    </section>
  );
}
