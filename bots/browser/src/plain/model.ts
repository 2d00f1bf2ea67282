/** The content of the plain view of a game, made from the game's JSON Schema and from values: pure functions. */

import { titleOf } from "./title.ts";

/** A JSON Schema, as far as `/v1/schemas/{game}` uses it. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  enum?: readonly (string | number)[];
  anyOf?: readonly Schema[];
  items?: Schema | false;
  prefixItems?: readonly Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: readonly string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  $defs?: Record<string, Schema>;
}

/** The answer of `/v1/schemas/{game}`. */
export interface GameSchema {
  game: string;
  seats: readonly string[];
  unprompted: readonly string[];
  schema: Schema;
}

/** An action of a player: its kind `t`, and its fields. */
export type AnyAction = { t: string } & Record<string, unknown>;

/** A value as it is shown: a text, cards, or a table of names and values. */
export type Shown =
  | { kind: "text"; text: string }
  | { kind: "cards"; cards: readonly string[] }
  | { kind: "list"; items: readonly Shown[] }
  | { kind: "table"; rows: readonly Row[] };
export type Row = readonly [label: string, value: Shown];

/** Fields that say nothing to a person: the game stands above the view, and the decision only names a choice. */
const UNSHOWN = ["game", "decision"];
/** The words for true, false and nothing. */
export interface ValueWords {
  yes: string;
  no: string;
  none: string;
}

/** Returns the schema to which a schema refers, itself without a reference. */
export function resolved(schema: Schema | undefined, root: Schema): Schema {
  const name = schema?.$ref?.replace("#/$defs/", "");
  return name === undefined ? schema ?? {} : root.$defs?.[name] ?? {};
}

/** Returns the schemas of which a value fits one. */
function branches(schema: Schema | undefined, root: Schema): readonly Schema[] {
  const found = resolved(schema, root);
  return found.anyOf === undefined ? [found] : found.anyOf.flatMap((each) => branches(each, root));
}

/** Returns the tag of the objects that a schema describes, such as the kind of an action; null without one. */
function tagOf(schema: Schema, field: string): string | null {
  const tags = schema.properties?.[field]?.enum;
  return tags?.length === 1 ? String(tags[0]) : null;
}

/** Returns the schema that a value fits, as far as its fields must be named. */
function fitting(value: unknown, schema: Schema | undefined, root: Schema): Schema {
  const all = branches(schema, root);
  const type = Array.isArray(value) ? "array" : typeof value;
  const fits = all.filter((each) => each.enum?.includes(value as string) || each.type === type);
  const tagged = fits.find((each) => {
    const tag = tagOf(each, "t");
    return tag !== null && tag === (value as AnyAction).t;
  });
  return tagged ?? fits[0] ?? {};
}

/** Returns true for the schema of a card, which the protocol writes as suit and rank. */
function isCard(schema: Schema): boolean {
  return schema.enum?.includes("SA") === true && schema.enum.every((each) => String(each).length === 2);
}

/** Returns a value as it is shown. */
export function shownValue(
  value: unknown,
  schema: Schema | undefined,
  root: Schema,
  said: ValueWords,
): Shown {
  if (value === null || value === undefined) return { kind: "text", text: said.none };
  if (typeof value === "boolean") return { kind: "text", text: value ? said.yes : said.no };
  const found = fitting(value, schema, root);
  if (Array.isArray(value)) {
    const items = value.map((each, place) => {
      const inner = found.prefixItems?.[place] ?? (found.items || undefined);
      return shownValue(each, inner, root, said);
    });
    if (items.length === 0) return { kind: "text", text: said.none };
    const cards = items.flatMap((item) => item.kind === "cards" && item.cards.length === 1 ? item.cards : []);
    if (cards.length === items.length) return { kind: "cards", cards };
    const texts = items.flatMap((item) => item.kind === "text" ? [item.text] : []);
    if (texts.length === items.length) return { kind: "text", text: texts.join(", ") };
    return { kind: "list", items };
  }
  if (typeof value === "object") {
    const rows = rowsOf(value as Record<string, unknown>, found, root, said);
    return rows.length === 0 ? { kind: "text", text: said.none } : { kind: "table", rows };
  }
  const text = String(value);
  if (isCard(found)) return { kind: "cards", cards: [text] };
  return { kind: "text", text: found.enum === undefined ? text : titleOf(text) };
}

