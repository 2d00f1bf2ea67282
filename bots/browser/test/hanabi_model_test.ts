/** The content of the table of Hanabi, from views that the server made. */

import { isRisky, pendingMove, typedMoves } from "../src/hanabi/choice.ts";
import { news } from "../src/hanabi/events.ts";
import { movesOf } from "../src/hanabi/history.ts";
import {
  type HanabiTable,
  kindsOf,
  paceOf,
  position,
  scoreOf,
  seenCards,
  touchedBy,
} from "../src/hanabi/model.ts";
import {
  cardName,
  characterRule,
  knownWords,
  madeWords,
  reasonWords,
  suitRule,
  variantRules,
} from "../src/hanabi/texts.ts";
import { bestOfPiles, copies, total } from "../src/hanabi/variant.ts";
import { words as de } from "../src/i18n/de/index.ts";
import { words as en } from "../src/i18n/en/index.ts";
import type { HanabiOwn, HanabiPub } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";
import { conversation } from "./frames.ts";
import { served } from "./python.ts";

const names = (seat: number) => ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"][seat] ?? "";

interface Game {
  /** The views of one game in order, as the player in seat 0 sees it. */
  views: { pub: HanabiPub; own: HanabiOwn }[];
}

const SCRIPT = `
import json, random
import msgspec
from protocol.v1.hanabi import Options
from server.games.base import Seated
from server.games.hanabi import view
from tests.games.hanabi.random_play import random_game, random_options

VARIANTS = ("No Variant", "6 Suits", "Black (6 Suits)", "Reversed (5 Suits)", "Up or Down (5 Suits)",
    "Sudoku (5 Suits)", "Sudoku (4 Suits)", "Clue Starved (5 Suits)", "Critical Fours (5 Suits)",
    "Up or Down & Rainbow (6 Suits)", "Throw It in a Hole (5 Suits)", "Orange (5 Suits)", "Cow & Pig (4 Suits)")
rng = random.Random(7)
for variant in VARIANTS:
    for again in range(3):
        options = Options(variant=variant, players=3, detrimental_characters=True) if again == 2 else (
            random_options(variant, rng))
        views = []
        for state in random_game(options, rng, clumsy=0.02):
            views.append({"pub": view.public_half(state), "own": view.own_half(state, Seated(0))})
        print(msgspec.json.encode({"views": views}).decode())
`;

const games = await served<Game>(SCRIPT);
const ignore = games === null;
const all = (games ?? []).flatMap((game) => game.views);

Deno.test({ name: "the best possible score is the server's, in every view", ignore }, () => {
  let lower = 0;
  for (const { pub } of all) {
    if (pub.best == null) continue;
    const gone = (suit: number, rank: number) =>
      Object.entries(pub.fates).filter(([order, fate]) =>
        fate.how !== "played" && pub.cards[order]?.suit === suit && pub.cards[order]?.rank === rank
      ).length;
    const piles = (pub.piles ?? []).map((pile) => pile.map((order) => pub.cards[order]?.rank ?? 0));
    const alive = (suit: number, rank: number) => gone(suit, rank) < copies(pub.variant, { suit, rank });
    assertEquals([pub.variant.name, total(bestOfPiles(pub.variant, piles, alive))], [
      pub.variant.name,
      pub.best,
    ]);
    lower += Number(pub.best < pub.variant.suits.length * (pub.variant.stack ?? 5));
  }
  assert(lower > 100, `expected many views with a lower best score, got ${lower}`);
});

Deno.test({ name: "a discard lowers the best score exactly if the card was critical", ignore }, () => {
  let critical = 0, harmless = 0;
  for (const { views } of games ?? []) {
    for (const [index, { pub }] of views.entries()) {
      const before = views[index - 1]?.pub;
      if (before?.best == null || pub.best == null || pub.last?.t !== "moved") continue;
      const card = pub.cards[pub.last.card], fate = pub.fates[pub.last.card];
      if (card === undefined || fate === undefined || fate.how === "played") continue;
      const kind = kindsOf(before).find((each) =>
        each.card.suit === card.suit && each.card.rank === card.rank
      );
      assertEquals([pub.variant.name, card, kind?.critical], [
        pub.variant.name,
        card,
        pub.best < before.best,
      ]);
      if (kind?.critical) critical++;
      else harmless++;
    }
  }
  assert(critical > 20 && harmless > 100, `expected both kinds, got ${critical} and ${harmless}`);
});

