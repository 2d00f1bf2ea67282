/** The search among all variants: by words of their names, or by the parts from which a variant is built. */

import { VARIANTS } from "./variants.ts";

export interface VariantName {
  /** The name in the protocol, such as `Rainbow & White (5 Suits)`. */
  name: string;
  suits: number;
  /** The parts of the name, such as `Rainbow` and `White`. */
  parts: readonly string[];
}

/** A search: words of the name, a number of suits (null for any), and parts. */
export interface Wanted {
  text: string;
  suits: number | null;
  parts: readonly string[];
}

/** The numbers of suits of the variants whose names do not say it. */
const SIZES: Record<string, number> = {
  "No Variant": 5,
  "Dual-Color Mix": 6,
  "Ambiguous Mix": 6,
  "Ambiguous & Dual-Color Mix": 6,
};
/** Names with an ampersand that does not join two parts. */
const WHOLE = ["Cow & Pig", "Ambiguous & Dual-Color Mix"];

/** The variants that are played most, in the order in which they are offered. */
export const WELL_KNOWN = [
  "No Variant",
  "6 Suits",
  "Rainbow (5 Suits)",
  "Rainbow (6 Suits)",
  "Black (5 Suits)",
  "Black (6 Suits)",
  "White (5 Suits)",
  "Pink (5 Suits)",
  "Brown (5 Suits)",
  "Prism (5 Suits)",
  "Up or Down (5 Suits)",
  "Clue Starved (5 Suits)",
];

let all: readonly VariantName[] | null = null;

/** Returns all variants by name; reads the packed list at the first call. */
export function variants(): readonly VariantName[] {
  all ??= VARIANTS.split("\n").flatMap(unpacked);
  return all;
}

/** Returns the variants of a line such as `Rainbow|3456:,Black|56:Brown`, where names are packed by their first part. */
function unpacked(line: string): VariantName[] {
  const [first = "", ...groups] = line.split("|");
  return groups.flatMap((group) => {
    const [sizes = "", rests = ""] = group.split(":");
    return rests.split(",").flatMap((rest) => sized(rest === "" ? first : `${first} & ${rest}`, sizes));
  });
}

function sized(base: string, sizes: string): VariantName[] {
  if (sizes === "") {
    const suits = SIZES[base] ?? Number(/^(\d) Suits$/.exec(base)?.[1] ?? 0);
    return [{ name: base, suits, parts: /Mix$/.test(base) ? [base] : [] }];
  }
  const whole = WHOLE.find((each) => base.startsWith(each));
  const rest = whole === undefined ? base : base.slice(whole.length).replace(/^ & /, "");
  const parts = [...whole === undefined ? [] : [whole], ...rest === "" ? [] : rest.split(" & ")];
  return [...sizes].map((size) => ({ name: `${base} (${size} Suits)`, suits: Number(size), parts }));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Returns the variants that have all wanted words and parts, the plainest first: few parts, then a short name. */
export function found(wanted: Wanted): VariantName[] {
  const typed = wordsOf(wanted.text);
  return variants().filter((variant) => {
    if (wanted.suits !== null && variant.suits !== wanted.suits) return false;
    if (!wanted.parts.every((part) => variant.parts.includes(part))) return false;
    const names = wordsOf(variant.name);
    return typed.every((word) => names.some((each) => each.startsWith(word)));
  }).sort((one, other) => one.parts.length - other.parts.length || one.name.length - other.name.length);
}

/** Returns the parts that can be added to what is wanted, in alphabetical order. */
export function furtherParts(wanted: Wanted): string[] {
  const parts = new Set(found(wanted).flatMap((variant) => variant.parts));
  for (const part of wanted.parts) parts.delete(part);
  return [...parts].sort();
}
