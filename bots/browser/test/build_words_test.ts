/** The build packs the words of each language, and the page unpacks the same words. */

import * as esbuild from "esbuild";
import { words as de } from "../src/i18n/de/index.ts";
import { words as en } from "../src/i18n/en/index.ts";
import { unpacked } from "../src/i18n/unpacked.ts";
import { listOf, packedWords, shapeOf } from "../words.ts";
import { assert, assertEquals } from "./asserts.ts";

/** Returns all texts by their path; a function stands for what it says of some values. */
function said(words: unknown, path = ""): [string, unknown][] {
  if (typeof words === "function") {
    const sayings = [[1, 2, 3], [2, "S", ""], ["N", "", 1], ["a", ["b"], true]].map((values) => {
      try {
        return (words as (...values: unknown[]) => unknown)(...values);
      } catch (error) {
        return (error as Error).name; // The text of the error names variables.
      }
    });
    return [[path, sayings]];
  }
  if (typeof words !== "object" || words === null) return [[path, words]];
  return Object.entries(words).flatMap(([name, each]) => said(each, `${path}.${name}`))
    .sort(([one], [other]) => one < other ? -1 : 1);
}

Deno.test("the words of each language are the same after they have been packed", async () => {
  const result = await esbuild.build({
    entryPoints: ["en", "de"].map((each) =>
      new URL(`../src/i18n/${each}/index.ts`, import.meta.url).pathname
    ),
    outdir: "packed",
    plugins: [packedWords],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  await esbuild.stop();
  assertEquals(result.outputFiles.length, 2);
  for (const [index, file] of result.outputFiles.entries()) {
    const { words } = await import(`data:text/javascript,${encodeURIComponent(file.text)}`);
    const expected = said([en, de][index]), got = new Map(said(words));
    assertEquals(got.size, expected.length);
    for (const [path, text] of expected) assertEquals([path, got.get(path)], [path, text]);
  }
});

Deno.test("texts whose names differ between the languages keep their names", () => {
  const one = { a: "A", b: { x: "X" } }, other = { b: { y: "Y" }, a: "Ä" };
  const shape = shapeOf([one, other]) ?? "";
  assertEquals(shape, "a,b");
  for (const each of [one, other]) {
    const list = listOf(each, [one, other]).map((text) => (0, eval)(`(${text})`));
    assertEquals(unpacked(shape, list), each);
  }
  assert(shapeOf([one, { a: "A" }]) === null);
});
