import { announce, announced } from "../src/ui/announce.tsx";
import { assertEquals } from "./asserts.ts";

Deno.test("all sentences of a batch are said in their order, also the same one twice", () => {
  for (const text of ["South leads two of clubs", "South wins the trick", "South wins the trick"]) {
    announce(text);
  }
  assertEquals(announced.value.map(({ text }) => text), [
    "South leads two of clubs",
    "South wins the trick",
    "South wins the trick",
  ]);
  assertEquals(new Set(announced.value.map(({ number }) => number)).size, 3);
});
