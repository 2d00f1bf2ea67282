import { faceOf } from "../src/ui/cardFace.ts";
import { words as german } from "../src/i18n/de/index.ts";
import { words as english } from "../src/i18n/en/index.ts";
import { assert, assertEquals } from "./asserts.ts";

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
const { rankShown, spoken, typedAs } = await import("../src/ui/PlayingCard.tsx");

Deno.test("a small card has as many suits as its rank says", () => {
  for (const [index, rank] of [..."23456789T"].entries()) {
    const face = faceOf("H", rank);
    assert(face?.t === "pips");
    assertEquals((face.upright + face.turned).split("M").length - 1, index + 2);
  }
});

Deno.test("an ace has one large suit, a court a figure, and a joker no drawing", () => {
  assertEquals(faceOf("S", "A")?.t, "ace");
  assertEquals([..."KQJ"].map((rank) => faceOf("D", rank)?.t), ["court", "court", "court"]);
  assertEquals(faceOf("J", "J"), null);
});

Deno.test("court cards have the letters of the language, on the card and where they are typed", () => {
  assertEquals([..."AKQJT9"].map((rank) => rankShown(`S${rank}`, german)), ["A", "K", "D", "B", "10", "9"]);
  assertEquals(rankShown("SQ", english), "Q");
  assertEquals(spoken("SQ", german), "Pik Dame");
  assertEquals(typedAs("SQ", german), ["sq", "qs", "sd", "ds"]);
  assertEquals(typedAs("HT", english), ["ht", "th", "h10", "10h"]);
});

Deno.test("no two cards of bridge are typed in the same way in German", () => {
  const texts = [..."SHDC"].flatMap((suit) =>
    [..."AKQJT98765432"].flatMap((rank) => [...new Set(typedAs(suit + rank, german))])
  );
  assertEquals(new Set(texts).size, texts.length);
});