Deno.test({ name: "a card that is played fitted on its pile, and a misplayed one did not", ignore }, () => {
  let played = 0, misplayed = 0;
  for (const { views } of games ?? []) {
    for (const [index, { pub }] of views.entries()) {
      const before = views[index - 1]?.pub;
      if (before?.piles == null || pub.last?.t !== "moved" || (pub.characters?.length ?? 0) > 0) continue;
      const card = pub.cards[pub.last.card], how = pub.fates[pub.last.card]?.how;
      if (card === undefined || how === undefined || how === "discarded") continue;
      const kind = kindsOf(before).find((each) =>
        each.card.suit === card.suit && each.card.rank === card.rank
      );
      assertEquals([pub.variant.name, card, kind?.playable], [pub.variant.name, card, how === "played"]);
      if (how === "played") played++;
      else misplayed++;
    }
  }
  assert(played > 100 && misplayed > 3, `expected both kinds, got ${played} and ${misplayed}`);
});

Deno.test({ name: "each move names the slot that its card had, and the card that was drawn", ignore }, () => {
  for (const { views } of games ?? []) {
    for (const [index, { pub }] of views.entries()) {
      const before = views[index - 1]?.pub, move = movesOf(pub).at(-1);
      if (before === undefined || move === undefined || pub.last == null) continue;
      if (pub.last.t === "moved") {
        assert(move.kind === "departure");
        const hand = before.hands[move.fate.seat] ?? [], at = hand.indexOf(move.order);
        assertEquals([move.order, move.slot], [pub.last.card, at < 0 ? 0 : hand.length - at]);
        assertEquals(move.drawn, pub.last.drawn ?? null);
      }
      if (pub.last.t === "clued") {
        assert(move.kind === "clue");
        const hand = before.hands[move.given.to] ?? [];
        const slots = move.given.cards.map((order) => hand.length - hand.indexOf(order));
        assertEquals(move.slots, slots.sort((one, other) => one - other));
      }
    }
    const last = views.at(-1)?.pub;
    if (last !== undefined) assert(movesOf(last).length >= last.turns - 1);
  }
});

Deno.test({ name: "the cards that a legal clue would touch are those that it touches", ignore }, () => {
  let clues = 0;
  for (const { views } of games ?? []) {
    for (const [index, { pub }] of views.entries()) {
      const before = views[index - 1],
        given = pub.last?.t === "clued" ? pub.given[pub.last.number] : undefined;
      if (before === undefined || given?.giver !== 0 || (pub.characters?.length ?? 0) > 0) continue;
      const clue = given.color == null
        ? { t: "rank" as const, to: given.to, rank: given.rank ?? 0 }
        : { t: "color" as const, to: given.to, color: given.color };
      const touched = touchedBy(position(before.pub, before.own, { mine: 0 }), clue);
      assertEquals([...touched].sort(), [...given.cards].sort());
      clues++;
    }
  }
  assert(clues > 50, `expected many clues, got ${clues}`);
});

Deno.test({ name: "no player sees a card of the own hand, but all cards of the others", ignore }, () => {
  for (const { pub, own } of all) {
    if (pub.phase !== "play" || (pub.characters?.length ?? 0) > 0) continue;
    const shown = position(pub, own, { mine: 0 });
    for (const hand of shown.hands) {
      for (const card of hand.cards) {
        assertEquals([hand.seat, card.card === null], [hand.seat, hand.seat === 0]);
      }
      assertEquals(hand.own, hand.seat === 0);
    }
  }
});

Deno.test({ name: "what a player knows of a card has the card itself", ignore }, () => {
  for (const { pub, own } of all) {
    const shown = position(pub, own, { mine: 0 });
    for (const { card, possible } of shown.hands.flatMap((hand) => hand.cards)) {
      if (card === null || pub.variant.hole) continue;
      assert(possible.some((each) => each.suit === card.suit && each.rank === card.rank));
    }
  }
});

Deno.test({ name: "the receiver of moos and oinks is shown as a player who knows nothing", ignore }, () => {
  const cows = all.filter(({ pub }) => pub.variant.moo && Object.keys(pub.given).length > 0);
  assert(cows.length > 0);
  for (const { pub, own } of cows) {
    assert(position(pub, own, { mine: 0 }).hands.every((hand) => hand.cards.every((card) => !card.told)));
  }
});

