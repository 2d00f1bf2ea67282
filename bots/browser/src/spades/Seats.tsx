/** The players around the table, and the trick in the middle. */

import { words } from "../i18n/index.ts";
import { SitHere } from "../people/SitHere.tsx";
import { ownerShown, robotKind } from "../people/robots.ts";
import type { TableStore } from "../table/store.ts";
import { Clock } from "../ui/Clock.tsx";
import { useFlights } from "../ui/motion.ts";
import { GLYPHS, PlayingCard, rankShown } from "../ui/PlayingCard.tsx";
import { Waits } from "../ui/Waits.tsx";
import type { SpadesOwn, SpadesPub } from "../wire/protocol.ts";
import {
  bidState,
  isHighTwo,
  middle,
  partnerOf,
  pendingBid,
  pendingPlay,
  type Place,
  rulesOf,
  sideOf,
  sortedHand,
  suitInPlay,
} from "./model.ts";
import { bidShown, calledOf, MARKS, nameOf, pointsShown, rowOf } from "./names.ts";

/** The plate of a seat: its player, what the player has bid and won, and the time left. */
export function Seat({ store, pub, own, seat, place }: {
  store: TableStore;
  pub: SpadesPub;
  own: SpadesOwn | null;
  seat: number;
  place: Place;
}) {
  const said = words.value.spades, rules = rulesOf(pub), row = rowOf(store, seat);
  const side = sideOf(rules, seat), isTurn = pub.turn === seat, isMine = store.mySeat.value === seat;
  const free = row !== undefined && row.player == null && row.robot == null;
  const tags: string[] = [];
  if (isMine) tags.push(words.value.people.you);
  if (store.mySeat.value !== null && partnerOf(rules, store.mySeat.value) === seat) tags.push(said.partner);
  if (row?.robot_of) tags.push(ownerShown(row));
  if (row?.robot != null) {
    tags.push(row.player == null ? robotKind(row.robot) : said.robotFor(row.name ?? ""));
  } else if (row !== undefined && !free && row.here === false) tags.push(said.away);
  const made = pendingBid(store.pending.value?.action ?? null, pub, seat);
  const score = rules.sides === "solo" ? pub.scores[side] : undefined;
  return (
    <li
      class={`sp-seat sp-side-${side}${isTurn ? " sp-turn" : ""}`}
      data-place={place}
      data-seat={seat}
    >
      <p class="sp-name">
        <span class="sp-mark" aria-hidden="true">{MARKS[side]}</span>
        {rules.sides === "pairs" && <span class="heard">{said.sideMark(said.sides[side] ?? "")},</span>}
        <b>{free ? said.free : nameOf(store, seat)}</b>
        {pub.dealer === seat && (
          <span class="sp-dealer" title={said.dealer}>
            <span aria-hidden="true">{said.dealerMark}</span>
            <span class="heard">, {said.dealer}</span>
          </span>
        )}
        {isTurn && <span class="heard">, {said.toAct}</span>}
      </p>
      <p class="sp-facts">
        {made === null ? <Told pub={pub} seat={seat} /> : (
          <span class="sp-told pending">
            {said.bids(bidShown(made, words.value))} <Waits shown={store.waits.value} />
          </span>
        )}
      </p>
      {score !== undefined && (
        <p class="sp-score">
          <b>{pointsShown(score.points)}</b> <span class="sp-word">{said.pointsShort}</span>
          <span class="sp-bags">{said.bagsOf(score.bags ?? 0, rules.bag_limit)}</span>
        </p>
      )}
      <p class="sp-tags">
        {tags.some(Boolean) && <span class="sp-tag">{tags.filter(Boolean).join(" · ")}</span>}
        {isTurn && store.view.value?.deadline_ms != null && (
          <Clock
            deadline_ms={store.view.value.deadline_ms}
            now={() => store.clock.now()}
          />
        )}
      </p>
      <SitHere store={store} seat={seat} kind="sp-sit" />
      <OpenHand pub={pub} own={own} seat={seat} />
    </li>
  );
}

