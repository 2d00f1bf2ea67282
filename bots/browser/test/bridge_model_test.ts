Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
const {
  answerers,
  auctionOf,
  auctionRows,
  bottomOf,
  callRights,
  cardsLeft,
  drawnBy,
  goneFrom,
  highCardPoints,
  knownHands,
  lastTrickOf,
  needed,
  pendingCall,
  pendingPlay,
  placeOf,
  sorted,
  suitOrder,
  toAnswer,
  trickOf,
  trickWith,
  typedCall,
  winnerOf,
  withSuitSigns,
} = await import("../src/bridge/model.ts");
const { seatName } = await import("../src/bridge/seatName.ts");
const {
  adjustedLines,
  callName,
  fleeting,
  handText,
  happened,
  ownNews,
  remarksText,
  resultText,
  sideScores,
} = await import(
  "../src/bridge/sentences.ts"
);
const { words: en } = await import("../src/i18n/en/index.ts");
import type { BridgeCall, BridgeOwn, BridgePlay, BridgePub, Card } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";
import { recorded } from "./bridge_views.ts";
import { served } from "./python.ts";

const plays = (...cards: string[]) => cards.map((card, seat) => ({ seat, card })) as BridgePlay[];

Deno.test("an ace counts 4 high-card points, a king 3, a queen 2, a jack 1, and other cards none", () => {
  assertEquals([..."AKQJT2"].map((rank) => highCardPoints([`S${rank}` as Card])), [4, 3, 2, 1, 0, 0]);
  assertEquals(highCardPoints(["SA", "HK", "HQ", "D9"]), 9);
});

Deno.test("one of a suit is spoken in the singular", () => {
  assertEquals((["1C", "2C", "1NT"] as const).map((call) => callName(call, en)), [
    "1 club",
    "2 clubs",
    "1 notrump",
  ]);
});

Deno.test("suits stand black and red in turn, trumps first and otherwise spades first", () => {
  assertEquals(suitOrder(null), ["S", "H", "C", "D"]);
  assertEquals(suitOrder("H"), ["H", "S", "D", "C"]);
  assertEquals(suitOrder("D"), ["D", "S", "H", "C"]);
  assertEquals(suitOrder("C"), ["C", "H", "S", "D"]);
});

Deno.test("with a void, the suit whose colour stands alone is in the middle unless it is trumps", () => {
  assertEquals(suitOrder(null, ["S", "C", "D"]), ["S", "D", "C"]);
  assertEquals(suitOrder(null, ["S", "H", "D"]), ["H", "S", "D"]);
  assertEquals(suitOrder("S", ["S", "H", "D"]), ["S", "H", "D"]);
  assertEquals(suitOrder("H", ["S", "H", "C"]), ["H", "S", "C"]);
});

Deno.test("a hand keeps the order of its suits when it has played the last card of one", () => {
  const before = sorted(["S2", "HA", "C3", "D4"], null);
  const later = sorted(["S2", "C3", "D4"], null, ["HA"]);
  assertEquals(later, before.filter((card) => card !== "HA"));
});

Deno.test("cards of a suit stand in the order of their ranks, the ten above the nine", () => {
  assertEquals(sorted(["S9", "ST", "S2", "SA", "SQ"], null), ["SA", "SQ", "ST", "S9", "S2"]);
});

Deno.test("the player's seat stands at the bottom, and the next seat in turn to the left", () => {
  const { own } = recorded("play, South in turn");
  assertEquals(bottomOf(own, "seat"), 2);
  assertEquals([0, 1, 2, 3].map((seat) => placeOf(seat as 0, 0)), ["bottom", "left", "top", "right"]);
  assertEquals(placeOf(3, 2), "left");
  assertEquals(bottomOf(null, "public"), 2);
  assertEquals(bottomOf(recorded("play, director").own, "director"), 2);
});

Deno.test("the auction begins in the dealer's column, and ends with the mark of the seat in turn", () => {
  const { pub, own } = recorded("auction, South is asked");
  const rows = auctionRows(auctionOf(pub, own), pub.dealer, true);
  const shown = rows.map((row) => row.map((cell) => cell.t === "call" ? cell.called.call : cell.t));
  assertEquals(shown, [["none", "none", "none", "1NT"], ["X", "XX", "turn", "none"]]);
});

