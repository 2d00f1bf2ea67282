/** The name at a seat, with its part in the play, the turn, and the clock. */

import type { ComponentChildren } from "preact";
import { words } from "../i18n/index.ts";
import { ownerShown, robotKind } from "../people/robots.ts";
import type { SeatRow } from "../wire/protocol.ts";
import { type Board, dummyOf, isVulnerable, type Seat } from "./model.ts";
import { seatName } from "./seatName.ts";

interface Props {
  pub: Board;
  seat: Seat;
  /** The name of the player, and what else is to be said of the person, such as "robot". */
  name: string;
  about?: string | undefined;
  /** The kind of a robot; it is left out where the part in the play has to be said. */
  kind?: string | undefined;
  /** True if the seat is in turn; declarer's seat is when dummy's hand is to play. */
  inTurn: boolean;
  /** True if a clock stands on the plate. */
  timed?: boolean;
  /** Controls and clocks that stand on the plate. */
  children?: ComponentChildren;
}

export function SeatPlate({ pub, seat, name, about, kind, inTurn, timed = false, children }: Props) {
  const said = words.value.bridge, vulnerable = isVulnerable(pub.vulnerable, seat);
  const part = pub.contract == null
    ? ""
    : pub.contract.declarer === seat
    ? said.declarer
    : dummyOf(pub) === seat && pub.phase !== "auction"
    ? said.dummy
    : "";
  return (
    <div class={`br-plate${inTurn ? " turn" : ""}${timed ? " timed" : ""}`} data-seat={seat}>
      <span class={vulnerable ? "br-letter vul" : "br-letter"} aria-hidden="true">{said.letters[seat]}</span>
      <span class="heard">
        {seatName(seat, words.value)}, {vulnerable ? said.isVulnerable : said.notVulnerable}
        {pub.dealer === seat && `, ${said.dealer}`}:
      </span>
      <span class="br-person">
        <b>{name}</b>
        <small>{[part, about, part ? "" : kind].filter(Boolean).join(" · ")}</small>
      </span>
      {inTurn && <span class="heard">{said.hasTurn}</span>}
      {children}
    </div>
  );
}

/** Returns the name at a seat, what is to be said of the person there, and the kind of a robot. `host` is an id. */
export function personAt(
  row: SeatRow | undefined,
  isMine: boolean,
  host?: string | null,
): { name: string; about: string; kind?: string } {
  const said = words.value.bridge;
  if (row === undefined || (row.player == null && row.robot == null)) {
    return { name: said.free, about: row?.owner != null ? words.value.people.freeUntilBack : "" };
  }
  const isRobot = row.player == null, about: string[] = [];
  if (isMine) about.push(said.you);
  if (host != null && (row.owner ?? row.player) === host) about.push(words.value.people.host);
  if (!isRobot) {
    about.push(ownerShown(row));
    if (row.robot != null) about.push(said.robotPlays);
    if (!row.here) about.push(said.away);
  }
  if (row.owner != null && row.owner !== row.player) about.push(said.keptFor);
  return {
    name: isRobot ? said.robot : row.name || row.robot || "",
    about: about.filter(Boolean).join(" · "),
    ...(isRobot ? { kind: robotKind(row.name || row.robot || "") } : {}),
  };
}
