/** The result of a board, and the score sheets of all ways of scoring. */

import { words } from "../i18n/index.ts";
import { ReplayOf } from "../people/ReplayOf.tsx";
import type { TableStore } from "../table/store.ts";
import type { BridgeLine, BridgeTally, Pub } from "../wire/protocol.ts";
import { ContractFace } from "./Calls.tsx";
import { ResultCells } from "./ResultCells.tsx";
import { PlayingCard } from "../ui/PlayingCard.tsx";
import { type Board, entries, type OwnBoard, sideOf, tricksOf } from "./model.ts";
import { seatName } from "./seatName.ts";
import { adjustedLines, madeText, pointsText, resultText, signed } from "./sentences.ts";

/** The result of the board, in the middle of the table. */
export function ResultPanel({ pub }: { pub: Board }) {
  const said = words.value.bridge, result = pub.result;
  if (result == null) return null;
  const made = madeText(result, words.value);
  const compared = pub.match?.boards[pub.board];
  const more = [
    result.claimed ? said.claimed : "",
    result.adjusted != null ? said.adjusted : "",
    result.honours != null
      ? said.honours(result.honours.points, seatName(result.honours.seat, words.value))
      : "",
    compared !== undefined ? `${said.columns.imps} ${signed(compared.imps)}` : "",
  ].filter(Boolean).join(" · ");
  return (
    <div class="br-result" role="group" aria-label={said.result}>
      <p class="br-result-contract">
        {result.contract == null
          ? (result.adjusted == null && said.passedOut)
          : <ContractFace contract={result.contract} />}
      </p>
      {made && (
        <p class="br-result-made">
          <b>{made}</b>
          {result.tricks != null && <span>, {said.tricksWon(result.tricks)}</span>}
        </p>
      )}
      <p class="br-result-points">{pointsText(result, words.value)}</p>
      {more && <p class="muted">{more}</p>}
      {adjustedLines(result, words.value).map((line) => <p key={line} class="br-quiet">{line}</p>)}
    </div>
  );
}

/** All results of the table, and the tally of the way of scoring. */
export function ScoreSheet({ table, pub, names }: {
  /** The id of the table, for the replays of its boards. */
  table: string;
  pub: Board;
  names?: readonly string[] | undefined;
}) {
  return (
    <div class="br-sheet">
      {pub.match != null && <MatchSheet pub={pub} />}
      {pub.tally != null && <TallySheet tally={pub.tally} names={names} />}
      <Results table={table} pub={pub} />
    </div>
  );
}

/** Returns the result of a board that is over in one line. */
export function lastResult(_store: TableStore, pub: Pub): string {
  const result = (pub as Board).result;
  return result == null ? "" : resultText(result, words.value);
}

