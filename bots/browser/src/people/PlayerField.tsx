/** The choice of a player, and lists of players, for the window in which a host changes the table. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { choicesOf } from "./known.ts";
import { playerNamed } from "./model.ts";

/** The choice of a player that is in no list. */
const BY_ID = "id";

/** The choice of a player out of the known ones, or by an id, with buttons for what may be done with the player. */
export function PlayerField({ names, deeds, fault }: {
  names: ReadonlyMap<string, string>;
  deeds: readonly (readonly [text: string, act: (player: string) => Promise<boolean>])[];
  fault: (text: string) => void;
}) {
  const said = words.value.people;
  const [chosen, choose] = useState("");
  const [text, setText] = useState("");
  const people = choicesOf([...names]), byId = chosen === BY_ID || people.length === 0;
  async function go(act: (player: string) => Promise<boolean>): Promise<void> {
    const player = byId ? playerNamed(text, names) : chosen;
    if (player === null) return fault(said.unknownPlayer(text));
    if (!await act(player)) return;
    setText("");
    choose("");
  }
  return (
    <div class="column people-wide">
      {people.length > 0 && (
        <label>
          {said.player}
          <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{said.choosePlayer}</option>
            {people.map(([id, name]) => <option key={id} value={id}>{name}</option>)}
            <option value={BY_ID}>{said.otherPlayer}</option>
          </select>
        </label>
      )}
      {byId && (
        <>
          <label>
            {said.playersId}
            <input
              value={text}
              maxLength={60}
              autocomplete="off"
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <p class="muted">{said.playersIdHelp}</p>
        </>
      )}
      <div class="row">
        {deeds.map(([name, act]) => (
          <button
            type="button"
            key={name}
            disabled={byId ? !text.trim() : chosen === ""}
            onClick={() => void go(act)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}

/** A list of players, each with a button that takes the player off the list. */
export function Listed({ title, players, names, takeOff }: {
  title: string;
  players: readonly string[];
  names: ReadonlyMap<string, string>;
  takeOff: (player: string) => void;
}) {
  const said = words.value.people;
  return (
    <div>
      <h3>{title}</h3>
      {players.length === 0 ? <p class="muted">{said.none}</p> : (
        <ul class="row">
          {players.map((player) => (
            <li key={player} class="people-chip">
              {names.get(player) ?? player}
              <button
                type="button"
                class="icon"
                aria-label={said.takeOff(names.get(player) ?? player)}
                onClick={() => takeOff(player)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
