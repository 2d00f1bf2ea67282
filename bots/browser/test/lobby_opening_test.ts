import { speak } from "../src/i18n/index.ts";
import { bodyOf, ownSeat, quickGame, resized, seatsWith } from "../src/lobby/opening.ts";
import {
  isRobotName,
  recordedName,
  robotAt,
  robotKind,
  robotListed,
  robotsOf,
  strengthsOf,
} from "../src/people/robots.ts";
import { USUAL as BRIDGE } from "../src/bridge/Opening.tsx";
import { USUAL as HANABI } from "../src/hanabi/Opening.tsx";
import { clockKind, seesOf, USUAL, whole, withClock, withSees } from "../src/people/policy.ts";
import type { GamePage } from "../src/games.ts";
import type { WelcomeUpdate } from "../src/wire/protocol.ts";
import { assertEquals } from "./asserts.ts";

const ROBOT = { kind: "robot", robot: "plain" } as const;

Deno.test("the usual values of the forms are the defaults of the protocol", async () => {
  const schema = JSON.parse(
    await Deno.readTextFile(new URL("../../../protocol/v1/schema.json", import.meta.url)),
  );
  for (
    const [name, usual] of Object.entries({ Policy: USUAL, BridgeOptions: BRIDGE, HanabiOptions: HANABI })
  ) {
    const fields = schema.$defs[name].properties as Record<string, { default?: unknown }>;
    // A form shows a field that is usually absent as null.
    assertEquals(
      usual,
      Object.fromEntries(Object.entries(fields).map(([field, each]) => [field, each.default ?? null])),
    );
  }
});

Deno.test("the usual robot is offered first, and only robots that play the game", () => {
  const welcome = {
    robots: [{ name: "bidder", games: ["bridge"] }, { name: "plain", games: ["bridge", "spades"] }],
  } as WelcomeUpdate;
  assertEquals(robotsOf(welcome, "bridge"), ["plain", "bidder"]);
  assertEquals(robotsOf(welcome, "spades"), ["plain"]);
  assertEquals(robotsOf(null, "spades"), []);
});

Deno.test("the robot that plays a game with people is offered before the plain robot", () => {
  const robots = ["friendly", "hats", "plain"].map((name) => ({ name, games: ["hanabi"] }));
  const welcome = { robots } as unknown as WelcomeUpdate;
  assertEquals(robotsOf(welcome, "hanabi", "friendly"), ["friendly", "plain", "hats"]);
  assertEquals(robotsOf({ robots: robots.slice(1) } as unknown as WelcomeUpdate, "hanabi", "friendly"), [
    "plain",
    "hats",
  ]);
});

const OFFERED = {
  robots: [
    ...["friendly", "hats", "plain", "random"].map((name) => ({ name, games: ["hanabi"] })),
    ...["sampler:expert", "plain", "sampler", "sampler:quick"].map((name) => ({
      name,
      games: ["bridge", "spades"],
    })),
  ],
} as unknown as WelcomeUpdate;

Deno.test("three strengths of robots are offered first, and those that the server lacks are left out", () => {
  const robots = robotsOf(OFFERED, "bridge", "sampler");
  assertEquals(robots, ["sampler", "sampler:expert", "sampler:quick", "plain"]);
  const three = strengthsOf(robots, "sampler");
  assertEquals(three, [["beginner", "plain"], ["good", "sampler"], ["best", "sampler:expert"]]);
  assertEquals(three.map(([strength]) => robotAt(three, strength)), ["plain", "sampler", "sampler:expert"]);
  const two = strengthsOf(robotsOf(OFFERED, "hanabi", "friendly"), "friendly");
  assertEquals(two, [["beginner", "plain"], ["good", "friendly"]]);
  assertEquals(robotAt(two, "best"), "friendly");
  assertEquals(robotAt(strengthsOf(["plain"]), "good"), "plain");
  assertEquals(robotAt([], "good"), "");
});

Deno.test("a game at once has one robot in all seats but the player's", () => {
  const game = { name: "bridge", usualSeat: 2, seats: () => 4, opening: null } as unknown as GamePage;
  assertEquals(quickGame(game, "sampler:expert").seats, {
    0: "sampler:expert",
    1: "sampler:expert",
    3: "sampler:expert",
  });
});

Deno.test("a table that shrinks keeps a seat for its host, and new seats are like the others", () => {
  assertEquals(ownSeat(resized(seatsWith(4, 3, ROBOT), 2)), 0);
  assertEquals(resized(seatsWith(2, 0, ROBOT), 3), [{ kind: "me" }, ROBOT, ROBOT]);
  assertEquals(ownSeat(resized(seatsWith(2, null, ROBOT), 3)), null);
});

Deno.test("the request of a table names its robots, a match those of both rooms, and a set its tables", () => {
  const wish = {
    game: "bridge",
    options: { boards: 8 },
    policy: {},
    name: "  Night  ",
    seats: seatsWith(4, 2, ROBOT),
    boards: null,
    match: null,
    set: null,
  };
  const robots = { 0: "plain", 1: "plain", 3: "plain" };
  const body = { game: "bridge", options: { boards: 8 }, policy: {}, name: "Night", seats: robots };
  assertEquals(bodyOf(wish), body);
  const match = { count: 4, seats: seatsWith(4, null, { kind: "free" }) };
  assertEquals(bodyOf({ ...wish, match }), { ...body, count: 4, other_seats: {} });
  // The number of boards of a file is that of the file.
  assertEquals(bodyOf({ ...wish, match, boards: "PBN" }), { ...body, boards: "PBN", other_seats: {} });
  const set = { count: 24, tables: 6 };
  assertEquals(bodyOf({ ...wish, set }), { ...body, count: 24, tables: 6 });
  assertEquals(bodyOf({ ...wish, set, boards: "PBN" }), { ...body, boards: "PBN", tables: 6 });
});

Deno.test("a policy is shown in parts and put together again", () => {
  const usual = whole({});
  assertEquals(usual, USUAL);
  assertEquals(seesOf(whole({ delay: { ms: 0, boards: 0 } })), "live");
  assertEquals(seesOf(withSees(usual, "delayed")), "delayed");
  assertEquals(seesOf(withSees(withSees(usual, "delayed"), "after")), "after");
  for (const kind of ["usual", "none", "move", "bank", "board"] as const) {
    assertEquals(clockKind(withClock(usual, kind)), kind);
  }
});

await speak("en");

Deno.test("robots are listed by what they are, and not by their names on the server", () => {
  assertEquals(
    ["sampler", "friendly", "sampler:expert", "plain", "oracle:slow"].map(robotListed),
    ["robot", "robot", "robot (expert)", "robot (simple)", "robot (oracle, slow)"],
  );
  assertEquals(robotKind("sampler"), "");
});

Deno.test("a robot in a record is called after its seat, and a player by the player's name", () => {
  assertEquals(recordedName("plain", 2), "Robot 3");
  assertEquals(recordedName("sampler:quick", null), "Robot");
  assertEquals(recordedName("Ann", 2), "Ann");
});

Deno.test("the names that a replay would take for robots are those that a player cannot choose", () => {
  const names = ["plain", "sampler", "sampler:expert", "friendly", "Ann", "Plain", "constructor"];
  assertEquals(names.filter(isRobotName), names.filter((name) => recordedName(name, 2) !== name));
  assertEquals(names.filter(isRobotName), ["plain", "sampler", "sampler:expert", "friendly"]);
});
