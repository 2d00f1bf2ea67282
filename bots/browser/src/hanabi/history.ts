/** The moves of a game in their order, worked out from the clues and the fates that a view has. */

import type { HanabiFate, HanabiGiven } from "../wire/protocol.ts";
import type { HanabiTable } from "./model.ts";
import { deckSize } from "./variant.ts";

/** A play or a discard. Slot 1 is the newest card; slot 0 is the deck. `strike` is 0 for a move that is none. */
export interface Departure {
  kind: "departure";
  turn: number;
  order: number;
  fate: HanabiFate;
  slot: number;
  drawn: number | null;
  strike: number;
}

/** A clue with the slots that it touched. */
export interface ClueMove {
  kind: "clue";
  turn: number;
  given: HanabiGiven;
  slots: number[];
}

export type Move = Departure | ClueMove;

/** Returns the number of cards of each hand at the beginning. */
export function handSize(options: HanabiTable["options"]): number {
  const players = options.players ?? 3;
  const usual = players <= 3 ? 5 : players <= 5 ? 4 : 3;
  const more = options.one_extra_card ?? false, less = options.one_less_card ?? false;
  return more === less ? usual : usual + (more ? 1 : -1);
}

/** Returns all moves so far, the first one first. */
export function movesOf(pub: HanabiTable): Move[] {
  if (pub.hands.length === 0) return [];
  const players = pub.hands.length, size = handSize(pub.options), deck = deckSize(pub.variant);
  const hands = Array.from(
    { length: players },
    (_, seat) => Array.from({ length: size }, (_, index) => size * seat + index),
  );
  let drawnSoFar = size * players, strikes = 0;
  const clued = new Set<number>();

  function leave(order: number, fate: HanabiFate): Departure {
    const hand = hands[fate.seat] ?? [], at = hand.indexOf(order);
    let drawn: number | null = null;
    if (at < 0) drawnSoFar = order + 1;
    else if (drawnSoFar < deck) drawn = drawnSoFar++;
    const slot = at < 0 ? 0 : hand.length - at;
    if (at >= 0) hand.splice(at, 1);
    if (drawn !== null) hand.push(drawn);
    const strike = fate.how === "misplayed" ? ++strikes : 0;
    return { kind: "departure", turn: fate.turn, order, fate, slot, drawn, strike };
  }

  function clue(given: HanabiGiven): ClueMove {
    const hand = hands[given.to] ?? [], mine = hands[given.giver] ?? [];
    const slots = given.cards.filter((order) => hand.includes(order)).map((order) =>
      hand.length - hand.indexOf(order)
    );
    const oldest = mine.find((order) => !clued.has(order));
    if (pub.options.card_cycle && oldest !== undefined) {
      mine.splice(mine.indexOf(oldest), 1);
      mine.push(oldest);
    }
    for (const order of given.cards) clued.add(order);
    return { kind: "clue", turn: given.turn, given, slots: slots.sort((one, other) => one - other) };
  }

  const events = [
    ...Object.entries(pub.fates).map(([order, fate]) => ({
      turn: fate.turn,
      at: 0,
      order: Number(order),
      fate,
    })),
    ...Object.entries(pub.given).map(([number, given]) => ({ turn: given.turn, at: Number(number), given })),
  ];
  events.sort((one, other) => one.turn - other.turn || one.at - other.at);
  return events.map((event) => "given" in event ? clue(event.given) : leave(event.order, event.fate));
}
