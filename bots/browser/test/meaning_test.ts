/** The writer of explanations writes the sentences of the robots, and German ones from the same fields. */

import { explanationText, meaningText } from "../src/bridge/meaning.ts";
import { hasRobotPartner, trumpsOut } from "../src/bridge/model.ts";
import { words as de } from "../src/i18n/de/index.ts";
import { words as en } from "../src/i18n/en/index.ts";
import type { BridgeMeaning, BridgePub } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";

interface Sentence {
  meaning: BridgeMeaning;
  english: string;
}

const FILE = new URL("../../../tests/bots/bridge/bidding/written.json", import.meta.url);
const { sentences, agreements } = JSON.parse(await Deno.readTextFile(FILE)) as {
  sentences: Sentence[];
  agreements: string[];
};

Deno.test("the page says each meaning in English as the robots do", () => {
  assert(sentences.length > 100);
  for (const { meaning, english } of sentences) assertEquals(meaningText(meaning, en), english);
});

Deno.test("the numbers of each meaning are the same in German", () => {
  const digits = (text: string) => text.match(/\d+/g)?.join() ?? "";
  for (const { meaning, english } of sentences) {
    assertEquals(digits(meaningText(meaning, de)), digits(english));
  }
});

Deno.test("each agreement of the robots has a German name, and an unknown one stays as it is", () => {
  const same = new Set(["Fit", "Minimum", "Reverse", "Splinter"]);
  for (const name of agreements) {
    assert(de.meanings.agreement(name) !== name || same.has(name), `expected a German name of ${name}`);
  }
  assertEquals(de.meanings.agreement("Our own gadget"), "Our own gadget");
});

Deno.test("German sentences have no English word", () => {
  const english =
    /\b(points?|at (least|most)|spades?|hearts?|clubs?|diamonds?|balanced|forcing|either|or|and)\b/i;
  for (const { meaning } of sentences) {
    if (meaning.agreements?.some(({ name }) => name === "Our own gadget")) continue;
    const text = meaningText(meaning, de);
    assert(!english.test(text), text);
  }
});

Deno.test("a text of a player that sends no fields is shown as it is, and fields are said in each language", () => {
  assertEquals(explanationText({ text: "strong, we think" }, de), "strong, we think");
  const balanced: BridgeMeaning = {
    hand: { strength: [{ kind: "hcp", low: 15, high: 17 }], shape: "balanced" },
  };
  const explained = { text: "15-17 points, balanced", meaning: balanced };
  assertEquals(explanationText(explained, en), "15-17 points, balanced");
  assertEquals(explanationText(explained, de), "15-17 Punkte, ausgeglichen");
});

Deno.test("a meaning in German", () => {
  const weak: BridgeMeaning = {
    agreements: [{ name: "Support for *", suits: ["H"] }],
    hand: {
      strength: [{ kind: "hcp", low: 5, high: 10 }],
      lengths: [{ suit: "H", low: 6, high: 6 }, { suit: "S", high: 3 }],
      stopped: ["C", "D"],
    },
    force: "round",
  };
  assertEquals(
    meaningText(weak, de),
    "Unterstützung in ♥: 5-10 Punkte, sechs Herz, höchstens drei Pik, Stopper in Treff und Karo; forcierend",
  );
});

Deno.test("a player has a robot for partner if no player sits there or may come back", () => {
  const row = { seat: 2, robot: "sampler" };
  assert(hasRobotPartner([{ seat: 0, player: "p" }, row], 0));
  assert(!hasRobotPartner([{ seat: 2, player: "q" }], 0));
  assert(!hasRobotPartner([{ ...row, player: "q" }], 0));
  assert(!hasRobotPartner([{ ...row, owner: "q" }], 0));
  assert(!hasRobotPartner([row], 1));
});

Deno.test("the trumps that are still out are counted from what all players see of a declarer's claim", () => {
  const played = ["S2", "S3", "S4", "S5"].map((card, seat) => ({ seat, card }));
  const pub = {
    game: "bridge",
    contract: { level: 4, strain: "S", declarer: 0 },
    tricks: [1, 0],
    plays: { ...played },
    dummy: ["S6", "S7", "HA"],
    claim: { seat: 0, tricks: 3, left: 3, line: "", hand: ["SA", "SK", "SQ"] },
  } as unknown as BridgePub;
  assertEquals(trumpsOut(pub, null), 4);
  assertEquals(trumpsOut({ ...pub, claim: { ...pub.claim!, seat: 1 } }, null), 0);
  assertEquals(trumpsOut({ ...pub, contract: { ...pub.contract!, strain: "NT" } }, null), 0);
  assertEquals(trumpsOut({ ...pub, tricks: [5, 0] }, null), 0);
  assertEquals(trumpsOut({ ...pub, claim: null }, null), 0);
});
