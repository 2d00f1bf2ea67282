Object.assign(globalThis, { location: { hash: "", origin: "http://127.0.0.1" } });
const { address, parse, replayAddress } = await import("../src/route.ts");
import { assertEquals } from "./asserts.ts";

Deno.test("every screen has an address that leads back to it", () => {
  for (
    const route of [
      { page: "lobby" as const },
      { page: "table" as const, id: "house", seat: null },
      { page: "table" as const, id: "a-B_9", seat: 2 },
      { page: "tables" as const, ids: ["a", "b"] },
      { page: "match" as const, ids: ["a", "b"] },
      { page: "set" as const, id: "a-B_9", scoring: null },
      { page: "set" as const, id: "a-B_9", scoring: "imp" },
      { page: "events" as const },
      { page: "event" as const, id: "e-a_9", part: null },
      { page: "event" as const, id: "e-a_9", part: "ranking" },
      { page: "games" as const },
      { page: "devices" as const, code: null },
      { page: "devices" as const, code: "0A1B2-C3D4E" },
      { page: "replay" as const },
      { page: "past" as const, game: "a-B_9", turn: 0, eyes: "all" as const },
      { page: "past" as const, game: "house.12", turn: 57, eyes: 3 },
    ]
  ) assertEquals(parse(address(route)), route);
});

Deno.test("an address that names no screen leads to the lobby", () => {
  for (
    const hash of ["", "#", "#/", "#/table/", "#/table/a b", "#/nothing/at/all", "#/tables/%3Cscript%3E"]
  ) {
    assertEquals(parse(hash), { page: "lobby" });
  }
});

Deno.test("the address of a set names no scoring that is no word", () => {
  assertEquals(parse("#/set/a?scoring=%3Cb%3E"), { page: "set", id: "a", scoring: null });
  assertEquals(parse("#/set/"), { page: "lobby" });
});

Deno.test("a table can name the replay of one of its deals", () => {
  assertEquals(replayAddress("house", 3), "#/replay/house.3");
  assertEquals(parse(replayAddress("house")), { page: "past", game: "house", turn: 0, eyes: "all" });
  assertEquals(parse("#/replay/no such game"), { page: "replay" });
});
