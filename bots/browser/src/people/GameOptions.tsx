/** The options of the game, which the host may change until the first deal begins. */

import { useState } from "preact/hooks";
import type { GamePage, Options } from "../games.ts";
import { words } from "../i18n/index.ts";
import { Loaded } from "../ui/Loaded.tsx";

export function GameOptions({ game, options, begun, seeded, save, openAgain }: {
  game: GamePage;
  options: Options;
  /** True once the first deal has begun. */
  begun: boolean;
  /** True if the table has a seed, which the server does not tell. */
  seeded: boolean;
  save: (options: Options) => Promise<boolean>;
  /** Opens the form of a new table with these options. */
  openAgain: () => void;
}) {
  const said = words.value.people;
  const [wanted, setWanted] = useState(options);
  const [saved, setSaved] = useState(false);
  if (begun) {
    return (
      <section class="column" aria-label={said.options}>
        <p class="muted">{said.optionsFixed}</p>
        <div class="row">
          <button type="button" onClick={openAgain}>{said.openAgain}</button>
        </div>
      </section>
    );
  }
  return (
    <section class="column" aria-label={said.options}>
      <h3>{said.options}</h3>
      {seeded && <p class="muted">{said.seedAgain}</p>}
      <Loaded part={game.part}>
        {({ Form }) =>
          Form && (
            <Form
              game={game.name}
              options={wanted}
              change={(next) => {
                setWanted(next);
                setSaved(false);
              }}
            />
          )}
      </Loaded>
      <div class="row">
        <button type="button" class="primary" onClick={async () => setSaved(await save(wanted))}>
          {said.saveOptions}
        </button>
        <span aria-live="polite">{saved && said.saved}</span>
      </div>
    </section>
  );
}
