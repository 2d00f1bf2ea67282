import { fold } from "../src/wire/fold.ts";
import type { PatchUpdate, ViewUpdate } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";
import { conversation } from "./frames.ts";

function view(pub: unknown, own: unknown = null): ViewUpdate {
  return {
    t: "view",
    table: "t",
    epoch: "e",
    version: 1,
    audience: "public",
    now_ms: 1,
    pub,
    own,
  } as ViewUpdate;
}

function patch(changes: Record<string, unknown>): PatchUpdate {
  return { t: "patch", table: "t", epoch: "e", version: 2, now_ms: 2, ...changes } as PatchUpdate;
}

Deno.test("a map with numbers as keys changes key by key, and null deletes a key", () => {
  const after = fold(view({ calls: { 0: "P", 1: "1C" } }), patch({ pub: { calls: { 1: null, 2: "1D" } } }));
  assertEquals(after?.pub, { calls: { 0: "P", 2: "1D" } });
});

Deno.test("an empty object takes the place of the old value", () => {
  assertEquals(fold(view({ calls: null }), patch({ pub: { calls: {} } }))?.pub, { calls: {} });
  assertEquals(fold(view({ calls: { 0: "P" } }), patch({ pub: { calls: {} } }))?.pub, { calls: {} });
});

Deno.test("any other value takes the place of the old one, lists and objects as a whole", () => {
  const before = view({ last: { t: "called", seat: 1 }, tricks: [1, 2] });
  const after = fold(before, patch({ pub: { last: { t: "dealt" }, tricks: [2, 2] } }));
  assertEquals(after?.pub, { last: { t: "dealt" }, tricks: [2, 2] });
});

Deno.test("a half that a patch leaves out stays; an own half of null is no own half any more", () => {
  assertEquals(fold(view({ turn: 1 }, { hand: [] }), patch({ pub: { turn: 2 } }))?.own, { hand: [] });
  assertEquals(fold(view({ turn: 1 }, { hand: [] }), patch({ own: null }))?.own, null);
  assertEquals(fold(view({ turn: 1 }), patch({ own: { hand: ["SA"] } }))?.own, { hand: ["SA"] });
});

Deno.test("a time that a patch leaves out is over", () => {
  for (const time of ["deadline_ms", "opens_ms", "next_deal_ms"] as const) {
    assertEquals(fold({ ...view({}), [time]: 9 }, patch({}))?.[time], null);
    assertEquals(fold(view({}), patch({ [time]: 9 }))?.[time], 9);
  }
});

Deno.test("a patch of another epoch or of a later version cannot be applied", () => {
  assertEquals(fold(view({}), patch({ epoch: "f" })), null);
  assertEquals(fold(view({}), patch({ version: 3 })), null);
});

for (const game of ["bridge", "spades", "hanabi", "replay", "hanabi_replay"]) {
  Deno.test(`every patch of the recorded conversation of ${game} can be applied, and no view is changed`, async () => {
    let shown: ViewUpdate | null = null, patches = 0;
    for (const message of await conversation(game)) {
      if (message.t === "view") shown = message;
      else if (message.t === "patch") {
        assert(shown !== null);
        const before: string = JSON.stringify(shown);
        const next: ViewUpdate | null = fold(shown, message);
        assert(next !== null, `expected to apply version ${message.version} to version ${shown.version}`);
        assertEquals(JSON.parse(before), shown);
        shown = next;
        patches++;
      }
    }
    assert(patches > 0);
  });
}
