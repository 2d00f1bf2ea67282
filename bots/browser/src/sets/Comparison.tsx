/** The rankings of a set, and the traveller of each board. */

import { useEffect, useId, useState } from "preact/hooks";
import { ResultCells } from "../bridge/ResultCells.tsx";
import { words } from "../i18n/index.ts";
import { shownHundredths, shownNumber, shownSigned } from "../ui/numbers.ts";
import {
  areOpen,
  boardFacts,
  type Comparison,
  isImps,
  isPercent,
  playersText,
  type Ranking,
  replayOf,
  type SetShown,
  tableLabel,
  type Traveller,
  type TravellerLine,
} from "./model.ts";

/** Returns points of a scoring in the page's language, such as `3.5` matchpoints or `+2.67` IMPs. */
function pointsShown(points: number | null, scoring: string): string {
  if (points === null) return "–";
  return isPercent(scoring) ? shownNumber(points) : shownSigned(points);
}

/** Returns an average that decides a rank, with two decimals: percent, or IMPs on a board. */
function averageShown(average: number | null, scoring: string): string {
  if (average === null) return "–";
  return shownHundredths(average, !isPercent(scoring));
}

export function Rankings({ comparison }: { comparison: Comparison }) {
  const said = words.value.sets, rankings = comparison.rankings.filter(({ places }) => places.length > 0);
  return (
    <section class="sets-part" aria-labelledby="set-ranking">
      <h2 id="set-ranking">{said.ranking}</h2>
      {rankings.length === 0 ? <p class="panel muted">{said.noTeams}</p> : (
        <div class="sets-rankings">
          {rankings.map((each) => (
            <RankingTable
              key={each.entrants}
              ranking={each}
              comparison={comparison}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function RankingTable({ ranking, comparison }: { ranking: Ranking; comparison: Comparison }) {
  const said = words.value.sets, id = useId();
  const percent = isPercent(comparison.scoring), imps = isImps(comparison.scoring);
  return (
    <section class="panel sets-ranking" aria-labelledby={id}>
      <h3 id={id}>{said.entrants[ranking.entrants] ?? ranking.entrants}</h3>
      <div class="sets-scroll" tabIndex={0} role="group" aria-labelledby={id}>
        <table class="br-table">
          <thead>
            <tr>
              <th scope="col">{said.place}</th>
              <th scope="col">{said.players}</th>
              <th scope="col" class="number">{said.boardsColumn}</th>
              <th scope="col" class="number">{imps ? said.imps : said.points}</th>
              <th scope="col" class="number">
                {percent ? said.percent : imps ? said.average : said.averagePoints}
              </th>
            </tr>
          </thead>
          <tbody>
            {ranking.places.map((each, index) => (
              <tr key={index}>
                <td>{each.place ?? "–"}</td>
                <th scope="row">
                  <bdi>{playersText(each.players, words.value)}</bdi>
                  <span class="sets-at">
                    {each.tables.map((table) => tableLabel(comparison.tables[table]?.name ?? "", words.value))
                      .join(", ")}
                  </span>
                </th>
                <td class="number">{each.boards}</td>
                <td class="number">{pointsShown(each.points, comparison.scoring)}</td>
                <td class="number">
                  <b>{averageShown(each.average, comparison.scoring)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Travellers({ shown, comparison }: { shown: SetShown; comparison: Comparison }) {
  const said = words.value.sets;
  return (
    <section class="sets-part" aria-labelledby="set-boards">
      <h2 id="set-boards">{said.boardsTitle}</h2>
      <div class="sets-travellers">
        {comparison.travellers.map((each) => (
          <TravellerPanel key={each.board} traveller={each} shown={shown} comparison={comparison} />
        ))}
      </div>
    </section>
  );
}

export interface BoardProps {
  traveller: Traveller;
  shown: SetShown;
  comparison: Comparison;
}

/** A board that can be opened and closed; a closed one has no lines, since a large set has thousands of them. */
function TravellerPanel(props: BoardProps) {
  const [isOpen, setOpen] = useState(areOpen(props.comparison));
  const { traveller } = props;
  // Paper shows what a screen may fold away.
  useEffect(() => {
    const open = () => setOpen(true);
    addEventListener("beforeprint", open);
    return () => removeEventListener("beforeprint", open);
  }, []);
  return (
    <details
      class="panel sets-traveller"
      data-board={traveller.board}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>{words.value.bridge.board(traveller.board)}</h3>
        <span class="muted">{boardFacts(traveller, words.value, shownNumber)}</span>
      </summary>
      {isOpen && <Lines {...props} />}
    </details>
  );
}

/** The results of all tables at one board. */
export function Lines({ traveller, shown, comparison }: BoardProps) {
  const said = words.value.sets, { columns, shortSides, board } = words.value.bridge;
  const points = isImps(comparison.scoring) ? said.imps : said.points;
  const title = board(traveller.board);
  return (
    <div class="sets-scroll" tabIndex={0} role="group" aria-label={title}>
      <table class="br-table">
        <thead>
          <tr>
            {[said.tableColumn, columns.contract, columns.by, said.result].map((column) => (
              <th key={column} scope="col" rowSpan={2}>{column}</th>
            ))}
            {[said.score, points].map((group) => (
              <th key={group} scope="colgroup" colSpan={2} class="number">{group}</th>
            ))}
          </tr>
          <tr>
            {[said.score, points].flatMap((group) => [
              <th key={`${group} NS`} scope="col" class="number">{shortSides.NS}</th>,
              <th key={`${group} EW`} scope="col" class="number">{shortSides.EW}</th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {traveller.lines.map((line) => (
            <tr key={line.table}>
              <th scope="row">
                <Where line={line} traveller={traveller} shown={shown} comparison={comparison} />
              </th>
              <ResultCells result={line.result} />
              <td class="number">{pointsShown(line.north_south, comparison.scoring)}</td>
              <td class="number">{pointsShown(line.east_west, comparison.scoring)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A table with its players, and the way to the replay of the board there. */
function Where({ line, traveller, shown, comparison }: BoardProps & { line: TravellerLine }) {
  const at = comparison.tables[line.table], to = replayOf(shown, line.table, traveller.board);
  const label = tableLabel(at?.name ?? "", words.value);
  const { shortSides } = words.value.bridge;
  const [north = null, east = null, south = null, west = null] = at?.players ?? [];
  return (
    <>
      {to === null ? label : (
        <a href={to}>
          {label}
          <span class="heard">: {words.value.sets.replayOf(words.value.bridge.board(traveller.board))}</span>
        </a>
      )}
      {[[north, south], [east, west]].map((pair, side) => (
        <span key={side} class="sets-at">
          {side === 0 ? shortSides.NS : shortSides.EW} <bdi>{playersText(pair, words.value)}</bdi>
        </span>
      ))}
    </>
  );
}
