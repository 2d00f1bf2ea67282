/** The first board of a beginner: a deal for learning at a table of its own, with three robots. */

import { http } from "../page.ts";
import { needName } from "../people/NameDialog.tsx";
import { go } from "../route.ts";
import { guide } from "./guided.ts";

const SOUTH = 2;
/** The robot that plays the other seats: it bids and plays the same way each time. */
const ROBOT = "plain";
/** The pause of a robot before its action, so that a beginner can follow (ms). */
const ROBOT_MS = 1_000;
/** South opens 1♠, North raises, and 4♠ is made by drawing trumps and cashing winners. */
export const DEAL = "N:Q832.K64.A96.865 64.T732.8532.AJ3 AKJT5.AQ.KQ4.742 97.J985.JT7.KQT9";

/** Opens the table, and goes to it as South. Without a name, the player is asked for one; throws an HttpRefusal. */
export async function openFirstBoard(name: string): Promise<void> {
  if (!await needName()) return;
  const { table } = await http.post("/v1/tables", {
    game: "bridge",
    name,
    boards: `[Board "3"]\n[Dealer "S"]\n[Vulnerable "None"]\n[Deal "${DEAL}"]\n`,
    seats: { 0: ROBOT, 1: ROBOT, 3: ROBOT },
    policy: { access: "private", clock: { kind: "none" }, robot_ms: ROBOT_MS },
  }) as { table: string };
  guide(table);
  go({ page: "table", id: table, seat: SOUTH });
}
