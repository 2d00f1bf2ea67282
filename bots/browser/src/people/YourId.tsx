/** The id of this player, which the host of a table needs to invite the player. */

import { words } from "../i18n/index.ts";
import { CopyText } from "../ui/CopyText.tsx";
import { guest } from "./guest.ts";

/** Shows the id of this player, with a line about its use: by a host, unless another `help` is given. */
export function YourId({ help }: { help?: string }) {
  const said = words.value.people, me = guest.value;
  if (me === null) return null;
  return (
    <div class="people-id">
      <p>{said.yourId}</p>
      <CopyText text={me.id} label={said.yourId} />
      <p class="muted">{help ?? said.yourIdHelp}</p>
    </div>
  );
}
