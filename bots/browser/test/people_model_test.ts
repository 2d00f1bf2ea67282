import {
  circlesOf,
  looksOf,
  mayWatchAll,
  namesOf,
  playerNamed,
  presetOf,
  type Rights,
  rightsOf,
  unread,
  uploadedWords,
} from "../src/people/model.ts";
import { choicesOf, met } from "../src/people/known.ts";
import { namedWithOwner, ownerShown } from "../src/people/robots.ts";
import { speak } from "../src/i18n/index.ts";
import { isHidden, mayBeTaken, onlyRobots, seatState } from "../src/table/seats.ts";
import { words as en } from "../src/i18n/en/index.ts";
import type { PeopleUpdate, Pub, Said, SeatRow } from "../src/wire/protocol.ts";
import { conversation } from "./frames.ts";
import { assert, assertEquals } from "./asserts.ts";

const ANN = "aaaaaaaaaaaaaaaa", BO = "bbbbbbbbbbbbbbbb";
const NAMELESS: Rights = { named: false, seat: null, host: false, director: false, commentator: false };
const WATCHER: Rights = { ...NAMELESS, named: true };

function people(part: Partial<PeopleUpdate>): PeopleUpdate {
  return { t: "people", table: "t", seats: [], watchers: 0, ...part };
}

Deno.test("the host of a recorded table is known, and has the seat that the people name", async () => {
  const messages = await conversation("bridge");
  const welcome = messages.find((each) => each.t === "welcome");
  const last = messages.findLast((each) => each.t === "people");
  assert(welcome?.t === "welcome" && last?.t === "people");
  const rights = rightsOf(last, welcome.you.id);
  const seat = last.seats.find((row) => row.player === welcome.you.id);
  assertEquals([rights.named, rights.seat], [true, seat?.seat ?? null]);
  assertEquals(rights.host, last.host === welcome.you.id);
});

Deno.test("the state of a seat tells its player, its robot and its absent owner apart", () => {
  const states: [Partial<SeatRow>, string][] = [
    [{}, "free"],
    [{ robot: "plain", here: true }, "robot"],
    [{ player: ANN, here: true }, "here"],
    [{ player: ANN }, "away"],
    [{ player: ANN, robot: "plain", here: true }, "relieved"],
    [{ owner: ANN, robot: "plain" }, "kept"],
    [{ owner: ANN }, "kept"],
  ];
  for (const [part, state] of states) assertEquals(seatState({ seat: 0, ...part }), state);
});

Deno.test("robots are alone where every seat has a robot, and none has a player or an owner", () => {
  const robot = { seat: 0, robot: "plain", name: "plain", here: true },
    table = (last: Partial<SeatRow>) => [
      robot,
      { seat: 1, ...last },
    ];
  assert(onlyRobots(table({ robot: "plain" })));
  assertEquals(onlyRobots([]), false);
  for (const last of [{}, { player: ANN }, { player: ANN, robot: "plain" }, { owner: ANN, robot: "plain" }]) {
    assertEquals(onlyRobots(table(last)), false);
  }
});

Deno.test("a seat may be taken from a robot and by its owner, but not from another player", () => {
  const ann = { me: ANN };
  assert(mayBeTaken({ seat: 0 }, ann));
  assert(mayBeTaken({ seat: 0 }, { me: "" }));
  assert(mayBeTaken({ seat: 0, robot: "plain" }, ann));
  assert(mayBeTaken({ seat: 0, player: BO, owner: ANN }, ann));
  assert(!mayBeTaken({ seat: 0, player: BO }, ann));
  assert(!mayBeTaken({ seat: 0, player: BO, owner: BO }, ann));
});

Deno.test("a seated player moves only between deals, and not to a seat that is kept for its player", () => {
  const seated = { me: ANN, seat: 2 };
  assert(mayBeTaken({ seat: 0 }, seated));
  assert(!mayBeTaken({ seat: 0, owner: BO }, seated));
  assert(!mayBeTaken({ seat: 0 }, { ...seated, hidden: true }));
});

