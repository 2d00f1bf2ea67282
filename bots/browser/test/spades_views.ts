/** Views of Spades that the server's rules made; tests/browser/spades_views.py writes them. */

import { type Chosen, CLASSIC, type Rules } from "../src/spades/rules.ts";
import type { SpadesHandResult, SpadesOwn, SpadesPub } from "../src/wire/protocol.ts";

interface Recorded {
  choices: { options: Chosen; rules: Partial<Rules> | null }[];
  tables: {
    rules: Partial<Rules>;
    views: { pub: Omit<SpadesPub, "rules">; own: SpadesOwn }[];
    results: SpadesHandResult[];
  }[];
}

const { choices, tables }: Recorded = JSON.parse(
  await Deno.readTextFile(new URL("spades_views.json", import.meta.url)),
);

/** Options, and the rules that the server made of them, or null if the server refused them. */
export const CHOICES = choices.map(({ options, rules }) => ({
  options,
  rules: rules === null ? null : { ...CLASSIC, ...rules },
}));
/** Tables with different rules: some views of the seat in turn, and the results of the first hands. */
export const TABLES = tables.map(({ rules, views, results }) => {
  const whole: Rules = { ...CLASSIC, ...rules };
  return {
    rules: whole,
    views: views.map(({ pub, own }) => ({ pub: { ...pub, rules: whole } as SpadesPub, own })),
    results,
  };
});
