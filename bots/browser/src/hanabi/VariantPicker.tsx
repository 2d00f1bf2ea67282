/** The choice of a variant: well-known ones first, a search by name, and a variant built from parts. */

import { useId, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { found, furtherParts, type Wanted, WELL_KNOWN } from "./variantSearch.ts";

/** The number of variants that are listed at once. */
const LISTED = 30;
const NOTHING: Wanted = { text: "", suits: null, parts: [] };

export function VariantPicker({ variant, change }: { variant: string; change: (variant: string) => void }) {
  const said = words.value.opening.hanabi, id = useId();
  const [wanted, want] = useState(NOTHING);
  const searches = wanted.text.trim() !== "" || wanted.suits !== null || wanted.parts.length > 0;
  const names = searches ? found(wanted).map((each) => each.name) : WELL_KNOWN;
  function setPart(place: number, part: string): void {
    want({ ...wanted, parts: [...wanted.parts.slice(0, place), ...part === "" ? [] : [part]] });
  }
  return (
    <div class="hanabi-variants" role="group" aria-label={said.variant}>
      <p aria-live="polite">
        <b>{said.chosen(variant)}</b>
      </p>
      <label>
        {said.search}
        <input
          type="search"
          value={wanted.text}
          aria-describedby={`${id}-help`}
          autocomplete="off"
          onInput={(event) => want({ ...wanted, text: event.currentTarget.value })}
        />
      </label>
      <p class="muted" id={`${id}-help`}>{said.searchHelp}</p>
      <div class="hanabi-variant-parts">
        <label>
          {said.suits}
          <select
            value={wanted.suits ?? ""}
            onChange={(event) =>
              want({
                ...wanted,
                suits: event.currentTarget.value === "" ? null : Number(event.currentTarget.value),
              })}
          >
            <option value="">{said.anySuits}</option>
            {[3, 4, 5, 6].map((count) => <option key={count} value={count}>{said.suitCount(count)}</option>)}
          </select>
        </label>
        {[...wanted.parts, ""].slice(0, 3).map((part, place) => {
          const before = { ...wanted, parts: wanted.parts.slice(0, place) };
          const offered = furtherParts(before);
          if (part === "" && offered.length === 0) return null;
          return (
            <label key={place}>
              {said.part(place + 1)}
              <select value={part} onChange={(event) => setPart(place, event.currentTarget.value)}>
                <option value="">{said.anyPart}</option>
                {offered.map((each) => <option key={each} value={each}>{each}</option>)}
              </select>
            </label>
          );
        })}
      </div>
      <p class="muted" aria-live="polite">
        {!searches
          ? said.known
          : names.length === 0
          ? said.nothing
          : names.length > LISTED
          ? said.shown(LISTED, names.length)
          : said.found(names.length)}
      </p>
      <ul class="hanabi-variant-list">
        {names.slice(0, LISTED).map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={name === variant} onClick={() => change(name)}>{name}</button>
          </li>
        ))}
      </ul>
    </div>
  );
}