Deno.test("a seat where a robot plays for an absent player is not offered to others, an empty one is", () => {
  assert(!mayBeTaken({ seat: 0, owner: BO, robot: "plain" }, { me: ANN }));
  assert(!mayBeTaken({ seat: 0, owner: BO, robot: "plain" }, { me: "" }));
  assert(mayBeTaken({ seat: 0, owner: BO, robot: "plain" }, { me: BO }));
  assert(mayBeTaken({ seat: 0, owner: BO }, { me: ANN }));
});

Deno.test("people are told which player uploaded the boards, at the seat of this player or without one", () => {
  const said = en.people.uploaded, uploaded = { uploaded_by: ANN, host: BO };
  const seats = [{ seat: 0, player: ANN, name: "Ann" }];
  assertEquals(uploadedWords(people({ ...uploaded, seats }), BO, said), said.player("Ann"));
  assertEquals(uploadedWords(people({ ...uploaded, seats }), ANN, said), said.you);
  assertEquals(uploadedWords(people(uploaded), BO, said), said.other);
  assertEquals(uploadedWords(people({ ...uploaded, host: ANN }), BO, said), said.host);
  assertEquals(uploadedWords(people({ uploaded_by: "" }), "", said), said.server);
});

Deno.test("a person who sees hidden cards may sit down only between deals", () => {
  assert(!mayBeTaken({ seat: 0 }, { me: ANN, hidden: true, seesCards: true }));
  assert(mayBeTaken({ seat: 0 }, { me: ANN, seesCards: true }));
});

Deno.test("a person without a name has no seat, even if a seat has no player", () => {
  assertEquals(rightsOf(people({ seats: [{ seat: 0 }], host: null }), ""), NAMELESS);
});

Deno.test("a player writes to partner only between boards, and only in a game of pairs", () => {
  const player = { ...WATCHER, seat: 1 };
  const about = { sides: "pairs" as const, hidden: true, directors: false, showsRecord: false };
  assertEquals(circlesOf(player, about), ["table", "opponents", "kibitzers"]);
  assertEquals(circlesOf(player, { ...about, hidden: false }), [
    "table",
    "opponents",
    "partner",
    "kibitzers",
  ]);
  assertEquals(circlesOf(player, { ...about, sides: "alone", hidden: false }), [
    "table",
    "opponents",
    "kibitzers",
  ]);
  assertEquals(circlesOf(player, { ...about, sides: "together" }), ["table", "kibitzers"]);
  assertEquals(circlesOf(player, { ...about, directors: true }).at(-1), "director");
});

Deno.test("a watcher writes to watchers and to the director, a director also to the table, and a stranger to none", () => {
  const about = { sides: "pairs" as const, hidden: true, directors: true, showsRecord: false };
  assertEquals(circlesOf(WATCHER, about), ["table", "director"]);
  assertEquals(circlesOf({ ...WATCHER, director: true }, about), ["table", "kibitzers"]);
  assertEquals(circlesOf(NAMELESS, about), []);
  assertEquals(circlesOf({ ...WATCHER, seat: 0 }, { ...about, showsRecord: true }), ["table"]);
});

Deno.test("a hidden hand must be asked for, an open one need not, and a player sees only the own seat", () => {
  const seats = [{ seat: 0, player: ANN }, { seat: 1, robot: "plain" }];
  assertEquals(looksOf(WATCHER, people({ seats }), true), [
    { as: "public", asks: false },
    { as: 0, asks: true },
  ]);
  const open = ["public", "all", 0, 1].map((as) => ({ as, asks: false }));
  assertEquals(looksOf(WATCHER, people({ seats, hands: "live" }), true), open);
  assertEquals(looksOf(WATCHER, people({ seats, delay: { ms: 1 } }), true), open);
  assertEquals(looksOf(WATCHER, people({ seats }), false), open);
  assertEquals(looksOf({ ...WATCHER, seat: 0 }, people({ seats }), true), []);
  assertEquals(looksOf(NAMELESS, people({ seats }), true), [{ as: "public", asks: false }]);
});

Deno.test("an official who sees all hands is not offered to ask for one", () => {
  const seats = [{ seat: 0, player: ANN }, { seat: 1, robot: "plain" }];
  for (const as of ["director", "commentator"]) {
    assertEquals(looksOf({ ...WATCHER, [as]: true }, people({ seats }), true), [
      { as: "public", asks: false },
      { as, asks: false },
    ]);
  }
});

