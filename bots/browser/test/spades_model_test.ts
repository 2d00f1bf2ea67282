import { eventsBetween } from "../src/spades/events.ts";
import {
  around,
  bidChoices,
  bidState,
  middle,
  partnerOf,
  pendingBid,
  pendingPlay,
  rulesOf,
  sidesOf,
  sortedHand,
  spadesPub,
  statesTotal,
  suitInPlay,
  taskOf,
  trickOf,
  winnerOf,
} from "../src/spades/model.ts";
import { change, explained } from "../src/spades/results.ts";
import { CLASSIC, settled } from "../src/spades/rules.ts";
import { fold } from "../src/wire/fold.ts";
import type { SpadesCard, SpadesPub, ViewUpdate } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";
import { conversation } from "./frames.ts";
import { TABLES } from "./spades_views.ts";

const VIEWS = TABLES.flatMap((table) => table.views);

Deno.test("the points of all lines add up to the change of a side's score, whatever the rules", () => {
  let checked = 0;
  for (const { rules, results } of TABLES) {
    for (const result of results) {
      for (const [side, ended] of result.sides.entries()) {
        const sum = explained(rules, result, side).reduce((total, line) => total + line.points, 0);
        assert(
          sum === change(ended),
          `expected ${change(ended)}, got ${sum} of ${JSON.stringify([result, side])}`,
        );
        checked++;
      }
    }
  }
  assert(checked > 100, `expected many results, got ${checked}`);
});

Deno.test("the recorded results have made and missed bids, nils, bags and penalties", () => {
  const kinds = new Set(
    TABLES.flatMap(({ rules, results }) =>
      results.flatMap((result) =>
        result.sides.flatMap((_, side) => explained(rules, result, side).map((line) => line.t))
      )
    ),
  );
  for (const kind of ["made", "set", "nil", "bags", "penalty", "gift", "unbid", "double_nil"]) {
    assert(kinds.has(kind as "made"), `expected a line ${kind}, got ${[...kinds].join(" ")}`);
  }
});

Deno.test("a hand is sorted as the server sorts it", () => {
  let checked = 0;
  for (const { pub, own } of VIEWS) {
    if (own.hand == null || pub.phase === "draw") continue;
    assertEquals(sortedHand(rulesOf(pub), [...own.hand].sort()), own.hand);
    checked++;
  }
  assert(checked > 50);
});

Deno.test("jokers and high twos are spades at the top of the hand", () => {
  const rules = settled({ jokers: "jjdd" });
  const hand: SpadesCard[] = ["D2", "SA", "LJ", "D3", "S2", "BJ", "CA", "H3"];
  assertEquals(sortedHand(rules, hand), ["BJ", "LJ", "D2", "S2", "SA", "H3", "D3", "CA"]);
  assertEquals([suitInPlay(rules, "D2"), suitInPlay(CLASSIC, "D2")], ["S", "D"]);
});

Deno.test("the winner of a trick is the seat that leads next, and the tricks of the view agree", () => {
  let checked = 0;
  for (const { pub } of VIEWS) {
    const { players } = rulesOf(pub), won: number[] = Array(players).fill(0);
    for (let number = 0; (number + 1) * players <= Object.keys(pub.plays).length; number++) {
      const winner = winnerOf(rulesOf(pub), trickOf(pub, number));
      assert(winner !== null);
      won[winner] = (won[winner] ?? 0) + 1;
      const next = pub.plays[(number + 1) * players];
      if (next !== undefined) assertEquals(winner, next.seat);
      checked++;
    }
    if (pub.phase === "play" || pub.phase === "over") assertEquals(won, pub.tricks);
  }
  assert(checked > 100);
});

Deno.test("a whole trick lies in the middle until the next card is led", () => {
  const view = VIEWS.find(({ pub }) => pub.phase === "over" && rulesOf(pub).players === 4)?.pub;
  assert(view !== undefined);
  const cut = (count: number): SpadesPub => ({
    ...view,
    plays: Object.fromEntries(Object.entries(view.plays).slice(0, count)),
  });
  assertEquals(middle(cut(3)).isWhole, false);
  assertEquals(middle(cut(4)).trick.length, 4);
  assertEquals(middle(cut(4)).winner, view.plays[4]?.seat ?? null);
  assertEquals([middle(cut(5)).trick.length, middle(cut(5)).winner], [1, null]);
});

Deno.test("a card or a bid that is not stored yet is shown, and decides nothing", () => {
  const view = VIEWS.find(({ pub }) => pub.phase === "over" && rulesOf(pub).players === 4)?.pub;
  assert(view !== undefined);
  const cut = (count: number): SpadesPub => ({
    ...view,
    phase: "play",
    turn: 1,
    plays: Object.fromEntries(Object.entries(view.plays).slice(0, count)),
  });
  const put = pendingPlay({ t: "play", card: "S2" }, cut(3));
  assertEquals(put, { seat: 1, card: "S2" });
  assertEquals([middle(cut(3), put).trick.length, middle(cut(3), put).winner], [4, null]);
  assertEquals(middle(cut(4), put).trick, [put]);
  const bidding = { ...view, phase: "bidding", turn: 1 } as SpadesPub,
    bid = { t: "bid", bid: { tricks: 4 } } as const;
  assertEquals([pendingBid(bid, bidding, 1), pendingBid(bid, bidding, 2)], [bid.bid, null]);
});

