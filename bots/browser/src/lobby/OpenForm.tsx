/** The form that opens a table: a way to play, the seats, the people and the speed, and then every detail. */

import { useId } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { GamePage, GameProgram } from "../games.ts";
import { words } from "../i18n/index.ts";
import { PolicyForm } from "../people/PolicyForm.tsx";
import { RobotSelect } from "../people/RobotSelect.tsx";
import type { TableModel } from "../people/shown.ts";
import { NumberOption, OptionGroup } from "../ui/options/fields.tsx";
import { FILE_BYTES, type SeatChoice, seatsWith } from "./opening.ts";
import { type OpenState, speedOf, SPEEDS, textOf, useOpenForm } from "./openState.ts";

/** The boards of a match and of a set without a file, and the most tables of a set. */
const MATCH_BOARDS = 8, SET_BOARDS = 16, SET_TABLES = 64;

export function OpenForm({ game, program, like, close }: {
  game: GamePage;
  program: GameProgram;
  /** The table to which the new one shall be equal; without one, the form begins with the first way to play. */
  like?: TableModel | undefined;
  close: () => void;
}) {
  const said = words.value.lobby.form;
  const state = useOpenForm(game, program, like, close), { Form } = program;
  return (
    <form class="column lobby-form" onSubmit={state.submit}>
      <Presets state={state} program={program} />
      <SeatsOfTable state={state} game={game} />
      <Access state={state} />
      <SpeedAndName state={state} />
      <Details title={said.rules}>
        {Form && (
          <Form
            game={game.name}
            options={state.options}
            change={(next) => (state.setPreset(null), state.change(next))}
          />
        )}
      </Details>
      <Details title={said.people}>
        <PolicyForm policy={state.policy} change={state.setPolicy} robots={state.robots} />
      </Details>
      {game.hasMatches && <MatchOfTwo state={state} game={game} />}
      {game.hasMatches && <SetOfTables state={state} />}
      <BoardsFile state={state} />
      {state.fault && <p class="fault" role="alert">{state.fault}</p>}
      <Submit state={state} />
    </form>
  );
}

