/** The look of suits and colours: a letter, a shape and a paint for each, all different within a variant. */

import type { HanabiSuit, HanabiVariant } from "../wire/protocol.ts";
import { isDark } from "./variant.ts";

/** Shapes as paths in a square of 20 by 20. */
export const SHAPES = {
  diamond: "M10 1 18 10 10 19 2 10Z",
  star: "M10 1 12.6 7.2 19.3 7.8 14.2 12.2 15.8 18.8 10 15.2 4.2 18.8 5.8 12.2 .7 7.8 7.4 7.2Z",
  triangle: "M10 2 19 18H1Z",
  drop: "M10 1C14 7 16.5 9.5 16.5 13A6.5 6.3 0 0 1 3.5 13C3.5 9.5 6 7 10 1Z",
  hexagon: "M5.5 2H14.5L19 10 14.5 18H5.5L1 10Z",
  waves: "M1 5Q5.5 0 10 5T19 5V9Q14.5 14 10 9T1 9ZM1 14Q5.500 9 10 14T19 14V17Q14.500 22 10 17T1 17Z",
  spade: "M10 1C12 6 18 8 18 12.500A4 4 0 0 1 11.500 15L13 19H7L8.500 15A4 4 0 0 1 2 12.500C2 8 8 6 10 1Z",
  bow: "M1 17A9 13 0 0 1 19 17H15A5 8.500 0 0 0 5 17Z",
  flower:
    "M10 1A4 4 0 0 1 13.500 6.500 4 4 0 1 1 13.500 13.500 4 4 0 1 1 6.500 13.500 4 4 0 1 1 6.500 6.500 4 4 0 0 1 10 1Z",
  ring:
    "M10 1A9 9 0 0 1 10 19 9 9 0 0 1 10 1ZM10 5.500A4.500 4.500 0 0 0 10 14.500 4.500 4.500 0 0 0 10 5.500Z",
  square: "M2.500 2.500H17.500V17.500H2.500Z",
  sun: "M10 0 12 5 17 3 15 8 20 10 15 12 17 17 12 15 10 20 8 15 3 17 5 12 0 10 5 8 3 3 8 5Z",
  cross: "M4 1 10 7 16 1 19 4 13 10 19 16 16 19 10 13 4 19 1 16 7 10 1 4Z",
  hourglass: "M2 1H18L12 10 18 19H2L8 10Z",
  plus: "M7 1H13V7H19V13H13V19H7V13H1V7H7Z",
  heart: "M10 18C2 12 1 9 1 6.500A4.500 4.500 0 0 1 10 5 4.500 4.500 0 0 1 19 6.500C19 9 18 12 10 18Z",
  moon: "M13 1A9 9 0 1 0 18.500 14 8 8 0 0 1 13 1Z",
  circle: "M10 1.500A8.500 8.500 0 0 1 10 18.500 8.500 8.500 0 0 1 10 1.500Z",
  bolt: "M12 0 3 11H9L7 20 17 8H11Z",
  leaf: "M2 18C0 6 8 2 18 2 18 12 14 20 2 18Z",
  house: "M10 1 19 9V19H1V9Z",
  bars: "M2 2H6V18H2ZM8 2H12V18H8ZM14 2H18V18H14Z",
  arrow: "M10 1 19 11H13.500V19H6.500V11H1Z",
  crown: "M1 4 6 9 10 2 14 9 19 4 17 18H3Z",
} as const;
export type Shape = keyof typeof SHAPES;

/** The shape of each suit of Hanabi Live. Suits that meet in a variant have shapes of their own. */
const SHAPE_OF: Record<string, Shape> = {
  Red: "diamond",
  Yellow: "star",
  Green: "triangle",
  Blue: "drop",
  Purple: "hexagon",
  Teal: "waves",
  Black: "spade",
  Rainbow: "bow",
  "Muddy Rainbow": "hourglass",
  "Cocoa Rainbow": "hourglass",
  Pink: "flower",
  "Light Pink": "heart",
  "Gray Pink": "heart",
  White: "ring",
  Gray: "ring",
  Brown: "square",
  Omni: "sun",
  Null: "cross",
  Prism: "bars",
  Orange: "moon",
  Tomato: "heart",
  Mahogany: "house",
  Carrot: "arrow",
  Emerald: "crown",
  Olive: "leaf",
  Berry: "circle",
  Navy: "plus",
  Sky: "bolt",
  Ice: "star",
  Aqua: "waves",
  Ocean: "hexagon",
  Ruby: "diamond",
  Yam: "leaf",
  Geas: "triangle",
  Beatnik: "drop",
  Plum: "hexagon",
  Taupe: "waves",
};

/** Preferred letters of suits that do not use their first letter, by the last word of the name. */
const LETTERS: Record<string, string> = {
  Black: "K",
  Brown: "N",
  Gray: "A",
  Null: "U",
  Pink: "I",
  Prism: "I",
  Rainbow: "M",
};

export interface Look {
  letter: string;
  shape: Shape;
  /** The background of a card of this suit, as a value of the CSS property. */
  paint: string;
  /** True if text on the paint is light. */
  lightInk: boolean;
}

/** Returns the name of a suit without the words that only say how it is played. */
export function plainName(name: string): string {
  return name.replace(/ Reversed$/, "").replace(/ EA$/, "");
}

/** Returns a letter for each name; all letters differ from each other and from those taken already. */
export function letters(names: readonly string[], taken: readonly string[] = []): string[] {
  const found: string[] = [];
  for (const name of names) {
    const plain = plainName(name), last = plain.split(" ").at(-1) ?? "";
    const wished = ((LETTERS[last] ?? "") + plain).toUpperCase().replaceAll(" ", "") +
      "ABCDEFGHIJKLMNOPQRTUVWXYZ";
    found.push([...wished].find((letter) => !found.includes(letter) && !taken.includes(letter)) ?? "?");
  }
  return found;
}

