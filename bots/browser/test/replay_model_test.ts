/** The content of a replay, from answers that a server has given (`replay_answers.json`). */

import { fold } from "../src/wire/fold.ts";
import type { BridgeOwn, BridgePub, PatchUpdate, ReplayPub, ViewUpdate } from "../src/wire/protocol.ts";
import {
  type Analysis,
  auctionRows,
  type BoardPub,
  costlyCards,
  dealsOf,
  dealtHands,
  gameOfPub,
  handsOf,
  lineKey,
  marksOf,
  ordered,
  parContract,
  parted,
  type Position,
  runsOf,
  stepTo,
  suitsOf,
  trickOf,
  trickStep,
} from "../src/replay/model.ts";
import { assert, assertEquals } from "./asserts.ts";
import { conversation } from "./frames.ts";

interface Answers {
  record: unknown;
  analysis: { boards: Analysis[] };
  calls: number;
  all: Position;
  south: Position;
  over: Position;
  spades: unknown;
}
const ANSWERS = JSON.parse(
  await Deno.readTextFile(new URL("replay_answers.json", import.meta.url)),
) as Answers;
const { all, south, over, calls } = ANSWERS;
const [analysis = null] = ANSWERS.analysis.boards;
const pub = (position: Position) => position.pub as BridgePub;
const own = (position: Position) => position.own as BridgeOwn | null;

Deno.test("with all hands open, every card is in a hand or played", () => {
  const hands = handsOf(pub(all), own(all), "all");
  const played = ordered(pub(all).plays).map((play) => play.card as string);
  const cards = new Set([...hands.flatMap((hand) => hand ?? []), ...played]);
  assertEquals([cards.size, played.length], [52, 6]);
  assertEquals(hands.map((hand) => hand?.length), [12, 12, 11, 11]);
});

Deno.test("one seat sees its own hand and dummy", () => {
  const dummy = ((pub(south).contract?.declarer ?? 0) + 2) % 4;
  const hands = handsOf(pub(south), own(south), 2);
  assertEquals(hands.map((hand) => hand !== null), [0, 1, 2, 3].map((seat) => seat === 2 || seat === dummy));
  assertEquals(hands[2], own(south)?.hand);
});

Deno.test("at the end of the board the hands are shown to every seat, without the cards that were played", () => {
  assertEquals(handsOf(pub(over), own(over), 1), [[], [], [], []]);
  const dealt = dealtHands(pub(over));
  assertEquals(dealt?.hands.map((hand) => hand?.length), [13, 13, 13, 13]);
  assertEquals(dealt?.played.size, 52);
  assertEquals(dealtHands(pub(all)), null);
});

Deno.test("the trick is the one in progress, or the one that the last card has completed", () => {
  assertEquals(trickOf(pub(all)).map((play) => play.card), ["HQ", "H7"]);
  const plays = Object.fromEntries(Object.entries(pub(all).plays).slice(0, 4));
  assertEquals(trickOf({ ...pub(all), plays }).length, 4);
  assertEquals(trickOf({ ...pub(all), plays: {} }), []);
});

Deno.test("the auction begins below its dealer", () => {
  const rows = auctionRows({ ...pub(all), dealer: 2 });
  assertEquals(rows[0]?.map((cell) => cell?.index ?? null), [null, null, null, 0]);
  assertEquals(rows.flat().filter((cell) => cell !== null).length, calls);
});

Deno.test("a big step goes to the end of the auction, and then from trick to trick", () => {
  const moves = all.turns;
  assertEquals(trickStep(0, moves, calls, true), calls);
  assertEquals(trickStep(calls, moves, calls, true), calls + 4);
  assertEquals(trickStep(calls + 5, moves, calls, true), calls + 8);
  assertEquals(trickStep(moves - 1, moves, calls, true), moves);
  assertEquals(trickStep(calls + 5, moves, calls, false), calls + 4);
  assertEquals(trickStep(calls + 4, moves, calls, false), calls);
  assertEquals(trickStep(calls, moves, calls, false), 0);
});

Deno.test("the cards of the hand in turn carry their double-dummy values beside the contract", () => {
  // At 2♥ with six cards played, North may play the nine or the six of hearts: both lead to seven tricks.
  assertEquals(marksOf(analysis, pub(all)), { H9: "−1", H6: "−1" });
  assertEquals(marksOf(null, pub(all)), {});
  assertEquals(marksOf(analysis, pub(over)), {});
  const plays = Object.fromEntries(Object.entries(pub(all).plays).slice(0, 5));
  assertEquals(marksOf(analysis, { ...pub(all), plays }), { HT: "=", H8: "−1", H7: "−1" });
});

Deno.test("neighbours with the same value share one mark", () => {
  const marks = { HT: "=", H8: "−1", H7: "−1" };
  assertEquals(runsOf(["HT", "H8", "H7"], marks), [
    { mark: "=", cards: ["HT"] },
    { mark: "−1", cards: ["H8", "H7"] },
  ]);
  assertEquals(runsOf(["SA", "SK"], marks), [{ mark: null, cards: ["SA", "SK"] }]);
});