function Results({ table, pub }: { table: string; pub: Board }) {
  const said = words.value.bridge;
  const results = new Map(entries(pub.results));
  if (pub.result != null) results.set(pub.board, pub.result);
  if (results.size === 0) return <p class="muted">{said.noResults}</p>;
  // A board of a match or a set can be replayed once the other tables have played it.
  const hidden = (board: number) =>
    (pub.board_set != null && !pub.board_set.boards?.includes(board)) ||
    (pub.match != null && pub.match.boards[board] === undefined);
  const match = pub.match, boards = [...results].sort(([one], [other]) => one - other);
  return (
    <>
      <div class="br-scroll" tabIndex={0} role="region" aria-label={said.scoreSheet}>
        <table class="br-table">
          <thead>
            <tr>
              <th scope="col">{said.columns.board}</th>
              <th scope="col">{said.columns.contract}</th>
              <th scope="col">{said.columns.by}</th>
              <th scope="col">{said.columns.result}</th>
              <th scope="col" class="number">{said.columns.ns}</th>
              <th scope="col" class="number">{said.columns.ew}</th>
              {match != null && <th scope="col" class="number">{said.columns.there}</th>}
              {match != null && <th scope="col" class="number">{said.columns.imps}</th>}
            </tr>
          </thead>
          <tbody>
            {boards.map(([board, result]) => {
              const compared = match?.boards[board];
              return (
                <tr key={board}>
                  <th scope="row">
                    {hidden(board) ? board : <ReplayOf table={table} number={board}>{board}</ReplayOf>}
                  </th>
                  <ResultCells result={result} />
                  {match != null && (
                    <td class="number">
                      {compared === undefined
                        ? ""
                        : compared.unplayed === "there"
                        ? said.unplayed
                        : signed(compared.there)}
                    </td>
                  )}
                  {match != null && (
                    <td class="number">
                      <b>{compared === undefined ? "" : signed(compared.imps)}</b>
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {boards.filter(([, result]) => adjustedLines(result, words.value).length > 0).map(([board, result]) => (
        <div key={board} class="br-quiet">
          <b>{said.board(board)}</b>
          {adjustedLines(result, words.value).map((line) => <p key={line}>{line}</p>)}
        </div>
      ))}
    </>
  );
}

function MatchSheet({ pub }: { pub: Board }) {
  const said = words.value.bridge, match = pub.match;
  if (match == null) return null;
  const imps = match.imps ?? 0;
  return (
    <p>
      {said.match(said.rooms[match.room] ?? match.room)}:{" "}
      <b>{said.lead(said.sides[imps < 0 ? "EW" : "NS"], Math.abs(imps))}</b>
    </p>
  );
}

/** The score sheet of a rubber, a Chicago or a total, with its entries above and below the line. */
function TallySheet({ tally, names }: { tally: BridgeTally; names?: readonly string[] | undefined }) {
  const said = words.value.bridge;
  const lines = [...tally.earlier ?? [], ...tally.lines ?? []];
  const above = lines.filter((line) => !line.below), below = lines.filter((line) => line.below);
  const pair = (numbers: readonly [number, number] | undefined) => numbers ?? [0, 0];
  const rows: [string, readonly [number, number]][] = [
    [said.games, pair(tally.games)],
    [said.part, pair(tally.part)],
    [said.roundTotal, tally.points],
    [said.stopped, pair(tally.stopped)],
    [said.pairTotal, tally.total],
  ];
  return (
    <>
      <h3>{said.round(tally.number, tally.deal)}</h3>
      <table class="br-table br-tally">
        <thead>
          <tr>
            <th scope="col">
              <span class="heard">{said.score}</span>
            </th>
            <th scope="col" class="number">{said.sides.NS}</th>
            <th scope="col" class="number">{said.sides.EW}</th>
          </tr>
        </thead>
        {above.length > 0 && <Lines title={said.aboveTheLine} lines={above} />}
        {below.length > 0 && <Lines title={said.belowTheLine} lines={below} line />}
        <tbody class="br-totals">
          {rows.map(([name, [ns, ew]]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{ns}</td>
              <td class="number">{ew}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(tally.players?.length ?? 0) > 0 && (
        <table class="br-table">
          <thead>
            <tr>
              <th scope="col">{said.eachPlayer}</th>
              <th scope="col" class="number">{said.columns.points}</th>
            </tr>
          </thead>
          <tbody>
            {tally.players?.map((points, seat) => (
              <tr key={seat}>
                <th scope="row">
                  {seatName(seat, words.value)}
                  {names?.[seat] ? `, ${names[seat]}` : ""}
                </th>
                <td class="number">{signed(points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Lines({ title, lines, line }: { title: string; lines: readonly BridgeLine[]; line?: boolean }) {
  const said = words.value.bridge;
  return (
    <tbody class={line ? "br-below" : ""}>
      <tr>
        <th scope="rowgroup" colSpan={3}>{title}</th>
      </tr>
      {lines.map((each, index) => (
        <tr key={index}>
          <td>{said.lineNames[each.what] ?? each.what}</td>
          <td class="number">{each.side === "NS" ? each.points : ""}</td>
          <td class="number">{each.side === "EW" ? each.points : ""}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** All tricks of a board that may be seen, one line a trick. */
export function PlayRecord({ pub, own }: { pub: Board; own: OwnBoard | null }) {
  const said = words.value.bridge, tricks = tricksOf(pub, own);
  if (tricks.length === 0) return null;
  return (
    <details class="br-record">
      <summary>{said.playRecord}</summary>
      <ol>
        {tricks.map((trick) => (
          <li key={trick.first}>
            <span>{trick.first / 4 + 1}.</span>
            {trick.plays.map((play) => (
              <span key={play.card} class={play.seat === trick.winner ? "br-won" : ""}>
                <small>{said.letters[play.seat]}</small>
                <PlayingCard card={play.card} small />
              </span>
            ))}
            {trick.winner !== null && <span>{said.shortSides[sideOf(trick.winner)]}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