Deno.test("an alert stands at the call for an opponent, and is not there for partner", () => {
  const west = recorded("auction, West in turn"), north = recorded("auction, North");
  const [seen] = auctionOf(west.pub, west.own), [hidden] = auctionOf(north.pub, north.own);
  assertEquals(seen?.alerted, true);
  assertEquals(seen?.remarks.map((remark) => remark.text), ["15-17 balanced"]);
  assertEquals(hidden?.remarks, []);
});

Deno.test("a player may ask about opponents' calls only, and explain own calls only", () => {
  const { pub, own } = recorded("before the lead, West");
  const rights = auctionOf(pub, own).slice(0, 4).map((called) => callRights(called, pub, own, 3));
  assertEquals(rights.map((each) => each.ask), [true, false, true, false]);
  assertEquals(rights.map((each) => each.explain), [false, true, false, false]);
  assertEquals(callRights(auctionOf(pub, own)[0]!, pub, own, null), { ask: false, explain: false });
});

Deno.test("a question waits for the answer of the player who made the call", () => {
  const asked = toAnswer(recorded("auction, South is asked").own);
  assertEquals(asked.map(([, question]) => [question.seat, question.call]), [[3, 0]]);
  assertEquals(toAnswer(recorded("auction, West is answered").own), []);
});

Deno.test("a trick is won by the highest trump, else by the highest card of the suit that was led", () => {
  assertEquals(winnerOf(plays("HT", "HA", "SA", "H2"), null), 1);
  assertEquals(winnerOf(plays("HT", "HA", "S2", "H2"), "S"), 2);
  assertEquals(winnerOf(plays("HT", "HA", "S2"), "S"), null);
});

Deno.test("a complete trick stays on the table until the next lead", () => {
  const complete = recorded("trick complete, East");
  const trick = trickOf(complete.pub, complete.own);
  assertEquals(trick?.plays.map((play) => play.card), ["HT", "H4", "HQ", "HA"]);
  assertEquals(trick?.winner, 2);
  const next = recorded("play, South plays from dummy");
  assertEquals(trickOf(next.pub, next.own)?.plays.map((play) => play.card), ["DK", "D7"]);
  assertEquals(lastTrickOf(next.pub, next.own)?.plays.map((play) => play.card), ["HT", "H4", "HQ", "HA"]);
});

Deno.test("a card that is not stored yet lies on the table, and decides nothing", () => {
  const { pub, own } = recorded("play, South plays from dummy");
  const put = pendingPlay({ t: "play", card: "D2" }, pub), trick = trickWith(trickOf(pub, own), put);
  assertEquals(put, { seat: pub.turn as never, card: "D2" });
  assertEquals(trick?.plays.map((play) => play.card), ["DK", "D7", "D2"]);
  assertEquals([trick?.pending, trick?.winner], ["D2", null]);
  const fourth = trickWith({ first: 8, plays: plays("HT", "HA", "S2"), winner: null }, {
    seat: 3,
    card: "HK",
  });
  assertEquals([fourth?.plays.length, fourth?.winner], [4, null]);
  const complete = recorded("trick complete, East");
  const lead = trickWith(trickOf(complete.pub, complete.own), { seat: 2, card: "DK" });
  assertEquals([lead?.first, lead?.plays.length], [4, 1]);
  assertEquals(pendingPlay({ t: "claim", tricks: 3 } as never, pub), null);
});

Deno.test("a call that is not stored yet stands in the auction, after the calls before it", () => {
  const { pub, own } = recorded("auction, South is asked");
  const called = pendingCall({ t: "call", call: "2C", alert: true } as never, pub);
  assert(called !== null);
  const shown = auctionRows([...auctionOf(pub, own), called], pub.dealer, false).flat();
  assertEquals(shown.flatMap((cell) => cell.t === "call" ? [cell.called.call] : []), [
    "1NT",
    "X",
    "XX",
    "2C",
  ]);
  assertEquals([called.seat, called.alerted, called.pending], [pub.turn as never, true, true]);
});

Deno.test("where only the last trick may be seen, only a side that has not played on may see it, and not dummy", () => {
  const seen = ["North", "East", "South is dummy"].map((seat) => {
    const { pub, own } = recorded(`play with look_back law, ${seat}`);
    return lastTrickOf(pub, own)?.plays.map((play) => play.card) ?? null;
  });
  assertEquals(seen, [["CJ", "C4", "CA", "C3"], null, null]);
});

