/** The entries as a director changes them: added by hand or by lines of CSV, taken out, or with a substitute. */

import { useEffect, useState } from "preact/hooks";
import { welcome } from "../page.ts";
import { gameOf } from "../games.ts";
import { robotListed, robotsOf } from "../people/robots.ts";
import { announce } from "../ui/announce.tsx";
import { directingWords } from "./directingWords.ts";
import { EntrantName } from "./Entries.tsx";
import { listed } from "./entryLists.ts";
import type { Direct, Following } from "./following.ts";
import { conditionsOf, type Entrant, entrantState, type EventShown, isOver, playersWanted } from "./model.ts";
import { TextField } from "./TextField.tsx";
import { eventWords } from "./words.ts";

interface Props {
  shown: EventShown;
  direct: Direct;
}

/** Returns the names of the robots that play a game, the usual one first. */
function useRobots(game: string): string[] {
  return robotsOf(welcome.value, game, gameOf(game)?.usualRobot);
}

export function EntryDesk({ shown, direct, ask }: Props & { ask: Following["ask"] }) {
  const said = directingWords(), open = !isOver(shown);
  return (
    <details class="panel events-fold" open={shown.rounds.length === 0}>
      <summary>
        <h2>{said.entries} ({shown.entrants.filter(({ gone }) => !gone).length})</h2>
      </summary>
      <ul class="events-entrants">
        {shown.entrants.map((each) => (
          <li key={each.id} data-entry={each.id}>
            <OneEntrant entrant={each} shown={shown} direct={direct} />
          </li>
        ))}
      </ul>
      {open && (
        <div class="events-adding">
          <details open={shown.entrants.length === 0}>
            <summary>{shown.stage === "running" ? said.addLate : said.add}</summary>
            <AddOne shown={shown} direct={direct} />
          </details>
          <details>
            <summary>{said.paste}</summary>
            <Paste shown={shown} ask={ask} />
          </details>
        </div>
      )}
    </details>
  );
}

function OneEntrant({ entrant, shown, direct }: Props & { entrant: Entrant }) {
  const events = eventWords();
  if (entrant.gone || isOver(shown)) {
    const mayReturn = entrant.gone === "absent" && !isOver(shown) &&
      conditionsOf(shown).movement !== "knock_out";
    return (
      <p>
        <span>
          <EntrantName entrant={entrant} />
        </span>
        <small>{events.entrantStates[entrantState(entrant)]}</small>
        {mayReturn && (
          <button
            type="button"
            onClick={() => void direct({ t: "bring_back", entrant: entrant.id })}
          >
            {directingWords().bringBack}
          </button>
        )}
      </p>
    );
  }
  return (
    <details>
      <summary>
        <span>
          <EntrantName entrant={entrant} />
        </span>
        <small>{events.entrantStates[entrantState(entrant)]}</small>
      </summary>
      {entrant.players.filter(({ code }) => code).map(({ name, code }) => (
        <p key={code}>{directingWords().codeOf(name, code ?? "")}</p>
      ))}
      <Removal entrant={entrant} direct={direct} />
      <Substitution entrant={entrant} shown={shown} direct={direct} />
    </details>
  );
}

function Removal({ entrant, direct }: { entrant: Entrant; direct: Direct }) {
  const said = directingWords();
  const [why, setWhy] = useState("withdrawn"), [reason, setReason] = useState("");
  return (
    <div class="row">
      <label>
        {said.why}
        <select value={why} onChange={(event) => setWhy(event.currentTarget.value)}>
          {Object.entries(said.whys).map(([each, text]) => <option key={each} value={each}>{text}</option>)}
        </select>
      </label>
      <TextField label={said.reason} value={reason} change={setReason} most={200} optional />
      <button
        type="button"
        class="danger"
        onClick={() => void direct({ t: "remove", entrant: entrant.id, why, reason: reason.trim() })}
      >
        {said.remove}
      </button>
    </div>
  );
}

