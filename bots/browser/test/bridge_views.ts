/** Views of bridge tables that a real server has sent, by what they show. */

import { type Board, isBoard, isOwnBoard, type OwnBoard } from "../src/bridge/model.ts";
import type { ViewUpdate } from "../src/wire/protocol.ts";

const VIEWS = JSON.parse(
  await Deno.readTextFile(new URL("bridge_views.json", import.meta.url)),
) as Record<string, ViewUpdate>;

export function recorded(name: string): { view: ViewUpdate; pub: Board; own: OwnBoard | null } {
  const view = VIEWS[name];
  if (view === undefined || !isBoard(view.pub)) throw new Error(`expected a view called "${name}"`);
  return { view, pub: view.pub, own: isOwnBoard(view.own) ? view.own : null };
}
