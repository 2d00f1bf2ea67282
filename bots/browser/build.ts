/**
 * Builds the page into `dist/`: `deno run -A build.ts`.
 *
 * The names of all files but `index.html` have a hash of their content, so that browsers may keep them for ever.
 */

import * as esbuild from "esbuild";

const OUT = "dist";
/** The oldest browsers for which the page is built. */
const BROWSERS = ["chrome110", "firefox115", "safari16"];

async function hashed(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(digest.slice(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function build(): Promise<void> {
  const result = await esbuild.build({
    entryPoints: ["src/main.tsx", "src/main.css"],
    bundle: true,
    minify: true,
    format: "esm",
    target: BROWSERS,
    outdir: OUT,
    write: false,
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
  });
  await esbuild.stop();
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const file of result.outputFiles) {
    files.set(file.path.split(/[\\/]/).at(-1) ?? "", new Uint8Array(file.contents));
  }
  files.set("icon.svg", await Deno.readFile("icon.svg"));
  let html = await Deno.readTextFile("index.html");
  await Deno.remove(OUT, { recursive: true }).catch(() => {});
  await Deno.mkdir(`${OUT}/files`, { recursive: true });
  for (const [name, content] of files) {
    const [stem, ending] = name.split(".");
    const newName = `${stem}-${await hashed(content)}.${ending}`;
    html = html.replace(`"${name}"`, `"files/${newName}"`);
    await Deno.writeFile(`${OUT}/files/${newName}`, content);
  }
  await Deno.writeTextFile(`${OUT}/index.html`, html);
}

if (import.meta.main) await build();