const LOOKS = new WeakMap<HanabiVariant, Look[]>();

/** Returns the look of each suit of a variant. */
export function looks(variant: HanabiVariant): Look[] {
  const known = LOOKS.get(variant);
  if (known !== undefined) return known;
  const initials = letters(variant.suits.map((suit) => suit.name), variant.up_or_down ? ["S"] : []);
  const shapes: Shape[] = [];
  const found = variant.suits.map((suit, index) => {
    const shape = shapeOf(suit.name, shapes);
    shapes.push(shape);
    const before = variant.suits.slice(0, index).filter((other) => sameTone(other, suit)).length;
    return { letter: initials[index] ?? "?", shape, ...painted(suit, before) };
  });
  LOOKS.set(variant, found);
  return found;
}

/** Returns the shape of a name: its own, or another that is always the same for the name, but never one taken. */
function shapeOf(name: string, taken: readonly Shape[]): Shape {
  const plain = plainName(name).replace(/^Dark /, "");
  const all = Object.keys(SHAPES) as Shape[];
  const start = all.indexOf(SHAPE_OF[plain] ?? all[hash(plain) % all.length] ?? "circle");
  for (let step = 0; step < all.length; step++) {
    // Steps of 7 reach all shapes, because the number of shapes is no multiple of 7.
    const shape = all[(start + 7 * step) % all.length];
    if (shape !== undefined && !taken.includes(shape)) return shape;
  }
  return "circle";
}

function hash(text: string): number {
  let value = 7;
  for (const letter of text) value = (value * 31 + letter.charCodeAt(0)) % 100_003;
  return value;
}

function sameTone(one: HanabiSuit, other: HanabiSuit): boolean {
  return String(one.colors) === String(other.colors) && one.by_color === other.by_color &&
    one.prism === other.prism;
}

const RAINBOW = ["red", "orange", "yellow", "green", "blue", "purple"];
/** The patterns over the paint of suits of the same colour, so that they differ: shades, then stripes. */
const SHADES = [
  "",
  "linear-gradient(#fff8,#fff8)",
  "repeating-linear-gradient(45deg,#fff9 0 5px,#fff0 5px 10px)",
  "repeating-linear-gradient(0deg,#fff9 0 4px,#fff0 4px 8px)",
  "linear-gradient(#fffc,#fffc)",
  "repeating-linear-gradient(90deg,#fff9 0 4px,#fff0 4px 8px)",
];

function painted(suit: HanabiSuit, before: number): { paint: string; lightInk: boolean } {
  const dark = isDark(suit);
  const layers = [
    dark ? "linear-gradient(#000a,#000a)" : SHADES[before % SHADES.length] ?? "",
    base(suit),
  ];
  return { paint: layers.filter(Boolean).join(","), lightInk: dark || suit.name.startsWith("Black") };
}

function base(suit: HanabiSuit): string {
  const [first = "white", ...rest] = suit.colors ?? [];
  if (suit.prism) {
    return `repeating-linear-gradient(115deg,${bands(["red", "yellow", "green", "blue"], 9, "px")})`;
  }
  if (suit.by_color === "all") {
    const over = suit.by_rank === "none" ? "linear-gradient(#b5804acc,#c99a6855)," : "";
    const middle = suit.by_rank === "all" ? "radial-gradient(circle,#fffd 25%,#fff0 70%)," : "";
    const spread = RAINBOW.map(tone).join(",");
    return `${over}${middle}linear-gradient(${suit.by_rank === "all" ? "90deg" : "160deg"},${spread})`;
  }
  if (suit.by_color === "none") {
    if (suit.by_rank === "all") return `linear-gradient(${tone("white")} 35%,${tone("pink")})`;
    if (suit.by_rank === "none") {
      return `repeating-linear-gradient(135deg,${bands(["white", "gray"], 6, "px")})`;
    }
    return `linear-gradient(${tone("white")},${tone("white")})`;
  }
  if (rest.length === 0) return `linear-gradient(${tone(first)},${tone(first)})`;
  // Dark text must be readable on every band, so black is lighter where it is one of several colours.
  const colors = [first, ...rest].map((color) => color === "Black" ? "soot" : color);
  return `linear-gradient(135deg,${bands(colors, 100 / colors.length, "%")})`;
}

/** Returns the CSS value of a colour by its name at Hanabi Live. */
export function tone(color: string): string {
  return `var(--tone-${color.toLowerCase()})`;
}

function bands(colors: readonly string[], width: number, unit: string): string {
  return colors.map((color, index) => `${tone(color)} ${index * width}${unit} ${(index + 1) * width}${unit}`)
    .join(",");
}

/** Returns the look of each colour clue of a variant: that of the suit with the same name, if there is one. */
export function colorLooks(variant: HanabiVariant): Look[] {
  const suits = looks(variant);
  const own = variant.colors.map((color) =>
    variant.suits.findIndex((suit) => plainName(suit.name) === color && suit.colors?.length === 1)
  );
  const used = own.map((suit) => suits[suit]?.letter ?? "").filter(Boolean);
  const rest = letters(variant.colors.filter((_, index) => own[index] === -1), used);
  return variant.colors.map((color, index) => {
    const suit = suits[own[index] ?? -1];
    const letter = suit?.letter ?? rest.shift() ?? "?";
    const shape = suit?.shape ?? SHAPE_OF[color] ?? "circle";
    return {
      letter,
      shape,
      paint: `linear-gradient(${tone(color)},${tone(color)})`,
      lightInk: color === "Black",
    };
  });
}
