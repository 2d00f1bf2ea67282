/** The rules of all variants, checked against the tables of the server. */

import { colorLooks, letters, looks } from "../src/hanabi/symbols.ts";
import { clueRanks, copies, inSet, kinds, nextRanks, touches } from "../src/hanabi/variant.ts";
import type { HanabiVariant } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";
import { served } from "./python.ts";

interface Line {
  variant: HanabiVariant;
  /** The number of copies of each card, by `8 * suit + rank`. */
  copies: Record<string, number>;
  /** The set of cards that each colour clue touches, and then that each rank clue touches. */
  touched: number[];
  /** Piles that are possible in the variant, each with the ranks that may be played next. */
  next: { piles: number[][]; suit: number; ranks: number[] }[];
}

const SCRIPT = `
import json, random, sys
import msgspec
from protocol.v1.hanabi import ColorClue, RankClue
from protocol.rules.hanabi.piles import next_ranks
from server.games.hanabi import deck, knowledge
from server.games.hanabi.variants import catalogue

random.seed(1)
for number in range(len(catalogue.ids())):
    variant = catalogue.variant(number)
    clues = [ColorClue(0, c) for c in range(len(variant.colors))] + [RankClue(0, r) for r in variant.ranks]
    nexts, ranks = [], [() for _ in variant.suits]
    for _ in range(8):
        suit = random.randrange(len(ranks))
        fits = sorted(next_ranks(variant, tuple(ranks), suit))
        nexts.append({"piles": [list(pile) for pile in ranks], "suit": suit, "ranks": fits})
        if fits:
            ranks[suit] = (*ranks[suit], random.choice(fits))
    print(json.dumps({
        "variant": msgspec.to_builtins(variant),
        "copies": {8 * card.suit + card.rank: count for card, count in deck.counts_of(variant).items()},
        "touched": [knowledge.touched_by(variant, clue) for clue in clues],
        "next": nexts,
    }))
`;

const lines = await served<Line>(SCRIPT);

Deno.test({ name: "the server's tables have all variants of Hanabi Live", ignore: lines === null }, () => {
  assertEquals(lines?.length, 2426);
});

Deno.test(
  { name: "in every variant each suit has a letter and a shape of its own", ignore: lines === null },
  () => {
    for (const { variant } of lines ?? []) {
      const all = looks(variant), count = variant.suits.length;
      assertEquals([variant.name, new Set(all.map((look) => look.letter)).size], [variant.name, count]);
      assertEquals([variant.name, new Set(all.map((look) => look.shape)).size], [variant.name, count]);
      assertEquals([variant.name, new Set(all.map((look) => look.paint)).size], [variant.name, count]);
    }
  },
);

Deno.test(
  { name: "in every variant each colour clue has a letter of its own", ignore: lines === null },
  () => {
    for (const { variant } of lines ?? []) {
      const all = colorLooks(variant).map((look) => look.letter);
      assertEquals([variant.name, new Set(all).size], [variant.name, variant.colors.length]);
      for (const letter of all) {
        assert(
          /^[A-Z]$/.test(letter),
          `expected a letter in ${variant.name}, got ${letter}`,
        );
      }
    }
  },
);

Deno.test({
  name: "a clue touches the same cards as on the server, in every variant",
  ignore: lines === null,
}, () => {
  for (const { variant, touched } of lines ?? []) {
    const clues = [
      ...variant.colors.map((_, color) => ({ t: "color" as const, to: 0, color })),
      ...clueRanks(variant).map((rank) => ({ t: "rank" as const, to: 0, rank })),
    ];
    assertEquals([variant.name, clues.length], [variant.name, touched.length]);
    for (const [index, clue] of clues.entries()) {
      for (const card of kinds(variant)) {
        const here = touches(variant, clue, card), there = inSet(touched[index] ?? 0, card);
        assert(here === there, `${variant.name}: ${JSON.stringify([clue, card])} is ${there} on the server`);
      }
    }
  }
});

Deno.test(
  { name: "each card has as many copies as on the server, in every variant", ignore: lines === null },
  () => {
    for (const line of lines ?? []) {
      const here = Object.fromEntries(
        kinds(line.variant).map((card) => [8 * card.suit + card.rank, copies(line.variant, card)]),
      );
      assertEquals([line.variant.name, here], [line.variant.name, line.copies]);
    }
  },
);

Deno.test({
  name: "the same cards fit on the piles as on the server, in every variant",
  ignore: lines === null,
}, () => {
  for (const { variant, next } of lines ?? []) {
    for (const { piles, suit, ranks } of next) {
      const here = nextRanks(variant, piles, suit).sort((one, other) => one - other);
      assertEquals([variant.name, piles, suit, here], [variant.name, piles, suit, ranks]);
    }
  }
});

Deno.test("letters are the first letters, unless a name has a usual letter or the letter is taken", () => {
  assertEquals(letters(["Red", "Blue", "Black", "Brown", "Rainbow", "Rainbow Reversed"]), [
    "R",
    "B",
    "K",
    "N",
    "M",
    "A",
  ]);
  assertEquals(letters(["Sky EA", "Red"], ["S"]), ["K", "R"]);
});
