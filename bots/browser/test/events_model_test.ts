Object.assign(globalThis, { location: { hash: "", origin: "http://127.0.0.1" } });
const { assigned, awardOf, byLateness, hundredthsOf, isTakenBack, queueOf, tableOfCall, vulnerabilityOf } =
  await import("../src/events/desk.ts");
const {
  absentOf,
  acceptsEntries,
  awardOfBye,
  awardsArePercent,
  bridgeResult,
  conditionsOf,
  endOfRound,
  entrantTitle,
  handPoints,
  hanabiResult,
  hasResults,
  listsOf,
  mayOffer,
  ownClass,
  percentOf,
  placeOf,
  playersWanted,
  rankText,
  replayOf,
  resultsMark,
  lineKey,
  roundOf,
  sheetOf,
  sideTitle,
  sumOfScores,
  titled,
  titleOf,
  USUAL,
  watchable,
} = await import("../src/events/model.ts");
const { chosen, differing, FIRST, fitted, scalesOf, usualOf, GAMES_WITH_EVENTS, scoringsOf } = await import(
  "../src/events/offers.ts"
);
const { termsOf } = await import("../src/events/terms.ts");
const { events: english } = await import("../src/i18n/en/events.ts");
const { events: german } = await import("../src/i18n/de/events.ts");
const { seatsAfter, seatToTake, shownNews, toldLeft_ms, toldName } = await import("../src/events/news.ts");
import type {
  Conditions,
  Entrant,
  EventShown,
  Line,
  Place,
  RankingShown,
  ResultsShown,
  Round,
  Row,
} from "../src/events/model.ts";
import type { Route } from "../src/route.ts";
import type { EventNewsUpdate } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";

const ANN: Entrant = {
  id: "1",
  title: "Ann – Ben",
  players: [{ id: "p-ann", name: "Ann", present: true }, { id: "p-ben", name: "Ben" }],
};
const EVENT: EventShown = {
  event: "e-tuesday",
  name: "Tuesday",
  game: "bridge",
  stage: "open",
  conditions: {},
  directors: [{ id: "p-dora", name: "Dora" }],
  entrants: [],
  rounds: [],
  calls: [],
  announcements: [],
  version: null,
  held: false,
  now_ms: 0,
  mine: {},
};
const PLAYED: Round = {
  round: 1,
  stage: "playing",
  tables: [
    { table: 1, sides: ["1", "2"], id: "e-tuesday-1-1", done: 1, late: 2, ends_ms: 500 },
    { table: 2, sides: ["3", "4"], id: "e-tuesday-1-2", done: 3, over: true, ends_ms: 500 },
    { table: 3, sides: ["5", "6"], id: "e-tuesday-1-3", late: 3, ends_ms: 900 },
  ],
};

function kindOf(change: Partial<EventShown>, me = "p-ann"): Place["kind"] {
  return placeOf({ ...EVENT, ...change }, me).kind;
}

const own = (entrant: Partial<Entrant>, more: Partial<EventShown> = {}): Partial<EventShown> => ({
  entrants: [{ ...ANN, ...entrant }],
  mine: { entrant: "1" },
  ...more,
});

Deno.test("each player has the panel that fits the place in the event", () => {
  assertEquals(kindOf({}), "may_enter");
  assertEquals(kindOf({ stage: "running", rounds: [PLAYED] }), "outside");
  assertEquals(kindOf({ stage: "running", rounds: [PLAYED], conditions: { late_until: 1 } }), "may_enter");
  assertEquals(kindOf({ mine: { director: true } }), "directs");
  assertEquals(kindOf(own({ wants_partner: true })), "wants_partner");
  const invited = [{ id: "p-cleo", name: "Cleo" }, { id: "p-ann", name: "Ann", accepted: false }];
  assertEquals(kindOf(own({ players: invited })), "invited");
  assertEquals(kindOf(own({ players: invited }), "p-cleo"), "waits_for_answer");
  assertEquals(kindOf(own({}), "p-ben"), "checks_in");
  assertEquals(kindOf(own({}, { conditions: { check_in: false } }), "p-ben"), "waits");
  assertEquals(kindOf(own({})), "waits");
  const runs = { stage: "running" as const, rounds: [PLAYED] };
  assertEquals(kindOf(own({}, runs)), "sits_out");
  assertEquals(
    kindOf(own({}, { ...runs, mine: { entrant: "1", table: "e-tuesday-1-1", seat: 0 } })),
    "seated",
  );
  assertEquals(kindOf(own({}, { stage: "correction" })), "over");
  const late = { ...runs, conditions: { check_in: false } };
  assertEquals(kindOf(own({ no_show: true, gone: "absent" }, late)), "checks_in");
});

