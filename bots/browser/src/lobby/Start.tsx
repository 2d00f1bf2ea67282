/** The start of a game: the choice of a game, one button that leads, and the ways beside it. */

import { useState } from "preact/hooks";
import { allGames, type GamePage } from "../games.ts";
import { words } from "../i18n/index.ts";
import { clock, openTable, queued, welcome } from "../page.ts";
import { refusalText } from "../people/fault.ts";
import { needName } from "../people/NameDialog.tsx";
import { robotAt, robotsOf, type Strength, strengthsOf } from "../people/robots.ts";
import { go } from "../route.ts";
import { shownTime, useTimeLeft } from "../ui/Clock.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { robotStrength } from "../ui/preferences.ts";
import type { QueueRow, RefusedUpdate } from "../wire/protocol.ts";
import { waitingFor } from "./model.ts";
import { quickGame } from "./opening.ts";
import { stopWaiting, waitForSeat, waiting } from "./waiting.ts";

type Pace = QueueRow["pace"];

/** The ways to start a game, and what came of the last attempt. */
function useStart(game: GamePage) {
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const [pace, setPace] = useState<Pace>("usual");
  const [fill, setFill] = useState(true);
  const robots = robotsOf(welcome.value, game.name, game.usualRobot);
  const strengths = strengthsOf(robots, game.usualRobot);
  async function attempt(start: () => Promise<RefusedUpdate | null>): Promise<void> {
    if (!await needName()) return;
    setBusy(true);
    setFault("");
    const refused = await start();
    setBusy(false);
    if (refused !== null) setFault(refusalText(refused));
  }
  return {
    fault,
    busy,
    pace,
    setPace,
    fill,
    setFill,
    strengths,
    hasRobots: robots.length > 0,
    withPeople: () => attempt(() => waitForSeat({ game: game.name, pace, robots: fill })),
    withRobots: () =>
      attempt(async () => {
        if (waiting.value !== null) await stopWaiting();
        const answer = await openTable(quickGame(game, robotAt(strengths, robotStrength.value)));
        if (typeof answer !== "string") return answer;
        go({ page: "table", id: answer, seat: game.usualSeat });
        return null;
      }),
  };
}

export function Start({ game, choose, open, queues }: {
  game: GamePage;
  choose: (game: string) => void;
  open: () => void;
  queues: readonly QueueRow[];
}) {
  const said = words.value.lobby, title = game.title(words.value), start = useStart(game);
  const others = waitingFor(queues, game.name);
  return (
    <section class="lobby-start" aria-labelledby="lobby-welcome">
      <h1 id="lobby-welcome">{said.welcome}</h1>
      <GameChoice game={game} choose={choose} />
      {waiting.value?.game === game.name
        ? <Waiting withRobots={start.hasRobots ? start.withRobots : null} />
        : <Ways start={start} title={title} others={others} open={open} />}
      <details class="lobby-more">
        <summary>{said.paceAndRobots}</summary>
        <div class="lobby-two">
          <label>
            {said.pace}
            <select
              value={start.pace}
              onChange={(event) => start.setPace(event.currentTarget.value as Pace)}
            >
              {(["usual", "fast"] as const).map((each) => (
                <option key={each} value={each}>{said.paces[each]}</option>
              ))}
            </select>
          </label>
          {start.strengths.length > 1 && <StrengthChoice title={title} strengths={start.strengths} />}
        </div>
        {start.hasRobots && (
          <label class="switch">
            <input
              type="checkbox"
              checked={start.fill}
              onChange={(event) => start.setFill(event.currentTarget.checked)}
            />
            {said.robotsFill}
          </label>
        )}
      </details>
      {start.fault && <p class="fault" role="alert">{start.fault}</p>}
      {game.beginners !== undefined && <ForBeginners part={game.beginners} />}
    </section>
  );
}

/** The way to the rules of a game, and to a first deal in which a beginner is led. */
function ForBeginners({ part }: { part: NonNullable<GamePage["beginners"]> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="plain" onClick={() => setOpen(true)}>{words.value.lobby.beginners}</button>
      {isOpen && <Loaded part={part}>{({ Beginners }) => <Beginners close={() => setOpen(false)} />}</Loaded>}
    </>
  );
}

/** The button that leads, and the ways beside it. */
function Ways({ start, title, others, open }: {
  start: ReturnType<typeof useStart>;
  title: string;
  /** The number of players who wait for this game. */
  others: number;
  open: () => void;
}) {
  const said = words.value.lobby;
  return (
    <>
      <button
        type="button"
        class="primary lobby-now"
        disabled={start.busy}
        aria-label={said.nowOf(title)}
        onClick={start.withPeople}
      >
        {said.now}
      </button>
      <p class="muted">
        {others > 0 ? said.othersWait(others) : start.fill && start.hasRobots ? said.nowHelp : said.nowAlone}
      </p>
      <div class="lobby-ways">
        <button
          type="button"
          disabled={start.busy || !start.hasRobots}
          aria-label={said.play(title)}
          onClick={start.withRobots}
        >
          {said.playRobots}
        </button>
        <button type="button" aria-label={said.openOne(title)} onClick={open}>{said.open}</button>
      </div>
    </>
  );
}

function GameChoice({ game, choose }: { game: GamePage; choose: (game: string) => void }) {
  return (
    <div class="lobby-game-choice" role="group" aria-label={words.value.lobby.filter}>
      {allGames().filter((each) => each.isOpened).map((each) => (
        <button
          type="button"
          key={each.name}
          data-game={each.name}
          aria-pressed={each === game}
          onClick={() => choose(each.name)}
        >
          {each.title(words.value)}
        </button>
      ))}
    </div>
  );
}

function StrengthChoice({ title, strengths }: { title: string; strengths: readonly [Strength, string][] }) {
  const said = words.value.lobby;
  return (
    <label>
      {said.strength}
      <select
        aria-label={`${said.strength}: ${title}`}
        value={robotStrength.value}
        onChange={(event) => robotStrength.value = event.currentTarget.value as Strength}
      >
        {strengths.map(([each]) => <option key={each} value={each}>{said.strengths[each]}</option>)}
      </select>
    </label>
  );
}

/** The state of the wait for other people, and the ways out of it. */
function Waiting({ withRobots }: { withRobots: (() => void) | null }) {
  const said = words.value.lobby, state = queued.value;
  const now = () => clock.now();
  // A time in the past: its distance grows with the wait.
  const waited = useTimeLeft(state?.since_ms, now);
  const robots = useTimeLeft(state?.robots_ms, now);
  return (
    <div class="panel lobby-waiting">
      <p aria-live="polite">
        <b>{state === null ? said.waitBegins : said.gathered(state.players, state.seats)}</b>
      </p>
      {waited !== null && (
        <p class="muted">
          {said.waited(shownTime(-waited))}
          {robots !== null && ` ${robots > 0 ? said.robotsIn(shownTime(robots)) : said.robotsCome}`}
        </p>
      )}
      <div class="lobby-ways">
        {withRobots !== null && <button type="button" onClick={withRobots}>{said.robotsNow}</button>}
        <button type="button" onClick={() => void stopWaiting()}>{said.stopWaiting}</button>
      </div>
    </div>
  );
}
