/** The choices of people between a result and the next deal. */

import { nextChoice } from "../src/table/between.ts";
import type { Pub, SeatRow } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";

const OVER = { game: "bridge", phase: "over", board: 1 } as unknown as Pub;
const ROWS: SeatRow[] = [
  { seat: 0, name: "Ann", player: "a", here: true },
  { seat: 1, name: "plain", robot: "plain", here: true },
  { seat: 2, name: "Bob", player: "b", here: true },
  { seat: 3, name: "Cleo", player: "c", here: false },
];
const view = (fields: object, pub: object = {}) => ({ pub: { ...OVER, ...pub } as Pub, ...fields });
const COUNTS = { next_deal_ms: 5_000 };

Deno.test("a player may press Next or Wait while the countdown runs", () => {
  const choice = nextChoice(view(COUNTS), ROWS, 0, false);
  assertEquals(choice, { next: true, wait: true, waits: false, others: [], held: false });
});

Deno.test("after Next, the player reads which present players are not ready, and robots are not asked", () => {
  const choice = nextChoice(view({ ...COUNTS, next_seats: [0] }), ROWS, 0, false);
  assertEquals([choice?.next, choice?.wait, choice?.others], [false, true, [2]]);
});

Deno.test("a player that waits goes on with Next, and the others read the name", () => {
  const held = view({ wait_seats: [2] });
  assertEquals(nextChoice(held, ROWS, 2, false), {
    next: true,
    wait: false,
    waits: true,
    others: [],
    held: true,
  });
  assertEquals(nextChoice(held, ROWS, 0, false)?.others, [2]);
});

Deno.test("a watcher presses nothing, and a host without a seat may only end a wait", () => {
  assertEquals(nextChoice(view(COUNTS), ROWS, null, false)?.next, false);
  assertEquals(nextChoice(view(COUNTS), ROWS, null, true)?.next, false);
  assertEquals(nextChoice(view({ wait_seats: [2] }), ROWS, null, true)?.next, true);
  assertEquals(nextChoice(view({ wait_seats: [2] }), ROWS, null, true)?.wait, false);
});

Deno.test("during a deal, after the last one, in a match and in a set there is no choice", () => {
  assert(nextChoice(view(COUNTS, { phase: "play" }), ROWS, 0, true) === null);
  assert(nextChoice(view({}), ROWS, 0, true) === null);
  assert(nextChoice(view(COUNTS, { match: {} }), ROWS, 0, true) === null);
  assert(nextChoice(view(COUNTS, { board_set: {} }), ROWS, 0, true) === null);
});
