/** Opening a file of records: as a replay that this player leads, or as deals to play. */

import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { http, welcome } from "../page.ts";
import { needName } from "../people/NameDialog.tsx";
import { robotsOf } from "../people/robots.ts";
import { go } from "../route.ts";
import { faultText } from "../people/fault.ts";
import { refusalOf } from "./past.ts";
import { fault, reading } from "./reading.ts";

/** The largest file that the server accepts (bytes). */
const MOST_BYTES = 1024 * 1024;
const LONGEST_NAME = 60;
/** The seat of the leader of a replay, and the seat of the player who plays the deals of a file. */
const LEADER = 0, SOUTH = 2;

/** Opens a replay of a file, and goes to its table. The server finds out the game of the file. */
export async function replayFile(name: string, content: Blob): Promise<void> {
  await open(name, content, async (file) => {
    // The file is the opener's, until the opener shares it.
    const query = { game: "replay", name: name.slice(0, LONGEST_NAME), access: "private" };
    const opened = await post(file, query).catch((error: unknown) => {
      // The server refuses the file of another game, and names the game whose tables show it.
      const { game } = refusalOf(error);
      if (game === null || game === query.game) throw error;
      return post(file, { ...query, game });
    });
    go({ page: "table", id: opened, seat: LEADER });
  });
}

/** Opens a table of bridge with the deals of a file, where robots take all seats but South's. */
export async function playDeals(name: string, content: Blob): Promise<void> {
  const robot = robotsOf(welcome.value, "bridge", gameOf("bridge")?.usualRobot)[0] ?? "plain";
  await open(name, content, async (file) => {
    const { table } = await http.post("/v1/tables", {
      game: "bridge",
      name: name.slice(0, LONGEST_NAME),
      boards: await file.text(),
      seats: { 0: robot, 1: robot, 3: robot },
    }) as { table: string };
    go({ page: "table", id: table, seat: SOUTH });
  });
}

async function open(name: string, content: Blob, send: (file: Blob) => Promise<void>): Promise<void> {
  fault.value = null;
  if (content.size > MOST_BYTES) {
    const kib = Math.ceil(content.size / 1024);
    fault.value = { file: name, text: words.value.replay.tooBig(kib) };
    return;
  }
  if (!await needName()) return;
  reading.value = name;
  try {
    // As plain text, so that a record in JSON is not taken for a request.
    await send(new Blob([content], { type: "text/plain" }));
  } catch (error) {
    fault.value = { file: name, text: faultText(error) };
  } finally {
    reading.value = "";
  }
}

async function post(file: Blob, query: Record<string, string>): Promise<string> {
  const { table } = await http.sendFile("POST", "/v1/tables", file, query) as { table: string };
  return table;
}
