/** The rooms of the page know each other in one direction only. */

import { assert, assertEquals } from "./asserts.ts";

/** The rooms that each room may import, besides itself and libraries. */
const MAY: Record<string, readonly string[]> = {
  wire: [],
  i18n: ["parts.ts"],
  ui: ["i18n", "parts.ts"],
  table: ["wire"],
  bridge: ["wire", "table", "ui", "i18n", "people", "page.ts", "games.ts", "parts.ts", "route.ts"],
  spades: ["wire", "table", "ui", "i18n", "people", "page.ts", "games.ts", "parts.ts"],
  hanabi: ["wire", "table", "ui", "i18n", "people", "page.ts", "games.ts", "parts.ts"],
  plain: ["wire", "table", "ui", "i18n", "people", "page.ts", "games.ts", "parts.ts"],
  people: ["wire", "table", "ui", "i18n", "page.ts", "games.ts", "parts.ts", "route.ts"],
  lobby: [
    "wire",
    "table",
    "ui",
    "i18n",
    "people",
    "page.ts",
    "games.ts",
    "route.ts",
    "parts.ts",
    "plain",
  ],
  events: ["wire", "ui", "i18n", "people", "page.ts", "games.ts", "parts.ts", "route.ts", "bridge"],
  sets: ["wire", "ui", "i18n", "people", "page.ts", "route.ts", "bridge"],
  player: ["wire", "ui", "i18n", "people", "page.ts", "games.ts", "route.ts"],
  replay: [
    "wire",
    "table",
    "ui",
    "i18n",
    "people",
    "page.ts",
    "games.ts",
    "route.ts",
    "parts.ts",
    "bridge",
    "spades",
    "hanabi",
  ],
};
const SOURCES = new URL("../src/", import.meta.url);

async function* sources(folder: URL): AsyncGenerator<URL> {
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isDirectory) yield* sources(new URL(`${entry.name}/`, folder));
    else if (/\.tsx?$/.test(entry.name)) yield new URL(entry.name, folder);
  }
}

Deno.test("each room imports only the rooms that it may know", async () => {
  const faults: string[] = [];
  for await (const file of sources(SOURCES)) {
    const name = file.pathname.slice(SOURCES.pathname.length);
    const allowed = MAY[name.split("/")[0] ?? ""];
    if (allowed === undefined) continue;
    for (const path of importsOf(file, await Deno.readTextFile(file))) {
      const room = path.split("/")[0] ?? "";
      if (room !== name.split("/")[0] && !allowed.includes(room)) faults.push(`${name} imports ${path}`);
    }
  }
  assertEquals(faults, []);
});

/** Returns the paths of all modules that a module imports: for its values, for its types, and as parts. */
function importsOf(file: URL, text: string): string[] {
  const found = text.matchAll(/(?:\bfrom |\bimport\(?\s*)"(\.[^"]+)"/g);
  return [...found].map(([, target]) => new URL(target ?? "", file).pathname.slice(SOURCES.pathname.length));
}

/** Returns a way from a module back to itself, such as `a.ts > b.ts > a.ts`; null if there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string | null {
  const done = new Set<string>();
  function search(name: string, way: readonly string[]): string | null {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name].join(" > ");
    if (done.has(name)) return null;
    for (const next of imports.get(name) ?? []) {
      const circle = search(next, [...way, name]);
      if (circle !== null) return circle;
    }
    done.add(name);
    return null;
  }
  for (const name of imports.keys()) {
    const circle = search(name, []);
    if (circle !== null) return circle;
  }
  return null;
}

Deno.test("no module imports itself through others, not even for a type or as a part that comes later", async () => {
  const imports = new Map<string, readonly string[]>();
  for await (const file of sources(SOURCES)) {
    const name = file.pathname.slice(SOURCES.pathname.length);
    imports.set(name, importsOf(file, await Deno.readTextFile(file)));
  }
  assertEquals(circleIn(imports), null);
  // Each module must be found, or the search above finds nothing.
  assert([...imports.values()].flat().every((name) => imports.has(name) || name === "main.css"));
  assert(imports.get("registry.ts")?.includes("replay/game.ts"));
  assert(imports.get("bridge/game.ts")?.includes("bridge/part.ts"));
});

Deno.test("a circle of imports is found, however long it is", () => {
  const line = new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", []]]);
  assertEquals(circleIn(line), null);
  assertEquals(circleIn(new Map([...line, ["c", ["d"]], ["d", ["b"]]])), "b > c > d > b");
});

Deno.test("the rooms without a game and without a page touch no document", async () => {
  const faults: string[] = [];
  for (const room of ["wire", "table"]) {
    for await (const file of sources(new URL(`${room}/`, SOURCES))) {
      const text = await Deno.readTextFile(file);
      if (/\b(document|window|localStorage)\./.test(text)) faults.push(file.pathname);
    }
  }
  assertEquals(faults, []);
});

Deno.test("each part names the module that it imports", async () => {
  let parts = 0;
  for await (const file of sources(SOURCES)) {
    const text = await Deno.readTextFile(file);
    for (const [, path, target] of text.matchAll(/new Part\("([^"]+)", \(\) => import\("([^"]+)"\)\)/g)) {
      assertEquals(new URL(path ?? "", SOURCES).href, new URL(target ?? "", file).href);
      parts++;
    }
    assertEquals(text.split("new Part(").length, text.split(/new Part\("[^"]+", \(\) => import\(/).length);
  }
  assert(parts > 8);
});