Deno.test("a person without an entry offers to play as a substitute while the event is open or runs", () => {
  assert(mayOffer(EVENT) && mayOffer({ ...EVENT, stage: "running" }));
  assert(!mayOffer({ ...EVENT, stage: "final" }) && !mayOffer({ ...EVENT, stage: "draft" }));
  assert(
    !mayOffer({ ...EVENT, mine: { entrant: "1" } }) && !mayOffer({ ...EVENT, mine: { director: true } }),
  );
});

Deno.test("absent players are named as far as the server tells of them", () => {
  const robot = { name: "plain", robot: "plain" };
  const entrants = [ANN, { ...ANN, id: "2", players: [robot, { id: "p-eve", name: "Eve" }] }];
  const names = (away?: string[]) =>
    absentOf({ ...EVENT, entrants, ...away && { away } }).map(({ name }) => name);
  assertEquals([names(), names([]), names(["p-eve", "p-ann"])], [[], [], ["Ann", "Eve"]]);
});

Deno.test("entries are accepted until the round that the conditions name has begun", () => {
  assert(acceptsEntries(EVENT));
  const late = { ...EVENT, stage: "running" as const, conditions: { late_until: 1 } };
  assert(acceptsEntries({ ...late, rounds: [PLAYED] }));
  assert(!acceptsEntries({ ...late, rounds: [PLAYED, { ...PLAYED, round: 2 }] }));
  assert(!acceptsEntries({ ...EVENT, stage: "draft" }));
});

Deno.test("the conditions that the server leaves out are the usual ones, as its documents name them", async () => {
  const api = JSON.parse(
    await Deno.readTextFile(new URL("../../../server/web/openapi.json", import.meta.url)),
  );
  const told = api.components.schemas.Conditions.properties as Record<string, { default: unknown }>;
  for (const [name, usual] of Object.entries(USUAL)) assertEquals([name, told[name]?.default], [name, usual]);
  assertEquals(conditionsOf({ ...EVENT, conditions: { rounds: 9 } }), { ...USUAL, rounds: 9 });
  assertEquals(differing({ ...USUAL, rounds: 9 }), { rounds: 9 });
});

Deno.test("the form offers only conditions that the game and the form of the event have", () => {
  for (const game of GAMES_WITH_EVENTS) assertEquals(fitted(game, fitted(game, FIRST)), fitted(game, FIRST));
  assertEquals(fitted("bridge", FIRST).scoring, "mp");
  assertEquals(fitted("hanabi", FIRST).movement, "race");
  assertEquals(fitted("hanabi", FIRST).form, "teams");
  const teams: Conditions = { ...FIRST, form: "teams", vp: "wbf" };
  assertEquals(fitted("bridge", teams).scoring, "match");
  assertEquals(fitted("bridge", teams).movement, "swiss");
  assertEquals(fitted("bridge", teams).vp, "wbf");
  assertEquals(fitted("bridge", { ...teams, movement: "knock_out" }).vp, "");
  const late = fitted("bridge", { ...teams, bye: 1_200, late_award: 6_000 });
  // 60 per cent are no award in victory points.
  assertEquals([late.bye, late.late_award], [1_200, null]);
  assert(!scoringsOf("bridge", "pairs").includes("match"));
});

Deno.test("boards move from table to table between pairs of a Mitchell or a Howell alone", () => {
  const moving: Conditions = { ...FIRST, moving: true };
  assert(fitted("bridge", moving).moving && fitted("bridge", { ...moving, movement: "howell" }).moving);
  assert(!fitted("bridge", { ...moving, movement: "swiss" }).moving && !fitted("hanabi", moving).moving);
  assert(!fitted("bridge", { ...moving, form: "teams" }).moving);
});

