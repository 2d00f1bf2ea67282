/** A small picture of a table of Spades, without anything to press. */

import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { around, rulesOf, sideOf, spadesOwn, spadesPub } from "./model.ts";
import { SuitNames } from "../ui/PlayingCard.tsx";
import { MARKS, nameOf, pointsShown, suitsOf } from "./names.ts";
import { sidesInOrder } from "./Scores.tsx";
import { Told, Trick } from "./Seats.tsx";

export function Miniature({ store }: { store: TableStore }) {
  const pub = spadesPub(store.pub.value), own = spadesOwn(store.own.value), said = words.value.spades;
  if (pub === null) return null;
  const rules = rulesOf(pub), places = around(rules.players, own?.seat ?? 0);
  return (
    <div class={`sp-mini sp-players-${rules.players}`}>
      <p class="sp-mini-head">
        <span>{said.hand(pub.hand)}</span>
        {sidesInOrder(store, pub).map((side) => (
          <span key={side} class={`sp-side-${side}`}>
            <span class="sp-mark" aria-hidden="true">{MARKS[side]}</span>
            <span class="heard">{said.sideMark(said.sides[side] ?? "")}</span>{" "}
            <b>{pointsShown(pub.scores[side]?.points)}</b>
          </span>
        ))}
      </p>
      <div class="sp-felt">
        <ul class="sp-seats" aria-label={said.seats}>
          {places.map(({ seat, place }) => (
            <li
              key={seat}
              class={`sp-seat sp-side-${sideOf(rules, seat)}${pub.turn === seat ? " sp-turn" : ""}`}
              data-place={place}
            >
              <p class="sp-name">
                <span class="sp-mark" aria-hidden="true">{MARKS[sideOf(rules, seat)]}</span>
                <b>{nameOf(store, seat)}</b>
                {pub.turn === seat && <span class="heard">, {said.toAct}</span>}
              </p>
              <p class="sp-facts">
                <Told pub={pub} seat={seat} />
              </p>
            </li>
          ))}
        </ul>
        <div class="sp-middle">
          <SuitNames.Provider value={suitsOf}>
            <Trick store={store} pub={pub} places={places} small />
          </SuitNames.Provider>
        </div>
      </div>
    </div>
  );
}
