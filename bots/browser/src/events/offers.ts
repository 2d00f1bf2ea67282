/** The conditions that the form of an event offers: pure functions. */

import { type Conditions, type Form, type Movement, type Tie, type Timing, USUAL } from "./model.ts";

/** The choices that a game offers its events. The first of each is the usual one. */
export interface Offered {
  forms: readonly Form[];
  movements: readonly Movement[];
  scorings: readonly string[];
  scales: readonly string[];
}

const MEETINGS: readonly Movement[] = ["mitchell", "howell", "swiss", "round_robin", "knock_out"];
const OFFERED: Readonly<Record<string, Offered>> = {
  bridge: {
    forms: ["pairs", "teams"],
    movements: MEETINGS,
    scorings: ["mp", "imp", "butler", "match", "bam", "total"],
    scales: ["", "wbf", "ebu", "win"],
  },
  spades: {
    forms: ["pairs", "teams"],
    movements: ["swiss", "round_robin", "knock_out", "mitchell", "howell"],
    scorings: ["total", "mp"],
    scales: ["", "win"],
  },
  hanabi: { forms: ["teams"], movements: ["race"], scorings: ["mp", "total"], scales: [""] },
};

/** The games that have events. */
export const GAMES_WITH_EVENTS: readonly string[] = Object.keys(OFFERED);

export function offeredFor(game: string): Offered {
  const found = OFFERED[game];
  if (found === undefined) throw new Error(`expected a game with events, got ${game}`);
  return found;
}

/** The scorings by which the two tables of one match are compared, so that only teams can play by them. */
const IN_MATCHES: readonly string[] = ["match", "bam"];

/** Returns the scorings that a form of event has in a game. */
export function scoringsOf(game: string, form: Form): readonly string[] {
  const { scorings } = offeredFor(game);
  return game === "bridge" && form === "teams"
    ? [...scorings].sort((one, other) =>
      Number(IN_MATCHES.includes(other)) - Number(IN_MATCHES.includes(one))
    )
    : scorings.filter((each) => !IN_MATCHES.includes(each));
}

/** The conditions with which the form begins: a whole number of minutes a board, and late entries in the first round. */
export const FIRST: Conditions = { ...USUAL, board_s: 480, late_until: 1 };

/** Returns the conditions with another timing, with so many minutes for each board. */
export function timed(values: Conditions, timing: Timing, minutes: number): Conditions {
  const seconds = Math.round(minutes * 60);
  switch (timing) {
    case "round":
      return { ...values, board_s: seconds, clock: null };
    case "board":
      return { ...values, board_s: 0, clock: { kind: "board", board_ms: seconds * 1_000 } };
    case "none":
      return { ...values, board_s: 0, clock: { kind: "none" } };
    case "table":
      return values;
  }
}

/** Returns the conditions that differ from the usual ones, which are all that a request needs to name. */
export function differing(conditions: Conditions): Partial<Conditions> {
  return Object.fromEntries(
    Object.entries(conditions).filter(([name, value]) => value !== USUAL[name as keyof Conditions]),
  );
}

/** The movements in which entries meet in matches, whose results may become victory points. */
const WITH_MATCHES: readonly Movement[] = ["swiss", "round_robin"];

/** The scorings for which a scale of victory points is made, if it does not fit them all. */
const SCALES_ONLY: Readonly<Record<string, readonly string[]>> = {
  wbf: ["imp", "butler", "match"],
  ebu: ["mp"],
};

/** Returns the scales of victory points that a scoring has in a game. */
export function scalesOf(game: string, scoring: string): readonly string[] {
  return offeredFor(game).scales.filter((each) => SCALES_ONLY[each]?.includes(scoring) ?? true);
}

/** Returns the most hundredths of a victory point that a match brings on a scale. */
export function mostVp(vp: string): number {
  return vp === "win" ? 200 : 2_000;
}

/** The lists of ways to order equal totals that the form offers. */
export const TIES: readonly (readonly Tie[])[] = [
  [],
  ["direct"],
  ["direct", "opponents"],
  ["direct", "quotient"],
  ["draw"],
];

/** Returns the movements that a form of event has in a game: teams meet, so they need no directions. */
export function movementsOf(game: string, form: Form): readonly Movement[] {
  const { movements } = offeredFor(game);
  return game === "bridge" && form === "teams" ? ["swiss", "round_robin", "knock_out"] : movements;
}

/** Returns true if boards can move from table to table: in bridge, between the pairs of some movements. */
export function mayMove(game: string, form: Form, movement: Movement): boolean {
  return game === "bridge" && form === "pairs" && (movement === "mitchell" || movement === "howell");
}

/** Returns conditions that the server accepts: choices that do not fit the game or the form become the usual ones. */
export function fitted(game: string, conditions: Conditions): Conditions {
  const { forms } = offeredFor(game);
  const form = forms.includes(conditions.form) ? conditions.form : forms[0] ?? "pairs";
  const movements = movementsOf(game, form), scorings = scoringsOf(game, form);
  const movement = movements.includes(conditions.movement) ? conditions.movement : movements[0] ?? "mitchell";
  const scoring = scorings.includes(conditions.scoring) ? conditions.scoring : scorings[0] ?? "";
  const vp = WITH_MATCHES.includes(movement) && scalesOf(game, scoring).includes(conditions.vp)
    ? conditions.vp
    : "";
  // An award in per cent is none in victory points.
  const kept = (award: number | null) => vp !== "" && award !== null && award > mostVp(vp) ? null : award;
  const bye = kept(conditions.bye), late_award = kept(conditions.late_award);
  const moving = conditions.moving && mayMove(game, form, movement);
  return { ...conditions, form, movement, moving, scoring, vp, bye, late_award };
}

/** Returns the usual conditions of a form of event in a game. */
export function usualOf(game: string, form: Form): Conditions {
  return fitted(game, { ...FIRST, form, scoring: "" });
}

/** Returns conditions after a choice in the form. Another form of event has its own usual scoring. */
export function chosen(
  game: string,
  conditions: Conditions,
  name: keyof Conditions,
  value: Conditions[keyof Conditions],
): Conditions {
  const scoring = name === "form" && value !== conditions.form ? "" : conditions.scoring;
  return fitted(game, { ...conditions, scoring, [name]: value });
}
