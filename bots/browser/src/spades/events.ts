/** The events between two views of a table, for a screen reader. */

import type { SpadesBid, SpadesCard, SpadesHandResult, SpadesOwn, SpadesPub } from "../wire/protocol.ts";
import { rulesOf, sideOf, statesTotal, trickOf, tricksOfSide, winnerOf } from "./model.ts";

export type Event =
  | { t: "dealt"; hand: number; dealer: number }
  | { t: "looked"; seat: number }
  | { t: "kept"; seat: number; cards: number }
  | { t: "bid"; seat: number; bid: SpadesBid; isTotal: boolean }
  | { t: "passed"; seat: number; to: number; count: number }
  | { t: "received"; cards: readonly SpadesCard[] }
  | { t: "played"; seat: number; card: SpadesCard; leads: boolean }
  | { t: "won"; seat: number; side: number; tricks: number; of: number | null }
  | { t: "broken" }
  | { t: "result"; result: SpadesHandResult }
  | { t: "game"; side: number };

export interface Half {
  pub: SpadesPub;
  own: SpadesOwn | null;
}

/** Returns the events between two views in their order. A first view has none: it is shown as it is. */
export function eventsBetween(before: Half | null, now: Half): Event[] {
  if (before === null) return [];
  const events: Event[] = [], { pub } = now, rules = rulesOf(pub);
  const isNew = before.pub.hand !== pub.hand;
  const known = isNew ? null : before.pub;
  if (pub.phase !== "deal" && (known === null || known.phase === "deal")) {
    events.push({ t: "dealt", hand: pub.hand, dealer: pub.dealer });
  }
  for (const seat of Object.keys(pub.revealed)) {
    if (!known?.revealed[seat]) events.push({ t: "looked", seat: Number(seat) });
  }
  for (const [seat, cards] of (pub.drawn ?? []).entries()) {
    if (known !== null && cards > (known.drawn?.[seat] ?? cards)) events.push({ t: "kept", seat, cards });
  }
  for (let place = 1; place <= rules.players; place++) {
    const seat = (pub.dealer + place) % rules.players, bid = pub.bids[seat];
    if (bid !== undefined && known?.bids[seat] === undefined) {
      events.push({ t: "bid", seat, bid, isTotal: !bid.nil && statesTotal(pub, seat) });
    }
  }
  const due = known?.exchange;
  if (due != null && JSON.stringify(due) !== JSON.stringify(pub.exchange ?? null)) {
    events.push({ t: "passed", seat: due.seat, to: due.to, count: due.count });
  }
  if (now.own?.received && (isNew || !before.own?.received)) {
    events.push({ t: "received", cards: now.own.received });
  }
  const played = Object.keys(pub.plays).length;
  for (let index = Object.keys(known?.plays ?? {}).length; index < played; index++) {
    const play = pub.plays[index];
    if (play === undefined) continue;
    const leads = index % rules.players === 0;
    events.push({ t: "played", seat: play.seat, card: play.card, leads });
    if (index % rules.players === rules.players - 1) {
      const seat = winnerOf(rules, trickOf(pub, Math.floor(index / rules.players))) ?? 0;
      const side = sideOf(rules, seat);
      events.push({ t: "won", seat, side, tricks: tricksOfSide(pub, side), of: pub.numbers?.[side] ?? null });
    }
  }
  const canBreak = rules.lead_spades === "broken" || rules.lead_spades === "discarded";
  if (canBreak && pub.broken && played > 0 && !known?.broken) events.push({ t: "broken" });
  const result = pub.result ?? null;
  if (result !== null && (known === null || known.result == null)) events.push({ t: "result", result });
  if (pub.winner != null && before.pub.winner == null) events.push({ t: "game", side: pub.winner });
  return events;
}