Deno.test("a choice of teams in the form chooses their scoring, and pairs get theirs back", () => {
  const pairs = fitted("bridge", FIRST), teams = chosen("bridge", pairs, "form", "teams");
  assertEquals([pairs.scoring, teams.scoring, teams.movement], ["mp", "match", "swiss"]);
  assertEquals(chosen("bridge", teams, "form", "pairs").scoring, "mp");
  const bam = chosen("bridge", teams, "scoring", "bam");
  assertEquals(chosen("bridge", bam, "rounds", 7).scoring, "bam");
  assertEquals([usualOf("bridge", "teams").scoring, usualOf("bridge", "pairs").scoring], ["match", "mp"]);
});

Deno.test("a line names those that sat there and not their substitutes, and robots of a missing pair", () => {
  const robots = { robot: "Robot", robots: "Robots", isRobot: (name: string) => name === "plain" };
  const players = [...ANN.players.slice(0, 1), { id: "p-sub", name: "Sub" }];
  const shown = { ...EVENT, entrants: [{ ...ANN, players, title: "Ann – Sub" }] };
  const line = { sides: ["1", null], players: ["Ann", "plain", "Ben", "plain"] };
  assertEquals([0, 1].map((side) => sideTitle(shown, line, side, robots)), ["Ann – Ben", "Robots"]);
  const now = { ...line, players: ["Ann", "plain", "Sub", "plain"] };
  assertEquals(sideTitle(shown, now, 0, robots), "Ann – Sub");
  assertEquals(sideTitle(shown, { sides: ["1", null] }, 0, robots), "Ann – Sub");
  const robot = { name: "Robo1", robot: "plain" };
  const pair = { ...shown, entrants: [{ ...ANN, title: "Robots", players: [robot, robot] }] };
  assertEquals(sideTitle(pair, { sides: ["1"], players: ["plain", "plain"] }, 0, robots), "Robots");
  const before = { sides: ["1", null], players: ["plain", "a", "Ben", "b"] };
  assertEquals([0, 1].map((side) => sideTitle(shown, before, side, robots)), ["Robot – Ben", "–"]);
});

Deno.test("victory points of the WBF are offered where margins are IMPs, and those of the EBU for matchpoints", () => {
  const swiss: Conditions = { ...FIRST, movement: "swiss", vp: "wbf" };
  assertEquals(scalesOf("bridge", "mp"), ["", "ebu", "win"]);
  assertEquals(scalesOf("bridge", "imp"), ["", "wbf", "win"]);
  assertEquals(fitted("bridge", { ...swiss, scoring: "mp" }).vp, "");
  assertEquals(fitted("bridge", { ...swiss, scoring: "mp", vp: "ebu" }).vp, "ebu");
  assertEquals(fitted("bridge", { ...swiss, scoring: "butler" }).vp, "wbf");
  assertEquals(fitted("bridge", { ...swiss, scoring: "imp", bye: 5_000 }).bye, null);
  assertEquals(fitted("bridge", { ...swiss, scoring: "mp", bye: 5_000 }).bye, 5_000);
});

Deno.test("the award for a round without opponents is the usual one unless the conditions name another", () => {
  assertEquals(awardOfBye(FIRST), null);
  assertEquals(awardOfBye({ ...FIRST, movement: "swiss" }), { unit: "percent", amount: 60 });
  assertEquals(awardOfBye({ ...FIRST, bye: 5_000 }), { unit: "percent", amount: 50 });
  assertEquals(awardOfBye({ ...FIRST, movement: "swiss", vp: "wbf" }), { unit: "vp", amount: 12 });
  assertEquals(awardOfBye({ ...FIRST, movement: "swiss", vp: "wbf", bye: 1_250 }), {
    unit: "vp",
    amount: 12.5,
  });
  assertEquals(awardOfBye({ ...FIRST, movement: "swiss", vp: "win" }), { unit: "vp", amount: 2 });
});

