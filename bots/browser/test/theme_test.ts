import { assertEquals } from "./asserts.ts";

Deno.test("the dark colours of the device and of the player's choice are the same", async () => {
  const css = await Deno.readTextFile(new URL("../src/ui/ui.css", import.meta.url));
  const [chosen, device] = ["dark", "auto"].map((theme) => {
    const block = new RegExp(`:root\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? theme;
    return block.split(";").map((line) => line.trim()).filter((line) => line !== "");
  });
  assertEquals(device, chosen);
});
