/** The state of the form that opens a table, and the request that it sends. */

import { useState } from "preact/hooks";
import type { GamePage, GameProgram, Options } from "../games.ts";
import { words } from "../i18n/index.ts";
import { http, openMatch, openSet, openTable, welcome } from "../page.ts";
import { faultText, refusalText } from "../people/fault.ts";
import { needName } from "../people/NameDialog.tsx";
import { USUAL, type WholePolicy } from "../people/policy.ts";
import { robotsOf } from "../people/robots.ts";
import type { TableModel } from "../people/shown.ts";
import { go } from "../route.ts";
import { differing } from "../ui/options/fields.tsx";
import { bodyOf, ownSeat, resized, type SeatChoice, seatsWith, type Wish } from "./opening.ts";

/** The speeds that are offered first; any other clock is chosen among the details. */
export const SPEEDS: Record<"none" | "usual" | "fast", WholePolicy["clock"]> = {
  none: { kind: "none" },
  usual: null,
  fast: { kind: "move", move_ms: 15_000 },
};

/** The policy of a new table: for friends and robots, without a clock. */
const FIRST: WholePolicy = { ...USUAL, clock: SPEEDS.none };

/** Returns the speed that is a table's clock, undefined for any other clock. */
export function speedOf(policy: WholePolicy): keyof typeof SPEEDS | undefined {
  const clock = JSON.stringify(policy.clock);
  return (Object.keys(SPEEDS) as (keyof typeof SPEEDS)[])
    .find((each) => JSON.stringify(SPEEDS[each]) === clock);
}

/** All choices of the form, the functions that change them, and what came of the last attempt. */
export function useOpenForm(
  game: GamePage,
  program: GameProgram,
  like: TableModel | undefined,
  close: () => void,
) {
  const robots = robotsOf(welcome.value, game.name, game.usualRobot), robot = robots[0];
  const withRobots: SeatChoice = robot === undefined ? { kind: "free" } : { kind: "robot", robot };
  const presets = program.presets ?? [];
  const start = like?.options ?? presets[0]?.options ?? {};
  const [preset, setPreset] = useState<number | null>(presets.length && like === undefined ? 0 : null);
  const [options, setOptions] = useState<Options>(start);
  const [policy, setPolicy] = useState(like?.policy ?? FIRST);
  const [title, setTitle] = useState("");
  const [seats, setSeats] = useState(seatsWith(game.seats(start), game.usualSeat, withRobots));
  const [boards, setBoards] = useState<{ name: string; text: string } | null>(null);
  const [match, setMatch] = useState<Wish["match"]>(null);
  const [set, setSet] = useState<Wish["set"]>(null);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);

  function change(next: Options): void {
    setOptions(next);
    const count = game.seats(next);
    if (count !== seats.length) setSeats(resized(seats, count));
  }
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (!await needName()) return;
    setBusy(true);
    setFault("");
    const changed = differing(policy, USUAL), text = boards?.text ?? null;
    try {
      const opened = await send({
        ...{ game: game.name, options, policy: changed, name: title, seats, boards: text, match, set },
      });
      if (typeof opened === "string") return setFault(opened);
      close();
      show(opened, ownSeat(seats));
    } finally {
      setBusy(false);
    }
  }
  return {
    ...{ robots, withRobots, preset, setPreset, options, change, policy, setPolicy, title, setTitle },
    ...{ seats, setSeats, boards, setBoards, match, setMatch, set, setSet, fault, setFault, busy, submit },
    fills: fills(game, seats.length, withRobots),
  };
}

export type OpenState = ReturnType<typeof useOpenForm>;

/** Returns the ways to fill all seats but the host's own, as text and seats. */
function fills(game: GamePage, count: number, withRobots: SeatChoice): [string, SeatChoice[]][] {
  const said = words.value.lobby.form.fill, usual = game.usualSeat < count ? game.usualSeat : 0;
  const free: [string, SeatChoice[]] = [said.free, seatsWith(count, usual, { kind: "free" })];
  if (withRobots.kind !== "robot") return [free];
  return [
    [said.robots, seatsWith(count, usual, withRobots)],
    free,
    [said.watch, seatsWith(count, null, withRobots)],
  ];
}

type Opened = [string, string?] | { set: string };

/** Shows what has been opened. */
function show(opened: Opened, seat: number | null): void {
  if (!Array.isArray(opened)) return go({ page: "set", id: opened.set, scoring: null });
  const [table, other] = opened;
  if (other !== undefined && seat === null) go({ page: "match", ids: [table, other] });
  else go({ page: "table", id: table, seat });
}

/** Opens the tables. Returns the ids of a table or of both of a match, or the id of a set, or why it was refused. */
async function send(wish: Wish): Promise<Opened | string> {
  const body = bodyOf(wish);
  if (wish.boards === null) {
    if (wish.set !== null) {
      const answer = await openSet(body);
      return typeof answer === "string" ? { set: answer } : refusalText(answer);
    }
    if (wish.match === null) {
      const answer = await openTable(body);
      return typeof answer === "string" ? [answer] : refusalText(answer);
    }
    const answer = await openMatch(body);
    return Array.isArray(answer) ? answer : refusalText(answer);
  }
  try {
    // A frame of the websocket is too small for most files.
    const path = wish.set !== null ? "/v1/sets" : wish.match === null ? "/v1/tables" : "/v1/matches";
    const answer = await http.post(path, { ...body, id: Date.now() });
    if (wish.set !== null) return { set: (answer as { board_set: string }).board_set };
    const opened = answer as { table: string; other?: string };
    return opened.other === undefined ? [opened.table] : [opened.table, opened.other];
  } catch (error) {
    return faultText(error);
  }
}

/** Returns the text of a file. Old programs write Latin-1, and no file of boards names its encoding. */
export async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}