Deno.test({ name: "every move, rule and reason has its sentence in both languages", ignore }, () => {
  for (const words of [en, de]) {
    for (const { pub, own } of all.filter((_, index) => index % 9 === 0)) {
      const texts = news({ ...pub, game_no: 0 } as HanabiTable, pub, own, names, words);
      const rules = [
        ...variantRules(pub.variant, words),
        ...pub.variant.suits.map((suit) => suitRule(pub.variant, suit, words)),
      ];
      for (const text of [...texts, ...rules]) assert(!/undefined|null|NaN/.test(text), text);
    }
    for (const { pub } of all.filter(({ pub }) => pub.phase === "over")) {
      assert(reasonWords(pub, names, words));
    }
  }
});

Deno.test({ name: "each character has its rule in both languages", ignore }, () => {
  const found = new Set<number>();
  for (const { pub } of all) {
    for (const character of pub.characters ?? []) {
      found.add(character.id);
      for (const words of [en, de]) {
        const rule = characterRule(pub.variant, character, words);
        assert(rule && rule !== words.hanabi.unknownCharacter && !/undefined|-1/.test(rule), character.name);
      }
    }
  }
  assert(found.size > 10);
});

Deno.test("the pace is that of Hanabi Live: score, deck and a turn each, without the best score", () => {
  const pub = { score: 2, left: 27, best: 25, phase: "play", options: { players: 4 }, characters: [] };
  assertEquals(paceOf(pub as unknown as HanabiPub), { value: 8, risk: "low" });
  assertEquals(paceOf({ ...pub, left: 22 } as unknown as HanabiPub), { value: 3, risk: "medium" });
  assertEquals(paceOf({ ...pub, left: 20 } as unknown as HanabiPub), { value: 1, risk: "high" });
  assertEquals(paceOf({ ...pub, left: 19 } as unknown as HanabiPub), { value: 0, risk: "zero" });
  assertEquals(paceOf({ ...pub, left: 0 } as unknown as HanabiPub), null);
});

Deno.test({
  name: "a perfect score needs 25 cards from 25 clues with three players, from 22 with five",
  ignore,
}, () => {
  const start = (players: number) => {
    const pub = {
      ...all[0]?.pub,
      hands: [],
      given: {},
      fates: {},
      cards: {},
      strikes: 0,
      score: 0,
      best: 25,
    };
    const cards = players <= 3 ? 5 : 4;
    const variant = all.find((each) => each.pub.variant.id === 0)?.pub.variant;
    const at = {
      ...pub,
      variant,
      phase: "play",
      clues: 8,
      left: 50 - cards * players,
      options: { players },
      characters: [],
      piles: [[], [], [], [], []],
    };
    return position(at as unknown as HanabiPub, null).efficiency.needed?.toFixed(2);
  };
  assertEquals([2, 3, 4, 5].map(start), ["0.86", "1.00", "1.00", "1.14"]);
});

Deno.test({ name: "a play is risky only if no card that it can be fits", ignore }, () => {
  for (const { pub, own } of all) {
    if (pub.phase !== "play" || pub.variant.suits.some((suit) => suit.inverted)) continue;
    const shown = position(pub, own, { mine: 0 });
    for (const card of shown.hands[0]?.cards ?? []) {
      const fits = card.possible.some((each) =>
        shown.kinds.some((kind) =>
          kind.playable && kind.card.suit === each.suit && kind.card.rank === each.rank
        )
      );
      assertEquals(isRisky(shown, "play", card.order), pub.piles != null && !fits);
    }
  }
});

Deno.test("the recorded conversations show their hands, piles and moves", async () => {
  for (const game of ["hanabi", "hanabi_replay"]) {
    for (const message of await conversation(game)) {
      if (message.t !== "view") continue;
      const pub = message.pub as HanabiTable, own = (message.own ?? null) as HanabiOwn | null;
      const shown = position(pub, own, { mine: own?.seat ?? null });
      assertEquals(shown.piles.length, pub.variant.suits.length);
      const sizes = shown.hands.map((hand) => hand.cards.length);
      assertEquals(sizes, pub.hands.length > 0 ? pub.hands.map((hand) => hand.length) : sizes.map(() => 0));
      assert(movesOf(pub).length <= pub.turns);
    }
  }
});

