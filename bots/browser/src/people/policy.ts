/** The rules of a table about people and time: their usual values, and their parts as a form shows them. */

import type { Policy } from "../wire/protocol.ts";

export type WholePolicy = { [Name in keyof Required<Policy>]: Exclude<Policy[Name], undefined> };

/** The policy of a table whose host has chosen nothing; the same as the defaults of the protocol. */
export const USUAL: WholePolicy = {
  hands: "after",
  clock: null,
  pause_ms: 5_000,
  robot_ms: 1_000,
  access: "open",
  watchers: true,
  delay: null,
  hold_ms: 120_000,
  substitute: null,
  tempo_ms: 0,
  warn_ms: 30_000,
  correction_ms: 1_800_000,
  expiry: null,
  sits: "anybody",
  next_ms: null,
};

export function whole(policy: Policy): WholePolicy {
  return { ...USUAL, ...policy } as WholePolicy;
}

/** Returns when watchers see the hands. A delay of nothing shows them at once. */
export function seesOf(policy: WholePolicy): "after" | "live" | "delayed" {
  if (policy.delay === null) return policy.hands;
  return policy.delay.ms || policy.delay.boards ? "delayed" : "live";
}

export function withSees(policy: WholePolicy, sees: "after" | "live" | "delayed"): WholePolicy {
  return sees === "delayed"
    ? { ...policy, hands: "after", delay: { ms: 180_000, boards: 0 } }
    : { ...policy, hands: sees, delay: null };
}

export type ClockKind = "usual" | "none" | "move" | "bank" | "board";

/** The clock with which a kind of clock begins in the form. */
const FIRST: Record<ClockKind, Policy["clock"]> = {
  usual: null,
  none: { kind: "none" },
  move: { kind: "move", move_ms: 30_000 },
  bank: { kind: "bank", bank_ms: 120_000, increment_ms: 20_000 },
  board: { kind: "board", board_ms: 450_000, overtime_ms: 15_000, move_ms: null },
};

export function clockKind(policy: WholePolicy): ClockKind {
  return policy.clock?.kind ?? "usual";
}

export function withClock(policy: WholePolicy, kind: ClockKind): WholePolicy {
  return { ...policy, clock: FIRST[kind] ?? null };
}
