/** The form for the rules of a table about people and time. */

import { words } from "../i18n/index.ts";
import { robotListed } from "./robots.ts";
import { shownNumber } from "../ui/numbers.ts";
import type { Delay, PerBoard } from "../wire/protocol.ts";
import {
  ChoiceOption,
  type Field,
  NumberOption,
  NumberOrNoneOption,
  OptionGroup,
  SwitchOption,
} from "../ui/options/fields.tsx";
import { clockKind, seesOf, USUAL, type WholePolicy, withClock, withSees } from "./policy.ts";

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
  const said = words.value.people.policy;
  function field<Value>(
    name: string,
    value: Value,
    usual: Value,
    set: (value: Value) => WholePolicy,
  ): Field<Value> {
    const [label, help] = said.texts[name] ?? [name];
    return { label, help, value, usual, change: (next) => change(set(next)) };
  }
  /** The field of a part of the policy that is kept in milliseconds and shown in another unit. */
  function time(name: string, ms: number, usualMs: number, unit: number, set: (ms: number) => WholePolicy) {
    return field(name, Math.round(ms / unit), Math.round(usualMs / unit), (amount) => set(amount * unit));
  }
  const differs = (...names: (keyof WholePolicy)[]) =>
    names.filter((name) => JSON.stringify(policy[name]) !== JSON.stringify(USUAL[name])).length;
  const clock = policy.clock, delay: Delay | null = policy.delay, kind = clockKind(policy);
  const withBoard = (part: Partial<PerBoard>) => ({ ...policy, clock: { ...(clock as PerBoard), ...part } });
  const times = (usual: readonly number[], present: number) =>
    [...new Set([...usual, present])].sort((one, other) => one - other)
      .map((ms) => [ms, said.seconds(shownNumber(ms / 1000))] as const);
  return (
    <div class="column">
      <OptionGroup title={said.access} changed={differs("access", "sits", "watchers")}>
        <ChoiceOption
          {...field("access", policy.access, USUAL.access, (access) => ({ ...policy, access }))}
          choices={choices(said.accesses)}
        />
        <ChoiceOption
          {...field("sits", policy.sits, USUAL.sits, (sits) => ({ ...policy, sits }))}
          choices={choices(said.sits)}
        />
        <SwitchOption
          {...field("watchers", policy.watchers, true, (watchers) => ({ ...policy, watchers }))}
        />
      </OptionGroup>
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
      <OptionGroup
        title={said.time}
        changed={differs("clock", "expiry", "pause_ms", "tempo_ms", "warn_ms", "correction_ms")}
      >
        <ChoiceOption
          {...field("clock", kind, "usual" as const, (next) => withClock(policy, next))}
          choices={choices(said.clocks)}
        />
        {clock?.kind === "board" && (
          <>
            <NumberOption
              {...time(
                "boardSeconds",
                clock.board_ms,
                450_000,
                SECOND,
                (board_ms) => withBoard({ board_ms }),
              )}
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
              {...field(
                "moveLimit",
                clock.move_ms == null ? null : Math.round(clock.move_ms / SECOND),
                null as number | null,
                (seconds) => withBoard({ move_ms: seconds === null ? null : seconds * SECOND }),
              )}
              least={1}
              most={3600}
              step={5}
              none={null}
              first={120}
              noneText={said.noLimit}
            />
          </>
        )}
        {clock?.kind === "move" && (
          <NumberOption
            {...time(
              "move",
              clock.move_ms,
              30_000,
              SECOND,
              (move_ms) => ({ ...policy, clock: { kind: "move", move_ms } }),
            )}
            least={1}
            most={3600}
            step={5}
          />
        )}
        {clock?.kind === "bank" && (
          <>
            <NumberOption
              {...time(
                "bankSeconds",
                clock.bank_ms,
                120_000,
                SECOND,
                (bank_ms) => ({ ...policy, clock: { ...clock, bank_ms } }),
              )}
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
                (increment_ms) => ({ ...policy, clock: { ...clock, increment_ms } }),
              )}
              least={0}
              most={600}
              step={5}
            />
          </>
        )}
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
          choices={[
            ["", said.usual],
            ...[...new Set([...robots, ...policy.substitute === null ? [] : [policy.substitute]])]
              .map((robot) => [robot, robotListed(robot)] as const),
          ]}
        />
        <NumberOrNoneOption
          {...field(
            "hold",
            policy.hold_ms === null ? null : Math.round(policy.hold_ms / SECOND),
            120 as number | null,
            (seconds) => ({
              ...policy,
              hold_ms: seconds === null ? null : seconds * SECOND,
            }),
          )}
          least={0}
          most={86400}
          step={30}
          none={null}
          first={120}
          noneText={said.noLimit}
        />
      </OptionGroup>
    </div>
  );
}

function choices<Key extends string>(texts: Record<Key, string>): [Key, string][] {
  return Object.entries(texts) as [Key, string][];
}
