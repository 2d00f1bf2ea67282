/** The directors and commentators of a table, or of both rooms of a match at once. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { connection, http } from "../page.ts";
import { OptionGroup } from "../ui/options/fields.tsx";
import type { ToServer } from "../wire/protocol.ts";
import { faultText, refusalText } from "./fault.ts";
import { Listed, PlayerField } from "./PlayerField.tsx";

/** The ids of the officials of a table, by their office. */
type OfficeLists = { directors: readonly string[]; commentators: readonly string[] };
type OfficeChanges = { directors?: string[]; commentators?: string[] };

/** Appoints officials at the other room of a match, or takes them off. Returns the refusal, null without one. */
async function changeOther(
  table: string,
  change: (now: OfficeLists) => OfficeChanges,
): Promise<string | null> {
  try {
    const { people } = await http.get(`/v1/tables/${table}`) as { people: Partial<OfficeLists> };
    const now = { directors: people.directors ?? [], commentators: people.commentators ?? [] };
    const answer = await connection.ask({ t: "host", table, ...change(now) } as ToServer);
    return answer.t === "refused" ? refusalText(answer) : null;
  } catch (error) {
    return faultText(error);
  }
}

export function Offices({ names, directors, commentators, other, change, fault }: OfficeLists & {
  names: ReadonlyMap<string, string>;
  /** The other room of a match, null at any other table. */
  other: string | null;
  change: (changes: OfficeChanges & { host?: string }) => Promise<boolean>;
  fault: (text: string) => void;
}) {
  const said = words.value.people;
  const [both, setBoth] = useState(true);
  /** Changes the officials of this table, and of the other room if the host wants both to be equal. */
  async function appoint(lists: (now: OfficeLists) => OfficeChanges): Promise<boolean> {
    if (!await change(lists({ directors, commentators }))) return false;
    const refused = other !== null && both ? await changeOther(other, lists) : null;
    if (refused !== null) fault(said.otherRoom(refused));
    return true;
  }
  const added = (
    list: readonly string[],
    player: string,
  ) => [...list.filter((each) => each !== player), player];
  const without = (list: readonly string[], player: string) => list.filter((each) => each !== player);
  return (
    <OptionGroup title={said.offices}>
      <p class="muted people-wide">{said.officesHelp}</p>
      {other !== null && (
        <label class="switch people-wide">
          <input type="checkbox" checked={both} onChange={(event) => setBoth(event.currentTarget.checked)} />
          {said.inBothRooms}
        </label>
      )}
      <PlayerField
        names={names}
        fault={fault}
        deeds={[
          [said.makeDirector, (player) => appoint((now) => ({ directors: added(now.directors, player) }))],
          [
            said.makeCommentator,
            (player) => appoint((now) => ({ commentators: added(now.commentators, player) })),
          ],
          [said.makeHost, (player) => change({ host: player })],
        ]}
      />
      <Listed
        title={said.directors}
        players={directors}
        names={names}
        takeOff={(player) => void appoint((now) => ({ directors: without(now.directors, player) }))}
      />
      <Listed
        title={said.commentators}
        players={commentators}
        names={names}
        takeOff={(player) => void appoint((now) => ({ commentators: without(now.commentators, player) }))}
      />
    </OptionGroup>
  );
}
