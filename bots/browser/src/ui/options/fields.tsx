/**
 * Fields of a form for the options of a game: a switch, a choice, a number, and a number that may be absent.
 *
 * A form keeps the values that apply (`values`) beside those that apply without a choice (`usual`), and binds
 * both to fields with `fieldsOf`:
 *
 *     const field = fieldsOf(values, usual, said.texts, (name, value) => change(...));
 *     <OptionGroup title={said.scoring}>
 *       <NumberOption {...field("target")} least={0} most={10000} step={50} />
 *       <ChoiceOption {...field("sides")} choices={[["pairs", said.pairs], ["solo", said.solo]]} />
 *       <SwitchOption {...field("undo")} />
 *       <NumberOrNoneOption {...field("rounds")} least={1} most={99} none={0} first={4} noneText={said.noLimit} />
 *     </OptionGroup>
 *
 * The words of the fields are `said.texts: { target: ["Target", "The game ends when..."] }`.
 */

import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useState } from "preact/hooks";
import { words } from "../../i18n/index.ts";

/** The properties of every field; `fieldsOf` provides them. */
export interface Field<Value> {
  label: string;
  /** One line about the meaning of the option. */
  help?: string | undefined;
  value: Value;
  /** The value that applies without a choice; it is shown once the value is another. */
  usual: Value;
  change: (value: Value) => void;
}

/** The label of each option, and one line about its meaning. */
export type FieldTexts<Values> = { [Name in keyof Values]?: readonly [label: string, help?: string] };

/** Returns a function that makes the properties of the field of an option, by the option's name. */
export function fieldsOf<Values extends object>(
  values: Values,
  usual: Values,
  texts: FieldTexts<Values>,
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void,
): <Name extends keyof Values>(name: Name) => Field<Values[Name]> {
  return (name) => ({
    label: texts[name]?.[0] ?? String(name),
    help: texts[name]?.[1],
    value: values[name],
    usual: usual[name],
    change: (value) => set(name, value),
  });
}

/** Returns the values that differ from the usual ones; only these need to be sent. */
export function differing<Values extends object>(values: Values, usual: Values): Partial<Values> {
  const names = (Object.keys(values) as (keyof Values)[]).filter((name) => values[name] !== usual[name]);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

/** A group of fields under a title that can be opened and closed; it says how many of them are changed. */
export function OptionGroup({ title, changed = 0, open, children }: {
  title: string;
  /** The number of options in this group that differ from the usual value. */
  changed?: number;
  open?: boolean;
  children: ComponentChildren;
}) {
  return (
    <details class="option-group" open={open}>
      <summary>
        <span>{title}</span>
        {changed > 0 && <span class="option-count">{words.value.ui.options.changed(changed)}</span>}
      </summary>
      <div class="option-fields">{children}</div>
    </details>
  );
}

/** The frame of a field: its label, its control, its help, and the usual value once the value is another. */
function Frame({ label, help, changed, usual, reset, id, children }: {
  label: string;
  help: string | undefined;
  changed: boolean;
  usual: string;
  reset: () => void;
  id: string;
  children: ComponentChildren;
}) {
  const said = words.value.ui.options;
  return (
    <div class={changed ? "option changed" : "option"} role="group" aria-labelledby={`${id}-label`}>
      <p class="option-label" id={`${id}-label`}>{label}</p>
      <div class="option-control">{children}</div>
      <p class="option-help" id={`${id}-help`}>
        {help} {changed && (
          <button
            type="button"
            class="option-reset"
            aria-label={said.resetOne(label, usual)}
            onClick={reset}
          >
            {said.usual(usual)} ↺
          </button>
        )}
      </p>
    </div>
  );
}

/** An option that is on or off. */
export function SwitchOption({ label, help, value, usual, change }: Field<boolean>) {
  const id = useId(), said = words.value.ui;
  return (
    <Frame
      id={id}
      label={label}
      help={help}
      changed={value !== usual}
      usual={usual ? said.yes : said.no}
      reset={() => change(usual)}
    >
      <label class="switch">
        <input
          type="checkbox"
          checked={value}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-help`}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <span aria-hidden="true">{value ? said.yes : said.no}</span>
      </label>
    </Frame>
  );
}

/** An option with a few named values: buttons for up to three of them, a list for more. */
export function ChoiceOption<Value extends string | number>(
  { label, help, value, usual, change, choices }: Field<Value> & {
    choices: readonly (readonly [value: Value, text: string])[];
  },
) {
  const id = useId();
  const text = (each: Value) => choices.find(([one]) => one === each)?.[1] ?? String(each);
  return (
    <Frame
      id={id}
      label={label}
      help={help}
      changed={value !== usual}
      usual={text(usual)}
      reset={() => change(usual)}
    >
      {choices.length <= 3
        ? (
          <div class="option-choices">
            {choices.map(([each, shown]) => (
              <label key={each} class="option-choice">
                <input
                  type="radio"
                  name={id}
                  checked={each === value}
                  aria-describedby={`${id}-help`}
                  onChange={() => change(each)}
                />
                <span>{shown}</span>
              </label>
            ))}
          </div>
        )
        : (
          <select
            value={String(value)}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-help`}
            onChange={(event) => {
              const chosen = choices.find(([each]) => String(each) === event.currentTarget.value);
              if (chosen !== undefined) change(chosen[0]);
            }}
          >
            {choices.map(([each, shown]) => <option key={each} value={String(each)}>{shown}</option>)}
          </select>
        )}
    </Frame>
  );
}