function Details({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details class="lobby-more">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** One of several ways, as a button with a text below its name. */
function Choice({ group, checked, name, about, choose }: {
  group: string;
  checked: boolean;
  name: string;
  about: string;
  choose: () => void;
}) {
  return (
    <label class={checked ? "lobby-choice chosen" : "lobby-choice"}>
      <input type="radio" name={group} checked={checked} onChange={choose} />
      <span>
        <b>{name}</b>
        <small>{about}</small>
      </span>
    </label>
  );
}

function Presets({ state, program }: { state: OpenState; program: GameProgram }) {
  const group = useId(), { presets = [] } = program;
  if (presets.length === 0) return null;
  return (
    <fieldset class="lobby-choices">
      <legend>{words.value.lobby.form.how}</legend>
      {presets.map((each, index) => (
        <Choice
          key={index}
          group={group}
          checked={state.preset === index}
          name={each.name(words.value)}
          about={each.about(words.value)}
          choose={() => {
            const { players } = state.options;
            state.setPreset(index);
            state.change({ ...(typeof players === "number" ? { players } : {}), ...each.options });
          }}
        />
      ))}
    </fieldset>
  );
}

function SeatsOfTable({ state, game }: { state: OpenState; game: GamePage }) {
  const said = words.value.lobby.form, { seats } = state;
  return (
    <fieldset>
      <legend>{said.seats}</legend>
      {game.players && (
        <NumberOption
          label={said.players}
          value={seats.length}
          usual={game.seats({})}
          least={game.players[0]}
          most={game.players[1]}
          change={(players) => state.change({ ...state.options, players })}
        />
      )}
      <div class="row lobby-fill">
        {state.fills.map(([text, next]) => (
          <button
            type="button"
            key={text}
            aria-pressed={JSON.stringify(next) === JSON.stringify(seats)}
            onClick={() => state.setSeats(next)}
          >
            {text}
          </button>
        ))}
      </div>
      <SeatChoices game={game} seats={seats} robots={state.robots} change={state.setSeats} own />
      <p class="muted">
        {seats.every((seat) => seat.kind === "robot")
          ? words.value.people.onlyRobots
          : state.set === null
          ? said.seatsHelp
          : said.setSeats}
      </p>
    </fieldset>
  );
}

function Access({ state }: { state: OpenState }) {
  const group = useId(), said = words.value.lobby.form.access;
  return (
    <fieldset class="lobby-choices">
      <legend>{said.label}</legend>
      {(["open", "private", "invited"] as const).map((access) => (
        <Choice
          key={access}
          group={group}
          checked={state.policy.access === access}
          name={said[access]}
          about={said[`${access}Help`]}
          choose={() => state.setPolicy({ ...state.policy, access })}
        />
      ))}
    </fieldset>
  );
}

function SpeedAndName({ state }: { state: OpenState }) {
  const said = words.value.lobby.form, speed = speedOf(state.policy);
  return (
    <div class="lobby-two">
      <label>
        {said.speed.label}
        <select
          value={speed ?? "own"}
          onChange={(event) => {
            const chosen = event.currentTarget.value as keyof typeof SPEEDS | "own";
            if (chosen !== "own") state.setPolicy({ ...state.policy, clock: SPEEDS[chosen] });
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
          value={state.title}
          maxLength={60}
          placeholder={said.nameHelp}
          autocomplete="off"
          onInput={(event) => state.setTitle(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}

function MatchOfTwo({ state, game }: { state: OpenState; game: GamePage }) {
  const said = words.value.lobby.form, { match } = state;
  return (
    <OptionGroup title={said.match} changed={match === null ? 0 : 1}>
      <label class="switch people-wide">
        <input
          type="checkbox"
          checked={match !== null}
          onChange={(event) => {
            const seats = seatsWith(state.seats.length, null, state.withRobots);
            state.setSet(null);
            state.setMatch(event.currentTarget.checked ? { count: MATCH_BOARDS, seats } : null);
          }}
        />
        <span>
          {said.matchOn} <small class="muted">{said.matchHelp}</small>
        </span>
      </label>
      {match !== null && (
        <>
          <NumberOfBoards
            state={state}
            usual={MATCH_BOARDS}
            value={match.count}
            change={(count) => state.setMatch({ ...match, count })}
          />
          <div class="people-wide column">
            <b>{said.otherSeats}</b>
            <SeatChoices
              game={game}
              seats={match.seats}
              robots={state.robots}
              change={(others) => state.setMatch({ ...match, seats: others })}
            />
          </div>
        </>
      )}
    </OptionGroup>
  );
}

function SetOfTables({ state }: { state: OpenState }) {
  const said = words.value.lobby.form, { set } = state;
  return (
    <OptionGroup title={said.set} changed={set === null ? 0 : 1}>
      <p class="muted people-wide">{said.setHelp}</p>
      <NumberOption
        label={said.setTables}
        value={set?.tables ?? 1}
        usual={1}
        least={1}
        most={SET_TABLES}
        change={(tables) => {
          state.setMatch(null);
          state.setSet(tables === 1 ? null : { count: set?.count ?? SET_BOARDS, tables });
        }}
      />
      {set !== null && (
        <NumberOfBoards
          state={state}
          usual={SET_BOARDS}
          value={set.count}
          change={(count) => state.setSet({ ...set, count })}
        />
      )}
    </OptionGroup>
  );
}

/** The number of boards; a file of boards decides it alone. */
function NumberOfBoards({ state, usual, value, change }: {
  state: OpenState;
  usual: number;
  value: number;
  change: (count: number) => void;
}) {
  if (state.boards !== null) return null;
  return (
    <NumberOption
      label={words.value.lobby.form.matchBoards}
      value={value}
      usual={usual}
      least={1}
      most={128}
      change={change}
    />
  );
}

function BoardsFile({ state }: { state: OpenState }) {
  const said = words.value.lobby.form;
  async function read(file: File | undefined): Promise<void> {
    state.setBoards(null);
    if (file === undefined) return;
    if (file.size > FILE_BYTES) return state.setFault(said.tooBig);
    state.setFault("");
    state.setBoards({ name: file.name, text: await textOf(file) });
  }
  return (
    <OptionGroup title={said.deals} changed={state.boards === null ? 0 : 1}>
      <p class="muted people-wide">{said.dealsHelp}</p>
      <label class="people-wide">
        {said.dealsFile}
        <input type="file" onChange={(event) => read(event.currentTarget.files?.[0])} />
      </label>
    </OptionGroup>
  );
}

function Submit({ state }: { state: OpenState }) {
  const said = words.value.lobby.form;
  return (
    <div class="lobby-submit">
      <button type="submit" class="primary" disabled={state.busy}>
        {state.busy
          ? said.opening
          : state.set !== null
          ? said.submitSet(state.set.tables)
          : state.match === null
          ? said.submit
          : said.submitMatch}
      </button>
    </div>
  );
}

/** `own` is true if the host may choose a seat of the host's own. */
function SeatChoices({ game, seats, robots, change, own }: {
  game: GamePage;
  seats: readonly SeatChoice[];
  robots: readonly string[];
  change: (seats: SeatChoice[]) => void;
  own?: boolean;
}) {
  const said = words.value.lobby.form;
  function set(seat: number, value: string): void {
    const choice: SeatChoice = value === " me"
      ? { kind: "me" }
      : value === " free"
      ? { kind: "free" }
      : { kind: "robot", robot: value };
    // The host has one seat at most: the seat that the host leaves gets what the new one had.
    const left: SeatChoice = seats[seat] ?? { kind: "free" };
    change(
      seats.map((each, index) =>
        index === seat ? choice : choice.kind === "me" && each.kind === "me" ? left : each
      ),
    );
  }
  const others = [...own ? [[" me", said.me] as const] : [], [" free", said.seatFree] as const];
  return (
    <ul class="lobby-seat-choices">
      {seats.map((choice, seat) => {
        const label = game.seatName(seat, words.value, null);
        return (
          <li key={seat}>
            <label>
              {label}
              <RobotSelect
                label={said.seatOf(label)}
                value={choice.kind === "robot" ? choice.robot : ` ${choice.kind}`}
                robots={robots}
                usual={game.usualRobot}
                others={others}
                change={(value) => set(seat, value)}
              />
            </label>
          </li>
        );
      })}
    </ul>
  );
}