Deno.test("a seat sees its own hand and dummy, and counts the cards of the others", () => {
  const { pub, own } = recorded("play, South plays from dummy");
  const hands = knownHands(pub, own);
  assertEquals(hands.map((hand) => hand?.length ?? null), [12, null, 11, null]);
  assertEquals([cardsLeft(1, pub), cardsLeft(3, pub)], [12, 11]);
  assertEquals(goneFrom(2, pub, own), ["HA", "DK"]);
});

Deno.test("the public sees dummy only, a director sees every hand", () => {
  const audience = recorded("play, public"), director = recorded("play, director");
  assertEquals(knownHands(audience.pub, audience.own).map((hand) => hand !== null), [
    true,
    false,
    false,
    false,
  ]);
  assert(knownHands(director.pub, director.own).every((hand) => hand !== null));
});

Deno.test("a claim shows the claimer's hand, and a finished board all dealt hands", () => {
  const claim = recorded("claim, East votes"), over = recorded("over, public");
  assertEquals(knownHands(claim.pub, claim.own).map((hand) => hand !== null), [true, true, true, false]);
  assertEquals(knownHands(over.pub, over.own).map((hand) => hand?.length), [13, 13, 13, 13]);
});

Deno.test("the tricks that declarer needs are counted from the contract and the tricks won", () => {
  assertEquals(needed(recorded("play, South in turn").pub), { needs: 7, missing: 7, left: 13 });
  assertEquals(needed(recorded("play, South plays from dummy").pub), { needs: 7, missing: 6, left: 12 });
  assertEquals(needed(recorded("auction, West in turn").pub), null);
});

Deno.test("calls can be typed in the ways of players", () => {
  assertEquals(typedCall("1NT"), ["1nt", "1n"]);
  assertEquals(typedCall("4S"), ["4s"]);
  assertEquals(typedCall("P"), ["p"]);
  assert(typedCall("X").includes("x") && typedCall("XX").includes("xx"));
});

Deno.test("the players who wait for the next rubber have seats with a name, too", () => {
  assertEquals([0, 1, 2, 3, 4].map((seat) => seatName(seat, en)), [
    "North",
    "East",
    "South",
    "West",
    "Waiting 1",
  ]);
});

function told(before: string, now: string): string[] {
  return happened(recorded(before), recorded(now), en);
}

Deno.test("a card is said with its player, and a trick with its winner and the score", () => {
  assertEquals(told("play, South in turn", "trick complete, East"), [
    "South plays ace of hearts",
    "South wins the trick",
    "North-South 1, East-West 0",
  ]);
});

Deno.test("a player hears the hand once when it is dealt, and each turn", () => {
  const { pub, own } = recorded("auction, South is asked");
  assert(own?.hand != null);
  const dealt = { pub: { ...pub, calls: {}, remarks: {} }, own: { ...own, decision: null, calls: null } };
  const before = { pub: { ...pub, phase: "deal", calls: {} } as typeof pub, own: null };
  const turn = { pub, own: { ...own, decision: "0.3", calls: ["P"] as BridgeCall[], cards: null } };
  assertEquals(ownNews(before, dealt, en), [`Your hand: ${handText(own.hand, en)}`]);
  assertEquals(ownNews(dealt, turn, en), ["Your turn to call"]);
  assertEquals(ownNews(turn, turn, en), []);
  const lead = {
    pub: { ...pub, turn: own.seat },
    own: { ...own, decision: "0.9", calls: null, cards: ["SA"] as Card[] },
  };
  assertEquals(ownNews(turn, lead as never, en), ["Your turn to play"]);
  assertEquals(ownNews(turn, { ...lead, pub: { ...pub, turn: 0 } } as never, en), ["Play from dummy"]);
});

Deno.test("a hand is said one suit after the other, the highest card first", () => {
  assertEquals(
    handText(["S4", "SA", "HT", "C9"] as Card[], en),
    "Spades ace, four; Hearts ten; Clubs nine; Diamonds none",
  );
});

