/** A result of a board at a table: its score, a ruling, and the way to its replay. */

import type { ComponentChildren } from "preact";
import { ContractFace } from "../bridge/Calls.tsx";
import { shortResult } from "../bridge/sentences.ts";
import { words } from "../i18n/index.ts";
import { shownNumber, shownSigned } from "../ui/numbers.ts";
import {
  type Award,
  awardsArePercent,
  bridgeResult,
  type EventShown,
  type Line,
  newest,
  replayOf,
  scoreOf,
  type Version,
} from "./model.ts";
import { eventWords } from "./words.ts";

/** Returns an award in words, as a percentage, or in points. */
export function awardText(award: Award, isPercent: boolean): string {
  if (typeof award !== "number") return eventWords().awards[award] ?? award;
  return isPercent ? `${shownNumber(award / 100)} %` : shownSigned(award / 100);
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
  const result = bridgeResult(version), score = scoreOf(version);
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
      {score !== null && <b>{shownSigned(side === 0 ? score : -score)}</b>}
    </>
  );
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