Deno.test("players read the conditions that decide their score before they enter, in both languages", () => {
  const swiss: Conditions = {
    ...FIRST,
    movement: "swiss",
    scoring: "butler",
    vp: "wbf",
    unplayed: "nothing",
    late_award: 800,
    ties: ["direct", "draw"],
    drop: 2,
    no_show_s: 600,
  };
  const told = termsOf(swiss, "bridge", "butler", english);
  for (
    const term of [
      "datum without 2 best and 2 worst scores, rounded to 10",
      "a board in play then has 2 more minutes",
      "boards that were not played do not count",
      "a round without opponents: 12 victory points",
      "each round that a late entry missed: 8 victory points",
      "equal totals: their own meetings, then by lot",
      "an entry of which nobody comes loses after 10 min",
    ]
  ) assert(told.includes(term), `${term}: ${told.join(" | ")}`);
  assertEquals(termsOf(swiss, "bridge", "butler", german).length, told.length);
  const usual = termsOf(FIRST, "bridge", "mp", english);
  assert(usual.includes("boards with fewer results count in full (Neuberg)"));
  assert(usual.includes("equal totals share a rank"));
  assert(usual.includes("a round without opponents does not count"));
  const untimed = termsOf({ ...FIRST, board_s: 0, clock: { kind: "none" } }, "bridge", "mp", english);
  assert(!untimed.some((each) => each.startsWith("a board in play")), "there is no end of a round by time");
});

Deno.test("a director types points with either sign and either decimal mark", () => {
  assertEquals(["-0,4", "−0.40", "12.5", "+3", "7"].map(hundredthsOf), [-40, -40, 1_250, 300, 700]);
  assertEquals(["", "1.234", "ten", "1e9", "--1"].map(hundredthsOf), [null, null, null, null, null]);
});

Deno.test("an award is a word, a part of a hundred per cent, or points where the scoring has no top", () => {
  assertEquals(awardOf({ word: "plus", typed: "70" }, true), "plus");
  const typed = (text: string, isPercent: boolean) => awardOf({ word: "number", typed: text }, isPercent);
  assertEquals(["62,5", "100", "101", "-3", ""].map((each) => typed(each, true)), [
    6_250,
    10_000,
    null,
    null,
    null,
  ]);
  assertEquals(["-3", "1.5", "IMP"].map((each) => typed(each, false)), [-300, 150, null]);
  assert(awardsArePercent(EVENT) && awardsArePercent({ ...EVENT, conditions: { scoring: "bam" } }));
  assert(!awardsArePercent({ ...EVENT, conditions: { scoring: "imp" } }));
  assert(!awardsArePercent({ ...EVENT, game: "spades" }));
});

Deno.test("points that were taken back cannot be taken back once more", () => {
  const late = { at_ms: 1, entrant: "1", hundredths: -40, reason: "Late", origin: "" };
  const back = { ...late, at_ms: 2, hundredths: 40, reason: "Taken back: Late" };
  assert(!isTakenBack([late], late));
  assert(isTakenBack([late, back], late) && isTakenBack([late, back], back));
  assert(!isTakenBack([late, { ...back, entrant: "2" }], late));
  const carried = { ...late, origin: "e-monday" };
  assert(!isTakenBack([carried, back], carried) && isTakenBack([], { ...carried, hundredths: 0 }));
});

Deno.test("the clock shows the end of the own table, or else that of the last table that still plays", () => {
  const runs: EventShown = { ...EVENT, stage: "running", rounds: [PLAYED] };
  assertEquals(endOfRound(runs), 900);
  assertEquals(endOfRound({ ...runs, mine: { table: "e-tuesday-1-1" } }), 500);
  assertEquals(endOfRound({ ...runs, held: true }), null);
  assertEquals(endOfRound(EVENT), null);
});

Deno.test("a director sees the latest tables first, and the oldest call first", () => {
  assertEquals(byLateness(PLAYED).map(({ table }) => table), [3, 1, 2]);
  const call = { entrant: "1", text: "", taken_by: "", ruling: "" };
  const calls = [
    { ...call, number: 2, at_ms: 20, done: false },
    { ...call, number: 3, at_ms: 5, done: true },
    { ...call, number: 1, at_ms: 10, done: false },
  ];
  assertEquals(queueOf({ ...EVENT, calls }).map(({ number }) => number), [1, 2]);
});

Deno.test("the results are asked for again only if a table, a stage or a ruling has changed", () => {
  const runs: EventShown = { ...EVENT, stage: "running", rounds: [PLAYED] };
  assertEquals(resultsMark(runs), resultsMark({ ...runs, now_ms: 99 }));
  const [first] = PLAYED.tables;
  assert(first !== undefined);
  const next = { ...PLAYED, tables: [{ ...first, done: 2 }, ...PLAYED.tables.slice(1)] };
  assert(resultsMark(runs) !== resultsMark({ ...runs, rounds: [next] }));
  assert(resultsMark(runs) !== resultsMark({ ...runs, version: 7 }));
});

