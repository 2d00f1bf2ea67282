/** The form of the conditions of an event: only choices that fit the game. */

import { welcome } from "../page.ts";
import { robotsOf } from "../people/robots.ts";
import { gameOf } from "../games.ts";
import { Loaded } from "../ui/Loaded.tsx";
import {
  ChoiceOption,
  type Field,
  fieldsOf,
  NumberOption,
  NumberOrNoneOption,
  OptionGroup,
  SwitchOption,
} from "../ui/options/fields.tsx";
import { directingWords } from "./directingWords.ts";
import { type Conditions, hasByes, minutesOf, scoresOf, type Tie, type Timing, timingOf } from "./model.ts";
import {
  chosen,
  FIRST,
  fitted,
  mayMove,
  mostVp,
  movementsOf,
  offeredFor,
  scalesOf,
  scoringsOf,
  TIES,
  timed,
  usualOf,
} from "./offers.ts";
import { eventWords } from "./words.ts";

/** The most players that a team may have. */
const MOST_PLAYERS = 6;

export function ConditionsForm({ game, values, change }: {
  game: string;
  values: Conditions;
  change: (values: Conditions) => void;
}) {
  const said = directingWords(), events = eventWords();
  const usual = { ...usualOf(game, values.form), form: fitted(game, FIRST).form },
    { forms } = offeredFor(game);
  const field = fieldsOf(
    values,
    usual,
    said.texts,
    (name, value) => change(chosen(game, values, name, value)),
  );
  const named = (texts: Readonly<Record<string, string>>, each: readonly string[]) =>
    each.map((one) => [one, texts[one] ?? one] as const);
  const scorings = scoringsOf(game, values.form),
    hasMatches = ["swiss", "round_robin"].includes(values.movement);
  const scales = scalesOf(game, values.scoring), scores = scoresOf(game, values.scoring);
  const ties = values.ties.join(" "), ways = TIES.map((each) => each.join(" "));
  const page = gameOf(game), robot = robotsOf(welcome.value, game, page?.usualRobot)[0] ?? null;
  const players = typeof values.options["players"] === "number" ? values.options["players"] : 3;
  const timing = timingOf(values);
  const timings = (["round", "board", "none", "table"] as const).filter((each) =>
    each !== "table" || timing === "table"
  );
  const awards = hasByes(values) ? ["bye", "late_award"] as const : [];
  return (
    <>
      {forms.length > 1 && (
        <ChoiceOption
          {...field("form") as Field<string>}
          usual={forms[0] ?? ""}
          choices={named(events.forms, forms)}
        />
      )}
      {movementsOf(game, values.form).length > 1 && (
        <ChoiceOption
          {...field("movement") as Field<string>}
          help={said.movementHelp[values.movement]}
          choices={named(events.movements, movementsOf(game, values.form))}
        />
      )}
      {game === "hanabi" && (
        <NumberOption
          label={said.texts["players"]?.[0] ?? ""}
          value={players}
          usual={3}
          least={2}
          most={MOST_PLAYERS}
          change={(next) => change({ ...values, options: { ...values.options, players: next } })}
        />
      )}
      <NumberOption {...field("rounds")} least={1} most={60} />
      <NumberOption {...field("boards")} least={1} most={32} />
      {scorings.length > 1 && (
        <ChoiceOption {...field("scoring")} choices={named(events.scorings, scorings)} />
      )}
      {hasMatches && scales.length > 1 && (
        <ChoiceOption {...field("vp")} choices={named(events.scales, scales)} />
      )}
      {values.movement === "mitchell" && (
        <ChoiceOption
          {...field("winners")}
          choices={[[1, said.winners["1"] ?? ""], [2, said.winners["2"] ?? ""]]}
        />
      )}
      {values.movement === "mitchell" && values.winners === 1 && <SwitchOption {...field("arrow_switch")} />}
      {mayMove(game, values.form, values.movement) && <SwitchOption {...field("moving")} />}
      <OptionGroup title={said.more}>
        <ChoiceOption
          label={said.texts["clock"]?.[0] ?? ""}
          help={said.timingHelp[timing]}
          value={timing}
          usual={timingOf(FIRST)}
          choices={named(said.timings, timings) as (readonly [Timing, string])[]}
          change={(next) => change(timed(values, next, minutesOf(values) || minutesOf(FIRST)))}
        />
        {(timing === "round" || timing === "board") && (
          <NumberOption
            {...field("board_s")}
            value={minutesOf(values)}
            usual={minutesOf(FIRST)}
            change={(next) => change(timed(values, timing, next))}
            least={1}
            most={60}
          />
        )}
        {timing === "round" && (
          <NumberOption
            {...field("warning_s")}
            value={Math.round(values.warning_s / 60)}
            usual={FIRST.warning_s / 60}
            change={(next) => change({ ...values, warning_s: next * 60 })}
            least={0}
            most={30}
          />
        )}
        {timing === "round" && (
          <NumberOption
            {...field("grace_s")}
            value={Math.round(values.grace_s / 60)}
            usual={FIRST.grace_s / 60}
            change={(next) => change({ ...values, grace_s: next * 60 })}
            least={0}
            most={30}
          />
        )}
        <NumberOption {...field("break_s")} least={0} most={3600} step={30} />
        <SwitchOption {...field("automatic")} />
        <NumberOption {...field("late_until")} least={0} most={60} />
        <SwitchOption {...field("check_in")} />
        <NumberOption
          {...field("no_show_s")}
          value={Math.round(values.no_show_s / 60)}
          change={(next) => change({ ...values, no_show_s: next * 60 })}
          least={0}
          most={60}
        />
        <SwitchOption
          {...field("robot") as unknown as Field<boolean>}
          value={values.robot !== null}
          usual={false}
          change={(on) => change({ ...values, robot: on ? robot : null })}
        />
        <SwitchOption {...field("live_ranking")} />
        <ChoiceOption
          {...field("unplayed") as Field<string>}
          choices={named(said.unplayed, ["average", "nothing"])}
        />
        {awards.map((each) => (
          <NumberOrNoneOption
            key={each}
            {...field(each)}
            help={values.vp === "" ? said.byePercent : said.byeVp}
            value={values[each] === null ? null : Math.round(values[each] / 100)}
            change={(next) => change({ ...values, [each]: next === null ? null : next * 100 })}
            none={null}
            first={values.vp === "" ? 50 : mostVp(values.vp) / 200}
            noneText={each === "bye" ? said.usualBye : said.noLateAward}
            least={0}
            most={values.vp === "" ? 100 : mostVp(values.vp) / 100}
          />
        ))}
        {scores === "matchpoints" && <SwitchOption {...field("neuberg")} />}
        {scores === "datum" && (
          <NumberOrNoneOption
            {...field("drop")}
            none={null}
            first={1}
            noneText={said.usualDrop}
            least={0}
            most={20}
          />
        )}
        {scores === "datum" && <NumberOption {...field("nearest")} least={1} most={100} />}
        <ChoiceOption
          label={said.texts["ties"]?.[0] ?? ""}
          value={ties}
          usual=""
          choices={[...new Set([...ways, ties])].map((each) =>
            [each, each.split(" ").map((way) => events.ties[way] ?? said.noTies).join(", ")] as const
          )}
          change={(next) => change({ ...values, ties: next.split(" ").filter(Boolean) as Tie[] })}
        />
        <NumberOption
          {...field("correction_s")}
          value={Math.round(values.correction_s / 60)}
          usual={FIRST.correction_s / 60}
          change={(next) => change({ ...values, correction_s: next * 60 })}
          least={0}
          most={1440}
          step={15}
        />
      </OptionGroup>
      {page !== undefined && (
        <Loaded part={page.part}>
          {({ EventForm }) =>
            EventForm && (
              <EventForm
                options={values.options}
                change={(options) => change({ ...values, options })}
              />
            )}
        </Loaded>
      )}
    </>
  );
}
