/** The ranking of an event, which grows with each board, and the score sheet of the own entrant. */

import { words } from "../i18n/index.ts";
import { shownHundredths, shownIn, shownNumber, shownSigned } from "../ui/numbers.ts";
import {
  type CarriedPoints,
  type Entrant,
  type EventShown,
  hasResults,
  listsOf,
  percentOf,
  type RankingShown,
  rankText,
  type ResultsShown,
  type Row,
  sheetOf,
  sumOfScores,
  titleOf,
} from "./model.ts";
import { ReplayLink, ResultText, Ruling, SideName } from "./Results.tsx";
import { eventWords } from "./words.ts";

export function Ranking({ shown, ranking, results, own }: {
  shown: EventShown;
  ranking: RankingShown;
  results: ResultsShown;
  own: string | null;
}) {
  const said = eventWords(), lists = listsOf(ranking);
  return (
    <section class="events-part" aria-labelledby="event-ranking">
      <h2 id="event-ranking">
        {said.ranking}{" "}
        <small class="events-state" data-final={ranking.final}>
          {ranking.final ? said.finalRanking : ranking.provisional ? said.provisional : ""}
        </small>
      </h2>
      {ranking.hidden
        ? <p class="panel muted">{said.rankingHidden}</p>
        : !hasResults(ranking)
        ? <p class="panel muted">{said.noRanking}</p>
        : (
          <div class="events-lists">
            {lists.map((rows, list) => (
              <RankingTable
                key={list}
                rows={rows}
                ranking={ranking}
                results={results}
                own={own}
                title={lists.length > 1 ? said.lists[list] ?? said.ranking : said.ranking}
                isAlone={lists.length === 1}
              />
            ))}
            <Carried shown={shown} points={shown.carried ?? []} />
          </div>
        )}
    </section>
  );
}

/** The rank of the own entrant, once a result counts, with its percentage where the scoring has one. */
export function OwnRank({ ranking, own }: { ranking: RankingShown; own: string }) {
  const row = ranking.rows.find(({ entry }) => entry === own);
  if (row === undefined || !hasResults(ranking)) return null;
  const percent = row.percent === null ? "" : ` · ${shownHundredths(row.percent / 100, false)} %`;
  return <b class="events-standing">{eventWords().overPlace(rankText(row) + percent)}</b>;
}

/** The points that directors have added to totals, with their reasons. */
export function Carried({ shown, points }: { shown: EventShown; points: readonly CarriedPoints[] }) {
  const said = eventWords();
  if (points.length === 0) return null;
  return (
    <div class="panel events-carried">
      <h3>{said.carried}</h3>
      <ul>
        {points.map((each) => (
          <li key={`${each.at_ms} ${each.entrant} ${each.origin}`} data-entry={each.entrant}>
            <bdi>{titleOf(shown, each.entrant)}</bdi>: <b>{shownSigned(each.hundredths / 100)}</b>
            {" · "}
            {each.origin ? said.carriedOver(each.reason) : each.reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RankingTable({ rows, ranking, results, own, title, isAlone }: {
  rows: readonly Row[];
  ranking: RankingShown;
  results: ResultsShown;
  own: string | null;
  title: string;
  isAlone: boolean;
}) {
  const said = eventWords();
  const hasPercent = rows.some(({ percent }) => percent !== null),
    hasWins = rows.some(({ wins }) => wins > 0);
  // Teams that play alone, as at Hanabi, know their scores better than what those are worth in the field.
  const sums = new Map(rows.map(({ entry }) => [entry, sumOfScores(results, entry)]));
  const hasSums = rows.some(({ entry }) => sums.get(entry) != null);
  const points = shownIn(rows.map(({ total }) => total / 100));
  return (
    <div class="panel events-scroll" tabIndex={0} role="group" aria-label={title}>
      <table class="br-table">
        {!isAlone && <caption>{title}</caption>}
        <thead>
          <tr>
            <th scope="col">{said.rank}</th>
            <th scope="col">{said.entry}</th>
            <th scope="col" class="number">{said.boards}</th>
            {hasWins && <th scope="col" class="number">{said.wins}</th>}
            {hasSums && <th scope="col" class="number">{said.sumOfScores}</th>}
            <th scope="col" class="number">{said.total}</th>
            {hasPercent && <th scope="col" class="number">{said.percent}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.entry} data-entry={row.entry} class={row.entry === own ? "events-own" : undefined}>
              <td>
                <span
                  class="events-rank"
                  data-rank={row.out || row.shared && !ranking.final ? null : row.rank}
                >
                  {rankText(row)}
                </span>
              </td>
              <th scope="row">
                <bdi>{ranking.names[row.entry] ?? row.entry}</bdi>
              </th>
              <td class="number">{row.deals}</td>
              {hasWins && <td class="number">{row.wins}</td>}
              {hasSums && (
                <td class="number">
                  {shownNumber(sums.get(row.entry) ?? 0)}
                  {row.most == null ? "" : ` / ${shownNumber(row.most)}`}
                </td>
              )}
              <td class="number">
                {points(row.total / 100)}
                {row.carried
                  ? <span class="events-at">{said.withPoints(shownSigned(row.carried / 100))}</span>
                  : null}
              </td>
              {hasPercent && (
                <td class="number events-share" style={{ "--share": `${(row.percent ?? 0) / 100}%` }}>
                  <b>{row.percent === null ? "–" : shownHundredths(row.percent / 100, false)}</b>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Sheet({ shown, ranking, results, own }: {
  shown: EventShown;
  ranking: RankingShown;
  results: ResultsShown;
  own: Entrant;
}) {
  const said = eventWords(), lines = sheetOf(results, own.id);
  const worth = lines.map(({ line, side }) => line.points?.[side] ?? 0),
    shownPoints = shownIn(
      worth.map((each) => each / 100),
    );
  return (
    <section class="events-part" aria-labelledby="event-sheet">
      <h2 id="event-sheet">{said.sheet}: {own.title}</h2>
      <OwnRank ranking={ranking} own={own.id} />
      {lines.length === 0
        ? <p class="panel muted">{said.noSheet}</p>
        : (
          <div class="panel events-scroll" tabIndex={0} role="group" aria-labelledby="event-sheet">
            <table class="br-table">
              <thead>
                <tr>
                  <th scope="col">{said.board}</th>
                  <th scope="col">{said.against}</th>
                  <th scope="col">{said.result}</th>
                  <th scope="col" class="number">{said.points}</th>
                  <th scope="col" class="number">{said.percent}</th>
                </tr>
              </thead>
              <tbody>
                {lines.map(({ round, board, line, side, version }) => {
                  const points = line.points?.[side], percent = percentOf(line, side);
                  return (
                    <tr key={`${round} ${board} ${line.table}`} data-board={board}>
                      <th scope="row">
                        <ReplayLink
                          shown={shown}
                          round={round}
                          table={line.table}
                          board={board}
                          version={version}
                        >
                          {words.value.bridge.board(board)}
                        </ReplayLink>
                        <span class="events-at">
                          {said.round(round)} · {said.sides[side] ?? ""}
                        </span>
                      </th>
                      <td>
                        <SideName shown={shown} at={line} side={1 - side} />
                      </td>
                      <td>
                        <ResultText shown={shown} version={version} side={side} />
                        <Ruling line={line} />
                      </td>
                      <td class="number">{points == null ? "–" : shownPoints(points / 100)}</td>
                      <td class="number">{percent === null ? "–" : shownHundredths(percent / 100, false)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        )}
      <Carried
        shown={shown}
        points={(shown.carried ?? []).filter(({ entrant }) => entrant === own.id)}
      />
    </section>
  );
}
