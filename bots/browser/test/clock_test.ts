/** Times as the page writes them. */

import { shownTime, soon } from "../src/ui/Clock.tsx";
import { assertEquals } from "./asserts.ts";

Deno.test("the time until the next deal is written in whole seconds, and in minutes if it is long", () => {
  assertEquals([1, 1_000, 4_200, 60_000].map(soon), ["1 s", "1 s", "5 s", "60 s"]);
  assertEquals([60_001, 3_600_000].map(soon), ["1:01", "60:00"]);
});

Deno.test("nothing is written of a next deal that has no time, or that should have begun", () => {
  assertEquals([null, 0, -1].map(soon), [null, null, null]);
});

Deno.test("a deadline that is over stands at zero", () => {
  assertEquals([65_000, 400, 0, -5_000].map(shownTime), ["1:05", "0:01", "0:00", "0:00"]);
});
