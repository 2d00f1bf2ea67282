/** The state of the whole page: its player, its connection, and the tables that it follows. */

import { batch, signal } from "@preact/signals";
import { gameOf } from "./games.ts";
import { tryAgain } from "./parts.ts";
import { forget, guest, keep } from "./people/guest.ts";
import { ServerClock } from "./table/clock.ts";
import { type Audience, TableStore } from "./table/store.ts";
import { Connection, type Status } from "./wire/connection.ts";
import { Http } from "./wire/http.ts";
import type {
  EventNewsUpdate,
  QueuedUpdate,
  RefusedUpdate,
  ToClient,
  WelcomeUpdate,
} from "./wire/protocol.ts";

export const status = signal<Status>("connecting");
/** The reason why the server refuses this page; "" while it does not. */
export const refusalOfPage = signal("");
/** The reason why no table can change now, such as a store that does not answer; null while tables can change. */
export const hold = signal<string | null>(null);
/** The server's name, version and limits, null before the first connection. */
export const welcome = signal<WelcomeUpdate | null>(null);
/** True after the server has refused the player of this page, until the person is a player again or has read so. */
export const loggedOut = signal(false);
/** The state of the player's wait for a seat; null before the server has told it. */
export const queued = signal<QueuedUpdate | null>(null);
/** The news of the events in which the player takes part, one for each event. */
export const eventNews = signal<readonly EventNewsUpdate[]>([]);
export const clock = new ServerClock();

const token = () => guest.value?.token ?? null;
export const http = new Http(location.origin, token);
export const connection = new Connection(location.origin.replace(/^http/, "ws") + "/v1/ws", token, {
  welcomed(message) {
    clock.hear(message.now_ms);
    batch(() => {
      welcome.value = message;
      hold.value = null;
      // The server tells the news anew.
      eventNews.value = [];
    });
    for (const table of tables.values()) table.resume();
    tryAgain();
  },
  heard,
  changed(now) {
    status.value = now;
    refusalOfPage.value = now === "refused" ? connection.reason : "";
    if (now === "refused" && guest.value !== null && connection.isUnknownPlayer) {
      // The token has expired: go on as a watcher, and ask for a name when the player needs one again.
      forget(guest.value);
      loggedOut.value = guest.value === null;
      connection.reopen();
    }
  },
});

/** The table that the person came from; the page follows it while it shows a replay or a list of games. */
export const lastTable = signal<string | null>(null);

/** The tables that the page follows, by id. */
const tables = new Map<string, TableStore>();

function heard(update: ToClient): void {
  if (update.t === "notice" && update.table == null) {
    if (update.kind === "hold") hold.value = update.message ?? "";
    else if (update.kind === "go") hold.value = null;
    return;
  }
  if (update.t === "queued") queued.value = update;
  if (update.t === "event") {
    eventNews.value = [...eventNews.value.filter(({ event }) => event !== update.event), update];
  }
  // The program of the game is loaded while the page is still drawn.
  if (update.t === "view") void gameOf(update.pub.game)?.part.load();
  const id = "table" in update ? update.table : null;
  if (id != null) tables.get(id)?.hear(update);
}

/** Returns the store of a table, and follows the table if the page does not follow it yet. */
export function table(id: string, as: Audience = "seat"): TableStore {
  let store = tables.get(id);
  if (store === undefined) {
    store = new TableStore(id, connection, clock, (pub) => gameOf(pub.game)?.dealOf(pub) ?? null);
    tables.set(id, store);
    void store.follow(as);
  }
  return store;
}

/** Stops following the tables that are not in a list. */
export function leaveAllBut(ids: readonly string[]): void {
  for (const [id, store] of tables) {
    if (!ids.includes(id)) {
      tables.delete(id);
      store.leave();
    }
  }
}

/** Makes the person at this page a player with a name; the connection is made anew with the player's token. */
export async function becomePlayer(name: string): Promise<void> {
  keep(await http.createGuest(name));
  loggedOut.value = false;
  connection.reopen();
}

/** Puts a call for a director into the queue of the event in which a table is played, if there is one. */
export async function callInEvent(table: string, text: string): Promise<void> {
  const at = eventNews.value.find((each) => each.table === table);
  if (at !== undefined) await http.post(`/v1/events/${at.event}`, { t: "call", text, id: Date.now() });
}

/** Opens a table, and returns its id, or the refusal. The `id` makes the request safe to send again. */
export async function openTable(
  request: { game: string } & Record<string, unknown>,
): Promise<string | RefusedUpdate> {
  const answer = await connection.ask({ ...request, t: "open", id: Date.now() } as never);
  if (answer.t === "refused") return answer;
  return answer.t === "done" ? answer.table ?? "" : "";
}

/** Opens tables that play the same boards, and returns the id of their set, or the refusal. */
export async function openSet(
  request: { game: string } & Record<string, unknown>,
): Promise<string | RefusedUpdate> {
  const answer = await connection.ask({ ...request, t: "open_set", id: Date.now() } as never);
  if (answer.t === "refused") return answer;
  return answer.t === "done" ? answer.board_set ?? "" : "";
}

/** Opens a match, and returns the ids of the open and the closed room, or the refusal. */
export async function openMatch(
  request: { game: string } & Record<string, unknown>,
): Promise<[string, string] | RefusedUpdate> {
  const answer = await connection.ask({ ...request, t: "match", id: Date.now() } as never);
  if (answer.t === "refused") return answer;
  return answer.t === "done" ? [answer.table ?? "", answer.other ?? ""] : ["", ""];
}
