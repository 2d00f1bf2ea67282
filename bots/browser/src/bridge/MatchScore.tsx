/** The running score of a match of two tables: each board with both results, and the IMPs so far. */

import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import type { BridgePub } from "../wire/protocol.ts";

export function MatchScore({ store }: { store: TableStore }) {
  const said = words.value.lobby.matchScore;
  const match = (store.pub.value as BridgePub | null)?.match;
  if (match == null) return null;
  const boards = Object.entries(match.boards).sort(([one], [other]) => Number(one) - Number(other));
  const total = match.imps ?? boards.reduce((sum, [, board]) => sum + board.imps, 0);
  return (
    <section class="panel bridge-match" aria-label={said.score}>
      <p class="bridge-match-total">
        <span>{said.score}</span> <b>{said.imps(total)}</b>
        <span class="muted">{said.team}</span>
      </p>
      {boards.length === 0
        ? <p class="muted">{words.value.lobby.matchNone}</p>
        : (
          <div class="bridge-match-scroll" tabIndex={0} role="group" aria-label={said.boards}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{said.board}</th>
                  <th scope="col">{said.here}</th>
                  <th scope="col">{said.there}</th>
                  <th scope="col">IMP</th>
                </tr>
              </thead>
              <tbody>
                {boards.map(([number, board]) => (
                  <tr key={number}>
                    <th scope="row">{number}</th>
                    <td>{board.unplayed === "here" ? "–" : board.here}</td>
                    <td>{board.unplayed === "there" ? "–" : board.there}</td>
                    <td>{board.imps > 0 ? `+${board.imps}` : board.imps}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
    </section>
  );
}