/** Returns the fields of an object with their names, in the order of the object. */
export function rowsOf(
  value: Record<string, unknown>,
  schema: Schema | undefined,
  root: Schema,
  said: ValueWords,
): Row[] {
  const { properties, additionalProperties } = fitting(value, schema, root);
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
  return Object.entries(value).filter(([name]) => !UNSHOWN.includes(name)).map(([name, each]) =>
    [titleOf(name), shownValue(each, properties?.[name] ?? others, root, said)] as const
  );
}

/** Returns the kinds of action of a game, each with its schema. */
export function actionKinds(root: Schema): [tag: string, schema: Schema][] {
  return branches(root.properties?.action, root).flatMap((schema) => {
    const tag = tagOf(schema, "t");
    return tag === null ? [] : [[tag, schema] as [string, Schema]];
  });
}

/** Returns an action as it is shown on a button, without its kind if it has only one field. */
export function actionRows(action: AnyAction, root: Schema, said: ValueWords): Row[] {
  const { t: _, ...fields } = action;
  const schema = actionKinds(root).find(([tag]) => tag === action.t)?.[1];
  return rowsOf(fields, { ...schema, type: "object" }, root, said);
}

/** Returns the text of a value, such as "♠A" for a card. */
export function textOf(value: Shown, card: (card: string) => string): string {
  switch (value.kind) {
    case "text":
      return value.text;
    case "cards":
      return value.cards.map(card).join(" ");
    case "list":
      return value.items.map((item) => textOf(item, card)).join(", ");
    case "table":
      return value.rows.map(([label, each]) => `${label} ${textOf(each, card)}`).join(", ");
  }
}

/** A field of a form. A field of the kind `json` takes any value, written as JSON. */
export interface FormField {
  name: string;
  label: string;
  kind: "number" | "choice" | "switch" | "text" | "json";
  choices: readonly (string | number)[];
  least: number | null;
  most: number | null;
  /** The value that applies without a choice. */
  usual: unknown;
  /** True if the field may be null. */
  mayBeNone: boolean;
}

/** Returns the fields of a form for an object, without its tag. */
export function formFields(schema: Schema, root: Schema): FormField[] {
  const named = Object.entries(schema.properties ?? {}).filter(([name]) => tagOf(schema, name) === null);
  return named.map(([name, property]) => {
    const all = branches(property, root), some = all.filter((each) => each.type !== "null");
    const [only = {}] = some;
    const kind: FormField["kind"] = some.length !== 1
      ? "json"
      : only.enum !== undefined
      ? "choice"
      : only.type === "integer" || only.type === "number"
      ? "number"
      : only.type === "boolean"
      ? "switch"
      : only.type === "string"
      ? "text"
      : "json";
    return {
      name,
      label: titleOf(name),
      kind,
      choices: only.enum ?? [],
      least: only.minimum ?? null,
      most: only.maximum ?? null,
      usual: property.default ?? null,
      mayBeNone: some.length < all.length,
    };
  });
}

/** Returns the text with which a field of a form begins. */
export function firstText(field: FormField): string {
  const { usual, kind, mayBeNone, choices } = field;
  if (usual === null) return mayBeNone || kind !== "choice" ? "" : String(choices[0] ?? "");
  return kind === "json" ? JSON.stringify(usual) : String(usual);
}

/** Returns the value of the text of a field, undefined if the text is no value of the field. */
export function valueOf(field: FormField, text: string): unknown {
  if (text.trim() === "" && field.mayBeNone) return null;
  switch (field.kind) {
    case "text":
      return text;
    case "switch":
      return text === "true";
    case "choice":
      return field.choices.find((each) => String(each) === text);
    case "number": {
      const number = Number(text);
      const fits = text.trim() !== "" && Number.isFinite(number) && number >= (field.least ?? -Infinity) &&
        number <= (field.most ?? Infinity);
      return fits ? number : undefined;
    }
    case "json":
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
  }
}

/** Returns an object with the values of the fields of a form; null if a text is no value of its field. */
export function objectOf(
  fields: readonly FormField[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> | null {
  const values = fields.map((field) =>
    [field.name, valueOf(field, texts[field.name] ?? firstText(field))] as const
  );
  return values.some(([, value]) => value === undefined) ? null : Object.fromEntries(values);
}
