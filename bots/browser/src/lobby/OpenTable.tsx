/** The window that opens a table: the choice of a game, and the form of the game. */

import { useState } from "preact/hooks";
import { allGames, gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import type { TableModel } from "../people/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { OpenForm } from "./OpenForm.tsx";

export function OpenTable({ game: first, like, close }: {
  game: string;
  /** The table to which the new one shall be equal. */
  like?: TableModel | undefined;
  close: () => void;
}) {
  const said = words.value.lobby.form;
  const [name, setName] = useState(first);
  const game = gameOf(name);
  return (
    <Dialog title={said.title} close={close} kind="wide">
      <fieldset class="lobby-choices">
        <legend>{said.game}</legend>
        {allGames().filter((each) => each.isOpened).map((each) => (
          <label key={each.name} class={each.name === name ? "lobby-choice chosen" : "lobby-choice"}>
            <input
              type="radio"
              name="game"
              checked={each.name === name}
              onChange={() =>
                setName(each.name)}
            />
            <span>
              <b>{each.title(words.value)}</b>
            </span>
          </label>
        ))}
      </fieldset>
      {game?.isOpened && (
        <Loaded key={name} part={game.part}>
          {(program) => (
            <OpenForm
              game={game}
              program={program}
              like={like?.game === name ? like : undefined}
              close={close}
            />
          )}
        </Loaded>
      )}
    </Dialog>
  );
}
