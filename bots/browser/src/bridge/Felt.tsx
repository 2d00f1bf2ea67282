/** The table itself: four places around a middle, for a live board and for a recorded one. */

import type { ComponentChildren } from "preact";
import { words } from "../i18n/index.ts";
import { Hand } from "../ui/Hand.tsx";
import { BoardInfo } from "./BoardInfo.tsx";
import { Backs, OpenHand } from "./Cards.tsx";
import {
  type Board,
  cardsLeft,
  dummyOf,
  goneFrom,
  knownHands,
  type OwnBoard,
  placeOf,
  type Seat,
  SEATS,
  sorted,
  trickOf,
  trumpsOf,
} from "./model.ts";
import { seatName } from "./seatName.ts";

interface Props {
  pub: Board;
  own: OwnBoard | null;
  /** The seat at the bottom of the screen. */
  bottom: Seat;
  /** The seat of the player at this page, null for a watcher. */
  mySeat: number | null;
  /** Shows the name at a seat. */
  plate: (seat: Seat) => ComponentChildren;
  /** The content of the middle: the auction, the trick or the result. */
  middle: ComponentChildren;
  /** The content of the corner where there is room, such as the auction during the play. */
  corner?: ComponentChildren;
  /** The bidding box, which stands between the middle and the hand at the bottom. */
  box?: ComponentChildren;
  /** The cards that may be played now, and what plays one. */
  legal?: ReadonlySet<string> | undefined;
  play?: ((card: string) => void) | undefined;
  /** Short marks on cards, such as double-dummy results. */
  marks?: Readonly<Record<string, string>> | undefined;
  /** The card that lies on the table, but has not been stored yet. */
  away?: string | undefined;
}

export function Felt(
  { pub, own, bottom, mySeat, plate, middle, corner, box, legal, play, marks, away }: Props,
) {
  const said = words.value.bridge;
  const hands = knownHands(pub, own), trumps = trumpsOf(pub.contract), dummy = dummyOf(pub);
  const trick = trickOf(pub, own)?.first;
  const open = SEATS.filter((seat) => seat !== bottom && hands[seat] !== null);
  function hand(seat: Seat) {
    const cards = hands[seat];
    if (cards === null) return <Backs count={cardsLeft(seat, pub)} />;
    const named = seatName(seat, words.value);
    const label = seat === mySeat
      ? said.yourHand
      : seat === dummy && pub.phase !== "over"
      ? said.dummysHand(named)
      : said.hand(named);
    const mine = pub.turn === seat ? { legal, play } : {};
    if (seat === bottom) {
      const gone = pub.phase === "over" ? [] : goneFrom(seat, pub, own);
      return (
        <Hand
          cards={sorted(cards, trumps, gone)}
          dealt={sorted([...cards, ...gone], trumps)}
          trick={trick}
          label={label}
          marks={marks}
          away={away}
          {...mine}
        />
      );
    }
    return (
      <OpenHand
        cards={cards}
        trumps={trumps}
        label={label}
        marks={marks}
        away={away}
        columns={placeOf(seat, bottom) === "top"}
        trick={trick}
        playable={pub.phase !== "over" && seat === dummy && mySeat !== null &&
          mySeat === pub.contract?.declarer}
        {...mine}
      />
    );
  }
  return (
    <div
      class="br-felt"
      data-phase={pub.phase}
      data-open={open.length}
      data-middle={pub.contract == null ? "auction" : "play"}
    >
      <BoardInfo pub={pub} bottom={bottom} />
      {corner !== undefined && <div class="br-corner">{corner}</div>}
      {/* Chromium does not lay out anew what moves to another area of the grid below `display: contents`. */}
      {SEATS.map((_, steps) => ((bottom + 1 + steps) % 4) as Seat).map((seat) => (
        <div
          key={`${bottom} ${seat}`}
          class={`br-side ${placeOf(seat, bottom)}${pub.turn === seat ? " turn" : ""}`}
          data-seat={seat}
        >
          {plate(seat)}
          <div
            class={hands[seat] === null ? "br-cards hidden" : "br-cards"}
            tabIndex={seat === mySeat ? -1 : undefined}
          >
            {hand(seat)}
          </div>
        </div>
      ))}
      <div class="br-middle">{middle}</div>
      {box}
    </div>
  );
}
