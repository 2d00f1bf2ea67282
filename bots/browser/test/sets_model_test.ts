Object.assign(globalThis, { location: { hash: "", origin: "http://127.0.0.1" } });
const {
  AGAIN_MS,
  areOpen,
  boardFacts,
  isOld,
  isImps,
  isPercent,
  LEAST_MS,
  playersText,
  replayOf,
  scoringsOf,
  tableLabel,
} = await import("../src/sets/model.ts");
const { language, speak, words } = await import("../src/i18n/index.ts");
const { shownHundredths, shownIn, shownNumber, shownSigned } = await import("../src/ui/numbers.ts");
const { eventOfSet, placeInEvent, setOf } = await import("../src/people/model.ts");
import { words as de } from "../src/i18n/de/index.ts";
import { words as en } from "../src/i18n/en/index.ts";
import type { Comparison, SetShown, Traveller } from "../src/sets/model.ts";
import type { Pub } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";

const SHOWN: SetShown = {
  board_set: "s",
  name: "Evening",
  game: "bridge",
  tables: [
    { table: "st1", name: "Evening (table 1)", admitted: true },
    { table: "st2", name: "Evening (table 2)", admitted: false },
  ],
  boards: [7],
  scorings: { mp: "matchpoints", victory: "victory points" },
  public: false,
  comparison: null,
};
const TRAVELLER: Traveller = { board: 7, dealer: 2, vulnerable: "Both", lines: [], top: null, datum: null };

await speak("en");

Deno.test("the name of a table is its number or its room, in the language of the page", () => {
  assertEquals(tableLabel("Evening (table 12)", de), "Tisch 12");
  assertEquals(tableLabel("(table 1)", en), "Table 1");
  assertEquals(tableLabel("Match (closed room)", de), de.lobby.closedRoom);
  assertEquals(tableLabel("Evening (table A)", en), "Evening (table A)");
});

Deno.test("a pair has both names, a team both pairs, and a pair of robots no names", () => {
  assertEquals(playersText(["Nora", "Susan"], en), "Nora & Susan");
  assertEquals(playersText(["Nora", "sampler:expert"], de), "Nora & Roboter");
  assertEquals(playersText(["Nora", null], en), "Nora & empty seat");
  assertEquals(playersText(["Nora", "Susan", "Emil", "Walter"], en), "Nora & Susan, Emil & Walter");
  assertEquals(playersText(["plain", "sampler"], en), "Robots");
  // A player may be called like the word for a robot.
  assertEquals(playersText(["Robot", "Robot"], en), "Robot & Robot");
});

Deno.test("a replay is offered only of a table that the person may enter", () => {
  assertEquals(replayOf(SHOWN, 0, 7), "#/replay/st1.7");
  assertEquals(replayOf(SHOWN, 1, 7), null);
  assertEquals(replayOf(SHOWN, 2, 7), null);
});

Deno.test("a scoring that the page does not know has the server's name", () => {
  assertEquals(scoringsOf(SHOWN, de), [["mp", "Matchpunkte"], ["victory", "victory points"]]);
  const words = ["mp", "imp", "butler", "bam", "total"];
  assertEquals(words.filter(isPercent), ["mp", "bam"]);
  assertEquals(words.filter(isImps), ["imp", "butler"]);
  assertEquals(Object.keys(de.sets.scorings), Object.keys(en.sets.scorings));
});

Deno.test("a board has its dealer and its vulnerability, and the top or the datum of its scoring", () => {
  const write = (amount: number) => String(amount);
  assertEquals(boardFacts(TRAVELLER, en, write), "Dealer South · Both sides vulnerable");
  assertEquals(
    boardFacts({ ...TRAVELLER, top: 4 }, en, write),
    "Dealer South · Both sides vulnerable · top 4",
  );
  assertEquals(
    boardFacts({ ...TRAVELLER, datum: -430 }, de, write),
    "Teiler Süd · Alle in Gefahr · Mittelwert -430",
  );
});

Deno.test("points have the sign and the decimals of the page's language", async () => {
  await speak("de");
  assertEquals([1234.5, -3.5, 0, 2].map(shownSigned), ["+1.234,5", "−3,5", "0", "+2"]);
  assertEquals([shownHundredths(58.3, false), shownHundredths(-0.5, true)], ["58,30", "−0,50"]);
  assertEquals(shownNumber(2.5), "2,5");
  await speak("en");
  assertEquals([language.value, words.value === en], ["en", true]);
  assertEquals([shownHundredths(58.3, false), shownHundredths(2, true)], ["58.30", "+2.00"]);
  const columns = [[16.67, 8], [16, 8]];
  assertEquals(columns.map((column) => column.map(shownIn(column))), [["16.67", "8.00"], ["16", "8"]]);
});

Deno.test("the page does not ask again by itself before 15 seconds have passed", () => {
  assert(isOld(null, 5_000) && isOld(5_000, 5_000 + LEAST_MS) && !isOld(5_000, 4_999 + LEAST_MS));
  assert(LEAST_MS >= 15_000 && AGAIN_MS >= LEAST_MS);
});

Deno.test("the travellers of an evening are open, and those of a large set are closed at first", () => {
  const comparison = (boards: number, tables: number): Comparison => ({
    game: "bridge",
    scoring: "mp",
    tables: [],
    travellers: Array.from({ length: boards }, (_, board) => ({
      ...TRAVELLER,
      board,
      lines: Array.from({ length: tables }, (_, table) => ({
        table,
        result: { score_ns: 0 },
        north_south: null,
        east_west: null,
      })),
    })),
    rankings: [],
  });
  assertEquals([areOpen(comparison(24, 4)), areOpen(comparison(32, 64))], [true, false]);
});

Deno.test("a table knows its set, and a table of a match or of its own has none", () => {
  const pub = { game: "bridge", board_set: { id: "s", tables: 2 } } as unknown as Pub;
  assertEquals(setOf(pub), "s");
  assertEquals([eventOfSet("e-3f2a-12"), eventOfSet("s"), eventOfSet("e-3f2a")], ["e-3f2a", null, null]);
  assertEquals(placeInEvent("e-3f2a-12-1"), { event: "e-3f2a", round: 12, table: 1 });
  assertEquals([placeInEvent("e-3f2a-12"), placeInEvent("t")], [null, null]);
  assertEquals([setOf(null), setOf({ ...pub, board_set: null } as Pub)], [null, null]);
});