/** The bid and the tricks of a player, in a few words. */
export function Told({ pub, seat }: { pub: SpadesPub; seat: number }) {
  const said = words.value.spades, state = bidState(pub, seat);
  switch (state.t) {
    case "none":
      return pub.phase === "play" || pub.phase === "over"
        ? <span class="sp-told">{said.tricks(pub.tricks[seat] ?? 0)}</span>
        : (
          <span class="sp-told sp-quiet">
            {pub.phase === "bidding" && pub.turn === seat ? said.bidding : said.noBid}
          </span>
        );
    case "not_looked":
      return <span class="sp-told sp-quiet">{said.notLooked}</span>;
    case "looked":
      return <span class="sp-told sp-quiet">{said.looked}</span>;
    case "drawing":
      return <span class="sp-told sp-quiet">{said.kept(state.kept)}</span>;
    case "bid": {
      const bid = bidShown(state.bid, words.value);
      if (!state.isPlaying) {
        return <span class="sp-told">{state.isTotal ? said.bidsTotal(bid) : said.bids(bid)}</span>;
      }
      if (state.bid.nil) {
        return state.won > 0
          ? <span class="sp-told sp-failed">{said.nilFailed(bid, state.won)}</span>
          : <span class="sp-told">{said.nilSoFar(bid)}</span>;
      }
      if (state.isTotal) return <span class="sp-told">{said.wonTogether(state.won, bid)}</span>;
      if (state.isFirst) {
        return <span class="sp-told">{said.wonAfterBid(said.tricks(state.won), said.bids(bid))}</span>;
      }
      return (
        <span class="sp-told">
          <span aria-hidden="true">{said.wonOf(state.won, bid)}</span>
          <span class="heard">{said.wonOfHeard(state.won, bid)}</span>
        </span>
      );
    }
  }
}

/** The hand of a seat in four short lines, for watchers who may see every hand. */
function OpenHand({ pub, own, seat }: { pub: SpadesPub; own: SpadesOwn | null; seat: number }) {
  const hand = own?.hands?.[seat];
  if (hand === undefined || hand.length === 0) return null;
  const rules = rulesOf(pub), sorted = sortedHand(rules, hand), said = words.value.spades;
  return (
    <ul class="sp-open" aria-label={said.cards(hand.length)}>
      {(["S", "H", "D", "C"] as const).map((suit) => (
        <li key={suit}>
          <i class={`suit-${suit}`} aria-hidden="true">{GLYPHS[suit]}</i>
          <span class="heard">{said.suits[suit]}</span>{" "}
          {sorted.filter((card) => suitInPlay(rules, card) === suit)
            .map((card) => isHighTwo(rules, card) ? `${GLYPHS[card[0] ?? ""]}2` : rankOrJoker(card))
            .join(" ") || "–"}
        </li>
      ))}
    </ul>
  );
}

function rankOrJoker(card: string): string {
  return card === "LJ" ? "★L" : card === "BJ" ? "★B" : rankShown(card, words.value);
}

/** The trick in the middle: each card lies in front of its player, and the card that wins is marked. */
export function Trick({ store, pub, places, small }: {
  store: TableStore;
  pub: SpadesPub;
  places: readonly { seat: number; place: Place }[];
  small?: boolean;
}) {
  const said = words.value.spades;
  const made = pendingPlay(store.pending.value?.action ?? null, pub);
  const { trick, winner } = middle(pub, made);
  const ref = useFlights<HTMLDivElement>(".sp-table", winner);
  const placeOf = (seat: number) => places.find((each) => each.seat === seat)?.place ?? "b";
  return (
    <div ref={ref} class={`sp-trick sp-for-${places.length}`}>
      <ol class="sp-cards" aria-label={said.trickMiddle}>
        {trick.map((play, index) => (
          <li
            key={play.card}
            class={`sp-played${play.seat === winner ? " sp-wins" : ""}${play === made ? " pending" : ""}`}
            data-place={placeOf(play.seat)}
            data-seat={play.seat}
          >
            <span class="heard">{calledOf(store, play.seat)}:</span>
            <PlayingCard
              card={play.card}
              small={small}
              mark={isHighTwo(rulesOf(pub), play.card) && !small ? "▲♠" : undefined}
              markName={isHighTwo(rulesOf(pub), play.card) ? said.highTwo : undefined}
            />
            {play === made && <Waits shown={store.waits.value} />}
            {play.seat === winner && <span class="heard">, {said.won}</span>}
            {index === 0 && winner === null && <span class="heard">, {said.led}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
