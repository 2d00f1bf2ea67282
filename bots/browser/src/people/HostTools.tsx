/** The window in which the host, or a director, changes the table. */

import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { http, welcome } from "../page.ts";
import { RobotSelect } from "./RobotSelect.tsx";
import type { TableStore } from "../table/store.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { OptionGroup } from "../ui/options/fields.tsx";
import { timeOfDay } from "../ui/times.ts";
import { GameOptions } from "./GameOptions.tsx";
import { choicesOf, meet } from "./known.ts";
import { namesOf, type Rights, roomsOf } from "./model.ts";
import { whole, type WholePolicy } from "./policy.ts";
import { Offices } from "./Offices.tsx";
import { Listed, PlayerField } from "./PlayerField.tsx";
import { PolicyForm } from "./PolicyForm.tsx";
import type { ShownTable, TableModel } from "./shown.ts";

type People = ReturnType<typeof meet>;
type Change = Parameters<TableStore["host"]>[0];

export function HostTools({ store, rights, openLike, close }: {
  store: TableStore;
  rights: Rights;
  /** Opens the form of a new table with the options and the rules of this one. */
  openLike: (model: TableModel) => void;
  close: () => void;
}) {
  const said = words.value.people, people = store.people.value;
  const [shown, setShown] = useState<ShownTable | null>(null);
  const [fault, setFault] = useState("");
  const game = gameOf(store.game.value);
  const robots = (welcome.value?.robots ?? [])
    .filter((robot) => robot.games.includes(store.game.value ?? "")).map((robot) => robot.name);
  const [known, setKnown] = useState<People>([]);
  const atTable = namesOf(people, [...store.knocks.value, ...store.appoints.value]);
  const names = new Map([...known, ...atTable]);
  const read = () =>
    http.get(`/v1/tables/${store.id}`).then((answer) => {
      const table = answer as ShownTable;
      setKnown(meet([...atTable, ...Object.entries(table.here ?? {})]));
      setShown(table);
    }, () => {});
  useEffect(() => void read(), []);
  async function change(changes: Change): Promise<boolean> {
    setFault("");
    const refused = await store.host(changes);
    if (refused === null) await read();
    return refused === null;
  }
  if (people === null) return null;
  const seatName = (seat: number) => game?.seatName(seat, words.value, store.pub.value) ?? `${seat + 1}`;
  return (
    <Dialog title={rights.host ? said.hostTitle : said.directorTitle} close={close} kind="wide">
      {fault && <p class="fault" role="alert">{fault}</p>}
      <div class="row">
        <button type="button" onClick={() => void change({ pause: !people.paused })}>
          {people.paused ? said.resume : said.pause}
        </button>
        {store.view.value?.deadline_ms != null &&
          [1, 5].map((minutes) => (
            <button
              type="button"
              key={minutes}
              onClick={() => void change({ add_ms: minutes * 60_000 })}
            >
              <span class="heard">{said.addTime}:</span> {said.addMinutes(minutes)}
            </button>
          ))}
        <End end={() => change({ terminate: true }).then((done) => done && close())} />
      </div>
      {game?.isOpened && (
        <OptionGroup title={said.seats} open>
          {people.seats.map((row) => (
            <SeatTools
              key={row.seat}
              label={seatName(row.seat)}
              robot={row.player == null ? row.robot ?? null : null}
              player={row.player ?? null}
              name={row.player == null ? "" : row.name ?? ""}
              robots={robots}
              usual={game.usualRobot}
              others={choicesOf([...names]).filter(([id]) => id !== row.player)}
              robotIs={(robot) => void change({ seats: { [row.seat]: robot } })}
              playerIs={(player) => void change({ place: { [row.seat]: player } })}
            />
          ))}
        </OptionGroup>
      )}
      {rights.host && (
        <Guests shown={shown} names={names} change={change} seats={people.seats} fault={setFault} />
      )}
      {rights.host && game?.isOpened && (
        <Offices
          names={names}
          directors={people.directors ?? []}
          commentators={people.commentators ?? []}
          other={roomsOf(store.pub.value, store.id)?.find((id) => id !== store.id) ?? null}
          change={change}
          fault={setFault}
        />
      )}
      {people.history != null && people.history.length > 0 && (
        <OptionGroup title={said.history}>
          <ul>
            {people.history.map((step) => (
              <li key={`${step.seat} ${step.at_ms}`}>
                {timeOfDay(step.at_ms, true)} {seatName(step.seat)} {step.here ? said.came : said.went}
              </li>
            ))}
          </ul>
        </OptionGroup>
      )}
      {rights.host && shown !== null && game?.isOpened && (
        <GameOptions
          game={game}
          options={shown.options}
          begun={shown.begun}
          seeded={(store.pub.value as { seeded?: boolean } | null)?.seeded ?? false}
          save={(options) => change({ options })}
          openAgain={() => {
            close();
            openLike({ game: game.name, options: shown.options, policy: whole(shown.policy) });
          }}
        />
      )}
      {rights.host && shown !== null && (
        <Rules
          policy={whole(shown.policy)}
          robots={robots}
          save={(policy) => change({ policy })}
        />
      )}
    </Dialog>
  );
}

