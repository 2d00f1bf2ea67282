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

/** The time for which an announcement is shown over every screen (ms). */
const TOLD_MS = 10 * 60_000;

/** Returns the name of an announcement of an event, by which the page knows that the player has read it. */
export function toldName({ event, told }: EventNewsUpdate): string {
  return told == null ? "" : `${event} ${told.at_ms}`;
}

/** Returns the ms for which an announcement is still shown, 0 for none, an old one, or one that has been `read`. */
export function toldLeft_ms(news: EventNewsUpdate, now_ms: number, read: ReadonlySet<string>): number {
  if (news.told == null || read.has(toldName(news))) return 0;
  return Math.max(0, news.told.at_ms + TOLD_MS - now_ms);
}

/** The screens that show news of an event whose first round has no time yet. */
const SHOW_EARLY: readonly Route["page"][] = ["lobby", "events"];

/**
 * Returns the news that are shown at a screen. The screen of an event tells its news itself, except the way to the
 * table; an event that is over is shown until the player has `closed` it. An announcement that is new (`isTold`) is
 * shown everywhere else.
 */
export function shownNews(
  news: readonly EventNewsUpdate[],
  at: Route,
  closed: ReadonlySet<string>,
  isTold: (news: EventNewsUpdate) => boolean = () => false,
): readonly EventNewsUpdate[] {
  return news.filter((each) => {
    const { event, stage, round, starts_ms } = each;
    if (stage === "seated") return true;
    if (at.page === "event" && at.id === event) return false;
    if (isTold(each)) return true;
    if (stage === "over") return !closed.has(event);
    return round > 0 || starts_ms != null || SHOW_EARLY.includes(at.page);
  });
}
