/** The form for the rules of a table about people and time. */

import { words } from "../i18n/index.ts";
import { shownNumber } from "../ui/numbers.ts";
import {
  ChoiceOption,
  type Field,
  NumberOption,
  NumberOrNoneOption,
  OptionGroup,
  SwitchOption,
} from "../ui/options/fields.tsx";
import type { Bank, PerBoard, PerMove } from "../wire/protocol.ts";
import { clockKind, seesOf, USUAL, type WholePolicy, withClock, withSees } from "./policy.ts";
import { robotListed } from "./robots.ts";

const SECOND = 1_000, MINUTE = 60_000;
/** The times that a robot may take for a move (ms). */
const ROBOT_TIMES = [0, 300, 800, 1_000, 2_000, 4_000];
/** The least times between two moves (ms). */
const TEMPOS = [0, 1_000, 2_000, 3_000, 5_000];

interface Props {
  policy: WholePolicy;
  change: (policy: WholePolicy) => void;
  /** The names of the robots that play the game of the table. */
  robots: readonly string[];
}

export function PolicyForm({ policy, change, robots }: Props) {
  const fields = usePolicyFields(policy, change);
  return (
    <div class="column">
      <AccessRules {...fields} />
      <SightRules {...fields} />
      <TimeRules {...fields} />
      <RobotRules {...fields} robots={robots} />
    </div>
  );
}

type Fields = ReturnType<typeof usePolicyFields>;

/** Returns the policy with the functions that bind its parts to the fields of the form. */
function usePolicyFields(policy: WholePolicy, change: (policy: WholePolicy) => void) {
  const said = words.value.people.policy;
  /** A field with a label of the words; `set` returns the policy with another value of it. */
  function field<Value>(
    name: string,
    value: Value,
    usual: Value,
    set: (value: Value) => WholePolicy,
  ): Field<Value> {
    const [label, help] = said.texts[name] ?? [name];
    return { label, help, value, usual, change: (next) => change(set(next)) };
  }
  /** The field of a part that is kept in milliseconds and shown in another unit. */
  function time(name: string, ms: number, usualMs: number, unit: number, set: (ms: number) => WholePolicy) {
    return field(name, Math.round(ms / unit), Math.round(usualMs / unit), (amount) => set(amount * unit));
  }
  /** The field of a part in seconds that may be absent. */
  function seconds(
    name: string,
    ms: number | null,
    usualMs: number | null,
    set: (ms: number | null) => WholePolicy,
  ) {
    const shown = (each: number | null) => each === null ? null : Math.round(each / SECOND);
    return field(name, shown(ms), shown(usualMs), (next) => set(next === null ? null : next * SECOND));
  }
  /** The choices of a time: the usual ones and the present one. */
  function times(usual: readonly number[], present: number) {
    return [...new Set([...usual, present])].sort((one, other) => one - other)
      .map((ms) => [ms, said.seconds(shownNumber(ms / 1000))] as const);
  }
  /** The number of parts with these names that differ from the usual ones. */
  function differs(...names: (keyof WholePolicy)[]): number {
    return names.filter((name) => JSON.stringify(policy[name]) !== JSON.stringify(USUAL[name])).length;
  }
  return { policy, said, field, time, seconds, times, differs };
}

function AccessRules({ policy, said, field, differs }: Fields) {
  return (
    <OptionGroup title={said.access} changed={differs("access", "sits", "watchers")}>
      <ChoiceOption
        {...field("access", policy.access, USUAL.access, (access) => ({ ...policy, access }))}
        choices={choices(said.accesses)}
      />
      <ChoiceOption
        {...field("sits", policy.sits, USUAL.sits, (sits) => ({ ...policy, sits }))}
        choices={choices(said.sits)}
      />
      <SwitchOption {...field("watchers", policy.watchers, true, (watchers) => ({ ...policy, watchers }))} />
    </OptionGroup>
  );
}

function SightRules({ policy, said, field, time, differs }: Fields) {
  const delay = policy.delay;
  return (
    <OptionGroup title={said.see} changed={differs("hands", "delay")}>
      <ChoiceOption
        {...field("see", seesOf(policy), "after" as const, (sees) => withSees(policy, sees))}
        choices={choices(said.sees)}
      />
      {seesOf(policy) === "delayed" && delay !== null && (
        <>
          <NumberOption
            {...time(
              "delayMinutes",
              delay.ms ?? 0,
              0,
              MINUTE,
              (ms) => ({ ...policy, delay: { ...delay, ms } }),
            )}
            least={0}
            most={1440}
          />
          <NumberOption
            {...field(
              "delayBoards",
              delay.boards ?? 0,
              0,
              (boards) => ({ ...policy, delay: { ...delay, boards } }),
            )}
            least={0}
            most={99}
          />
        </>
      )}
    </OptionGroup>
  );
}