Deno.test("a new question, a claim and a result are said, and nothing before the first view", () => {
  assert(
    told("auction, West in turn", "auction, South is asked").includes(
      "West asks about 1 notrump: With a five-card major?",
    ),
  );
  assert(
    told("undo refused, South", "claim, East votes").includes("South claims 11 of 12 tricks: all high"),
  );
  assert(
    told("play, South plays from dummy", "undo asked, South").includes("West asks to take back: A slip"),
  );
  assert(
    told("undo asked, South", "undo refused, South").includes("West's request to take back is not granted"),
  );
  const over = recorded("over, public");
  assert(told("claim, East votes", "over, public").includes(resultText(over.pub.result!, en)));
  assertEquals(happened(null, over, en), []);
});

Deno.test("a result is told with its contract, its tricks and its points", () => {
  const result = recorded("over, public").pub.result!;
  assertEquals(
    resultText(result, en),
    `1 notrump redoubled by South, made with 5 over, ${result.score_ns} points for North-South, by a claim`,
  );
});

function waitsFor(name: string): number[] {
  const { pub, own } = recorded(name);
  return answerers(pub, own);
}

Deno.test("a claim waits for the opponents except dummy, and a conceding defender's also for the other defender", () => {
  assertEquals(waitsFor("claim, East votes"), [1, 3]);
  assertEquals(waitsFor("East concedes, public"), [2, 3]);
  assertEquals(waitsFor("East concedes, West"), [2, 3]);
  assertEquals(waitsFor("play, South in turn"), []);
});

Deno.test("a player who has answered a claim is not waited for any more", () => {
  assertEquals(waitsFor("East concedes, West has agreed"), [2]);
  assertEquals(waitsFor("disputed, South"), [0, 1, 2, 3]);
  assertEquals(waitsFor("disputed, South has agreed"), [0, 1, 3]);
});

Deno.test("with screens a player may also explain partner's calls, and never a call of the opponents", () => {
  const north = recorded("screens, North before the explanation"), [call] = auctionOf(north.pub, north.own);
  assertEquals(callRights(call!, north.pub, north.own, 0), { ask: false, explain: true });
  const east = recorded("screens, East");
  assertEquals(callRights(auctionOf(east.pub, east.own)[0]!, east.pub, east.own, 1), {
    ask: true,
    explain: false,
  });
});

Deno.test("where partner explains, a player explains partner's call, and the own one only as declarer or dummy", () => {
  const { pub, own } = recorded("screens, North before the explanation"), [call] = auctionOf(pub, own);
  const aloud = { ...own!, screens: false, partner_explains: true } as BridgeOwn;
  const explains = (board: BridgePub, seat: number) => callRights(call!, board, aloud, seat).explain;
  const during = { ...pub, contract: null } as BridgePub, caller = call!.seat;
  assertEquals([0, 1, 2, 3].map((turn) => explains(during, (caller + turn) % 4)), [
    false,
    false,
    true,
    false,
  ]);
  const declarer = { level: 1, strain: "NT", doubled: 1, declarer: caller } as const;
  assertEquals(explains({ ...during, contract: declarer }, caller), true);
  assertEquals(explains({ ...during, contract: { ...declarer, declarer: 1 } }, 0), caller === 2);
});

Deno.test("an answer stands after the alert and the explanation that came with the call", () => {
  const { pub, own } = recorded("auction, West in turn");
  const remark = { seat: 3 as const, alert: false, text: "or a six-card minor", late: true, said: 2 };
  const answered = { ...own!, remarks: { 3: { ...remark, earlier: { 0: { alert: true, text: "15-17" } } } } };
  const index = Number(Object.keys(pub.calls)[0]), seat = pub.dealer;
  const remarks = { [4 * index + seat]: { ...answered.remarks[3], seat } };
  const [call] = auctionOf(pub, { ...answered, remarks });
  assertEquals(call?.alerted, true);
  assertEquals(
    remarksText(call!.remarks, call!.seat, en),
    "15-17; or a six-card minor (given after the call)",
  );
});

