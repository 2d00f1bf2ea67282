import { soundsBetween } from "../src/table/sounds.ts";
import type { ViewUpdate } from "../src/wire/protocol.ts";
import { assertEquals } from "./asserts.ts";

function view(pub: object, decision: string | null = null): ViewUpdate {
  return { t: "view", pub, own: { decision } } as unknown as ViewUpdate;
}

const AUCTION = { game: "bridge", board: 1, phase: "auction", calls: { 0: "P" }, plays: {}, tricks: [0, 0] };
const plays = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index, {}]));
const PLAY = { ...AUCTION, phase: "play", plays: plays(3) };

Deno.test("a first view makes no sound, and a message that changes no move makes none", () => {
  assertEquals(soundsBetween(null, view(AUCTION, "0.1")), []);
  assertEquals(soundsBetween(view(AUCTION), view(AUCTION)), []);
});

Deno.test("a call, a card and a bid are heard, and a trick that is won", () => {
  assertEquals(soundsBetween(view(AUCTION), view({ ...AUCTION, calls: { 0: "P", 1: "P" } })), ["move"]);
  assertEquals(soundsBetween(view(PLAY), view({ ...PLAY, plays: plays(4), tricks: [1, 0] })), [
    "move",
    "trick",
  ]);
  const bidding = { game: "spades", hand: 1, phase: "bidding", bids: {} };
  assertEquals(soundsBetween(view(bidding), view({ ...bidding, bids: { 0: {} } })), ["move"]);
  const hanabi = { game: "hanabi", game_no: 1, phase: "play", turns: 4 };
  assertEquals(soundsBetween(view(hanabi), view({ ...hanabi, turns: 5 })), ["move"]);
});

Deno.test("the turn is heard once, also if the player goes on after an own card", () => {
  assertEquals(soundsBetween(view(PLAY), view(PLAY, "0.3")), ["turn"]);
  assertEquals(soundsBetween(view(PLAY, "0.3"), view({ ...PLAY, plays: plays(4) }, "0.4")), ["move"]);
});

Deno.test("the end of a deal is heard, the next deal is not", () => {
  const over = { ...PLAY, phase: "over", plays: plays(4) };
  assertEquals(soundsBetween(view(PLAY), view(over)), ["move", "end"]);
  assertEquals(soundsBetween(view(over), view({ ...AUCTION, board: 2, calls: {} })), []);
});
