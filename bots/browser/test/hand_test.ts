import { assertEquals } from "./asserts.ts";

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
const { placesFor, rowsOf, suitsOf } = await import("../src/ui/places.ts");

const HAND = ["SA", "SK", "H9", "H2", "C5", "D7"];
const before = { places: HAND, held: HAND };
const without = (...gone: string[]) => HAND.filter((card) => !gone.includes(card));

Deno.test("a card that was played leaves a gap until the next trick", () => {
  const during = placesFor(before, without("SK"), false);
  assertEquals(during.places, HAND);
  assertEquals(placesFor(during, without("SK"), true).places, without("SK"));
});

Deno.test("the card that leads to the next trick keeps its gap, and the gap of the trick before closes", () => {
  const during = placesFor(before, without("SK"), false);
  assertEquals(placesFor(during, without("SK", "H2"), true).places, without("SK"));
});

Deno.test("several gaps stay while the pointer is about to play", () => {
  const during = placesFor(placesFor(before, without("SK"), false), without("SK", "H2"), false);
  assertEquals(during.places, HAND);
});

Deno.test("a new deal, a card that came back and a new order of the suits begin anew", () => {
  const during = placesFor(before, without("SK"), false);
  assertEquals(placesFor(during, ["S2", "H3"], false).places, ["S2", "H3"]);
  assertEquals(placesFor(placesFor(during, without("SK"), true), HAND, false).places, HAND);
  assertEquals(placesFor(during, without("SK").reverse(), false).places, without("SK").reverse());
});

/** Returns the lengths of the suits in the rows of a hand with these suits. */
function rows(spades: number, hearts: number, clubs: number, diamonds: number): number[][] {
  const cards = Object.entries({ S: spades, H: hearts, C: clubs, D: diamonds })
    .flatMap(([suit, count]) => [..."AKQJT98765432"].slice(0, count).map((rank) => suit + rank));
  return rowsOf(suitsOf(cards)).map((row) => row.map((suit) => suit.length));
}

Deno.test("a hand on a phone has a list for each suit, in two rows that are about equal", () => {
  assertEquals(rows(4, 3, 3, 3), [[4, 3], [3, 3]]);
  assertEquals(rows(5, 3, 4, 1), [[5, 3], [4, 1]]);
  assertEquals(rows(6, 1, 3, 3), [[6, 1], [3, 3]]);
});

Deno.test("a suit stands in both rows only where a row would be too long, and a short hand has one row", () => {
  assertEquals(rows(3, 6, 4, 0), [[3, 4], [2, 4]]);
  assertEquals(rows(9, 2, 1, 1), [[7], [2, 2, 1, 1]]);
  assertEquals(rows(3, 2, 1, 1), [[3, 2, 1, 1]]);
});
