import { words as en } from "../src/i18n/en/index.ts";
import {
  actionKinds,
  actionRows,
  firstText,
  formFields,
  objectOf,
  rowsOf,
  type Schema,
  shownValue,
  textOf,
} from "../src/plain/model.ts";
import { titleOf } from "../src/plain/title.ts";
import { assert, assertEquals } from "./asserts.ts";
import { served } from "./python.ts";

const SAID = { yes: en.ui.yes, no: en.ui.no, none: en.plain.none };
const card = (name: string) => `<${name}>`;

/** The schema of a small game, in the form in which the server makes it. */
const GAME: Schema = {
  properties: {
    action: { anyOf: [{ $ref: "#/$defs/Bid" }, { $ref: "#/$defs/Pass" }, { $ref: "#/$defs/Note" }] },
    pub: { $ref: "#/$defs/Pub" },
  },
  $defs: {
    Card: { title: "Card", enum: ["C2", "HT", "SA"] },
    Bid: {
      type: "object",
      properties: {
        t: { enum: ["bid"] },
        tricks: { type: "integer", minimum: 0, maximum: 13 },
        suit: { anyOf: [{ enum: ["spades", "hearts"] }, { type: "null" }], default: null },
        blind: { type: "boolean", default: false },
      },
    },
    Pass: {
      type: "object",
      properties: { t: { enum: ["pass"] }, cards: { type: "array", items: { $ref: "#/$defs/Card" } } },
    },
    Note: { type: "object", properties: { t: { enum: ["note"] }, text: { type: "string" } } },
    Pub: {
      type: "object",
      properties: {
        trick: { anyOf: [{ type: "array", items: { $ref: "#/$defs/Card" } }, { type: "null" }] },
        phase: { enum: ["first_bid", "play"] },
        points: { type: "array", prefixItems: [{ type: "integer" }, { type: "integer" }], items: false },
        moves: { type: "object", additionalProperties: { $ref: "#/$defs/Bid" } },
      },
    },
  },
};

Deno.test("the fields of a view are named, and cards, lists, maps and nothing are told apart", () => {
  const pub = {
    game: "small",
    trick: ["HT", "SA"],
    phase: "first_bid",
    points: [3, -1],
    moves: { 0: { t: "bid", tricks: 4, blind: true } },
    later_field: null,
  };
  assertEquals(rowsOf(pub, GAME.properties?.pub, GAME, SAID), [
    ["Trick", { kind: "cards", cards: ["HT", "SA"] }],
    ["Phase", { kind: "text", text: "First bid" }],
    ["Points", { kind: "text", text: "3, -1" }],
    ["Moves", {
      kind: "table",
      rows: [["0", {
        kind: "table",
        rows: [
          ["T", { kind: "text", text: "Bid" }],
          ["Tricks", { kind: "text", text: "4" }],
          ["Blind", { kind: "text", text: "Yes" }],
        ],
      }]],
    }],
    ["Later field", { kind: "text", text: "none" }],
  ]);
});

Deno.test("a text that looks like a card is one only where the schema says so", () => {
  assertEquals(shownValue("SA", { type: "string" }, GAME, SAID), { kind: "text", text: "SA" });
  assertEquals(shownValue("SA", { $ref: "#/$defs/Card" }, GAME, SAID), { kind: "cards", cards: ["SA"] });
});

Deno.test("the kinds of action of a game are found, and an action is told in words", () => {
  assertEquals(actionKinds(GAME).map(([tag]) => tag), ["bid", "pass", "note"]);
  assertEquals(
    actionKinds({ properties: { action: { $ref: "#/$defs/Note" } }, $defs: GAME.$defs ?? {} }).length,
    1,
  );
  const rows = actionRows({ t: "pass", cards: ["C2", "SA"] }, GAME, SAID);
  assertEquals(rows.map(([label, value]) => `${label} ${textOf(value, card)}`), ["Cards <C2> <SA>"]);
  assertEquals(actionRows({ t: "unknown", of: { a: [1, [2]] } }, GAME, SAID).length, 1);
  assertEquals(titleOf("take_back"), "Take back");
});

Deno.test("the form of an action gives an action that fits the schema, and nothing while a field does not", () => {
  const [, bid = {}] = actionKinds(GAME)[0] ?? [];
  const fields = formFields(bid, GAME);
  assertEquals(fields.map(({ name, kind }) => `${name} ${kind}`), [
    "tricks number",
    "suit choice",
    "blind switch",
  ]);
  assertEquals(fields.map(firstText), ["", "", "false"]);
  assertEquals(objectOf(fields, {}), null);
  assertEquals(objectOf(fields, { tricks: "14" }), null);
  assertEquals(objectOf(fields, { tricks: "4" }), { tricks: 4, suit: null, blind: false });
  assertEquals(objectOf(fields, { tricks: "0", suit: "hearts", blind: "true" }), {
    tricks: 0,
    suit: "hearts",
    blind: true,
  });
  const [, pass = {}] = actionKinds(GAME)[1] ?? [];
  assertEquals(objectOf(formFields(pass, GAME), { cards: '["C2"]' }), { cards: ["C2"] });
  assertEquals(objectOf(formFields(pass, GAME), { cards: "C2" }), null);
});

Deno.test("every game of the server has kinds of action, and a form of its options", async () => {
  const described = await served<{ game: string; unprompted: string[]; schema: Schema }>(
    "import msgspec\nfrom server.games.registry import GAMES\nfrom server.web.schemas import described\n" +
      "for game in GAMES.values(): print(msgspec.json.encode(described(game)).decode())",
  );
  if (described === null) return;
  assert(described.length >= 6);
  for (const { game, unprompted, schema } of described) {
    const tags = actionKinds(schema).map(([tag]) => tag);
    assert(tags.length > 1 && unprompted.every((tag) => tags.includes(tag)), game);
    const options = schema.$defs?.[(schema.properties?.options?.$ref ?? "").replace("#/$defs/", "")] ?? {};
    const fields = formFields(options, schema);
    assertEquals(fields.length, Object.keys(options.properties ?? {}).length);
    assert(objectOf(fields, {}) !== null, `expected the defaults of ${game} to fit its own form`);
  }
});
