/** The conditions and the directors of an event, as a director changes them. */

import { useState } from "preact/hooks";
import { ConditionsForm } from "./Conditions.tsx";
import { directingWords } from "./directingWords.ts";
import type { Direct } from "./following.ts";
import { conditionsOf, type EventShown, isFinal } from "./model.ts";
import { differing, fitted } from "./offers.ts";
import { TextField } from "./TextField.tsx";

export function EventSettings({ shown, direct }: { shown: EventShown; direct: Direct }) {
  const said = directingWords(), isFixed = shown.rounds.length > 0;
  const [conditions, setConditions] = useState(() => fitted(shown.game, conditionsOf(shown)));
  const [name, setName] = useState(shown.name);
  if (isFinal(shown)) return null;
  async function save(submitted: Event): Promise<void> {
    submitted.preventDefault();
    await direct({
      t: "change",
      name: name.trim(),
      ...(isFixed ? {} : { conditions: differing(conditions) }),
    });
  }
  return (
    <details class="panel events-fold">
      <summary>
        <h2>{said.settings}</h2>
      </summary>
      <form class="column" onSubmit={(submitted) => void save(submitted)}>
        <TextField label={said.name} value={name} change={setName} most={60} />
        {isFixed
          ? <p class="muted">{said.conditionsFixed}</p>
          : <ConditionsForm game={shown.game} values={conditions} change={setConditions} />}
        <button type="submit">{said.save}</button>
      </form>
      <Directors shown={shown} direct={direct} />
    </details>
  );
}

function Directors({ shown, direct }: { shown: EventShown; direct: Direct }) {
  const said = directingWords();
  const [id, setId] = useState(""), [name, setName] = useState("");
  async function add(submitted: Event): Promise<void> {
    submitted.preventDefault();
    const directors = [
      ...shown.directors.map((each) => ({ id: each.id ?? "", name: each.name })),
      { id: id.trim(), name: name.trim() },
    ];
    if (!await direct({ t: "change", directors })) return;
    setId("");
    setName("");
  }
  return (
    <form class="row" onSubmit={(submitted) => void add(submitted)}>
      <TextField label={said.directorsId} value={id} change={setId} most={100} />
      <TextField label={said.directorsName} value={name} change={setName} most={60} optional />
      <button type="submit">{said.addDirector}</button>
    </form>
  );
}
