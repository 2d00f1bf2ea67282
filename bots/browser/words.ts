/**
 * Packs the words of the page for the build: what the languages have in common, the names of all texts, becomes a
 * file of its own, and each language is only the list of its texts. This makes the page a thirtieth smaller.
 */

import * as esbuild from "esbuild";

type Value = string | number | boolean | null | ((...values: never[]) => string) | readonly Value[] | Tree;
interface Tree {
  readonly [name: string]: Value;
}

const FOLDER = new URL("src/i18n/", import.meta.url).pathname;
const LANGUAGES = ["en", "de"];

/** A language as a program: `code` declares everything that its texts need, `words` are the texts. */
interface Language {
  code: string;
  words: Tree;
}

async function read(language: string): Promise<Language> {
  const result = await esbuild.build({
    entryPoints: [`${FOLDER}${language}/index.ts`],
    bundle: true,
    format: "esm",
    charset: "utf8",
    minifySyntax: true,
    write: false,
  });
  const text = result.outputFiles[0]?.text ?? "";
  const { words } = await import(`data:text/javascript,${encodeURIComponent(text)}`) as { words: Tree };
  return { code: text.replace(/export \{\s*words\s*\};\s*$/, ""), words };
}

function isTree(value: Value | undefined): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the names that all trees have in common, such as `title,sides(NS,EW)`; null if their names differ. */
export function shapeOf(trees: readonly Tree[]): string | null {
  const [first, ...others] = trees;
  const names = Object.keys(first ?? {});
  if (names.length === 0 || names.some((name) => !/^[^,()]+$/.test(name))) return null;
  if (others.some((tree) => [...names].sort().join() !== Object.keys(tree).sort().join())) return null;
  return names.map((name) => {
    const values = trees.map((tree) => tree[name]);
    const shape = values.every(isTree) ? shapeOf(values) : null;
    return shape === null ? name : `${name}(${shape})`;
  }).join(",");
}

/** Returns the program text of the texts of a tree, in the order of the names in the shape. */
export function listOf(tree: Tree, others: readonly Tree[]): string[] {
  const [first = tree] = others;
  return Object.keys(first).flatMap((name) => {
    const value = tree[name] as Value, all = others.map((other) => other[name]);
    return isTree(value) && all.every(isTree) && shapeOf(all) !== null ? listOf(value, all) : [source(value)];
  });
}

function source(value: Value): string {
  if (typeof value === "function") {
    const text = value.toString();
    if (!/^(\([^)]*\)|\w+) =>/.test(text)) throw new Error(`expected an arrow function, got ${text}`);
    return text;
  }
  if (Array.isArray(value)) return `[${value.map(source).join(",")}]`;
  if (isTree(value)) {
    return `{${
      Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${source(each)}`).join(",")
    }}`;
  }
  return JSON.stringify(value);
}

/** Replaces the modules of the languages in a build by their packed forms. */
export const packedWords: esbuild.Plugin = {
  name: "packed words",
  setup(build) {
    const read_ = Promise.all(LANGUAGES.map(read));
    build.onResolve({ filter: /^packed:shape$/ }, ({ path }) => ({ path, namespace: "packed" }));
    build.onLoad({ filter: /.*/, namespace: "packed" }, async () => {
      const shape = shapeOf((await read_).map(({ words }) => words));
      return { contents: `export default ${JSON.stringify(shape)}`, loader: "js" };
    });
    build.onLoad({ filter: /[\\/]i18n[\\/]\w+[\\/]index\.ts$/ }, async ({ path }) => {
      const all = await read_;
      const language = all[LANGUAGES.indexOf(path.split(/[\\/]/).at(-2) ?? "")];
      if (language === undefined) throw new Error(`expected one of the languages ${LANGUAGES}, got ${path}`);
      const list = listOf(language.words, all.map(({ words }) => words));
      const contents = `
        import SHAPE$ from "packed:shape";
        import { unpacked as unpacked$ } from "../unpacked.ts";
        ${language.code}
        const words$ = unpacked$(SHAPE$, [${list.join(",\n")}]);
        export { words$ as words };`;
      return { contents, loader: "js" };
    });
  },
};
