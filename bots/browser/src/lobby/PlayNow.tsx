/** A game that can be played at once, against robots. */

import { useState } from "preact/hooks";
import type { GamePage } from "../games.ts";
import { words } from "../i18n/index.ts";
import { openTable, welcome } from "../page.ts";
import { needName } from "../people/NameDialog.tsx";
import { go } from "../route.ts";
import { refusalText } from "../people/fault.ts";
import { quickGame, robotsOf } from "./opening.ts";

export function PlayNow({ game, open }: { game: GamePage; open: () => void }) {
  const said = words.value.lobby, title = game.title(words.value);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const robots = robotsOf(welcome.value, game.name, game.usualRobot);
  async function play(): Promise<void> {
    if (!await needName()) return;
    setBusy(true);
    setFault("");
    const answer = await openTable(quickGame(game, robots[0] ?? ""));
    setBusy(false);
    if (typeof answer === "string") go({ page: "table", id: answer, seat: game.usualSeat });
    else setFault(refusalText(answer));
  }
  return (
    <li class="panel lobby-game" data-game={game.name}>
      <h2>{title}</h2>
      <p class="muted">{said.about[game.name]}</p>
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={busy || robots.length === 0}
          aria-label={said.play(title)}
          onClick={play}
        >
          {said.playRobots}
        </button>
        <button type="button" aria-label={said.openOne(title)} onClick={open}>{said.open}</button>
      </div>
      {fault && <p class="fault" role="alert">{fault}</p>}
    </li>
  );
}
