/** The high-card points of a hand, which stand on its plate once the player has asked for them. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { type Board, dealtTo, highCardPoints, type OwnBoard } from "./model.ts";

export function Points({ pub, own }: { pub: Board; own: OwnBoard }) {
  const said = words.value.bridge;
  // A request counts for one board.
  const [board, ask] = useState<number | null>(null);
  const dealt = dealtTo(pub, own);
  if (dealt === null) return null;
  const asked = board === pub.board, points = highCardPoints(dealt);
  return (
    <button
      type="button"
      class="br-points"
      aria-pressed={asked}
      title={said.highCardPoints}
      onClick={() => ask(asked ? null : pub.board)}
    >
      <span aria-hidden="true">{asked ? said.shortPoints(points) : said.shortPoints(null)}</span>
      <span class="heard">{said.highCardPoints}{asked && `: ${points}`}</span>
    </button>
  );
}
