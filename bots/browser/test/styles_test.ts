import { assertEquals } from "./asserts.ts";

const SOURCES = new URL("../src/", import.meta.url);

/** The selectors, rules and functions that one of Chromium 110, Firefox 115 and Safari 16 does not know. */
const UNKNOWN = [
  ...[":has(", ":user-invalid", ":user-valid", "@starting-style", "@property", "@scope", "subgrid"],
  ...["color-mix(", "light-dark(", "linear(", "field-sizing", "text-wrap", "interpolate-size"],
];

Deno.test("the dark colours of the device and of the player's choice are the same", async () => {
  const css = await Deno.readTextFile(new URL("ui/ui.css", SOURCES));
  const [chosen, device] = ["dark", "auto"].map((theme) => {
    const block = new RegExp(`:root\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? theme;
    return block.split(";").map((line) => line.trim()).filter((line) => line !== "");
  });
  assertEquals(device, chosen);
});

Deno.test("every rule of the style sheets is known to the oldest browsers for which the page is built", async () => {
  const found: string[] = [];
  for (const sheet of await sheets(SOURCES)) {
    const css = await Deno.readTextFile(sheet);
    found.push(...UNKNOWN.filter((each) => css.includes(each)).map((each) => `${sheet.pathname}: ${each}`));
  }
  assertEquals(found, []);
});

/** Returns the style sheets in a folder and in the folders inside it. */
async function sheets(folder: URL): Promise<URL[]> {
  const found: URL[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) found.push(...await sheets(new URL(`${name}/`, folder)));
    else if (name.endsWith(".css")) found.push(new URL(name, folder));
  }
  return found;
}