Deno.test("own seat is at the bottom, the next seat at the left, and the partner opposite", () => {
  for (const { pub } of VIEWS) {
    const rules = rulesOf(pub);
    for (let bottom = 0; bottom < rules.players; bottom++) {
      const places = around(rules.players, bottom);
      assertEquals(places.length, rules.players);
      assertEquals(places[0], { seat: bottom, place: "b" });
      assertEquals(new Set(places.map((each) => each.place)).size, rules.players);
      const partner = partnerOf(rules, bottom);
      if (partner !== null) assertEquals(places.find((each) => each.seat === partner)?.place, "t");
      if (rules.players > 2) assertEquals(places[1], { seat: (bottom + 1) % rules.players, place: "l" });
    }
  }
  assertEquals([2, 3, 4, 5, 6].map((players) => sidesOf(settled({ players }))), [2, 3, 2, 5, 3]);
});

Deno.test("each decision of the view is a task, and nothing is a task without a decision", () => {
  const seen = new Set<string>();
  for (const { pub, own } of VIEWS) {
    const task = taskOf(pub, own);
    seen.add(task.t);
    if (pub.turn == null) assertEquals(task.t, "none");
    else assert(task.t !== "none", JSON.stringify([pub.phase, own]));
    assertEquals(taskOf(pub, null).t, "none");
  }
  for (const task of ["bid", "face_down", "pass", "keep", "play", "none"]) assert(seen.has(task), task);
});

Deno.test("the bids of the view are divided by their kind, and none is lost or invented", () => {
  for (const { own } of VIEWS) {
    const { numbers, nil, blindNumbers, blindNil } = bidChoices(own);
    const count = numbers.length + blindNumbers.length + (nil ? 1 : 0) + (blindNil ? 1 : 0);
    assertEquals(count, own.bids?.length ?? 0);
  }
});

Deno.test("a second partner states the total only after a number of the first", () => {
  const seed = TABLES.find(({ rules }) => rules.team_bid === "second");
  assert(seed !== undefined);
  const view = seed.views.find(({ pub }) => pub.phase === "over")?.pub;
  assert(view !== undefined);
  const bid = (tricks: number, nil = false) => ({ tricks, nil, blind: false });
  const pub: SpadesPub = { ...view, dealer: 0, bids: { 1: bid(4), 2: bid(0, true), 3: bid(6), 0: bid(5) } };
  assertEquals([1, 2, 3, 0].map((seat) => statesTotal(pub, seat)), [false, false, true, false]);
  const said = bidState(pub, 3);
  assert(said.t === "bid" && said.isTotal);
});

Deno.test("the total of a side stands at the second partner, with the tricks of both", () => {
  const view = TABLES.find(({ rules }) => rules.team_bid === "second")?.views.find(({ pub }) =>
    pub.phase === "over"
  )?.pub;
  assert(view !== undefined);
  const bid = (tricks: number, nil = false) => ({ tricks, nil, blind: false });
  const told = (bids: SpadesPub["bids"], rules = view.rules) => {
    const pub: SpadesPub = { ...view, rules, dealer: 0, phase: "play", tricks: [1, 2, 3, 4], bids };
    return [1, 2, 3, 0].map((seat) => {
      const state = bidState(pub, seat);
      assert(state.t === "bid");
      return [state.won, state.isTotal ? "total" : state.isFirst ? "first" : "own"];
    });
  };
  const numbers = { 1: bid(4), 2: bid(3), 3: bid(6), 0: bid(5) };
  assertEquals(told(numbers), [[2, "first"], [3, "first"], [6, "total"], [4, "total"]]);
  const nils = { 1: bid(0, true), 2: bid(3), 3: bid(6), 0: bid(0, true) };
  assertEquals(told(nils), [[2, "own"], [3, "own"], [4, "own"], [1, "own"]]);
  const sum = told(numbers, { ...view.rules, team_bid: "sum" });
  assertEquals(sum, [[2, "own"], [3, "own"], [4, "own"], [1, "own"]]);
});

Deno.test("a seat that may bid blind is told from one that has looked", () => {
  const states = new Set(VIEWS.flatMap(({ pub }) => pub.tricks.map((_, seat) => bidState(pub, seat).t)));
  for (const state of ["none", "not_looked", "bid", "drawing"]) assert(states.has(state as "bid"), state);
});

Deno.test("the events of the recorded conversation are told in their order", async () => {
  const told: string[] = [];
  let view: ViewUpdate | null = null, before: SpadesPub | null = null;
  for (const message of await conversation("spades")) {
    if (message.t === "view") view = message;
    else if (message.t === "patch" && view !== null) view = fold(view, message);
    else continue;
    const pub: SpadesPub | null = spadesPub(view?.pub ?? null);
    if (pub === null) continue;
    const events = eventsBetween(before && { pub: before, own: null }, { pub, own: null });
    told.push(
      ...events.map((event) => event.t === "bid" ? `${event.seat} bids ${event.bid.tricks}` : event.t),
    );
    before = pub;
  }
  assertEquals(told, ["dealt", "1 bids 4", "2 bids 2"]);
});

Deno.test("a hand that ends between two views is told with its cards, its tricks and its result", () => {
  const view = VIEWS.find(({ pub }) => pub.phase === "over" && rulesOf(pub).players === 4)?.pub;
  assert(view !== undefined);
  const before: SpadesPub = {
    ...view,
    phase: "play",
    result: null,
    plays: Object.fromEntries(Object.entries(view.plays).slice(0, 50)),
  };
  const events = eventsBetween({ pub: before, own: null }, { pub: view, own: null });
  assertEquals(events.map((event) => event.t).slice(0, 4), ["played", "played", "won", "result"]);
});
