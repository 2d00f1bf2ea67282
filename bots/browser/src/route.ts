/**
 * The addresses of the page's screens. They stand behind `#`, so that every address is the same file.
 *
 *   #/                       the lobby
 *   #/table/ID               a table; `?seat=2` offers a seat, as in an invitation
 *   #/tables/ID,ID           several tables in a grid
 *   #/match/ID,ID            the two rooms of a match
 *   #/set/ID                 the tables that play the same boards, and their results; `?scoring=imp` names the scoring
 *   #/events                 the events that are open
 *   #/event/ID               an event; `#/event/ID/ranking` names a part of its screen
 *   #/games                  the finished games of the person at this page
 *   #/devices                the devices and the data of this person; `#/devices/CODE` has a code of another device
 *   #/replay                 a place for a file, or for a pasted address
 *   #/replay/ID.3            a finished deal (or ID: a finished table); `?turn=12&as=2` names the position
 */

import { signal } from "@preact/signals";

export type Route =
  | { page: "lobby" }
  | { page: "table"; id: string; seat: number | null }
  | { page: "tables"; ids: string[] }
  | { page: "match"; ids: string[] }
  | { page: "set"; id: string; scoring: string | null }
  | { page: "events" }
  | { page: "event"; id: string; part: string | null }
  | { page: "games" }
  | { page: "devices"; code: string | null }
  | { page: "replay" }
  | { page: "past"; game: string; turn: number; eyes: number | "all" };

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page, rest = "", part = ""] = path.split("/");
  const ids = rest.split(",").filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id));
  const [id] = ids;
  if (page === "table" && id !== undefined) {
    const seat = new URLSearchParams(query).get("seat");
    return { page, id, seat: seat !== null && /^[0-7]$/.test(seat) ? Number(seat) : null };
  }
  if ((page === "tables" || page === "match") && ids.length > 0) return { page, ids };
  if (page === "set" && id !== undefined) {
    const scoring = new URLSearchParams(query).get("scoring");
    return { page, id, scoring: scoring !== null && /^[a-z_]{1,20}$/.test(scoring) ? scoring : null };
  }
  if (page === "events" || page === "games") return { page };
  if (page === "event" && id !== undefined) {
    return { page, id, part: /^[a-z]{1,20}$/.test(part) ? part : null };
  }
  if (page === "devices") return { page, code: /^[0-9A-Za-z]{5}-?[0-9A-Za-z]{5}$/.test(rest) ? rest : null };
  if (page === "replay" && /^[A-Za-z0-9_-]{1,64}(\.\d{1,4})?$/.test(rest)) {
    const asked = new URLSearchParams(query);
    const turn = asked.get("turn") ?? "", eyes = asked.get("as") ?? "";
    return {
      page: "past",
      game: rest,
      turn: /^\d{1,4}$/.test(turn) ? Number(turn) : 0,
      eyes: /^[0-7]$/.test(eyes) ? Number(eyes) : "all",
    };
  }
  return { page: page === "replay" ? "replay" : "lobby" };
}

export function address(route: Route): string {
  switch (route.page) {
    case "lobby":
      return "#/";
    case "table":
      return `#/table/${route.id}` + (route.seat === null ? "" : `?seat=${route.seat}`);
    case "tables":
    case "match":
      return `#/${route.page}/${route.ids.join(",")}`;
    case "set":
      return `#/set/${route.id}` + (route.scoring === null ? "" : `?scoring=${route.scoring}`);
    case "events":
    case "games":
      return `#/${route.page}`;
    case "event":
      return `#/event/${route.id}` + (route.part === null ? "" : `/${route.part}`);
    case "devices":
      return "#/devices" + (route.code === null ? "" : `/${route.code}`);
    case "replay":
      return "#/replay";
    case "past": {
      const query = new URLSearchParams();
      if (route.turn > 0) query.set("turn", String(route.turn));
      if (route.eyes !== "all") query.set("as", String(route.eyes));
      const text = query.toString();
      return `#/replay/${route.game}` + (text && `?${text}`);
    }
  }
}

/** Returns the address of the replay of a finished deal: the number is that of its board, hand or game. */
export function replayAddress(table: string, number: number | null = null): string {
  return address({
    page: "past",
    game: number === null ? table : `${table}.${number}`,
    turn: 0,
    eyes: "all",
  });
}

export const route = signal<Route>(parse(location.hash));
addEventListener("hashchange", () => route.value = parse(location.hash));

export function go(to: Route): void {
  location.hash = address(to);
}

/** Shows another screen in place of the present one: the step back leads to the screen before both. */
export function redirect(to: Route): void {
  location.replace(address(to));
}

/** Changes the address of the present screen without a new step in the browser's history. */
export function rename(to: Route): void {
  history.replaceState(null, "", address(to));
}
