/** The results as a director sees them: all versions, and the form for a ruling that becomes a new version. */

import { useState } from "preact/hooks";
import { Outcomes } from "../bridge/Outcomes.tsx";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import { faultText } from "../people/fault.ts";
import { keepFile } from "../ui/keepFile.ts";
import { timeOfDay } from "../ui/times.ts";
import type { BridgeOutcome } from "../wire/protocol.ts";
import { directingWords } from "./directingWords.ts";
import type { Direct } from "./following.ts";
import { assigned, awardOf, type ChosenAward, vulnerabilityOf } from "./desk.ts";
import {
  awardsArePercent,
  type Board,
  type EventShown,
  isFinal,
  type Known,
  type Line,
  lineKey,
  newest,
  roundOf,
  titleOf,
} from "./model.ts";
import { Points } from "./Points.tsx";
import { lineTitle, ResultText, Ruling } from "./Results.tsx";
import { TextField } from "./TextField.tsx";
import { eventWords } from "./words.ts";

const AWARDS: readonly ChosenAward["word"][] = ["plus", "average", "minus", "number"];
const FIRST_AWARDS: readonly ChosenAward[] = [{ word: "plus", typed: "" }, { word: "minus", typed: "" }];
/** An outcome to begin with, before a contract is chosen. */
const PASSED: BridgeOutcome = { weight: 100, contract: null, tricks: null };
type Kind = "awards" | "contract" | "score" | "cancel";

export function Rulings({ known, direct }: { known: Known; direct: Direct }) {
  const said = directingWords(), { shown, results } = known;
  return (
    <details class="panel events-fold" open={shown.stage === "correction"}>
      <summary>
        <h2>{said.results}</h2>
      </summary>
      {results.boards.length === 0 ? <p class="muted">{said.noResults}</p> : (
        <>
          {!isFinal(shown) && <Form known={known} direct={direct} />}
          <Exports shown={shown} />
          <div class="events-travellers">
            {results.boards.map((each) => (
              <Versions key={`${each.round} ${each.board}`} board={each} shown={shown} />
            ))}
          </div>
        </>
      )}
      <Points shown={shown} direct={direct} />
    </details>
  );
}

