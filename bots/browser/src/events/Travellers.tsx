/** The traveller of each board that may be seen: the results of all tables. */

import { useEffect, useState } from "preact/hooks";
import { shownIn } from "../ui/numbers.ts";
import {
  type Board,
  type EventShown,
  lineKey,
  newest,
  ownClass,
  type ResultsShown,
  roundOf,
} from "./model.ts";
import { lineTitle, ReplayLink, ResultText, Ruling, SideName } from "./Results.tsx";
import { eventWords } from "./words.ts";

/** With more boards than these, the travellers are closed at first. */
const OPEN_BOARDS = 8;

export function Travellers({ shown, results }: { shown: EventShown; results: ResultsShown }) {
  const said = eventWords(), { boards } = results;
  return (
    <section class="events-part" aria-labelledby="event-boards">
      <h2 id="event-boards">{said.travellers}</h2>
      {boards.length === 0 ? <p class="panel muted">{said.noTravellers}</p> : (
        <div class="events-travellers">
          {boards.map((each) => (
            <Traveller
              key={`${each.round} ${each.board}`}
              board={each}
              shown={shown}
              isOpen={boards.length <= OPEN_BOARDS}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function Traveller({ board, shown, isOpen }: {
  board: Board;
  shown: EventShown;
  isOpen: boolean;
}) {
  const [open, setOpen] = useState(isOpen), title = eventWords().roundAndBoard(board.round, board.board);
  // Paper shows what a screen may fold away.
  useEffect(() => {
    const show = () => setOpen(true);
    addEventListener("beforeprint", show);
    return () => removeEventListener("beforeprint", show);
  }, []);
  return (
    <details
      class="panel events-traveller"
      data-board={board.board}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>{title}</h3>
      </summary>
      {open && <Lines board={board} shown={shown} title={title} />}
    </details>
  );
}

function Lines({ board, shown, title }: {
  board: Board;
  shown: EventShown;
  title: string;
}) {
  const said = eventWords();
  const sides = board.lines[0]?.sides.length ?? 0;
  const shownPoints = shownIn(board.lines.flatMap(({ points }) => points ?? []).map((each) => each / 100));
  return (
    <div class="events-scroll" tabIndex={0} role="group" aria-label={title}>
      <table class="br-table">
        <thead>
          <tr>
            <th scope="col">{said.table}</th>
            <th scope="col">{said.result}</th>
            {Array.from(
              { length: sides },
              (_, side) => (
                <th key={side} scope="col" class="number">{sides > 1 ? said.sides[side] : said.points}</th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {board.lines.map((line) => (
            <tr key={lineKey(line)} class={ownClass(shown, line)}>
              <th scope="row">
                <ReplayLink
                  shown={shown}
                  round={roundOf(board, line)}
                  table={line.table}
                  board={board.board}
                  version={newest(line)}
                >
                  {lineTitle(line, said)}
                </ReplayLink>
                {line.sides.map((_, side) => (
                  <span key={side} class="events-at">
                    {sides > 1 ? said.sides[side] : ""} <SideName shown={shown} at={line} side={side} />
                  </span>
                ))}
              </th>
              <td>
                <ResultText shown={shown} version={newest(line)} />
                <Ruling line={line} />
              </td>
              {line.sides.map((_, side) => {
                const points = line.points?.[side];
                return <td key={side} class="number">{points == null ? "–" : shownPoints(points / 100)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
