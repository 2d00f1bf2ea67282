/** The id of this player, which the host of a table needs to invite the player. */

import { words } from "../i18n/index.ts";
import { CopyText } from "../ui/CopyText.tsx";
import { guest } from "./guest.ts";

export function YourId() {
  const said = words.value.people, me = guest.value;
  if (me === null) return null;
  return (
    <div class="people-id">
      <p>{said.yourId}</p>
      <CopyText text={me.id} label={said.yourId} />
      <p class="muted">{said.yourIdHelp}</p>
    </div>
  );
}
