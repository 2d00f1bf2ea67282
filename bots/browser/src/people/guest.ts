/** The player of this browser: a name and the token that the server gave for it, kept between visits. */

import { signal } from "@preact/signals";
import type { NewGuest } from "../wire/http.ts";

const KEY = "kibitz.guest";
/** The people that this player has met, who are forgotten together with the player. */
export const PEOPLE_KEY = "kibitz.people";

/** The player of this browser, null before the player has chosen a name. */
export const guest = signal<NewGuest | null>(read());

function read(): NewGuest | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<NewGuest> | null;
    return found?.token && found.id ? { id: found.id, name: found.name ?? "", token: found.token } : null;
  } catch {
    return null; // The storage is closed to this page, or its content is of something else.
  }
}

export function keep(one: NewGuest | null): void {
  guest.value = one;
  try {
    if (one === null) { for (const each of [KEY, PEOPLE_KEY]) localStorage.removeItem(each); }
    else localStorage.setItem(KEY, JSON.stringify(one));
  } catch {
    // Without a storage, the player is known until the page is closed.
  }
}

/** Forgets a player that the server does not know, unless another tab has become another player meanwhile. */
export function forget(unknown: NewGuest): void {
  const kept = read();
  if (kept !== null && kept.token !== unknown.token) guest.value = kept;
  else keep(null);
}

/** Calls back after another tab of this browser has become a player, who is the player of this tab, too. */
export function onNewPlayer(changed: () => void): void {
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    const kept = read();
    if (kept?.token === guest.value?.token) return;
    guest.value = kept;
    changed();
  });
}

/** True while the page is open in another tab of this browser, as the same player. */
export const otherTab = signal(false);

/** Tells other tabs of this page, and is told of them. */
export function greetOtherTabs(): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel("kibitz.tabs");
  const tabs = new Set<string>();
  const mine = Math.random().toString(36).slice(2);
  channel.onmessage = (event: MessageEvent<{ tab: string; word: "here" | "hello" | "gone" }>) => {
    const { tab, word } = event.data;
    if (word === "gone") tabs.delete(tab);
    else tabs.add(tab);
    if (word === "hello") channel.postMessage({ tab: mine, word: "here" });
    otherTab.value = tabs.size > 0;
  };
  channel.postMessage({ tab: mine, word: "hello" });
  addEventListener("pagehide", () => channel.postMessage({ tab: mine, word: "gone" }));
  // A page that comes back out of the browser's cache has said goodbye before.
  addEventListener(
    "pageshow",
    (event) => event.persisted && channel.postMessage({ tab: mine, word: "hello" }),
  );
}