Deno.test("several explanations of a call name their players, and tell whether they were late and how many", () => {
  const shown = recorded("screens, director"), [call] = auctionOf(shown.pub, shown.own);
  assertEquals(
    remarksText(call!.remarks, call!.seat, en),
    "North: 14 to 16 (given after the call, explained 2 times); South: 15-17 balanced",
  );
  const east = recorded("screens, East"), [heard] = auctionOf(east.pub, east.own);
  assertEquals(
    remarksText(heard!.remarks, heard!.seat, en),
    "North: 14 to 16 (given after the call, explained 2 times)",
  );
});

Deno.test("a ruling, a refused request and a disputed claim are shown for a while; calls and cards are not", () => {
  const brief = (before: string, now: string) => fleeting(recorded(before), recorded(now), en);
  assertEquals(brief("before the undo, South", "rolled back, South"), [
    "The director rules: back to 1 call and 0 cards: West had not finished",
  ]);
  assertEquals(brief("undo asked, South", "undo refused, South"), [
    "West's request to take back is not granted",
  ]);
  assertEquals(brief("East concedes, West has agreed", "disputed, South"), ["East's claim is refused"]);
  assertEquals(brief("play, South in turn", "trick complete, East"), []);
  const after = recorded("undo refused, South"), before = recorded("undo asked, South");
  const undone = { ...after, pub: { ...after.pub, last: { t: "undone", seat: 3 } as const } };
  assertEquals(fleeting(before, undone, en), ["West takes back"]);
  const cut = {
    ...after,
    pub: { ...after.pub, last: { t: "cut", cards: ["HT", "SA", "C2", "D4"] } as const },
  };
  assertEquals(fleeting(after, cut as never, en), [
    "The cut for partners: North ♠A, South ♥10, East ♦4, West ♣2",
  ]);
  const claimed = { ...after, pub: { ...after.pub, last: { t: "claimed", seat: 2 } as const } };
  assertEquals(fleeting(before, claimed, en), []);
});

Deno.test("an assigned score tells the outcomes of each side with their weights, and the reason", () => {
  const split = recorded("over, split score").pub.result!;
  assertEquals(adjustedLines(split, en), [
    "North-South: 60%: 3NT by South, made with 1 over; 40%: 3NT by South, down 1",
    "East-West: 100%: 3NT by South, made exactly",
    "Reason: Misinformation",
  ]);
  assertEquals(sideScores(split, en), [`${split.score_ns}`, `${split.score_ew}`]);
  assert(resultText(split, en).includes(`North-South ${split.score_ns}, East-West ${split.score_ew}`));
});

Deno.test("an artificial score tells the average of each side, and an ordinary one the points of one side", () => {
  const averages = recorded("over, averages").pub.result!, ordinary = recorded("over, public").pub.result!;
  assertEquals(sideScores(averages, en), ["average plus", "average minus"]);
  assertEquals(adjustedLines(averages, en), ["Reason: The board was fouled"]);
  assertEquals(sideScores(ordinary, en), [`${ordinary.score_ns}`, ""]);
  assertEquals(adjustedLines(ordinary, en), []);
});

Deno.test("the cards of a cut stand beside the players that sit there after it, as the server seats them", async () => {
  const lines = await served<{ cards: string[]; chairs: number[] }>(`
import json
from random import Random
from protocol.v1.bridge import Options
from protocol.v1.cards import DECK
from server.games.bridge.scores import cut
options = Options(scoring="rubber", partners="cut")
for seed in range(50):
    cards = Random(seed).sample(DECK, 4)
    print(json.dumps({"cards": cards, "chairs": cut.seating(options, cards, (0,) * 4, ()).chairs}))
`);
  for (const { cards, chairs } of lines ?? []) {
    const seats = drawnBy(cards as never).map(({ card, seat }) => [seat, card]);
    const expected = chairs.map((from, seat) => [seat, cards[from]]);
    assertEquals(seats.sort(), expected.sort());
  }
});

Deno.test("where players wait, each card of a cut stands beside the seat from which it was drawn", () => {
  assertEquals(drawnBy(["C2", "SA", "D4", "HT", "H3"]).map(({ seat }) => seat), [0, 1, 2, 3, 4]);
});

Deno.test("suits that are written as in LIN files become signs, and other exclamation marks stay", () => {
  assertEquals(withSuitSigns("5+!C, 4!h or !S."), "5+♣, 4♥ or ♠.");
  assertEquals(withSuitSigns("Careful!clubs are short! D is next"), "Careful!clubs are short! D is next");
});
