/** A hand of cards, a list for each suit: one row where there is room, two rows on a phone. */

import { words } from "../i18n/index.ts";
import { rowsOf, suitsOf, usePlaces } from "./places.ts";
import { PlayingCard, suitOf } from "./PlayingCard.tsx";
import { useSecondTap } from "./secondTap.ts";

interface Props {
  /** The cards in the order in which they are shown. */
  cards: readonly string[];
  /** The cards that the hand had before it played, in the same order; they decide the rows on a phone. */
  dealt?: readonly string[] | undefined;
  /** Another number for another trick: cards keep their places during a trick. */
  trick?: number | undefined;
  /** The cards that may be played now, and what plays one; without it the hand is only shown. */
  legal?: ReadonlySet<string> | undefined;
  play?: ((card: string) => void) | undefined;
  /** The cards that are chosen, for example to pass them to partner. */
  chosen?: ReadonlySet<string> | undefined;
  /** Short marks on cards, such as double-dummy results. */
  marks?: Readonly<Record<string, string>> | undefined;
  /** The meaning of a mark, for a screen reader. */
  markName?: string | undefined;
  /** The card that lies on the table, but has not been stored yet: its place in the hand is kept. */
  away?: string | null | undefined;
  label: string;
  small?: boolean;
}

export function Hand(
  { cards, dealt, trick, legal, play, chosen, marks, markName, away, label, small }: Props,
) {
  const [touched, tap] = useSecondTap<string>((card) => play?.(card), [...legal ?? []].join());
  const { places, props } = usePlaces<HTMLDivElement>(
    cards,
    trick,
    play !== undefined && (legal?.size ?? 0) > 0,
  );
  const held = new Set(cards);
  // A card that is chosen can be let go again, so it needs no second tap.
  const press = (card: string) => chosen === undefined ? tap(card) : play?.(card);
  function shown(card: string, place: number, starts: boolean) {
    const mayPlay = play !== undefined && (legal?.has(card) ?? false) && card !== away;
    return (
      <li
        key={card}
        class={[starts ? "starts" : "", card === away ? "away" : ""].join(" ").trim() || undefined}
        data-place={card}
        aria-hidden={held.has(card) ? undefined : true}
        style={{ "--turn": String(place - (places.length - 1) / 2) }}
      >
        {held.has(card) && (
          <PlayingCard
            card={card}
            play={mayPlay ? () => press(card) : undefined}
            chosen={chosen?.has(card) ?? touched === card}
            dimmed={legal !== undefined && legal.size > 0 && !mayPlay}
            mark={marks?.[card]}
            markName={marks?.[card] === undefined ? undefined : markName}
            small={small}
          />
        )}
      </li>
    );
  }
  const place = new Map(places.map((card, index) => [card, index]));
  return (
    <div class="hand" role="group" aria-label={label} {...props}>
      {rowsOf(suitsOf(dealt ?? places)).map((row, number) => (
        <div key={number} class="hand-row">
          {row.map((suit) => {
            const here = suit.filter((card) => place.has(card)), [first] = here;
            if (first === undefined) return null;
            return (
              <ul key={suitOf(first)} aria-label={words.value.ui.suitNames[suitOf(first) as "S"]}>
                {here.map((card) =>
                  shown(card, place.get(card) ?? 0, card === first && place.get(card) !== 0)
                )}
              </ul>
            );
          })}
        </div>
      ))}
    </div>
  );
}