Deno.test("a replay from a seat hides the hand of that seat only", async () => {
  const view = (await conversation("hanabi_replay")).find((message) =>
    message.t === "view" && (message.pub as HanabiTable).hands.length > 0 &&
    (message.pub as HanabiTable).deck != null
  );
  assert(view?.t === "view");
  const pub = { ...view.pub, phase: "play" } as HanabiTable;
  assert(position(pub, null).hands.every((hand) => hand.cards.every((card) => card.card !== null)));
  const hidden = position(pub, null, { eyes: 1 }).hands.map((hand) =>
    hand.cards.some((card) => card.card === null)
  );
  assertEquals(hidden, pub.hands.map((_, seat) => seat === 1));
  assert((pub.hands[1] ?? []).every((order) => !seenCards(pub, null, 1).has(order)));
});

Deno.test("what is known of a card is said in words", () => {
  const variant = {
    id: 0,
    name: "",
    suits: ["Red", "Yellow", "Blue"].map((name) => ({ name, colors: [name] })),
    colors: ["Red", "Yellow", "Blue"],
  };
  const card = (suits: number[], ranks: number[]) => ({
    order: 1,
    slot: 1,
    newest: true,
    oldest: false,
    card: null,
    clues: [],
    kind: null,
    told: true,
    suits,
    ranks,
    possible: suits.flatMap((suit) => ranks.map((rank) => ({ suit, rank }))),
  });
  assertEquals(knownWords(variant, card([0, 1], [1, 2, 3]), en), "Red or Yellow; 1, 2, or 3");
  assertEquals(knownWords(variant, card([0, 1, 2], [4]), en), "4");
  assertEquals(knownWords(variant, card([2], [1, 2, 3, 4, 5]), de), "Blau");
  assertEquals(knownWords(variant, { ...card([0], [1]), told: false }, en), "can be any card");
  assertEquals(cardName(variant, { suit: 1, rank: 7 }, de), "Gelb START");
});

Deno.test(
  { name: "each legal move can be typed, and no typed text is the beginning of another", ignore },
  () => {
    let decks = 0;
    for (const { pub, own } of all) {
      const done: unknown[] = [], note = () => done.push("note");
      const typed = typedMoves(pub, own, 0, {
        look: () => {},
        attempt: (kind, order) => done.push([kind, order]),
        clue: (clue) => done.push(clue),
        vote: note,
        note,
      });
      const texts = typed.flatMap((each) => each.texts);
      for (const text of texts) {
        assertEquals([text, texts.filter((other) => other.startsWith(text)).length], [text, 1]);
      }
      for (const each of typed) each.act();
      const legal = [
        ...(own.plays ?? []).map((order) => ["play", order]),
        ...(own.discards ?? []).map((order) => ["discard", order]),
        ...own.clues ?? [],
      ];
      assertEquals(done.filter((each) => each !== "note"), legal);
      decks += Number(texts.includes("pd"));
    }
    assert(decks > 0, "expected a view in which the last card of the deck may be played");
  },
);

Deno.test({
  name: "a move that is not stored yet is said in words, a vote is not",
  ignore,
  fn: () => {
    const found = all.find(({ own }) => own.clues?.some((each) => each.t === "rank"));
    assert(found !== undefined);
    const { pub, own } = found, hand = pub.hands[0] ?? [];
    const said = (action: unknown) => {
      const made = pendingMove(action as never);
      return made === null ? null : madeWords(pub, made, names, en);
    };
    const clue = own.clues?.find((each) => each.t === "rank");
    assertEquals(said({ t: "play", card: hand.at(-1) }), `${en.hanabi.play}: slot 1`);
    assertEquals(said({ t: "discard", card: hand[0] }), `${en.hanabi.discard}: slot ${hand.length}`);
    assert(clue !== undefined && said(clue)?.includes(names(clue.to)));
    assertEquals(said({ t: "vote", end: true }), null);
  },
});

Deno.test({
  name: "the score of a game that is over is that of its result, whatever lies on the piles",
  ignore,
}, () => {
  for (const { pub } of (games ?? []).flatMap((game) => game.views)) {
    assertEquals(scoreOf(pub), pub.result == null ? pub.score ?? null : pub.result.score);
  }
  const lost = { score: 14, result: { end: 2, score: 0, points: 14, turns: 40 } } as unknown as HanabiPub;
  assertEquals(scoreOf(lost), 0);
});
