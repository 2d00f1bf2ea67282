/** Cards on the table: open hands in rows or columns, the trick in the middle, and the backs of hidden cards. */

import { words } from "../i18n/index.ts";
import { usePlaces } from "../ui/places.ts";
import { useFlights } from "../ui/motion.ts";
import { GLYPHS, PlayingCard } from "../ui/PlayingCard.tsx";
import { useSecondTap } from "../ui/secondTap.ts";
import { Waits } from "../ui/Waits.tsx";
import type { Card } from "../wire/protocol.ts";
import { ofSuit, type Place, placeOf, type Seat, type Suit, suitOrder, type Trick } from "./model.ts";
import { seatName } from "./seatName.ts";

interface OpenProps {
  cards: readonly Card[];
  trumps: Suit | null;
  label: string;
  /** The cards that may be played now, and what plays one. */
  legal?: ReadonlySet<string> | undefined;
  play?: ((card: string) => void) | undefined;
  /** Short marks on cards, such as double-dummy results. */
  marks?: Readonly<Record<string, string>> | undefined;
  /** Cards to dim, such as those that were played in a position that is shown after the board. */
  gone?: ReadonlySet<string> | undefined;
  /** The card that lies on the table, but has not been stored yet: its place in the hand is kept. */
  away?: string | null | undefined;
}

/** An open hand, one line a suit with trumps first: rows, or columns where there is room for dummy. */
export function OpenHand(
  { cards, trumps, trick, label, legal, play, marks, gone, away, columns, playable }: OpenProps & {
    columns?: boolean;
    /** True for a hand from which the player at this page plays, now or later. */
    playable?: boolean;
    /** Another number for another trick: cards keep their places during a trick. */
    trick?: number | undefined;
  },
) {
  const [touched, press] = useSecondTap<string>((card) => play?.(card), [...legal ?? []].join());
  const suits = suitOrder(trumps).map((suit) => ({ suit, held: ofSuit(cards, suit) }));
  const { places, props } = usePlaces<HTMLDivElement>(
    suits.flatMap(({ held }) => held),
    trick,
    play !== undefined && (legal?.size ?? 0) > 0,
  );
  const held = new Set<string>(cards);
  const kinds = ["br-open", columns ? "br-columns" : "", playable ? "playable" : ""].join(" ").trim();
  function shown(card: string, isLast: boolean) {
    const mayPlay = play !== undefined && (legal?.has(card) ?? false) && card !== away;
    const kinds = [isLast ? "last" : "", card === away ? "away" : ""].join(" ").trim();
    return (
      <li key={card} class={kinds || undefined} data-place={card}>
        {held.has(card) && (
          <PlayingCard
            card={card}
            play={mayPlay ? () => press(card) : undefined}
            chosen={touched === card}
            dimmed={(gone?.has(card) ?? false) || (legal !== undefined && legal.size > 0 && !mayPlay)}
            mark={marks?.[card]}
          />
        )}
      </li>
    );
  }
  return (
    <div class={kinds} role="group" aria-label={label} {...props}>
      {suits.map(({ suit, held }) => {
        const here = places.filter((card) => card[0] === suit);
        return (
          <div key={suit} class="br-suit" style={{ "--count": String(here.length) }}>
            <span class={`br-glyph suit-${suit}`} aria-hidden="true">{GLYPHS[suit]}</span>
            {held.length === 0 && (
              <span class="br-void">
                <span aria-hidden="true">—</span>
                <span class="heard">{words.value.ui.suitNames[suit]}: 0</span>
              </span>
            )}
            <ul>{here.map((card) => shown(card, card === held.at(-1)))}</ul>
          </div>
        );
      })}
    </div>
  );
}

/** The backs of the cards of a hidden hand. */
export function Backs({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p class="br-backs">
      <span class="heard">{words.value.bridge.cardsLeft(count)}</span>
      {Array.from({ length: count }, (_, index) => <i key={index} aria-hidden="true" />)}
    </p>
  );
}

/** The cards of a trick, each in front of its player. The cards move in, and to the winner. */
export function TrickArea({ trick, bottom, label, waits }: {
  trick: Trick | null;
  bottom: Seat;
  label?: string | undefined;
  /** True if the pending card of the trick has waited for the server for long. */
  waits?: boolean | undefined;
}) {
  const said = words.value.bridge;
  const places: Place[] = ["top", "left", "right", "bottom"];
  const place = useFlights<HTMLDivElement>(".br-felt", trick?.winner ?? null, label !== undefined);
  return (
    <div
      ref={place}
      class="br-trick"
      role="group"
      aria-label={label ?? said.trick}
      data-complete={trick?.winner != null}
    >
      {places.map((place) => {
        const index = trick?.plays.findIndex((play) => placeOf(play.seat, bottom) === place) ?? -1;
        const play = trick?.plays[index];
        if (trick === null || play === undefined) {
          return null;
        }
        const kinds = ["br-played", place];
        if (trick.winner === play.seat) {
          kinds.push("wins");
        }
        const isPending = play.card === trick.pending;
        if (isPending) {
          kinds.push("pending");
        }
        return (
          <div key={`${trick.first + index}${play.card}`} class={kinds.join(" ")} data-seat={play.seat}>
            <span class="heard">{seatName(play.seat, words.value)}:</span>
            <PlayingCard card={play.card} />
            {isPending && <Waits shown={waits} />}
            {index === 0 && trick.winner === null && trick.plays.length > 1 && (
              <span class="heard">({said.led})</span>
            )}
          </div>
        );
      })}
      {trick?.winner != null && (
        <p class="br-winner">
          <span aria-hidden="true" class={`br-arrow ${placeOf(trick.winner, bottom)}`}>➜</span>
          <span class="heard">{said.won(seatName(trick.winner, words.value))}</span>
        </p>
      )}
    </div>
  );
}