Deno.test("a card costs tricks if another card of the hand was better for its side", () => {
  assert(analysis !== null);
  for (const { place, seat, card, tricks } of costlyCards(analysis, 2)) {
    const values = analysis.cards.find((each) => each.place === place)?.values ?? {};
    const best = seat % 2 === 0 ? Math.max(...Object.values(values)) : Math.min(...Object.values(values));
    assertEquals(Math.abs((values[card] ?? 0) - best), tricks);
  }
  const cards = [{ place: 0, seat: 3, played: "HT", values: { HT: 8, H7: 7 } }];
  assertEquals(costlyCards({ ...analysis, cards }, 2), [{ place: 0, seat: 3, card: "HT", tricks: 1 }]);
  assertEquals(costlyCards({ ...analysis, cards }, 1), []);
});

Deno.test("the list of a table's deals has each board with its contract and its result", () => {
  const deals = dealsOf("bridge", ANSWERS.record);
  assertEquals(deals.map((deal) => deal.number), [1, 2, 3]);
  assertEquals(deals[2]?.contract, { text: "2", strain: "H", declarer: 2, doubled: "", over: -2 });
  assertEquals(deals[0]?.calls, calls);
  assertEquals(dealsOf("bridge", [{ board_num: 4, contract: { level: 0 } }])[0]?.contract, "passed");
  assertEquals(dealsOf("spades", ANSWERS.spades).map((deal) => deal.number), [1, 2]);
  assertEquals(dealsOf("hanabi", { deck: [] }).map((deal) => deal.number), [1]);
});

Deno.test("the suits of a hand stand in a diagram from spades to clubs", () => {
  assertEquals(suitsOf(["CA", "SK", "S2"]).map(({ cards }) => cards), [["SK", "S2"], [], [], ["CA"]]);
});

Deno.test("the id of a game has the table and the number of the deal", () => {
  assertEquals(parted("house.12"), { table: "house", number: 12 });
  assertEquals(parted("house"), { table: "house", number: null });
});

/** Returns the views of the leader in the recorded conversation of a replay. */
async function led(game: string): Promise<ViewUpdate[]> {
  const views: ViewUpdate[] = [];
  for (const update of await conversation(game)) {
    const last = views.at(-1);
    if (update.t === "view") views.push(update);
    else if (update.t === "patch" && last !== undefined) {
      const next = fold(last, update as PatchUpdate);
      if (next !== null) views.push(next);
    }
  }
  return views;
}

Deno.test("at a table that shows a file, the leader steps within the record", async () => {
  const shown = (await led("replay")).map((view) => view.pub as ReplayPub).filter((pub) =>
    pub.files_boards > 0
  );
  const [first] = shown;
  assert(first !== undefined);
  assertEquals(stepTo(first, first.at), null);
  assertEquals(stepTo(first, first.at + 1), { t: "seek", board: 0, at: first.at + 1 });
  assertEquals(stepTo(first, 999), { t: "seek", board: 0, at: first.moves });
  assertEquals(shown.map((pub) => gameOfPub(pub)), shown.map(() => "bridge"));
  const hands = handsOf(first as BoardPub, null, "all");
  assertEquals(hands.map((hand) => hand?.length), [13, 13, 13, 13]);
  assertEquals(handsOf(first as BoardPub, null, 1).map((hand) => hand !== null), [false, true, false, false]);
});

Deno.test("among tried moves the leader rewinds, and the record lies before them", async () => {
  const view = (await led("replay")).map((each) => each.pub as ReplayPub).find((pub) => pub.files_boards > 0);
  assert(view !== undefined);
  const tried = { ...view, tried: 3, at: 5, moves: 5 };
  assertEquals(stepTo(tried, 4), { t: "rewind", at: 4 });
  assertEquals(stepTo(tried, 3), { t: "rewind", at: 3 });
  assertEquals(stepTo(tried, 2), { t: "seek", board: 0, at: 2 });
});

Deno.test("a board is analysed once, and each position among tried moves for itself", async () => {
  const view = (await led("replay")).map((each) => each.pub as ReplayPub).find((pub) => pub.files_boards > 0);
  assert(view !== undefined);
  assertEquals(
    lineKey({ ...view, at: 1 }),
    lineKey({ ...view, at: 7, plays: { 0: { seat: 1, card: "SA" } } }),
  );
  assert(lineKey(view) !== lineKey({ ...view, place: view.place + 1 }));
  const tried = { ...view, tried: 3, moves: 4, plays: { 0: { seat: 1, card: "SA" } } } as ReplayPub;
  assert(lineKey(tried) !== lineKey(view));
  assert(lineKey(tried) !== lineKey({ ...tried, plays: { 0: { seat: 1, card: "SK" } } } as ReplayPub));
});

Deno.test("a contract of par has the seats that declare it, its strain, and its result", () => {
  assertEquals(parContract("N 2D+2"), { seats: [0], level: "2", strain: "D", rest: "+2" });
  assertEquals(parContract("EW 4SX-1"), { seats: [1, 3], level: "4", strain: "S", rest: "X−1" });
  assertEquals(parContract("NS 3N="), { seats: [0, 2], level: "3", strain: "NT", rest: "=" });
  assertEquals(parContract("W 3NT="), { seats: [3], level: "3", strain: "NT", rest: "=" });
  assertEquals(parContract("passed out"), null);
});
