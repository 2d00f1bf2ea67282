/** The window that opens a table: the choice of a game, and the form of the game. */

import { useEffect, useState } from "preact/hooks";
import { allGames, gameOf, type GamePage } from "../games.ts";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import type { TableModel } from "../people/shown.ts";
import { type GameRow, knowSeats } from "../plain/game.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { OpenForm } from "./OpenForm.tsx";

/** Returns the games of this server that have no screens of their own on the page, [] until the server has named them. */
function useOtherGames(): readonly GamePage[] {
  const [others, setOthers] = useState<readonly GamePage[]>([]);
  useEffect(() => {
    http.get("/v1/schemas").then((answer) => {
      const { games } = answer as { games: readonly GameRow[] };
      knowSeats(games);
      setOthers(
        games.flatMap((row) => gameOf(row.game) ?? []).filter((each) => each.isPlain && each.isOpened),
      );
    }, () => {}); // Without an answer, the games that the page knows can still be opened.
  }, []);
  return others;
}

export function OpenTable({ game: first, like, close }: {
  game: string;
  /** The table to which the new one shall be equal. */
  like?: TableModel | undefined;
  close: () => void;
}) {
  const said = words.value.lobby.form;
  const [name, setName] = useState(first);
  const game = gameOf(name);
  const opened = [...allGames().filter((each) => each.isOpened), ...useOtherGames()];
  return (
    <Dialog title={said.title} close={close} kind="wide">
      <fieldset class="lobby-choices">
        <legend>{said.game}</legend>
        {opened.map((each) => (
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