const LINE: Line = {
  table: 1,
  sides: ["1", "2"],
  versions: [
    { kind: "played", at_ms: 1, result: { board: 2, vulnerable: "NS", result: { score_ns: -50 } } },
    { kind: "artificial", at_ms: 2, awards: ["plus", "minus"], by: "p-dora", law: "12C1" },
  ],
  points: [600, 400],
  top: 1_000,
};

Deno.test("a score sheet has the boards of the entrant, its side, and the version that counts", () => {
  const results: ResultsShown = { names: {}, boards: [{ round: 1, board: 2, lines: [LINE] }] };
  const [line] = sheetOf(results, "2");
  assertEquals([line?.board, line?.side, line?.opponent, line?.version?.kind], [2, 1, "1", "artificial"]);
  assertEquals(sheetOf(results, "3"), []);
  assertEquals(percentOf(LINE, 1), 4_000);
  assertEquals(percentOf({ ...LINE, top: 0 }, 1), null);
});

Deno.test("a board that has moved has results of several rounds, each at a table of its own", () => {
  const lines = [{ ...LINE, round: 1 }, { ...LINE, round: 3, sides: ["3", "4"] }];
  const board = { round: 0, board: 2, lines };
  assertEquals(sheetOf({ names: {}, boards: [board] }, "4").map(({ round }) => round), [3]);
  assertEquals(lines.map((each) => roundOf(board, each)), [1, 3]);
  assertEquals([...lines, LINE].map(lineKey), ["1-1", "3-1", "1"]);
  assertEquals(roundOf({ ...board, round: 2 }, LINE), 2);
});

Deno.test("a score is that of the board, and a ruling keeps the vulnerability that the table reported", () => {
  const [played, ruled] = LINE.versions ?? [];
  assert(played !== undefined && ruled !== undefined);
  assertEquals(bridgeResult(played)?.score_ns, -50);
  assertEquals(bridgeResult(ruled), null);
  assertEquals(vulnerabilityOf(LINE, 1), "NS");
  const boards = Array.from(
    { length: 16 },
    (_, index) => vulnerabilityOf({ table: 1, sides: [] }, index + 1),
  );
  assertEquals(boards.join(" "), "None NS EW Both NS EW Both None EW Both None NS Both None NS EW");
});

Deno.test("a hand of Spades has the points of both sides, and a game of Hanabi its score and turns", () => {
  const score = (points: number) => ({ points, bags: 0 });
  const hand = { sides: [{ before: score(50), after: score(112) }, { before: score(0), after: score(-40) }] };
  const played = { kind: "played" as const, at_ms: 0 };
  assertEquals(handPoints({ ...played, result: hand }), [62, -40]);
  const game = { ...played, result: { end: "won", score: 25, points: 25, turns: 58 } };
  assertEquals([hanabiResult(game), handPoints(game)], [{ score: 25, turns: 58 }, null]);
  const lost = { ...game, result: { ...game.result, score: 20 } };
  const boards = [game, lost].map((each, at) => ({
    round: at + 1,
    board: 1,
    lines: [{ table: 1, sides: ["1"], versions: [each] }],
  }));
  assertEquals([sumOfScores({ boards, names: {} }, "1"), sumOfScores({ boards, names: {} }, "2")], [
    45,
    null,
  ]);
});

Deno.test("a director's contract is sent as one, and several outcomes with their weights", () => {
  const contract = { level: 4, strain: "S", declarer: 0, doubled: 1 } as const;
  const made = { weight: 100, contract, tricks: 10 };
  assertEquals(assigned(LINE, 1, [made], null), {
    board: 1,
    vulnerable: "NS",
    result: { score_ns: 0, contract, tricks: 10 },
  });
  const halves = [{ ...made, weight: 50 }, { weight: 50, contract: null, tricks: null }];
  for (const eastWest of [null, [made]]) {
    const { result } = assigned(LINE, 1, halves, eastWest) as { result: unknown };
    assertEquals(result, {
      score_ns: 0,
      adjusted: { t: "assign", outcomes: halves, east_west: eastWest },
    });
  }
});

Deno.test("the replay of a board is at the table of its round", () => {
  const runs = { ...EVENT, rounds: [PLAYED] };
  assertEquals(replayOf(runs, 1, 2, 7), "#/replay/e-tuesday-1-2.7");
  assertEquals(replayOf(runs, 2, 2, 7), null);
});

