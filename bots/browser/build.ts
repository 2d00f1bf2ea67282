/**
 * Builds the page into `dist/`: `deno run -A build.ts`.
 *
 * The names of all files but `index.html` have a hash of their content, so that browsers may keep them for ever.
 * Each module that is imported with `import()` becomes a file of its own, a part of the page; `index.html` has a
 * list of all files that a part needs.
 */

import * as esbuild from "esbuild";
import { packedWords } from "./words.ts";

const OUT = "dist";
const FILES = `${OUT}/files`;
/** The oldest browsers for which the page is built. */
const BROWSERS = ["chrome110", "firefox115", "safari16"];
const START = "src/main.tsx";
/** The rooms whose style sheets are loaded with the parts that have modules of the room. */
const STYLED = ["spades", "hanabi", "replay", "sets", "events", "player", "plain"];
/** The style sheets that are loaded with the parts that have this one module. */
const STYLED_MODULES: Readonly<Record<string, string>> = {
  "src/events/Console.tsx": "src/events/console.css",
};

type Outputs = esbuild.Metafile["outputs"];

/** Returns the path from `dist/`, as `index.html` names a file. */
function named(output: string): string {
  return output.slice(OUT.length + 1);
}

/** Returns a file and all files that it imports at its start, itself first. */
function withImports(output: string, outputs: Outputs, known = new Set<string>()): Set<string> {
  known.add(output);
  for (const each of outputs[output]?.imports ?? []) {
    if (each.kind === "import-statement" && !known.has(each.path)) withImports(each.path, outputs, known);
  }
  return known;
}

/** Returns the file that has been made of a source file. */
function madeOf(source: string, outputs: Outputs): string {
  const found = Object.entries(outputs).find(([, { entryPoint, inputs }]) =>
    (entryPoint ?? Object.keys(inputs)[0]) === source
  );
  if (found === undefined) throw new Error(`expected a file made of ${source}`);
  return found[0];
}

function styleOf(room: string): string {
  return `src/${room}/${room}.css`;
}

/** Returns the files of each part that are not there at the start, by the path of its module in `src`. */
function filesOfParts(outputs: Outputs): Record<string, string[]> {
  const core = withImports(madeOf(START, outputs), outputs);
  const parts: Record<string, string[]> = {};
  for (const [output, { entryPoint }] of Object.entries(outputs)) {
    if (!entryPoint?.endsWith("ts") && !entryPoint?.endsWith("tsx") || entryPoint === START) continue;
    const files = [...withImports(output, outputs)].filter((file) => !core.has(file));
    const modules = files.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
    const sheets = [
      ...STYLED.filter((room) => modules.some((each) => each.startsWith(`src/${room}/`))).map(styleOf),
      ...modules.flatMap((each) => STYLED_MODULES[each] ?? []),
    ];
    const styles = sheets.map((sheet) => madeOf(sheet, outputs));
    parts[entryPoint.replace(/^src\//, "")] = [...files, ...styles].map(named);
  }
  return parts;
}

async function build(): Promise<void> {
  await Deno.remove(OUT, { recursive: true }).catch(() => {});
  const { metafile: { outputs } } = await esbuild.build({
    entryPoints: [
      START,
      "src/main.css",
      "src/ui/print.css",
      ...STYLED.map(styleOf),
      ...Object.values(STYLED_MODULES),
      "icon.svg",
    ],
    // Every part needs the core: so the core is one file, however many parts share its modules.
    inject: [START],
    plugins: [packedWords],
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: BROWSERS,
    outdir: FILES,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    metafile: true,
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "copy" },
    logLevel: "warning",
  });
  await esbuild.stop();
  // The program is in the core: the file of the start only imports it, and would cost a request more.
  const start = madeOf(START, outputs), [, core] = withImports(start, outputs);
  if (core === undefined) throw new Error(`expected ${start} to import the core`);
  await Deno.remove(start);
  const html = (await Deno.readTextFile("index.html"))
    .replace('"icon.svg"', `"${named(madeOf("icon.svg", outputs))}"`)
    .replace('"main.css"', `"${named(madeOf("src/main.css", outputs))}"`)
    .replace('"print.css"', `"${named(madeOf("src/ui/print.css", outputs))}"`)
    .replace('"main.js"', `"${named(core)}"`)
    .replace("{}", JSON.stringify(filesOfParts(outputs)));
  await Deno.writeTextFile(`${OUT}/index.html`, html);
}

if (import.meta.main) await build();
