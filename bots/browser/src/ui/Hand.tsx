/** A hand of cards: one row where there is room, two rows on a phone, so that each card can be pressed. */

import { PlayingCard } from "./PlayingCard.tsx";
import { useSecondTap } from "./secondTap.ts";

interface Props {
  /** The cards in the order in which they are shown. */
  cards: readonly string[];
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

export function Hand({ cards, legal, play, chosen, marks, markName, away, label, small }: Props) {
  const [touched, tap] = useSecondTap<string>((card) => play?.(card), [...legal ?? []].join());
  const middle = cards.length > 7 ? Math.ceil(cards.length / 2) : cards.length;
  // A card that is chosen can be let go again, so it needs no second tap.
  const press = (card: string) => chosen === undefined ? tap(card) : play?.(card);
  function shown(card: string) {
    const mayPlay = play !== undefined && (legal?.has(card) ?? false) && card !== away;
    return (
      <li key={card} class={card === away ? "away" : undefined}>
        <PlayingCard
          card={card}
          play={mayPlay ? () => press(card) : undefined}
          chosen={chosen?.has(card) ?? touched === card}
          dimmed={legal !== undefined && legal.size > 0 && !mayPlay}
          mark={marks?.[card]}
          markName={marks?.[card] === undefined ? undefined : markName}
          small={small}
        />
      </li>
    );
  }
  return (
    <div class="hand" role="group" aria-label={label}>
      <ul>{cards.slice(0, middle).map(shown)}</ul>
      {middle < cards.length && <ul>{cards.slice(middle).map(shown)}</ul>}
    </div>
  );
}
