/** Tables against robots that play a deal again. */

import { againBody, isRobotsTable } from "../src/people/model.ts";
import type { SeatRow } from "../src/wire/protocol.ts";
import { assertEquals } from "./asserts.ts";

const robot = (seat: number): SeatRow => ({ seat, name: "plain", robot: "plain", here: true });
const person = (seat: number): SeatRow => ({ seat, name: "Ann", player: "a", here: true });

Deno.test("a player with robots alone is at a robots' table", () => {
  assertEquals(isRobotsTable([robot(0), robot(1), person(2), robot(3)], 2), true);
  assertEquals(isRobotsTable([robot(0), robot(1), person(2), robot(3)], null), false);
  assertEquals(isRobotsTable([person(0), robot(1), person(2), robot(3)], 2), false);
  assertEquals(isRobotsTable([person(2)], 2), false);
});

Deno.test("the request of a deal that is played again has a robot in each other seat", () => {
  const body = againBody({ game: "bridge", deal: "t.3", moves: 7, seat: 1, seats: 4 }, "sampler:quick");
  assertEquals(body.again, { deal: "t.3", moves: 7, seat: 1 });
  assertEquals(body.seats, { 0: "sampler:quick", 2: "sampler:quick", 3: "sampler:quick" });
});
