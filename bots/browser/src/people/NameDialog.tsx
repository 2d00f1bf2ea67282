/** The question for a name, before the person at this page first sits down or writes. */

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { becomePlayer } from "../page.ts";
import { faultText } from "./fault.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { route } from "../route.ts";
import { guest } from "./guest.ts";
import { Inviter } from "./Inviter.tsx";
import { isRobotName } from "./robots.ts";

const asked = signal<((joined: boolean) => void) | null>(null);

/** Asks for a name unless the player has one. Returns false if the player closes the question. */
export function needName(): Promise<boolean> {
  if (guest.value !== null) return Promise.resolve(true);
  asked.value?.(false);
  return new Promise((resolve) => asked.value = resolve);
}

export function NameDialog() {
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const answer = asked.value;
  if (answer === null) return null;
  function end(joined: boolean): void {
    asked.value = null;
    answer?.(joined);
  }
  async function join(event: Event): Promise<void> {
    event.preventDefault();
    if (busy) return;
    // A record has only names: a person with this name would be a robot in a replay.
    if (isRobotName(name.trim())) return setFault(words.value.people.robotsName);
    setBusy(true);
    try {
      await becomePlayer(name.trim());
      end(true);
    } catch (error) {
      setFault(faultText(error));
    } finally {
      setBusy(false);
    }
  }
  const said = words.value.people, at = route.value;
  return (
    <Dialog title={said.chooseName} close={() => end(false)}>
      {at.page === "table" && <Inviter table={at.id} />}
      <form class="column" onSubmit={join}>
        <label>
          {said.yourName}
          <input
            name="name"
            value={name}
            maxLength={60}
            required
            autoFocus
            autocomplete="nickname"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <p class="muted">{said.nameHelp}</p>
        {fault && <p class="fault" role="alert">{fault}</p>}
        <button type="submit" class="primary" disabled={busy}>{said.join}</button>
      </form>
    </Dialog>
  );
}
