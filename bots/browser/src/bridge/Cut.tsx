/** The cut for partners. */

import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { PlayingCard } from "../ui/PlayingCard.tsx";
import type { Card } from "../wire/protocol.ts";
import { drawnBy } from "./model.ts";
import { seatName } from "./seatName.ts";
import { personAt } from "./SeatPlate.tsx";

/** The cards of a cut, the highest first, each with the player that it gave a seat. */
export function Cut({ store, cards }: { store: TableStore; cards: readonly Card[] }) {
  const said = words.value.bridge, rows = store.people.value?.seats ?? [], mySeat = store.mySeat.value;
  return (
    <>
      <ul class="row br-cut">
        {drawnBy(cards).map(({ card, seat }) => {
          const row = rows.find((each) => each.seat === seat);
          return (
            <li key={card} class="br-drawn">
              <PlayingCard card={card} small />
              <b>{seatName(seat, words.value)}</b>
              {cards.length === 4 && <span>{personAt(row, seat === mySeat).name}</span>}
            </li>
          );
        })}
      </ul>
      <p>{said.cutAbout} {cards.length > 4 && said.cutFrom}</p>
      {mySeat !== null && mySeat < 4 && <p>{said.cutSeat(seatName(mySeat, words.value))}</p>}
    </>
  );
}
