/** The news of the player's events, and the table to which the page goes by itself: pure functions. */

import type { Route } from "../route.ts";
import type { EventNewsUpdate } from "../wire/protocol.ts";

/** The screens from which a page that has just been loaded goes to the player's table. */
const LEFT_AT_ONCE: readonly Route["page"][] = ["lobby", "events", "event", "table"];

/**
 * Returns the news by which the page goes to a table now, null if it stays.
 *
 * `known` has the last seat of each event that the page has heard of. The page goes once for each new seat. A page
 * that has just been loaded stays at a replay or at a list of games.
 */
export function seatToTake(
  news: readonly EventNewsUpdate[],
  known: ReadonlyMap<string, string | null>,
  at: Route,
): EventNewsUpdate & { table: string } | null {
  for (const each of news) {
    const { event, stage, table } = each;
    if (stage !== "seated" || table == null || at.page === "table" && at.id === table) continue;
    const isFirst = !known.has(event);
    if (isFirst ? LEFT_AT_ONCE.includes(at.page) : known.get(event) !== table) return { ...each, table };
  }
  return null;
}

/** Returns the last seat of each event after some news. An event without a seat now keeps no seat. */
export function seatsAfter(
  known: ReadonlyMap<string, string | null>,
  news: readonly EventNewsUpdate[],
): Map<string, string | null> {
  return new Map([...known, ...news.map(({ event, table }) => [event, table ?? null] as const)]);
}

/** Returns the news that are shown at a screen: an event that is over is shown only if it ran before. */
export function shownNews(
  news: readonly EventNewsUpdate[],
  at: Route,
  closed: ReadonlySet<string>,
): readonly EventNewsUpdate[] {
  return news.filter(({ event, stage }) =>
    !(at.page === "event" && at.id === event && stage !== "seated") &&
    !(stage === "over" && closed.has(event))
  );
}