Deno.test("a Mitchell with two winners has two lists, and ranks tell that others share them", () => {
  const row = { total: 0, percent: null, deals: 0, wins: 0, out: false };
  const rows: Row[] = [
    { ...row, entry: "1", list: 0, rank: 1, shared: true },
    { ...row, entry: "3", list: 0, rank: 1, shared: true },
    { ...row, entry: "2", list: 1, rank: 1, shared: false },
    { ...row, entry: "4", list: 1, rank: 2, shared: false, out: true },
  ];
  const ranking = { rows } as unknown as RankingShown;
  assertEquals(listsOf(ranking).map((list) => list.map(rankText)), [["1=", "1="], ["1", "–"]]);
  const counts = (deals: number, total: number) =>
    hasResults({ rows: [{ ...row, deals, total }] } as unknown as RankingShown);
  assertEquals([counts(0, 0), counts(2, 0), counts(0, 300)], [false, true, true]);
});

Deno.test("robots are called robots in the title of an entrant, unless it has a name", () => {
  const robot = { name: "plain", robot: "plain" }, [ann] = ANN.players;
  assert(ann !== undefined);
  assertEquals(entrantTitle(ANN, "robot", "Robots"), "Ann – Ben");
  assertEquals(
    entrantTitle({ id: "2", title: "Ann – plain", players: [ann, robot] }, "robot", "Robots"),
    "Ann – robot",
  );
  assertEquals(
    entrantTitle({ id: "3", title: "plain – plain", players: [robot, robot] }, "r", "Robots"),
    "Robots",
  );
  assertEquals(entrantTitle({ id: "4", title: "Red", players: [robot, robot] }, "r", "Robots"), "Red");
  const invited = { name: "3f2a", id: "3f2a", accepted: false };
  assertEquals(entrantTitle({ id: "5", title: "Ann – 3f2a", players: [ann, invited] }, "r", "R"), "Ann – …");
});

Deno.test("entries are told apart by their numbers, and a robot keeps the name that the director gave it", () => {
  const robot = { name: "plain", robot: "plain" }, named = { name: "Robo", robot: "plain" };
  const entrants: Entrant[] = [
    { id: "2", title: "plain – plain", players: [robot, robot] },
    { id: "3", title: "Robo – plain", players: [named, robot] },
  ];
  const ranking: RankingShown = {
    scoring: "mp",
    rows: [],
    names: {},
    provisional: true,
    final: false,
    hidden: false,
  };
  const results: ResultsShown = { boards: [], names: {} };
  const of = (shown: EventShown) => titled({ shown, ranking, results }, "Robot", "Robots");
  const known = of({ ...EVENT, entrants, conditions: { robot: "plain" } });
  assertEquals(known.shown.entrants.map(({ title }) => title), ["2 Robots", "3 Robo – Robot"]);
  assertEquals(known.shown.entrants.map(({ plain }) => plain), ["Robots", "Robo – Robot"]);
  assertEquals(known.ranking.names["2"], "2 Robots");
  assertEquals(titleOf(known.shown, null), "Robots");
  assertEquals(titleOf(of(EVENT).shown, null), "–");
  // An entry that all its players have left is in no list.
  const left = { ...EVENT, entrants: [...entrants, { id: "4", title: "", players: [], gone: "withdrawn" }] };
  assertEquals(of(left).shown.entrants.map(({ id }) => id), ["2", "3"]);
});

Deno.test("the rows of the own entrant are marked, and none without an own entrant", () => {
  const own = { ...EVENT, mine: { entrant: "2" } };
  assertEquals(ownClass(own, { sides: ["1", "2"] }), "events-own");
  assertEquals([ownClass(own, { sides: ["1", null] }), ownClass(EVENT, { sides: [null] })], [
    undefined,
    undefined,
  ]);
});

Deno.test("an entrant needs as many players as those that are there have, or as the form says", () => {
  assertEquals(playersWanted(EVENT), 2);
  assertEquals(playersWanted({ ...EVENT, conditions: { form: "teams" } }), 4);
  assertEquals(playersWanted({ ...EVENT, game: "hanabi", conditions: { options: { players: 5 } } }), 5);
});

const SEATED: EventNewsUpdate = {
  t: "event",
  event: "e-tuesday",
  name: "Tuesday",
  game: "bridge",
  stage: "seated",
  round: 1,
  rounds: 3,
  table: "e-tuesday-1-1",
  seat: 0,
};
const at = (page: "lobby" | "games"): Route => ({ page });

