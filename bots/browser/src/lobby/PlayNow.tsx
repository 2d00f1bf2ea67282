/** A game that can be played at once, against robots. */

import { useState } from "preact/hooks";
import type { GamePage } from "../games.ts";
import { words } from "../i18n/index.ts";
import { openTable, welcome } from "../page.ts";
import { needName } from "../people/NameDialog.tsx";
import { go } from "../route.ts";
import { refusalText } from "../people/fault.ts";
import { robotLevel } from "../ui/preferences.ts";
import { atLevel, levelsOf, robotsOf } from "../people/robots.ts";
import { quickGame } from "./opening.ts";

export function PlayNow({ game, open }: { game: GamePage; open: () => void }) {
  const said = words.value.lobby, title = game.title(words.value);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const robots = robotsOf(welcome.value, game.name, game.usualRobot), robot = robots[0] ?? "";
  const levels = levelsOf(robots, robot);
  const level = levels.includes(robotLevel.value) ? robotLevel.value : "";
  async function play(): Promise<void> {
    if (!await needName()) return;
    setBusy(true);
    setFault("");
    const answer = await openTable(quickGame(game, atLevel(robot, level)));
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
      {levels.length > 1 && (
        <label class="lobby-level">
          {said.strength}
          <select
            aria-label={`${said.strength}: ${title}`}
            value={level}
            onChange={(event) => robotLevel.value = event.currentTarget.value}
          >
            {levels.map((each) => <option key={each} value={each}>{said.levels[each] ?? each}</option>)}
          </select>
        </label>
      )}
      {fault && <p class="fault" role="alert">{fault}</p>}
    </li>
  );
}
