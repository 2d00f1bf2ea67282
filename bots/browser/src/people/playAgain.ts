/** New tables against robots that play a deal again, or another game with the same seats and options. */

import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { http, openTable, welcome } from "../page.ts";
import { go } from "../route.ts";
import type { TableStore } from "../table/store.ts";
import { robotStrength } from "../ui/preferences.ts";
import { faultText, refusalText } from "./fault.ts";
import { type Again, againBody } from "./model.ts";
import { needName } from "./NameDialog.tsx";
import { robotAt, robotsOf, strengthsOf } from "./robots.ts";
import type { ShownTable } from "./shown.ts";

/** Opens a table that plays a deal again, and goes there. Returns a text for the player if that is not possible. */
export async function playAgain(again: Again): Promise<string> {
  if (!await needName()) return "";
  const game = gameOf(again.game), usual = game?.usualRobot;
  const robots = strengthsOf(robotsOf(welcome.value, again.game, usual), usual);
  const robot = robotAt(robots, robotStrength.value) || "plain";
  const title = game?.title(words.value) ?? again.game, number = Number(again.deal.split(".")[1] ?? 1);
  const name = words.value.player.numbered(title, number);
  return await opened({ ...againBody(again, robot), name }, again.seat);
}

/** Opens a table with the game, the options, the rules and the robots of another one, and goes there. */
export async function rematch(store: TableStore, mySeat: number): Promise<string> {
  try {
    const shown = await http.get(`/v1/tables/${store.id}`) as ShownTable;
    const rows = (store.people.value?.seats ?? []).filter((row) => row.seat !== mySeat && row.robot != null);
    const seats = Object.fromEntries(rows.map((row) => [String(row.seat), row.robot]));
    const { options, policy, name } = shown;
    return await opened({ game: store.game.value ?? "", options, policy, seats, name }, mySeat);
  } catch (error) {
    return faultText(error);
  }
}

async function opened(body: { game: string } & Record<string, unknown>, seat: number): Promise<string> {
  const answer = await openTable(body);
  if (typeof answer !== "string") return refusalText(answer);
  go({ page: "table", id: answer, seat });
  return "";
}