function Substitution({ entrant, shown, direct }: Props & { entrant: Entrant }) {
  const said = directingWords(), robots = useRobots(shown.game), pool = shown.pool ?? [];
  const [out, setOut] = useState(1), [robot, setRobot] = useState(robots[0] ?? "");
  const [id, setId] = useState(""), [name, setName] = useState("");
  return (
    <form
      class="row"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        const own = pool.find((each) => each.id === robot);
        const instead = own !== undefined
          ? { player: { id: own.id, name: own.name } }
          : robot
          ? { robot }
          : { player: { id: id.trim(), name: name.trim() } };
        void direct({ t: "substitute", entrant: entrant.id, out, ...instead });
      }}
    >
      <label>
        {said.outgoing}
        <select value={out} onChange={(event) => setOut(Number(event.currentTarget.value))}>
          {entrant.players.map((each, place) => (
            <option key={place} value={place + 1}>
              {each.robot == null ? each.name : robotListed(each.robot)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {said.substitute}
        <select value={robot} onChange={(event) => setRobot(event.currentTarget.value)}>
          {robots.map((each) => <option key={each} value={each}>{robotListed(each)}</option>)}
          {pool.length > 0 && (
            <optgroup label={said.pool}>
              {pool.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
            </optgroup>
          )}
          <option value="">{said.personPlays}</option>
        </select>
      </label>
      {robot === "" && (
        <>
          <label>
            {said.playerId(1)}
            <input
              value={id}
              required
              maxLength={100}
              onInput={(typed) => setId(typed.currentTarget.value)}
            />
          </label>
          <label>
            {said.playerName(1)}
            <input value={name} maxLength={60} onInput={(typed) => setName(typed.currentTarget.value)} />
          </label>
        </>
      )}
      <button type="submit">{said.substituteNow}</button>
      <small class="muted">{said.substituteHelp}</small>
    </form>
  );
}

function AddOne({ shown, direct }: Props) {
  const said = directingWords(), wanted = playersWanted(shown), robots = useRobots(shown.game);
  const empty = Array.from({ length: wanted }, () => ({ id: "", name: "" }));
  const [players, setPlayers] = useState(empty),
    [name, setName] = useState(""),
    [present, setPresent] = useState(true);
  const set = (place: number, change: Partial<{ id: string; name: string }>) =>
    setPlayers(players.map((each, index) => index === place ? { ...each, ...change } : each));
  async function add(submitted: Event): Promise<void> {
    submitted.preventDefault();
    const named = players.map((each) => ({ id: each.id.trim(), name: each.name.trim() }));
    if (await direct({ t: "enrol", players: named, name: name.trim(), present })) {
      setPlayers(empty);
      setName("");
    }
  }
  return (
    <form class="column" onSubmit={(submitted) => void add(submitted)}>
      {wanted > 2 && (
        <label>
          {said.teamName}
          <input value={name} maxLength={60} onInput={(typed) => setName(typed.currentTarget.value)} />
        </label>
      )}
      {players.map((each, place) => (
        <div key={place} class="row">
          <label>
            {said.playerId(place + 1)}
            <input
              value={each.id}
              required={each.name.trim() === ""}
              maxLength={100}
              autocomplete="off"
              onInput={(typed) => set(place, { id: typed.currentTarget.value })}
            />
          </label>
          <label>
            {said.playerName(place + 1)}
            <input
              value={each.name}
              maxLength={60}
              autocomplete="off"
              onInput={(typed) => set(place, { name: typed.currentTarget.value })}
            />
          </label>
        </div>
      ))}
      <p class="muted">{said.codeHelp}</p>
      <label class="switch">
        <input
          type="checkbox"
          checked={present}
          onChange={(event) => setPresent(event.currentTarget.checked)}
        />
        <span>{said.isHere}</span>
      </label>
      <div class="row">
        <button type="submit" class="primary">{said.addNow}</button>
        {robots[0] !== undefined && (
          <button
            type="button"
            onClick={() =>
              void direct({ t: "enrol", robots: Array.from({ length: wanted }, () => robots[0]) })}
          >
            {said.addRobots}
          </button>
        )}
      </div>
    </form>
  );
}

function Paste({ shown, ask }: { shown: EventShown; ask: Following["ask"] }) {
  const said = directingWords(), entrants = shown.entrants.length;
  const [text, setText] = useState(""), [fault, setFault] = useState(""), [done, setDone] = useState("");
  /** The entries that have been sent, and the number of entrants before. */
  const [sent, setSent] = useState<{ entries: number; before: number } | null>(null);
  const wanted = playersWanted(shown), read = listed(text, wanted);
  useEffect(() => {
    if (sent === null) return;
    const added = entrants - sent.before, told = said.pasteDone(added, sent.entries - added);
    setDone(told);
    announce(told);
    setSent(null);
  }, [sent]);
  async function add(): Promise<void> {
    const entries = read.entries.map(({ name, players, robots }) => ({ name, players, robots }));
    const refused = await ask({ t: "enrol", entries, present: !conditionsOf(shown).check_in });
    setFault(refused);
    if (refused) return;
    setText("");
    setSent({ entries: entries.length, before: entrants });
  }
  return (
    <div class="column">
      <textarea
        aria-label={said.paste}
        rows={4}
        value={text}
        onInput={(typed) => {
          setText(typed.currentTarget.value);
          setDone("");
        }}
      />
      <p class="muted">{said.pasteHelp}</p>
      {read.faults.length > 0 && <p class="fault">{said.pasteFaults(read.faults.join(", "), wanted)}</p>}
      {fault && <p class="fault" role="alert">{fault}</p>}
      {done && <p>{done}</p>}
      <button
        type="button"
        disabled={read.entries.length === 0 || read.faults.length > 0}
        onClick={() => void add()}
      >
        {said.pasteAdd(read.entries.length)}
      </button>
    </div>
  );
}
