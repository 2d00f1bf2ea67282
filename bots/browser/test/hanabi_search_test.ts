import { found, furtherParts, variants, WELL_KNOWN } from "../src/hanabi/variantSearch.ts";
import { presets } from "../src/hanabi/Opening.tsx";
import { assert, assertEquals } from "./asserts.ts";

const ANY = { text: "", suits: null, parts: [] };

Deno.test("there are 2,426 variants with different names, all with a number of suits", () => {
  assertEquals(new Set(variants().map((each) => each.name)).size, 2426);
  assertEquals(variants().filter((each) => each.suits < 3 || each.suits > 6), []);
});

Deno.test("every well-known variant, and every variant of a preset, is one of them", () => {
  const names = new Set(variants().map((each) => each.name));
  for (const name of WELL_KNOWN) assert(names.has(name), `expected a variant ${name}`);
  for (const preset of presets) {
    const { variant } = preset.options;
    assert(variant === undefined || names.has(String(variant)), `expected a variant ${variant}`);
  }
});

Deno.test("a variant is found by the beginnings of its words, the plainest first", () => {
  assertEquals(found({ ...ANY, text: "rainb 6" })[0]?.name, "Rainbow (6 Suits)");
  assertEquals(found({ ...ANY, text: "cow" }).length, 4);
  assertEquals(found({ ...ANY, text: "no such variant" }), []);
});

Deno.test("parts narrow the choice, and only parts that lead to a variant are offered", () => {
  const sudoku = { ...ANY, suits: 4, parts: ["Sudoku"] };
  const parts = furtherParts(sudoku);
  assert(parts.includes("Pink") && !parts.includes("Sudoku") && !parts.includes("Duck"));
  for (const part of parts) assert(found({ ...sudoku, parts: ["Sudoku", part] }).length > 0);
  assertEquals(found({ ...sudoku, parts: ["Sudoku", "Pink"] }).map((each) => each.name), [
    "Sudoku & Pink (4 Suits)",
  ]);
  assertEquals(furtherParts({ ...ANY, parts: ["Cow & Pig"] }), []);
});
