/** The results of one board at all tables of a set, for a player that has played it. */

import { words } from "../i18n/index.ts";
import { Lines } from "./Comparison.tsx";
import { faultOf, useSet } from "./SetPage.tsx";

/** `id` is the id of the set, and `board` the number of the board. */
export function OtherTables({ id, board }: { id: string; board: number }) {
  const said = words.value.sets, { shown, fault } = useSet(id, null);
  if (fault !== null) return <p class="fault" role="alert">{faultOf(fault)}</p>;
  if (shown === null) return <p class="waiting" aria-busy="true">{said.loading}</p>;
  const comparison = shown.comparison;
  const traveller = comparison?.travellers.find((each) => each.board === board);
  // A board is secret until every table of the set has played it.
  if (comparison == null || traveller === undefined) return <p>{said.boardNotYet}</p>;
  return <Lines traveller={traveller} shown={shown} comparison={comparison} />;
}
