/** A result of a board at a table: its score, a ruling, and the way to its replay. */

import type { ComponentChildren } from "preact";
import { ContractFace } from "../bridge/Calls.tsx";
import { shortResult } from "../bridge/sentences.ts";
import type { EventWords } from "../i18n/en/events.ts";
import { words } from "../i18n/index.ts";
import { isRobotName } from "../people/robots.ts";
import { shownNumber, shownSigned } from "../ui/numbers.ts";
import {
  type Award,
  awardsArePercent,
  bridgeResult,
  type EventShown,
  hanabiResult,
  handPoints,
  type Line,
  newest,
  replayOf,
  sideTitle,
  type Version,
} from "./model.ts";
import { eventWords } from "./words.ts";

/** Returns an award in words, as a percentage, or in points. */
export function awardText(award: Award, isPercent: boolean): string {
  if (typeof award !== "number") return eventWords().awards[award] ?? award;
  return isPercent ? `${shownNumber(award / 100)} %` : shownSigned(award / 100);
}

/** Returns the table of a result, with its round if the boards move. */
export function lineTitle({ round, table }: Line, said: EventWords): string {
  return `${said.table} ${table}${round === undefined ? "" : ` · ${said.round(round)}`}`;
}

/** The result that counts, as the side with the number `side` sees its score. */
export function ResultText({ version, shown, side = 0 }: {
  version: Version | null;
  shown: EventShown;
  side?: number;
}) {
  const said = eventWords();
  if (version === null) return <>–</>;
  if (version.awards != null) {
    const isPercent = awardsArePercent(shown);
    return <>{version.awards.map((each) => awardText(each, isPercent)).join(" / ")}</>;
  }
  if (version.kind === "cancelled" || version.kind === "unplayed") return <>{said.kinds[version.kind]}</>;
  const hanabi = hanabiResult(version), hand = handPoints(version);
  if (hanabi !== null) {
    return (
      <>
        <b>{shownNumber(hanabi.score)}</b> <small>{said.inTurns(hanabi.turns)}</small>
      </>
    );
  }
  if (hand !== null) {
    return <b>{(side === 0 ? hand : [...hand].reverse()).map((each) => shownSigned(each)).join(" : ")}</b>;
  }
  const result = bridgeResult(version), score = result?.score_ns ?? null;
  return (
    <>
      {result?.contract != null && (
        <>
          <ContractFace contract={result.contract} /> {shortResult(result)}
          {" "}
        </>
      )}
      {result !== null && result.contract == null && result.adjusted == null && version.kind === "played" && (
        <>{words.value.bridge.passedOut}{" "}</>
      )}
      {score !== null && <b>{shownSigned(side === 0 ? score : result?.score_ew ?? -score)}</b>}
    </>
  );
}

/** The names on a side of a table: those of its entrant, or of the players that sat there before a substitute. */
export function SideName({ shown, at, side }: {
  shown: EventShown;
  at: Pick<Line, "sides" | "players">;
  side: number;
}) {
  const { bridge, sets } = words.value;
  const robots = { robot: bridge.robot, robots: sets.robots, isRobot: isRobotName };
  return <bdi>{sideTitle(shown, at, side, robots)}</bdi>;
}

/** The ruling about a result: the law and the reason. */
export function Ruling({ line }: { line: Line }) {
  const said = eventWords(), version = newest(line);
  if (version === null || version.kind === "played") return null;
  const facts = [said.kinds[version.kind] ?? "", version.law && said.law(version.law), version.reason ?? ""]
    .filter(Boolean);
  return <small class="events-at">{facts.join(" · ")}</small>;
}

/** A link to the replay of a board at a table, if it was played there. */
export function ReplayLink({ shown, round, table, board, version, children }: {
  shown: EventShown;
  round: number;
  table: number;
  board: number;
  version: Version | null;
  children: ComponentChildren;
}) {
  const to = replayOf(shown, round, table, board);
  if (to === null || version === null) return <>{children}</>;
  return (
    <a href={to}>
      {children}
      <span class="heard">: {eventWords().replayOf(board, table)}</span>
    </a>
  );
}
