import { byDay, bySeat, codeOf, type PastGame } from "../src/player/model.ts";
import { assertEquals } from "./asserts.ts";

function game(id: string, ended_ms: number): PastGame {
  return { id, table: "t", number: 1, game: "bridge", ended_ms, result: "", players: [] };
}

Deno.test("games stand under the day on which they ended, in their order", () => {
  const games = [game("c", 25), game("b", 21), game("a", 9)];
  const days = byDay(games, (at_ms) => String(Math.floor(at_ms / 10)));
  assertEquals(days.map(({ day, games }) => [day, games.map(({ id }) => id)]), [["2", ["c", "b"]], ["0", [
    "a",
  ]]]);
  assertEquals(byDay([], String), []);
});

Deno.test("a seat has its owner and its substitute", () => {
  const player = (seat: number, name: string) => ({ seat, name, player: name, robot: false });
  const seats = bySeat([player(0, "Ann"), player(2, "Bob"), player(2, "Eve"), player(1, "Cid")]);
  assertEquals(seats.map(([seat, players]) => [seat, ...players.map(({ name }) => name)]), [
    [0, "Ann"],
    [1, "Cid"],
    [2, "Bob", "Eve"],
  ]);
});

Deno.test("a code is read as people type it, and anything else is no code", () => {
  for (const typed of ["01v34-abcde", " 01V34ABCDE ", "01v34 abc-de"]) {
    assertEquals(codeOf(typed), "01V34-ABCDE");
  }
  for (const typed of ["", "01V34", "01V34-ABCDEF", "01V34-ABCD!"]) assertEquals(codeOf(typed), "");
});
