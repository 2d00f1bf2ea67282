/** The form that opens a table: a way to play, the seats, the people and the speed, and then every detail. */

import { useId, useState } from "preact/hooks";
import type { GamePage, GameProgram, Options } from "../games.ts";
import { words } from "../i18n/index.ts";
import { http, openMatch, openSet, openTable, welcome } from "../page.ts";
import { needName } from "../people/NameDialog.tsx";
import { USUAL, type WholePolicy } from "../people/policy.ts";
import { PolicyForm } from "../people/PolicyForm.tsx";
import { robotListed, robotsOf } from "../people/robots.ts";
import type { TableModel } from "../people/shown.ts";
import { go } from "../route.ts";
import { faultText, refusalText } from "../people/fault.ts";
import { differing, NumberOption, OptionGroup } from "../ui/options/fields.tsx";
import { bodyOf, FILE_BYTES, ownSeat, resized, type SeatChoice, seatsWith, type Wish } from "./opening.ts";

/** The speeds that are offered first; any other clock is chosen among the details. */
const SPEEDS: Record<"none" | "usual" | "fast", WholePolicy["clock"]> = {
  none: { kind: "none" },
  usual: null,
  fast: { kind: "move", move_ms: 15_000 },
};

/** The boards of a set without a file, and the most tables that may play them. */
const SET_BOARDS = 16;
const SET_TABLES = 64;

/** Returns the policy of a new table: for friends and robots, without a clock. */
const FIRST: WholePolicy = { ...USUAL, clock: SPEEDS.none, next_ms: 60_000 };

