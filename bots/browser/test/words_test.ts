import { beginners as germanBeginners } from "../src/i18n/de/beginners.ts";
import { beginners } from "../src/i18n/en/beginners.ts";
import { directing as germanDirecting } from "../src/i18n/de/directing.ts";
import { events as germanEvents } from "../src/i18n/de/events.ts";
import { directing } from "../src/i18n/en/directing.ts";
import { events } from "../src/i18n/en/events.ts";
import { words as de } from "../src/i18n/de/index.ts";
import { words as en } from "../src/i18n/en/index.ts";
import { LANGUAGES } from "../src/i18n/index.ts";
import { assert, assertEquals } from "./asserts.ts";

function* texts(words: unknown, path: string): Generator<[string, string]> {
  if (typeof words === "string") yield [path, words];
  else if (typeof words === "object" && words !== null) {
    for (const [key, each] of Object.entries(words)) yield* texts(each, `${path}.${key}`);
  }
}

Deno.test("no word of any language is empty", async () => {
  for (const [language, part] of Object.entries(LANGUAGES)) {
    const { words } = await part.load();
    for (const [path, text] of texts(words, language)) {
      assert(text.trim() !== "", `expected a text for ${path}`);
    }
  }
});

Deno.test("the words for beginners have a text for everything in each language, and as many rules", () => {
  for (const [path, text] of [...texts(beginners, "en"), ...texts(germanBeginners, "de")]) {
    assert(text.trim() !== "", `expected a text for ${path}`);
  }
  assertEquals(germanBeginners.sections.length, beginners.sections.length);
});

Deno.test("the words of events have the same names in each language, and none is empty but the name of nothing", () => {
  const named = (words: unknown) => [...texts(words, "")].map(([path]) => path);
  assertEquals(named(germanEvents), named(events));
  assertEquals(named(germanDirecting), named(directing));
  for (
    const [path, text] of [events, germanEvents, directing, germanDirecting].flatMap((
      each,
    ) => [...texts(each, "")])
  ) {
    assert(text.trim() !== "" || path === ".laws.0", `expected a text for ${path}`);
  }
});

Deno.test("most words of the second language differ from the English ones", () => {
  const english = [...texts(en, "")], german = [...texts(de, "")];
  const same = english.filter(([, text], index) => german[index]?.[1] === text).length;
  assert(same < english.length / 3, `expected few equal words, got ${same} of ${english.length}`);
});

Deno.test("German players of Spades say Kreuz, and those of bridge say Treff", async () => {
  Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
  const { spoken } = await import("../src/ui/PlayingCard.tsx");
  const { suitsOf } = await import("../src/spades/names.ts");
  assertEquals(spoken("CA", de), "Treff Ass");
  assertEquals(spoken("CA", de, suitsOf(de)), "Kreuz Ass");
  assert(!JSON.stringify(de.spades).includes("Treff"));
});
