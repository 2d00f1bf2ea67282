/** The fields of an object as a form, by its schema. */

import { useId } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { firstText, type FormField } from "./model.ts";
import { titleOf } from "./title.ts";

export function Fields({ fields, texts, change }: {
  fields: readonly FormField[];
  /** The texts of the fields that have been changed, by the name of the field. */
  texts: Readonly<Record<string, string>>;
  change: (name: string, text: string) => void;
}) {
  return (
    <>
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          text={texts[field.name] ?? firstText(field)}
          change={(text) => change(field.name, text)}
        />
      ))}
    </>
  );
}

function FieldRow({ field, text, change }: {
  field: FormField;
  text: string;
  change: (text: string) => void;
}) {
  const said = words.value, id = useId();
  const typed = (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    change(event.currentTarget.value);
  return (
    <p class="plain-field">
      <label for={id}>{field.label}</label>
      {field.kind === "choice"
        ? (
          <select id={id} value={text} onChange={typed}>
            {field.mayBeNone && <option value="">{said.plain.none}</option>}
            {field.choices.map((each) => (
              <option key={each} value={String(each)}>{titleOf(String(each))}</option>
            ))}
          </select>
        )
        : field.kind === "switch"
        ? (
          <input
            id={id}
            type="checkbox"
            checked={text === "true"}
            onChange={(event) => change(String(event.currentTarget.checked))}
          />
        )
        : field.kind === "number"
        ? (
          <input
            id={id}
            type="number"
            min={field.least ?? undefined}
            max={field.most ?? undefined}
            value={text}
            onInput={typed}
          />
        )
        : (
          <input
            id={id}
            type="text"
            placeholder={field.kind === "json" ? said.plain.json : undefined}
            value={text}
            onInput={typed}
          />
        )}
    </p>
  );
}