interface Limits {
  least: number;
  most: number;
  /** The amount that the buttons add and subtract; any whole number within the limits can be typed. */
  step?: number;
}

/**
 * The number between two buttons. A typed number counts at once if it lies within the limits, so that the form does not
 * grow between the press and the release of the next button; any other number counts once the player leaves the field.
 */
function Stepper({ id, label, value, change, least, most, step = 1, disabled }: Limits & {
  id: string;
  label: string;
  value: number;
  change: (value: number) => void;
  disabled?: boolean;
}) {
  const said = words.value.ui.options;
  const [typed, setTyped] = useState(String(value));
  useLayoutEffect(() => setTyped(String(value)), [value]);
  const set = (wanted: number) => {
    const within = Math.min(most, Math.max(least, Math.round(wanted)));
    if (within !== value) change(within);
  };
  function type(text: string): void {
    setTyped(text);
    if (/^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most) change(Number(text));
  }
  function finish(): void {
    const wanted = typed.trim() === "" ? value : Number(typed);
    if (Number.isFinite(wanted)) set(wanted);
    setTyped(String(Number.isFinite(wanted) ? Math.min(most, Math.max(least, Math.round(wanted))) : value));
  }
  return (
    <span class="option-stepper">
      <button
        type="button"
        aria-label={said.less(label)}
        disabled={disabled || value <= least}
        onClick={() => set(value - step)}
      >
        −
      </button>
      <input
        type="text"
        inputMode={least < 0 ? "text" : "numeric"}
        value={typed}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={finish}
        onKeyDown={(event) => event.key === "Enter" && finish()}
      />
      <button
        type="button"
        aria-label={said.more(label)}
        disabled={disabled || value >= most}
        onClick={() => set(value + step)}
      >
        +
      </button>
    </span>
  );
}

/** An option that is a whole number within limits. */
export function NumberOption({ label, help, value, usual, change, ...limits }: Field<number> & Limits) {
  const id = useId();
  return (
    <Frame
      id={id}
      label={label}
      help={`${help ?? ""} ${words.value.ui.options.limits(limits.least, limits.most)}`.trim()}
      changed={value !== usual}
      usual={String(usual)}
      reset={() => change(usual)}
    >
      <Stepper id={id} label={label} value={value} change={change} {...limits} />
    </Frame>
  );
}

/** An option that is a whole number within limits, or absent: then its value is `none`, such as 0 or null. */
export function NumberOrNoneOption<None extends number | null>(
  { label, help, value, usual, change, none, first, noneText, ...limits }:
    & Field<number | None>
    & Limits
    & {
      none: None;
      /** The number with which the option begins when the player turns it on. */
      first: number;
      /** The words for its absence, such as "no limit". */
      noneText: string;
    },
) {
  const id = useId(), said = words.value.ui.options;
  const [last, keep] = useState<number>(first);
  const number = value === none || value === null ? null : value as number;
  return (
    <Frame
      id={id}
      label={label}
      help={`${help ?? ""} ${number === null ? "" : said.limits(limits.least, limits.most)}`.trim()}
      changed={value !== usual}
      usual={usual === none ? noneText : String(usual)}
      reset={() => change(usual)}
    >
      <div class="option-choices">
        <label class="option-choice">
          <input
            type="radio"
            name={id}
            checked={number === null}
            onChange={() => {
              if (number !== null) keep(number);
              change(none);
            }}
          />
          <span>{noneText}</span>
        </label>
        <label class="option-choice">
          <input type="radio" name={id} checked={number !== null} onChange={() => change(last)} />
          <span>{said.aNumber}</span>
        </label>
        {number !== null && <Stepper id={id} label={label} value={number} change={change} {...limits} />}
      </div>
    </Frame>
  );
}
