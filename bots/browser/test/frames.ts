/** Messages that a real server has sent, out of the conversations in protocol/EVOLUTION.md. */

import type { ToClient } from "../src/wire/protocol.ts";

/** Returns the server's messages of the recorded conversation of a game, in their order. */
export async function conversation(game: string): Promise<ToClient[]> {
  const document = await Deno.readTextFile(new URL("../../../protocol/EVOLUTION.md", import.meta.url));
  const section = document.split(`### \`${game}\`\n`)[1]?.split("\n### ")[0] ?? "";
  return section.split("\n").filter((line) => line.startsWith("< ")).map((line) => JSON.parse(line.slice(2)));
}
