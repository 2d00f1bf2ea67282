/** The button that takes a seat; it is there only while the player may take the seat. */

import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { isHidden, mayBeTaken } from "../table/seats.ts";
import type { TableStore } from "../table/store.ts";
import { guest } from "./guest.ts";
import { placeInEvent, rightsOf } from "./model.ts";
import { needName } from "./NameDialog.tsx";

/** `moves` offers the seat also to a player who has another one. */
export function SitHere({ store, seat, kind = "plain", moves }: {
  store: TableStore;
  seat: number;
  kind?: string;
  moves?: boolean;
}) {
  const said = words.value.people, me = guest.value?.id ?? "", people = store.people.value;
  const row = people?.seats.find((each) => each.seat === seat), mine = rightsOf(people, me).seat;
  const audience = store.audience.value, pub = store.pub.value;
  const sitter = {
    me,
    seat: mine,
    hidden: isHidden(pub),
    seesCards: audience !== "public" && audience !== "seat",
  };
  const goesBack = row?.owner === me && me !== "";
  if (
    row === undefined || !mayBeTaken(row, sitter) || store.ended.value !== null ||
    (mine !== null && !moves && !goesBack) ||
    // An event seats its players itself; only a player that comes back takes a seat there.
    (placeInEvent(store.id) !== null && !goesBack)
  ) {
    return null;
  }
  const label = gameOf(store.game.value)?.seatName(seat, words.value, pub) ?? `${seat + 1}`;
  async function sit(): Promise<void> {
    if (await needName()) await store.sit(seat, mine !== null && mine !== seat);
  }
  return (
    <button
      type="button"
      class={kind}
      aria-label={goesBack ? said.takeBack : mine === null ? said.sit(label) : said.move(label)}
      onClick={() => void sit()}
    >
      {goesBack ? said.takeBack : mine === null ? said.sitHere : said.moveShort}
    </button>
  );
}
