/** The advice for beginners: legal at each position, good enough for the first board, and right about its score. */

Object.assign(globalThis, {
  localStorage: { getItem: () => null, setItem: () => {} },
  location: { hash: "", origin: "http://127.0.0.1" },
});
const { callAdvice, cardAdvice, scoreLines } = await import("../src/bridge/advice.ts");
const { DEAL } = await import("../src/bridge/firstBoard.ts");
const { sentences } = await import("../src/bridge/Guide.tsx");
import { beginners as de } from "../src/i18n/de/beginners.ts";
import { beginners as en } from "../src/i18n/en/beginners.ts";
import { words as german } from "../src/i18n/de/index.ts";
import { words as english } from "../src/i18n/en/index.ts";
import type {
  BridgeContract,
  BridgeOwn,
  BridgePlay,
  BridgePub,
  BridgeSeat,
  BridgeVulnerability,
  Card,
} from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";
import { served } from "./python.ts";

const SUITS = "SHDC", RANKS = "23456789TJQKA";

/** Returns the four hands of a deal in PBN, North first. */
function handsOf(deal: string): Card[][] {
  return deal.slice(2).split(" ").map((hand) =>
    hand.split(".").flatMap((ranks, suit) => [...ranks].map((rank) => SUITS[suit] + rank as Card))
  );
}

/** A view of a board in 4♠ by South, as its declarer sees it. */
function seen(hands: Card[][], plays: BridgePlay[], turn: BridgeSeat, legal: Card[]): [BridgePub, BridgeOwn] {
  const contract: BridgeContract = { level: 4, strain: "S", declarer: 2, doubled: 1 };
  const pub = {
    game: "bridge",
    phase: "play",
    plays: Object.fromEntries(plays.entries()),
    calls: {},
    tricks: [0, 0],
    turn,
    contract,
    dummy: plays.length > 0 ? hands[0] : null,
  } as unknown as BridgePub;
  return [pub, { game: "bridge", seat: 2, hand: hands[2] ?? [], cards: legal }];
}

function height(card: Card, led: Card): number {
  return RANKS.indexOf(card[1] ?? "") + (card[0] === "S" ? 100 : card[0] === led[0] ? 50 : 0);
}

/** Plays the deal in 4♠: South and dummy take the advice, the opponents play by chance. Returns South's tricks. */
function tricksOf(deal: string, chance: () => number): number {
  const hands = handsOf(deal), plays: BridgePlay[] = [];
  let turn: BridgeSeat = 3, won = 0;
  for (let place = 0; place < 52; place++) {
    const trick = plays.slice(plays.length - place % 4), hand = hands[turn] ?? [];
    const suited = hand.filter((card) => card[0] === trick[0]?.card[0]);
    const legal = suited.length > 0 ? suited : hand;
    const [pub, own] = seen(hands, plays, turn, legal);
    const advice = turn % 2 === 0 ? cardAdvice(pub, own) : null;
    const card: Card | undefined = turn % 2 === 0 ? advice?.card : legal[Math.floor(chance() * legal.length)];
    if (card === undefined || !legal.includes(card)) throw new Error(`expected a legal card, got ${card}`);
    if (advice !== null) {
      for (const [said, all] of [[en, english], [de, german]] as const) {
        const told = sentences(pub, own, said, all).at(-1) ?? "";
        assert(told.includes(said.why[advice.why](advice.out)), told);
      }
    }
    hands[turn] = hand.filter((each) => each !== card);
    plays.push({ seat: turn, card });
    turn = (turn + 1) % 4 as BridgeSeat;
    if (place % 4 === 3) {
      const four: BridgePlay[] = plays.slice(-4);
      const led: Card = four[0]?.card ?? card;
      const best: BridgePlay = four.reduce((one, next) =>
        height(next.card, led) > height(one.card, led) ? next : one
      );
      turn = best.seat;
      won += turn % 2 === 0 ? 1 : 0;
    }
  }
  return won;
}

Deno.test("a hand opens its five cards of a major suit, bids a game after a raise, and passes otherwise", () => {
  const hand = handsOf(DEAL)[2] ?? [];
  const opening = callAdvice(2, hand, [], ["P", "1S"]);
  assertEquals(opening, { why: "open", call: "1S", points: 19, suit: "S", length: 5 });
  const raised = [{ seat: 2, call: "1S" }, { seat: 3, call: "P" }, { seat: 0, call: "2S" }] as const;
  assertEquals(callAdvice(2, hand, raised, ["P", "4S"]), {
    why: "game",
    call: "4S",
    points: 19,
    sum: 25,
    suit: "S",
  });
  assertEquals(callAdvice(2, hand.slice(5), [], ["P", "1S"]).why, "weak");
  assertEquals(callAdvice(2, hand, [{ seat: 2, call: "1S" }, { seat: 0, call: "1NT" }], ["P"]).why, "enough");
});

Deno.test("a beginner who takes the advice makes the contract of the first board, however the opponents play", () => {
  assertEquals(new Set(handsOf(DEAL).flat()).size, 52);
  let state = 7;
  const chance = () => (state = state * 16807 % 2147483647) / 2147483647;
  for (let game = 0; game < 100; game++) assert(tricksOf(DEAL, chance) >= 10);
});

Deno.test("the score is told line by line, and its sum is the server's", async () => {
  const scores = await served<[number, string, number, boolean, number]>(`
import json
from msgspec import convert
from protocol.rules.bridge.scoring import score
from protocol.v1.bridge import Contract
for level in range(1, 8):
    for strain in ("C", "D", "H", "S", "NT"):
        for tricks in range(0, 14):
            for red in (False, True):
                print(json.dumps((level, strain, tricks, red, score(convert({"level": level, "strain": strain, "declarer": 2}, Contract), tricks, red))))
`);
  for (const [level, strain, tricks, red, score] of scores ?? []) {
    const contract = { level, strain, declarer: 2, doubled: 1 } as BridgeContract;
    const lines = scoreLines(contract, tricks, red ? "NS" : "None" as BridgeVulnerability) ?? [];
    const sum = lines.reduce((all, line) => all + line.points, 0);
    assertEquals([level, strain, tricks, red, sum], [level, strain, tricks, red, score]);
  }
  const doubled = { level: 4, strain: "S", declarer: 2, doubled: 2 } as const;
  assertEquals(scoreLines(doubled, 10, "None"), null);
});

Deno.test("the end of a board says whether the contract was made, and all four passes score nothing", () => {
  const over = (tricks: number | null) => {
    const contract = tricks === null ? null : { level: 4, strain: "S", declarer: 2, doubled: 1 };
    return {
      game: "bridge",
      phase: "over",
      result: { score_ns: 0, contract, tricks },
    } as unknown as BridgePub;
  };
  const told = (tricks: number | null) => sentences(over(tricks), null, en, english)[0] ?? "";
  assert(told(10).includes("made") && told(11).includes("11") && told(9).includes("down"));
  assertEquals(told(null), en.over.passed);
});
