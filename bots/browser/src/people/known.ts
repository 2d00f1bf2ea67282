/** The people that a host may choose: those at the table, and those that the host has met at tables before. */

import { guest, PEOPLE_KEY } from "./guest.ts";

/** The number of people that are remembered. */
const MOST = 40;

type Names = readonly (readonly [id: string, name: string])[];

/** Returns the people with new ones before them, each once, without the person at this page and without empty names. */
export function met(known: Names, now: Iterable<readonly [id: string, name: string]>, me: string): Names {
  const all = new Map<string, string>();
  for (const [id, name] of [...now, ...known]) {
    if (id !== "" && id !== me && name !== "" && !all.has(id)) all.set(id, name);
  }
  return [...all].slice(0, MOST);
}

/** Returns the people with the names by which they are chosen: people of one name have the beginning of their id. */
export function choicesOf(people: Names): Names {
  const count = (name: string) => people.filter(([, each]) => each === name).length;
  return people.map(([id, name]) => [id, count(name) > 1 ? `${name} (${id.slice(0, 4)})` : name] as const);
}

/** Remembers the people at a table, and returns all that are known, those at the table first. */
export function meet(now: Iterable<readonly [id: string, name: string]>): Names {
  const all = met(read(), now, guest.value?.id ?? "");
  try {
    localStorage.setItem(PEOPLE_KEY, JSON.stringify(all));
  } catch {
    // Without a storage, only the people at the table are known.
  }
  return all;
}

function read(): Names {
  try {
    const kept = JSON.parse(localStorage.getItem(PEOPLE_KEY) ?? "[]") as unknown;
    return Array.isArray(kept) ? kept as Names : [];
  } catch {
    return [];
  }
}
