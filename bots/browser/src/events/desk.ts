/** The queue and the tables of the director's console, and the requests of a ruling: pure functions. */

import type { BridgeOutcome, BridgeVulnerability } from "../wire/protocol.ts";
import {
  type Award,
  type CarriedPoints,
  type DirectorCall,
  type EventShown,
  type Line,
  playing,
  type Round,
  type TableRow,
} from "./model.ts";

/** The choice of an award in a form: a word, or a number that is typed. */
export interface ChosenAward {
  word: "plus" | "average" | "minus" | "number";
  typed: string;
}

/** Returns the award of a choice, null if the number that is typed is none, or no part of a hundred per cent. */
export function awardOf({ word, typed }: ChosenAward, isPercent: boolean): Award | null {
  if (word !== "number") return word;
  const hundredths = hundredthsOf(typed);
  return hundredths !== null && (!isPercent || hundredths >= 0 && hundredths <= 10_000) ? hundredths : null;
}

/** Returns the tables of a round for a director: the latest ones first, and those that are over at the end. */
export function byLateness(round: Round): TableRow[] {
  return [...round.tables].sort((one, other) =>
    Number(one.over ?? false) - Number(other.over ?? false) || (other.late ?? 0) - (one.late ?? 0) ||
    one.table - other.table
  );
}

/** Returns the open calls, the oldest first. */
export function queueOf(shown: EventShown): DirectorCall[] {
  return shown.calls.filter(({ done }) => !done).sort((one, other) => one.at_ms - other.at_ms);
}

/** Returns the table at which an entrant plays now, null if it plays at none. */
export function tableOf(shown: EventShown, entrant: string): TableRow | null {
  return playing(shown)?.tables.find(({ sides }) => sides.includes(entrant)) ?? null;
}

/** Returns the table from which a call came, or at which its entrant sits now; null if there is none. */
export function tableOfCall(shown: EventShown, { entrant, round, table }: DirectorCall): TableRow | null {
  if (round == null || table == null) return tableOf(shown, entrant);
  const found = shown.rounds.find((each) => each.round === round);
  return found?.tables.find((each) => each.table === table) ?? null;
}

/** Returns true if other points of the same entrant have made these points nothing, or are made nothing by them. */
export function isTakenBack(all: readonly CarriedPoints[], one: CarriedPoints): boolean {
  return one.hundredths === 0 ||
    one.origin === "" &&
      all.some((each) =>
        each.entrant === one.entrant && each.origin === "" && each.hundredths === -one.hundredths
      );
}

/** Returns the hundredths of points in a text such as `−0,4` or `12.5`, null if it is no such number. */
export function hundredthsOf(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^[+-]?\d{1,5}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

/** The vulnerabilities of the boards 1 to 4; each next group of four begins one place later. */
const VULNERABLE: readonly BridgeVulnerability[] = ["None", "NS", "EW", "Both"];

/** Returns the vulnerability of a board of bridge: as a table has reported it, or else by its number. */
export function vulnerabilityOf(line: Line, board: number): BridgeVulnerability {
  for (const { result } of line.versions ?? []) {
    const told = (result as { vulnerable?: BridgeVulnerability } | null | undefined)?.vulnerable;
    if (told !== undefined) return told;
  }
  const place = (board - 1) % 16;
  return VULNERABLE[(place + Math.floor(place / 4)) % 4] ?? "None";
}

/** Returns a board's result by the outcomes that a director gives: a contract, or a weighted score (Law 12C1). */
export function assigned(
  line: Line,
  board: number,
  outcomes: readonly BridgeOutcome[],
  eastWest: readonly BridgeOutcome[] | null,
): unknown {
  const [first] = outcomes, isOne = outcomes.length === 1 && eastWest === null && first?.weight === 100;
  // The server computes the score.
  const result = isOne
    ? { score_ns: 0, contract: first.contract ?? null, tricks: first.tricks ?? null }
    : { score_ns: 0, adjusted: { t: "assign", outcomes, east_west: eastWest } };
  return { board, vulnerable: vulnerabilityOf(line, board), result };
}