function Form({ known, direct }: { known: Known; direct: Direct }) {
  const said = directingWords(), events = eventWords(), { shown, results } = known;
  const [place, setPlace] = useState(0), [chosenLine, setLine] = useState("1");
  const [kind, setKind] = useState<Kind>("awards"), [awards, setAwards] = useState(FIRST_AWARDS);
  const [score, setScore] = useState(0), [law, setLaw] = useState(""), [reason, setReason] = useState("");
  const [outcomes, setOutcomes] = useState<readonly BridgeOutcome[]>([PASSED]);
  const [eastWest, setEastWest] = useState<readonly BridgeOutcome[] | null>(null);
  const board = results.boards[place] ?? results.boards[0];
  if (board === undefined) return null;
  const line = board.lines.find((each) => lineKey(each) === chosenLine) ?? board.lines[0];
  if (line === undefined) return null;
  const kinds: readonly Kind[] = shown.game === "bridge"
    ? ["awards", "contract", "score", "cancel"]
    : ["awards", "cancel"];
  const isPercent = awardsArePercent(shown);
  const chosen = line.sides.map((_, side) => awards[side] ?? FIRST_AWARDS[0]).filter((each) =>
    each !== undefined
  );
  const awarded = chosen.map((each) => awardOf(each, isPercent));
  async function rule(submitted: Event): Promise<void> {
    submitted.preventDefault();
    if (board === undefined || line === undefined) return;
    const round = roundOf(board, line), { table } = line;
    const about = { round, table, board: board.board, law, reason: reason.trim() };
    const given = kind === "awards"
      ? { awards: awarded }
      : kind === "contract"
      ? { result: assigned(line, board.board, outcomes, eastWest) }
      : kind === "score"
      ? {
        result: {
          board: board.board,
          vulnerable: vulnerabilityOf(line, board.board),
          result: { score_ns: score },
        },
      }
      : {};
    if (await direct({ t: "adjust", ...about, ...given })) setReason("");
  }
  return (
    <form class="events-ruling" onSubmit={(submitted) => void rule(submitted)}>
      <div class="row">
        <label>
          {said.ruleOn}
          <select value={place} onChange={(event) => setPlace(Number(event.currentTarget.value))}>
            {results.boards.map((each, index) => (
              <option key={`${each.round} ${each.board}`} value={index}>
                {events.roundAndBoard(each.round, each.board)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {said.atWhich}
          <select value={lineKey(line)} onChange={(event) => setLine(event.currentTarget.value)}>
            {board.lines.map((each) => (
              <option key={lineKey(each)} value={lineKey(each)}>
                {each.round === undefined ? each.table : lineTitle(each, events)}:{" "}
                {each.sides.map((side) => titleOf(shown, side)).join(" : ")}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p>
        <ResultText shown={shown} version={newest(line)} /> <Ruling line={line} />
      </p>
      <div class="row">
        <label>
          {said.kind}
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>
            {kinds.map((each) => <option key={each} value={each}>{said.kinds[each]}</option>)}
          </select>
        </label>
        {kind === "awards" && chosen.map((each, side) => (
          <AwardField
            key={side}
            label={said.awardOf(line.sides.length > 1 ? events.sides[side] ?? "" : "")}
            chosen={each}
            isPercent={isPercent}
            choose={(next) => setAwards(chosen.map((other, at) => at === side ? next : other))}
          />
        ))}
        {kind === "score" && (
          <label>
            {said.scoreNs}
            <input
              type="number"
              step={10}
              min={-7600}
              max={7600}
              required
              value={score}
              onInput={(typed) => setScore(typed.currentTarget.valueAsNumber || 0)}
            />
          </label>
        )}
      </div>
      {kind === "contract" && (
        <div class="column">
          <Outcomes outcomes={outcomes} change={setOutcomes} first={PASSED} dealer={(board.board - 1) % 4} />
          <label class="switch">
            <input
              type="checkbox"
              checked={eastWest !== null}
              onChange={(event) => setEastWest(event.currentTarget.checked ? [PASSED] : null)}
            />
            <span>{words.value.bridge.differentEW}</span>
          </label>
          {eastWest !== null && (
            <Outcomes
              outcomes={eastWest}
              change={setEastWest}
              first={PASSED}
              dealer={(board.board - 1) % 4}
            />
          )}
        </div>
      )}
      <div class="row">
        <label>
          {said.lawField}
          <select value={law} onChange={(event) => setLaw(event.currentTarget.value)}>
            {said.laws.map((each) => <option key={each} value={each}>{each || said.noLaw}</option>)}
          </select>
        </label>
        <TextField label={said.reason} value={reason} change={setReason} most={500} isWide />
        <button type="submit" class="primary" disabled={kind === "awards" && awarded.includes(null)}>
          {said.rule}
        </button>
      </div>
    </form>
  );
}

/** The award of one side: a word of Law 12C2, or a number. */
function AwardField({ label, chosen, isPercent, choose }: {
  label: string;
  chosen: ChosenAward;
  isPercent: boolean;
  choose: (next: ChosenAward) => void;
}) {
  const said = directingWords(), events = eventWords();
  return (
    <>
      <label>
        {label}
        <select
          value={chosen.word}
          onChange={(event) => choose({ ...chosen, word: event.currentTarget.value as ChosenAward["word"] })}
        >
          {AWARDS.map((each) => (
            <option key={each} value={each}>
              {each === "number" ? said.awardNumber : events.awards[each]}
            </option>
          ))}
        </select>
      </label>
      {chosen.word === "number" && (
        <label>
          {isPercent ? said.awardPercent : said.awardPoints}
          <input
            size={6}
            required
            value={chosen.typed}
            aria-invalid={chosen.typed !== "" && awardOf(chosen, isPercent) === null}
            onInput={(event) => choose({ ...chosen, typed: event.currentTarget.value })}
          />
        </label>
      )}
    </>
  );
}

function Versions({ board, shown }: { board: Board; shown: EventShown }) {
  const said = directingWords(), events = eventWords();
  return (
    <div class="events-versions" data-board={board.board}>
      <h3>{events.roundAndBoard(board.round, board.board)}</h3>
      <ul>
        {board.lines.map((line) => (
          <li key={lineKey(line)}>
            {lineTitle(line, events)}: <ResultText shown={shown} version={newest(line)} />
            {(line.versions?.length ?? 0) > 1 && (
              <details>
                <summary>{events.versions(line.versions?.length ?? 0)}</summary>
                <History line={line} shown={shown} />
              </details>
            )}
          </li>
        ))}
      </ul>
      <span class="heard">{said.history}</span>
    </div>
  );
}

function History({ line, shown }: { line: Line; shown: EventShown }) {
  const said = directingWords(), events = eventWords();
  return (
    <ol>
      {(line.versions ?? []).map((each, index) => {
        const director = shown.directors.find(({ id }) => id === each.by);
        return (
          <li key={index}>
            <time>{timeOfDay(each.at_ms)}</time> <ResultText shown={shown} version={each} />{" "}
            <small class="muted">
              {[
                director === undefined ? said.table : said.by(director.name),
                each.law && events.law(each.law),
                each.reason,
              ].filter(Boolean).join(" · ")}
            </small>
          </li>
        );
      })}
    </ol>
  );
}

/** The formats in which the results of an event can be saved. */
const formatsOf = (game: string) => game === "bridge" ? ["usebio", "pbn", "csv"] : ["csv"];

function Exports({ shown }: { shown: EventShown }) {
  const said = directingWords();
  const [fault, setFault] = useState("");
  async function save(format: string): Promise<void> {
    setFault("");
    try {
      const { name, content } = await http.download(`/v1/events/${shown.event}/results`, { format });
      keepFile(name, content);
    } catch (error) {
      setFault(faultText(error));
    }
  }
  return (
    <div class="row events-exports" role="group" aria-label={said.exports}>
      {said.exports}
      {formatsOf(shown.game).map((each) => (
        <button type="button" key={each} onClick={() => void save(each)}>{said.formats[each]}</button>
      ))}
      {fault && <p class="fault" role="alert">{fault}</p>}
    </div>
  );
}