export function OpenForm({ game, program, like, close }: {
  game: GamePage;
  program: GameProgram;
  /** The table to which the new one shall be equal; without one, the form begins with the first way to play. */
  like?: TableModel | undefined;
  close: () => void;
}) {
  const said = words.value.lobby.form, id = useId();
  const robots = robotsOf(welcome.value, game.name, game.usualRobot), robot = robots[0];
  const withRobots: SeatChoice = robot === undefined ? { kind: "free" } : { kind: "robot", robot };
  const { presets = [], Form } = program;
  const start = like?.options ?? presets[0]?.options ?? {};
  const [preset, setPreset] = useState<number | null>(presets.length && like === undefined ? 0 : null);
  const [options, setOptions] = useState<Options>(start);
  const [policy, setPolicy] = useState(like?.policy ?? FIRST);
  const [title, setTitle] = useState("");
  const [seats, setSeats] = useState(seatsWith(game.seats(start), game.usualSeat, withRobots));
  const [boards, setBoards] = useState<{ name: string; text: string } | null>(null);
  const [match, setMatch] = useState<Wish["match"]>(null);
  const [set, setSet] = useState<Wish["set"]>(null);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);

  function change(next: Options): void {
    setOptions(next);
    const count = game.seats(next);
    if (count !== seats.length) setSeats(resized(seats, count));
  }
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (!await needName()) return;
    setBusy(true);
    setFault("");
    const wish: Wish = {
      game: game.name,
      options,
      policy: differing(policy, USUAL),
      name: title,
      seats,
      boards: boards?.text ?? null,
      match,
      set,
    };
    try {
      const opened = await send(wish);
      if (typeof opened === "string") return setFault(opened);
      close();
      if (!Array.isArray(opened)) return go({ page: "set", id: opened.set, scoring: null });
      const seat = ownSeat(seats);
      const [table, other] = opened;
      if (other !== undefined && seat === null) go({ page: "match", ids: [table, other] });
      else go({ page: "table", id: table, seat });
    } finally {
      setBusy(false);
    }
  }
  const speed = (Object.keys(SPEEDS) as (keyof typeof SPEEDS)[])
    .find((each) => JSON.stringify(SPEEDS[each]) === JSON.stringify(policy.clock));
  const usual = game.usualSeat < seats.length ? game.usualSeat : 0;
  const fills: [string, SeatChoice[]][] = [
    ...robot === undefined ? [] : [[said.fill.robots, seatsWith(seats.length, usual, withRobots)] as const],
    [said.fill.free, seatsWith(seats.length, usual, { kind: "free" })],
    ...robot === undefined ? [] : [[said.fill.watch, seatsWith(seats.length, null, withRobots)] as const],
  ] as [string, SeatChoice[]][];
  return (
    <form class="column lobby-form" onSubmit={submit}>
      {presets.length > 0 && (
        <fieldset class="lobby-choices">
          <legend>{said.how}</legend>
          {presets.map((each, index) => (
            <label key={index} class={preset === index ? "lobby-choice chosen" : "lobby-choice"}>
              <input
                type="radio"
                name={`${id}-preset`}
                checked={preset === index}
                onChange={() => {
                  setPreset(index);
                  change({
                    ...(typeof options.players === "number" ? { players: options.players } : {}),
                    ...each.options,
                  });
                }}
              />
              <span>
                <b>{each.name(words.value)}</b>
                <small>{each.about(words.value)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>{said.seats}</legend>
        {game.players && (
          <NumberOption
            label={said.players}
            value={seats.length}
            usual={game.seats({})}
            least={game.players[0]}
            most={game.players[1]}
            change={(players) => change({ ...options, players })}
          />
        )}
        <div class="row lobby-fill">
          {fills.map(([text, next]) => (
            <button
              type="button"
              key={text}
              aria-pressed={JSON.stringify(next) === JSON.stringify(seats)}
              onClick={() => setSeats(next)}
            >
              {text}
            </button>
          ))}
        </div>
        <SeatChoices game={game} seats={seats} robots={robots} change={setSeats} own />
        <p class="muted">
          {seats.every((seat) => seat.kind === "robot")
            ? words.value.people.onlyRobots
            : set === null
            ? said.seatsHelp
            : said.setSeats}
        </p>
      </fieldset>
      <fieldset class="lobby-choices">
        <legend>{said.access.label}</legend>
        {(["open", "private", "invited"] as const).map((access) => (
          <label key={access} class={policy.access === access ? "lobby-choice chosen" : "lobby-choice"}>
            <input
              type="radio"
              name={`${id}-access`}
              checked={policy.access === access}
              onChange={() =>
                setPolicy({ ...policy, access })}
            />
            <span>
              <b>{said.access[access]}</b>
              <small>{said.access[`${access}Help`]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="lobby-two">
        <label>
          {said.speed.label}
          <select
            value={speed ?? "own"}
            onChange={(event) => {
              const chosen = event.currentTarget.value as keyof typeof SPEEDS | "own";
              if (chosen !== "own") setPolicy({ ...policy, clock: SPEEDS[chosen] });
            }}
          >
            {(["none", "usual", "fast"] as const).map((each) => (
              <option key={each} value={each}>{said.speed[each]}</option>
            ))}
            {speed === undefined && <option value="own">{said.speed.own}</option>}
          </select>
        </label>
        <label>
          {said.name}
          <input
            name="table-name"
            value={title}
            maxLength={60}
            placeholder={said.nameHelp}
            autocomplete="off"
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </label>
      </div>
      <details class="lobby-more">
        <summary>{said.rules}</summary>
        {Form && (
          <Form game={game.name} options={options} change={(next) => (setPreset(null), change(next))} />
        )}
      </details>
      <details class="lobby-more">
        <summary>{said.people}</summary>
        <PolicyForm policy={policy} change={setPolicy} robots={robots} />
      </details>
      {game.hasMatches && (
        <OptionGroup title={said.match} changed={match === null ? 0 : 1}>
          <label class="switch people-wide">
            <input
              type="checkbox"
              checked={match !== null}
              onChange={(event) => {
                setSet(null);
                setMatch(
                  event.currentTarget.checked
                    ? { count: 8, seats: seatsWith(seats.length, null, withRobots) }
                    : null,
                );
              }}
            />
            <span>
              {said.matchOn} <small class="muted">{said.matchHelp}</small>
            </span>
          </label>
          {match !== null && (
            <>
              {boards === null && (
                <NumberOption
                  label={said.matchBoards}
                  value={match.count}
                  usual={8}
                  least={1}
                  most={128}
                  change={(count) => setMatch({ ...match, count })}
                />
              )}
              <div class="people-wide column">
                <b>{said.otherSeats}</b>
                <SeatChoices
                  game={game}
                  seats={match.seats}
                  robots={robots}
                  change={(others) => setMatch({ ...match, seats: others })}
                />
              </div>
            </>
          )}
        </OptionGroup>
      )}
      {game.hasMatches && (
        <OptionGroup title={said.set} changed={set === null ? 0 : 1}>
          <p class="muted people-wide">{said.setHelp}</p>
          <NumberOption
            label={said.setTables}
            value={set?.tables ?? 1}
            usual={1}
            least={1}
            most={SET_TABLES}
            change={(tables) => {
              setMatch(null);
              setSet(tables === 1 ? null : { count: set?.count ?? SET_BOARDS, tables });
            }}
          />
          {set !== null && boards === null && (
            <NumberOption
              label={said.matchBoards}
              value={set.count}
              usual={SET_BOARDS}
              least={1}
              most={128}
              change={(count) => setSet({ ...set, count })}
            />
          )}
        </OptionGroup>
      )}
      <OptionGroup title={said.deals} changed={boards === null ? 0 : 1}>
        <p class="muted people-wide">{said.dealsHelp}</p>
        <label class="people-wide">
          {said.dealsFile}
          <input
            type="file"
            onChange={async (event) => {
              const file = event.currentTarget.files?.[0];
              if (file === undefined) return setBoards(null);
              if (file.size > FILE_BYTES) {
                setBoards(null);
                return setFault(said.tooBig);
              }
              setFault("");
              setBoards({ name: file.name, text: await textOf(file) });
            }}
          />
        </label>
      </OptionGroup>
      {fault && <p class="fault" role="alert">{fault}</p>}
      <div class="lobby-submit">
        <button type="submit" class="primary" disabled={busy}>
          {busy
            ? said.opening
            : set !== null
            ? said.submitSet(set.tables)
            : match === null
            ? said.submit
            : said.submitMatch}
        </button>
      </div>
    </form>
  );
}

function SeatChoices({ game, seats, robots, change, own }: {
  game: GamePage;
  seats: readonly SeatChoice[];
  robots: readonly string[];
  change: (seats: SeatChoice[]) => void;
  /** True if the host may choose a seat of the host's own. */
  own?: boolean;
}) {
  const said = words.value.lobby.form;
  function set(seat: number, value: string): void {
    const choice: SeatChoice = value === "me"
      ? { kind: "me" }
      : value === "free"
      ? { kind: "free" }
      : { kind: "robot", robot: value.slice("robot ".length) };
    // The host has one seat at most: the seat that the host leaves gets what the new one had.
    const left: SeatChoice = seats[seat] ?? { kind: "free" };
    change(
      seats.map((each, index) =>
        index === seat ? choice : value === "me" && each.kind === "me" ? left : each
      ),
    );
  }
  return (
    <ul class="lobby-seat-choices">
      {seats.map((choice, seat) => {
        const label = game.seatName(seat, words.value, null);
        return (
          <li key={seat}>
            <label>
              {label}
              <select
                aria-label={said.seatOf(label)}
                value={choice.kind === "robot" ? `robot ${choice.robot}` : choice.kind}
                onChange={(event) => set(seat, event.currentTarget.value)}
              >
                {own && <option value="me">{said.me}</option>}
                <option value="free">{said.seatFree}</option>
                {robots.map((robot) => (
                  <option key={robot} value={`robot ${robot}`}>{robotListed(robot)}</option>
                ))}
              </select>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

/** Opens the tables. Returns the ids of a table or of both of a match, or the id of a set, or why it was refused. */
async function send(wish: Wish): Promise<[string, string?] | { set: string } | string> {
  const body = bodyOf(wish);
  if (wish.boards === null) {
    if (wish.set !== null) {
      const answer = await openSet(body);
      return typeof answer === "string" ? { set: answer } : refusalText(answer);
    }
    if (wish.match === null) {
      const answer = await openTable(body);
      return typeof answer === "string" ? [answer] : refusalText(answer);
    }
    const answer = await openMatch(body);
    return Array.isArray(answer) ? answer : refusalText(answer);
  }
  try {
    // A frame of the websocket is too small for most files.
    const path = wish.set !== null ? "/v1/sets" : wish.match === null ? "/v1/tables" : "/v1/matches";
    const answer = await http.post(path, { ...body, id: Date.now() });
    if (wish.set !== null) return { set: (answer as { board_set: string }).board_set };
    const opened = answer as { table: string; other?: string };
    return opened.other === undefined ? [opened.table] : [opened.table, opened.other];
  } catch (error) {
    return faultText(error);
  }
}

/** Returns the text of a file. Old programs write Latin-1, and no file of boards names its encoding. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}
