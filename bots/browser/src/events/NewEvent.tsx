/** The window in which a director opens an event: its name, its game and its conditions. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { faultText } from "../people/fault.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { sendOnce } from "./asking.ts";
import { ConditionsForm } from "./Conditions.tsx";
import { directingWords, useDirectingWords } from "./directingWords.ts";
import type { EventShown } from "./model.ts";
import { differing, FIRST, fitted, GAMES_WITH_EVENTS } from "./offers.ts";
import { TextField } from "./TextField.tsx";
import { gameTitle } from "./title.ts";

interface Props {
  close: () => void;
  opened: (event: string) => void;
}

export function NewEvent(props: Props) {
  return useDirectingWords() === null ? null : <Form {...props} />;
}

function Form({ close, opened }: Props) {
  const said = directingWords();
  const [name, setName] = useState(said.usualName);
  const [game, setGame] = useState(GAMES_WITH_EVENTS[0] ?? "");
  const [conditions, setConditions] = useState(fitted(game, FIRST));
  const [atOnce, setAtOnce] = useState(true);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  async function open(submitted: Event): Promise<void> {
    submitted.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const request = { game, name: name.trim(), conditions: differing(conditions) };
      const { event } = await sendOnce("/v1/events", request) as EventShown;
      if (atOnce) await sendOnce(`/v1/events/${event}`, { t: "open" });
      opened(event);
    } catch (error) {
      setFault(faultText(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={said.newTitle} close={close} kind="wide">
      <form class="column events-new" onSubmit={(submitted) => void open(submitted)}>
        <TextField label={said.name} value={name} change={setName} most={60} isFirst />
        <label>
          {said.game}
          <select
            value={game}
            onChange={(event) => {
              const next = event.currentTarget.value;
              setGame(next);
              setConditions(fitted(next, { ...conditions, scoring: "", vp: "", options: {}, robot: null }));
            }}
          >
            {GAMES_WITH_EVENTS.map((each) => <option key={each} value={each}>{gameTitle(each)}</option>)}
          </select>
        </label>
        <ConditionsForm game={game} values={conditions} change={setConditions} />
        <label class="switch">
          <input
            type="checkbox"
            checked={atOnce}
            onChange={(event) => setAtOnce(event.currentTarget.checked)}
          />
          <span>{said.atOnce}</span>
        </label>
        {fault && <p class="fault" role="alert">{fault}</p>}
        <div class="row">
          <button type="submit" class="primary" disabled={busy}>{said.create}</button>
          <button type="button" onClick={close}>{words.value.ui.cancel}</button>
        </div>
      </form>
    </Dialog>
  );
}