Deno.test("cards are hidden from the deal to the result", async () => {
  assertEquals(isHidden(null), false);
  const phases = new Set<string>();
  for (const game of ["bridge", "spades", "hanabi"]) {
    for (const message of await conversation(game)) {
      if (message.t !== "view") continue;
      phases.add(message.pub.phase);
      assertEquals(isHidden(message.pub), !["deal", "over"].includes(message.pub.phase));
    }
  }
  assert(phases.size > 0);
  assertEquals(isHidden({ game: "bridge", phase: "play" } as Pub), true);
});

Deno.test("a player is named by a name at the table, in any case, or by an id", () => {
  const names = namesOf(people({ seats: [{ seat: 0, player: ANN, name: "Ann" }] }), [{
    player: BO,
    name: "Bo",
  }]);
  assertEquals(playerNamed(" ann ", names), ANN);
  assertEquals(playerNamed("bo", names), BO);
  assertEquals(playerNamed(BO.toUpperCase(), names), BO);
  assertEquals(playerNamed("carl", names), null);
  assertEquals(playerNamed("ann", new Map([[ANN, "Ann"], [BO, "Ann"]])), null);
});

Deno.test("lines are unread after the last one that was seen", () => {
  const lines = ["a", "b", "c"].map((text): Said => ({ name: "Ann", text, at_ms: 1 }));
  assertEquals(unread(lines, null), 3);
  assertEquals(unread(lines, lines[0] ?? null), 2);
  assertEquals(unread(lines, lines[2] ?? null), 0);
});

Deno.test("people that a host has met can be chosen, those at the table first, and each by one name", () => {
  const known = met([["a1", "Old Ann"], ["b2", "Bo"]], [["a1", "Ann"], ["c3", "Bo"], ["", "Guest"], [
    "me",
    "Me",
  ]], "me");
  assertEquals(known, [["a1", "Ann"], ["c3", "Bo"], ["b2", "Bo"]]);
  assertEquals(choicesOf([["a1x9", "Ann"], ["c3f2aa", "Bo"], ["b27711", "Bo"]]).map(([, name]) => name), [
    "Ann",
    "Bo (c3f2)",
    "Bo (b277)",
  ]);
  assertEquals(met([], Array.from({ length: 99 }, (_, place) => [`${place}`, "x"] as const), "").length, 40);
});

Deno.test("an invitation names the set of rules that fits best, and none where no rule of a set is changed", () => {
  const presets = [
    { options: {} },
    { options: { scoring: "rubber" } },
    { options: { scoring: "rubber", undo: "none" } },
  ];
  assertEquals(presetOf(presets, { scoring: "rubber", undo: "law25" }), presets[1]);
  assertEquals(presetOf(presets, { scoring: "rubber", undo: "none" }), presets[2]);
  assertEquals(presetOf(presets, { scoring: "duplicate" }), undefined);
});

Deno.test("all hands are shown at once where the host allows it, to a named watcher of a full table", () => {
  const full = [{ seat: 0, player: ANN, here: true }, { seat: 1, robot: "plain", here: true }];
  const live = people({ hands: "live", seats: full });
  assert(mayWatchAll(WATCHER, live));
  assertEquals(mayWatchAll(WATCHER, people({ seats: full })), false);
  assertEquals(mayWatchAll(WATCHER, people({ hands: "live", seats: [...full, { seat: 2 }] })), false);
  assertEquals([mayWatchAll(NAMELESS, live), mayWatchAll({ ...WATCHER, seat: 0 }, live)], [false, false]);
});

Deno.test("a robot of another author is called so, with its owner, and a person is not", async () => {
  const robot = { name: "Deep", robot_of: "Dora" };
  await speak("de");
  assertEquals(namedWithOwner(robot), "Deep, Roboter von Dora");
  await speak("en");
  assertEquals(namedWithOwner(robot), "Deep, robot of Dora");
  assertEquals([ownerShown(robot), ownerShown({ robot_of: "" }), ownerShown({})], ["robot of Dora", "", ""]);
  assertEquals(namedWithOwner({ name: "Ann", robot_of: "" }), "Ann");
});