function TimeRules(fields: Fields) {
  const { policy, said, field, time, seconds, times, differs } = fields;
  return (
    <OptionGroup
      title={said.time}
      changed={differs("clock", "expiry", "pause_ms", "next_ms", "tempo_ms", "warn_ms", "correction_ms")}
    >
      <ChoiceOption
        {...field("clock", clockKind(policy), "usual" as const, (next) => withClock(policy, next))}
        choices={choices(said.clocks)}
      />
      <ClockRules {...fields} />
      <ChoiceOption
        {...field<"usual" | "forced" | "robot">(
          "expiry",
          policy.expiry ?? "usual",
          "usual",
          (next) => ({ ...policy, expiry: next === "usual" ? null : next }),
        )}
        choices={choices(said.expiries)}
      />
      <NumberOption
        {...time("warn", policy.warn_ms, USUAL.warn_ms, SECOND, (warn_ms) => ({ ...policy, warn_ms }))}
        least={0}
        most={600}
        step={5}
      />
      <NumberOption
        {...time("pause", policy.pause_ms, USUAL.pause_ms, SECOND, (pause_ms) => ({ ...policy, pause_ms }))}
        least={0}
        most={600}
      />
      <NumberOrNoneOption
        {...seconds("next", policy.next_ms, USUAL.next_ms, (next_ms) => ({ ...policy, next_ms }))}
        least={0}
        most={3600}
        step={10}
        none={null}
        first={60}
        noneText={said.asPause}
      />
      <ChoiceOption
        {...field("tempo", policy.tempo_ms, USUAL.tempo_ms, (tempo_ms) => ({ ...policy, tempo_ms }))}
        choices={times(TEMPOS, policy.tempo_ms)}
      />
      <NumberOption
        {...time(
          "correction",
          policy.correction_ms,
          USUAL.correction_ms,
          MINUTE,
          (correction_ms) => ({ ...policy, correction_ms }),
        )}
        least={0}
        most={1440}
        step={5}
      />
    </OptionGroup>
  );
}

/** The fields of the clock that the policy has. */
function ClockRules(fields: Fields) {
  const clock = fields.policy.clock;
  switch (clock?.kind) {
    case "board":
      return <BoardClock {...fields} clock={clock} />;
    case "move":
      return <MoveClock {...fields} clock={clock} />;
    case "bank":
      return <BankClock {...fields} clock={clock} />;
    default:
      return null;
  }
}

function BoardClock({ policy, said, time, seconds, clock }: Fields & { clock: PerBoard }) {
  const withBoard = (part: Partial<PerBoard>) => ({ ...policy, clock: { ...clock, ...part } });
  return (
    <>
      <NumberOption
        {...time("boardSeconds", clock.board_ms, 450_000, SECOND, (board_ms) => withBoard({ board_ms }))}
        least={30}
        most={7200}
        step={30}
      />
      <NumberOption
        {...time(
          "overtime",
          clock.overtime_ms ?? 0,
          15_000,
          SECOND,
          (overtime_ms) => withBoard({ overtime_ms }),
        )}
        least={1}
        most={600}
        step={5}
      />
      <NumberOrNoneOption
        {...seconds("moveLimit", clock.move_ms ?? null, null, (move_ms) => withBoard({ move_ms }))}
        least={1}
        most={3600}
        step={5}
        none={null}
        first={120}
        noneText={said.noLimit}
      />
    </>
  );
}

function MoveClock({ policy, time, clock }: Fields & { clock: PerMove }) {
  return (
    <NumberOption
      {...time(
        "move",
        clock.move_ms,
        30_000,
        SECOND,
        (move_ms) => ({ ...policy, clock: { ...clock, move_ms } }),
      )}
      least={1}
      most={3600}
      step={5}
    />
  );
}

function BankClock({ policy, time, clock }: Fields & { clock: Bank }) {
  const withBank = (part: Partial<Bank>) => ({ ...policy, clock: { ...clock, ...part } });
  return (
    <>
      <NumberOption
        {...time("bankSeconds", clock.bank_ms, 120_000, SECOND, (bank_ms) => withBank({ bank_ms }))}
        least={10}
        most={36000}
        step={30}
      />
      <NumberOption
        {...time(
          "increment",
          clock.increment_ms ?? 0,
          20_000,
          SECOND,
          (increment_ms) => withBank({ increment_ms }),
        )}
        least={0}
        most={600}
        step={5}
      />
    </>
  );
}

function RobotRules(
  { policy, said, field, seconds, times, differs, robots }: Fields & { robots: Props["robots"] },
) {
  const listed = new Set([...robots, ...policy.substitute === null ? [] : [policy.substitute]]);
  return (
    <OptionGroup title={said.robots} changed={differs("robot_ms", "substitute", "hold_ms")}>
      <ChoiceOption
        {...field("robot", policy.robot_ms, USUAL.robot_ms, (robot_ms) => ({ ...policy, robot_ms }))}
        choices={times(ROBOT_TIMES, policy.robot_ms)}
      />
      <ChoiceOption
        {...field(
          "substitute",
          policy.substitute ?? "",
          "",
          (robot) => ({ ...policy, substitute: robot || null }),
        )}
        choices={[["", said.usual], ...[...listed].map((robot) => [robot, robotListed(robot)] as const)]}
      />
      <NumberOrNoneOption
        {...seconds("hold", policy.hold_ms, USUAL.hold_ms, (hold_ms) => ({ ...policy, hold_ms }))}
        least={0}
        most={86400}
        step={30}
        none={null}
        first={120}
        noneText={said.noLimit}
      />
    </OptionGroup>
  );
}

function choices<Key extends string>(texts: Record<Key, string>): [Key, string][] {
  return Object.entries(texts) as [Key, string][];
}
