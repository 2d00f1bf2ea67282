/** The form of the options of a game that has no screen of its own. */

import { useState } from "preact/hooks";
import type { Options } from "../games.ts";
import { words } from "../i18n/index.ts";
import { faultText } from "../people/fault.ts";
import { Fields } from "./Fields.tsx";
import { useDescription } from "./loading.ts";
import { firstText, formFields, resolved, valueOf } from "./model.ts";

export function Form({ game, options, change }: {
  game: string;
  options: Options;
  change: (options: Options) => void;
}) {
  const { value: about, fault } = useDescription(game);
  const [texts, setTexts] = useState<Record<string, string>>({});
  if (fault !== null) return <p class="fault" role="alert">{faultText(fault)}</p>;
  if (about === null) return <p class="waiting" aria-busy="true">{words.value.plain.loading}</p>;
  const fields = formFields(resolved(about.schema.properties?.options, about.schema), about.schema);
  const shown = Object.fromEntries(fields.map((field) => {
    const value = options[field.name];
    const known = value === undefined
      ? firstText(field)
      : field.kind === "json"
      ? JSON.stringify(value)
      : String(value ?? "");
    return [field.name, texts[field.name] ?? known];
  }));
  return (
    <Fields
      fields={fields}
      texts={shown}
      change={(name, text) => {
        setTexts({ ...texts, [name]: text });
        const field = fields.find((each) => each.name === name);
        const value = field === undefined ? undefined : valueOf(field, text);
        const { [name]: _, ...others } = options;
        if (value === undefined || text === (field && firstText(field))) change(others);
        else change({ ...others, [name]: value });
      }}
    />
  );
}