Deno.test("the page goes to a new seat once, from every screen", () => {
  const none = new Map<string, string | null>([["e-tuesday", null]]);
  assertEquals(seatToTake([SEATED], none, at("games"))?.table, "e-tuesday-1-1");
  const known = seatsAfter(none, [SEATED]);
  assertEquals(seatToTake([SEATED], known, at("lobby")), null);
  assertEquals(
    seatToTake([{ ...SEATED, table: "e-tuesday-2-4" }], known, at("lobby"))?.table,
    "e-tuesday-2-4",
  );
  assertEquals(seatToTake([SEATED], none, { page: "table", id: "e-tuesday-1-1", seat: null }), null);
});

Deno.test("a page that has just been loaded goes to the seat from the lobby, and stays at a list of games", () => {
  assertEquals(seatToTake([SEATED], new Map(), at("lobby"))?.table, "e-tuesday-1-1");
  assertEquals(seatToTake([SEATED], new Map(), { page: "table", id: "other", seat: null })?.seat, 0);
  assertEquals(seatToTake([SEATED], new Map(), at("games")), null);
});

Deno.test("the news are not shown on the screen of their event, unless the player has a seat elsewhere", () => {
  const waits: EventNewsUpdate = { ...SEATED, stage: "waits", table: null, seat: null };
  const event: Route = { page: "event", id: "e-tuesday", part: null };
  assertEquals(shownNews([waits], event, new Set()), []);
  assertEquals(shownNews([waits], at("lobby"), new Set()).length, 1);
  assertEquals(shownNews([SEATED], event, new Set()).length, 1);
  const early = { ...waits, round: 0 };
  assertEquals(shownNews([early], at("games"), new Set()), []);
  assertEquals(shownNews([early], at("lobby"), new Set()).length, 1);
  assertEquals(shownNews([{ ...early, starts_ms: 1 }], at("games"), new Set()).length, 1);
  assertEquals(shownNews([{ ...waits, stage: "over" }], at("lobby"), new Set(["e-tuesday"])), []);
});

Deno.test("a player who sits out is offered tables to watch only where the event has watchers", () => {
  const tables = [{ table: 1, sides: ["1", "2"], id: "e-tuesday-1-1" }, {
    table: 2,
    sides: ["3", "4"],
    id: null,
  }];
  const round: Round = { round: 1, stage: "playing", tables };
  assertEquals(watchable({ ...EVENT, watchers: true }, round), [{ id: "e-tuesday-1-1", table: 1 }]);
  assertEquals(watchable(EVENT, round), []);
});

Deno.test("a call from a table is about that table, also in the next round", () => {
  const row = (table: number, ...sides: string[]) => ({ table, sides });
  const rounds: Round[] = [
    { round: 1, stage: "scored", tables: [row(1, "1", "2"), row(2, "3", "4")] },
    { round: 2, stage: "playing", tables: [row(1, "1", "4"), row(2, "3", "2")] },
  ];
  const call = { number: 1, entrant: "2", at_ms: 0, text: "", taken_by: "", done: false, ruling: "" };
  const shown = { ...EVENT, rounds };
  assertEquals(tableOfCall(shown, call)?.sides, ["3", "2"]);
  assertEquals(tableOfCall(shown, { ...call, entrant: "", round: 1, table: 2 })?.sides, ["3", "4"]);
});

Deno.test("an announcement is shown for ten minutes, until it is read, and at once also before the first round", () => {
  const told: EventNewsUpdate = {
    ...SEATED,
    stage: "waits",
    round: 0,
    table: null,
    seat: null,
    told: { at_ms: 1_000, text: "Coffee" },
  };
  assertEquals(toldLeft_ms(told, 1_000, new Set()), 600_000);
  assertEquals(toldLeft_ms(told, 601_000, new Set()), 0);
  assertEquals(toldLeft_ms(told, 1_000, new Set([toldName(told)])), 0);
  assertEquals(toldLeft_ms({ ...told, told: null }, 1_000, new Set()), 0);
  assertEquals(shownNews([told], at("games"), new Set(), () => true).length, 1);
  assertEquals(shownNews([told], { page: "event", id: told.event, part: null }, new Set(), () => true), []);
});
