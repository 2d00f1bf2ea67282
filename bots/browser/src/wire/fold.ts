/** The change of a view by a patch: the rules of protocol/EVOLUTION.md, "Following a table". */

import type { PatchUpdate, ViewUpdate } from "./protocol.ts";

type Half = Record<string, unknown>;

/** Returns true for a map with numbers as keys, which a patch changes key by key. An empty object is none. */
function isMap(value: unknown): value is Half {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
}

function changedMap(old: Half | null | undefined, changes: Half): Half {
  const map: Half = { ...old };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete map[key];
    else map[key] = value;
  }
  return map;
}

function changedHalf(old: Half, changes: Half): Half {
  const half: Half = { ...old };
  for (const [field, value] of Object.entries(changes)) {
    half[field] = isMap(value) ? changedMap(old[field] as Half | null | undefined, value) : value;
  }
  return half;
}

/** Returns the view after a patch, or null for a patch that cannot be applied: then send `watch` again. */
export function fold(view: ViewUpdate, patch: PatchUpdate): ViewUpdate | null {
  if (patch.epoch !== view.epoch || patch.version !== view.version + 1) return null;
  const pub = view.pub as unknown as Half;
  const own = view.own as unknown as Half | null | undefined;
  const ownChanges = patch.own as unknown as Half | null | undefined;
  return {
    ...view,
    version: patch.version,
    now_ms: patch.now_ms,
    deadline_ms: patch.deadline_ms ?? null,
    opens_ms: patch.opens_ms ?? null,
    next_deal_ms: patch.next_deal_ms ?? null,
    next_seats: patch.next_seats ?? [],
    wait_seats: patch.wait_seats ?? [],
    pub: patch.pub === undefined ? pub : changedHalf(pub, patch.pub as unknown as Half),
    own: ownChanges === undefined ? own : ownChanges && changedHalf(own ?? {}, ownChanges),
  } as unknown as ViewUpdate;
}
