Object.assign(globalThis, { location: { hash: "", origin: "http://127.0.0.1" } });
const {
  busiest,
  byTitle,
  clockWords,
  handsWords,
  liveTable,
  matchName,
  mergedRows,
  openSeats,
  peopleHere,
  waitingFor,
} = await import(
  "../src/lobby/model.ts"
);
import { words as en } from "../src/i18n/en/index.ts";
import { assertEquals } from "./asserts.ts";
import type { LobbyUpdate, TableRow, ToClient } from "../src/wire/protocol.ts";

/** Returns the messages to the client that the tests of the protocol keep, as JSON. */
async function recorded(): Promise<ToClient[]> {
  const file = await Deno.readTextFile(
    new URL("../../../tests/protocol/frames/updates.txt", import.meta.url),
  );
  return file.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}

function row(part: Partial<TableRow>): TableRow {
  return { table: "t", game: "bridge", name: "", status: "open", seats: [], watchers: 0, ...part };
}

const write = (amount: number) => String(amount);

Deno.test("the rows of a recorded lobby have their free seats, seats of robots and people counted", async () => {
  const lobbies = (await recorded()).filter((each): each is LobbyUpdate => each.t === "lobby");
  const first = lobbies.flatMap((each) => each.rows).find((each) => each.seats.length === 4);
  if (first === undefined) throw new Error("expected a recorded row with seats");
  assertEquals(openSeats(first), { free: [3], robots: [1] });
  assertEquals(busiest([row({ table: "empty" }), first])?.table, first.table);
});

Deno.test("the busiest table has the most people who are there; of equal tables it is the first", () => {
  const away = { seat: 0, player: "p", name: "Ann", here: false }, here = { ...away, here: true };
  const rows = [
    row({ table: "a", seats: [away], watchers: 1 }),
    row({ table: "b", seats: [here], watchers: 1 }),
    row({ table: "c", watchers: 2 }),
  ];
  assertEquals(busiest(rows)?.table, "b");
  assertEquals(busiest([]), null);
});

Deno.test("the picture of the lobby shows people before the house table, and stays at its table", () => {
  const ann = { seat: 0, player: "p", name: "Ann", here: true }, bob = { ...ann, seat: 1, player: "q" };
  const house = row({ table: "house", watchers: 9 }), one = row({ table: "a", seats: [ann] });
  const two = row({ table: "b", seats: [ann, bob] }),
    other = row({ table: "c", game: "spades", seats: [bob] });
  const none: ReadonlySet<string> = new Set();
  const shown = (rows: TableRow[], now: string | null, barred = none) =>
    liveTable(rows, "bridge", now, barred)?.table ?? null;
  assertEquals(shown([other], null), null);
  assertEquals(shown([house, other], null), "house");
  assertEquals(shown([house, one, two], "house"), "b");
  assertEquals(shown([house, one, two], "a"), "a");
  assertEquals(shown([house, two], "a"), "b");
  assertEquals(shown([house, two], null, new Set(["b"])), "house");
  assertEquals(
    shown([row({ table: "a", seats: [{ ...ann, here: false }], watchers: 1 }), house], "a"),
    "house",
  );
  assertEquals(shown([row({ table: "empty" })], null), null);
});

Deno.test("the people here are those who sit and are there, each once, with watchers and waiting players", () => {
  const ann = { seat: 0, player: "p", name: "Ann", here: true }, gone = { ...ann, player: "q", here: false };
  const rows = [row({ seats: [ann, gone], watchers: 2 }), row({ table: "u", seats: [ann], watchers: 1 })];
  const queues = [
    { game: "bridge", pace: "usual" as const, players: 2 },
    { game: "bridge", pace: "fast" as const, players: 1 },
    { game: "spades", pace: "usual" as const, players: 4 },
  ];
  assertEquals(peopleHere(rows, queues), { names: ["Ann"], watching: 3, waiting: 7 });
  assertEquals(waitingFor(queues, "bridge"), 3);
});

Deno.test("a seat whose player may come back is neither free nor a robot's", () => {
  const kept = { seat: 0, owner: "p", robot: "plain", name: "plain", here: true };
  assertEquals(openSeats(row({ seats: [kept, { seat: 1, owner: "q" }] })), { free: [], robots: [] });
});

Deno.test("rows are grouped by the title of their game, and replays of all games stand together", () => {
  const titles: Record<string, string> = { bridge: "Bridge", replay: "Replay", hanabi_replay: "Replay" };
  const rows = ["replay", "bridge", "hanabi_replay", "chess"].map((game) => row({ table: game, game }));
  const groups = byTitle(rows, ["Bridge", "Spades", "Replay"], (each) => titles[each.game] ?? each.game);
  assertEquals(groups.map(([title, each]) => [title, each.map((one) => one.table)]), [
    ["Bridge", ["bridge"]],
    ["Replay", ["replay", "hanabi_replay"]],
    ["chess", ["chess"]],
  ]);
});

Deno.test("a table that has moved to the first page is not listed twice", () => {
  const [a, b, c] = ["a", "b", "c"].map((table) => row({ table }));
  if (!a || !b || !c) throw new Error("three rows");
  assertEquals(mergedRows([a, c], [b, c]).map((each) => each.table), ["a", "c", "b"]);
});

Deno.test("the speed of a table and what its watchers see are told in words", () => {
  const clocks: [TableRow["clock"], string][] = [
    [null, "usual clock"],
    [{ kind: "none" }, "no clock"],
    [{ kind: "move", move_ms: 20_000 }, "20 s a move"],
    [{ kind: "bank", bank_ms: 120_000, increment_ms: 20_000 }, "2 min + 20 s a move"],
    [{ kind: "bank", bank_ms: 600_000 }, "10 min in all"],
    [{ kind: "board", board_ms: 450_000 }, "7.5 min a board"],
  ];
  for (const [clock, words] of clocks) assertEquals(clockWords(row({ clock }), en.lobby, write), words);
  assertEquals(handsWords(row({}), en.lobby, write), "hands shown after each deal");
  assertEquals(handsWords(row({ hands: "live" }), en.lobby, write), "all hands at once");
  assertEquals(
    handsWords(row({ delay: { ms: 180_000, boards: 1 } }), en.lobby, write),
    "all hands, 3 min, 1 board later",
  );
});

Deno.test("the name of a match is what the names of its two tables have in common, without the rooms", () => {
  assertEquals(matchName("Cup (final) (open room)", "Cup (final) (closed room)"), "Cup (final)");
  assertEquals(matchName("(open room)", "(closed room)"), "");
  assertEquals(matchName("Cup (open room)", ""), "");
  assertEquals(matchName("Cup (open room)", "Cup (open room)"), "Cup (open room)");
});