function End({ end }: { end: () => void }) {
  const said = words.value.people;
  const [sure, setSure] = useState(false);
  if (!sure) {
    return <button type="button" class="danger" onClick={() => setSure(true)}>{said.end}</button>;
  }
  return (
    <span class="row" role="group" aria-label={said.end}>
      <span>{said.endSure}</span>
      <button type="button" class="danger" onClick={end}>{said.endYes}</button>
      <button type="button" onClick={() => setSure(false)}>{words.value.ui.cancel}</button>
    </span>
  );
}

function SeatTools({ label, robot, player, name, robots, usual, others, robotIs, playerIs }: {
  label: string;
  robot: string | null;
  player: string | null;
  name: string;
  robots: readonly string[];
  usual: string | undefined;
  others: readonly (readonly [id: string, name: string])[];
  robotIs: (robot: string | null) => void;
  playerIs: (player: string | null) => void;
}) {
  const said = words.value.people;
  return (
    <div class="people-tool" role="group" aria-label={label}>
      <b>{label}</b>
      <span>{name}</span>
      {player === null
        ? (
          <RobotSelect
            label={said.robotOf(label)}
            value={robot ?? ""}
            robots={robots}
            usual={usual}
            others={[["", said.noRobot]]}
            change={(each) => robotIs(each || null)}
          />
        )
        : <button type="button" onClick={() => playerIs(null)}>{said.removePlayer}</button>}
      {others.length > 0 && (
        <select
          aria-label={said.placeIn(label)}
          value=""
          onChange={(event) => event.currentTarget.value && playerIs(event.currentTarget.value)}
        >
          <option value="">{said.place}</option>
          {others.map(([id, each]) => <option key={id} value={id}>{each}</option>)}
        </select>
      )}
    </div>
  );
}

function Guests({ shown, names, seats, change, fault }: {
  shown: ShownTable | null;
  names: ReadonlyMap<string, string>;
  seats: readonly { seat: number; player?: string | null; owner?: string | null }[];
  change: (changes: Change) => Promise<boolean>;
  fault: (text: string) => void;
}) {
  const said = words.value.people;
  const invited = shown?.invited ?? [],
    onlookers = shown?.onlookers ?? [],
    unwelcome = shown?.unwelcome ?? [];
  const without = (list: readonly string[], player: string) => list.filter((each) => each !== player);
  return (
    <OptionGroup title={said.guests} changed={0}>
      <PlayerField
        names={names}
        fault={fault}
        deeds={[
          [said.inviteOne, (player) =>
            change({
              invited: [...without(invited, player), player],
              onlookers: without(onlookers, player),
              unwelcome: without(unwelcome, player),
            })],
          [said.onlookerOne, (player) =>
            change({
              onlookers: [...without(onlookers, player), player],
              invited: without(invited, player),
              unwelcome: without(unwelcome, player),
            })],
          [said.sendAway, (player) => {
            const left = seats.filter((row) => row.player === player || row.owner === player);
            return change({
              unwelcome: [...without(unwelcome, player), player],
              invited: without(invited, player),
              onlookers: without(onlookers, player),
              place: left.length ? Object.fromEntries(left.map((row) => [row.seat, null])) : null,
            });
          }],
        ]}
      />
      <Listed
        title={said.invited}
        players={invited}
        names={names}
        takeOff={(player) => void change({ invited: without(invited, player) })}
      />
      <Listed
        title={said.onlookers}
        players={onlookers}
        names={names}
        takeOff={(player) => void change({ onlookers: without(onlookers, player) })}
      />
      <Listed
        title={said.unwelcome}
        players={unwelcome}
        names={names}
        takeOff={(player) => void change({ unwelcome: without(unwelcome, player) })}
      />
    </OptionGroup>
  );
}

function Rules({ policy, robots, save }: {
  policy: WholePolicy;
  robots: readonly string[];
  save: (policy: WholePolicy) => Promise<boolean>;
}) {
  const said = words.value.people;
  const [wanted, setWanted] = useState(policy);
  const [saved, setSaved] = useState(false);
  return (
    <section class="column" aria-label={said.rules}>
      <h3>{said.rules}</h3>
      <PolicyForm
        policy={wanted}
        robots={robots}
        change={(next) => {
          setWanted(next);
          setSaved(false);
        }}
      />
      <div class="row">
        <button type="button" class="primary" onClick={async () => setSaved(await save(wanted))}>
          {said.save}
        </button>
        <span aria-live="polite">{saved && said.saved}</span>
      </div>
    </section>
  );
}
