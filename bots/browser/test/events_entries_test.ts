/** Lists of entries that a director pastes; `tests/bots/test_events.py` reads the same cases. */

import { listed } from "../src/events/entryLists.ts";
import { assertEquals } from "./asserts.ts";

const CASES = JSON.parse(await Deno.readTextFile(new URL("entry_lists.json", import.meta.url)));

for (const { what, text, entries, faults } of CASES) {
  Deno.test(`a list of entries is read as the command reads it: ${what}`, () => {
    assertEquals(listed(text), { entries, faults: faults ?? [] });
  });
}

Deno.test("a line with another number of players than the event wants is a fault", () => {
  const { entries, faults } = listed("p1,Ann,p2,Bob\np3,Cleo\np4,Dan,p5,Eve,p6,Fay", 2);
  assertEquals([entries.map(({ line }) => line), faults], [[1], [2, 3]]);
});
