/** The content of a bridge table, made from its view: pure functions, without the page. */

import type {
  Action,
  BridgeCall,
  BridgeContract,
  BridgeFaceDownLead,
  BridgeOwn,
  BridgePlay,
  BridgePub,
  BridgeQuestion,
  BridgeRemark,
  BridgeSide,
  BridgeVulnerability,
  Card,
  Own,
  Pub,
  ReplayOwn,
  ReplayPub,
  SeatRow,
} from "../wire/protocol.ts";

export type Seat = 0 | 1 | 2 | 3;
export type Suit = "S" | "H" | "D" | "C";
export type Strain = Suit | "NT";
/** A place at the table on the screen, as the person at this page sees it. */
export type Place = "bottom" | "left" | "top" | "right";
/** The public half of a view of a board, live or recorded. */
export type Board = BridgePub | ReplayPub;
/** The own half of a view of a board, live or recorded. */
export type OwnBoard = BridgeOwn | ReplayOwn;

export const SEATS: readonly Seat[] = [0, 1, 2, 3];
/** The seats in the order of the columns of an auction. */
export const COLUMNS: readonly Seat[] = [3, 0, 1, 2];
export const STRAINS: readonly Strain[] = ["C", "D", "H", "S", "NT"];
export const LEVELS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
/** All calls of the game. */
export const CALLS: readonly BridgeCall[] = [
  "P",
  "X",
  "XX",
  ...LEVELS.flatMap((level) => STRAINS.map((strain) => `${level}${strain}` as BridgeCall)),
];
const RANKS = "23456789TJQKA";
/** Black and red suits in turn, from each suit that may stand first. */
const ORDERS: Record<Suit, readonly Suit[]> = {
  S: ["S", "H", "C", "D"],
  H: ["H", "S", "D", "C"],
  D: ["D", "S", "H", "C"],
  C: ["C", "H", "S", "D"],
};

export function isBoard(pub: Pub | null): pub is Board {
  return pub !== null && (pub.game === "bridge" || pub.game === "replay");
}

export function isOwnBoard(own: Own | null | undefined): own is OwnBoard {
  return own != null && (own.game === "bridge" || own.game === "replay");
}

export function after(seat: Seat, steps: number): Seat {
  return ((seat + steps) % 4) as Seat;
}

export function partnerOf(seat: Seat): Seat {
  return after(seat, 2);
}

export function sideOf(seat: number): BridgeSide {
  return seat % 2 ? "EW" : "NS";
}

export function isVulnerable(vulnerable: BridgeVulnerability, seat: Seat): boolean {
  return vulnerable === "Both" || vulnerable === sideOf(seat);
}

/** Returns the place of a seat on the screen, with the seat `bottom` at the bottom. */
export function placeOf(seat: Seat, bottom: Seat): Place {
  return (["bottom", "left", "top", "right"] as const)[after(seat, 4 - bottom)] ?? "bottom";
}

/** Returns the seat that stands at the bottom: the seat of the player or the watched hand, otherwise South. */
export function bottomOf(own: OwnBoard | null, audience: string | number | null): Seat {
  return (audience === "seat" || typeof audience === "number") && own?.seat != null && own.game === "bridge"
    ? own.seat
    : 2;
}

export function suitOf(card: Card): Suit {
  return card[0] as Suit;
}

/** Returns the height of a card within its suit, 0 for the two. */
export function heightOf(card: Card): number {
  return RANKS.indexOf(card[1] ?? "");
}

export function trumpsOf(contract: BridgeContract | null | undefined): Suit | null {
  return contract == null || contract.strain === "NT" ? null : contract.strain;
}

/**
 * Returns the suits of a hand in the order in which they stand: trumps first, else spades, and then black and
 * red in turn. `held` are the suits of the dealt hand; a suit that the hand never had does not count.
 */
export function suitOrder(trumps: Suit | null, held: Iterable<Suit> = SUITS): readonly Suit[] {
  const has = new Set(held);
  const order = ORDERS[trumps ?? "S"].filter((suit) => has.has(suit));
  if (order.length !== 3) return order;
  // Of three suits, the one whose colour no other has stands in the middle, unless it is trumps.
  const red = order.filter(isRed);
  const alone = order.find((suit) => red.length === 1 ? isRed(suit) : !isRed(suit));
  if (alone === undefined || alone === trumps) return order;
  const [first, last] = order.filter((suit) => suit !== alone);
  return first === undefined || last === undefined ? order : [first, alone, last];
}

export const SUITS: readonly Suit[] = ["S", "H", "C", "D"];
/** The 52 cards. */
export const CARDS = SUITS.flatMap((suit) => [...RANKS].map((rank) => suit + rank as Card));

function isRed(suit: Suit): boolean {
  return suit === "H" || suit === "D";
}

/** Returns the cards of a suit, the highest first. */
export function ofSuit(cards: readonly Card[], suit: Suit): Card[] {
  return cards.filter((card) => suitOf(card) === suit).sort((one, other) => heightOf(other) - heightOf(one));
}

/** Returns a hand in the order in which it stands. `gone` are the cards that the hand has played. */
export function sorted(cards: readonly Card[], trumps: Suit | null, gone: readonly Card[] = []): Card[] {
  const held = [...cards, ...gone].map(suitOf);
  return suitOrder(trumps, held).flatMap((suit) => ofSuit(cards, suit));
}

/** Returns a map with numbers as keys as a list of its entries in their order. */
export function entries<T>(map: Readonly<Record<string, T>> | null | undefined): [number, T][] {
  return Object.entries(map ?? {}).map(([key, value]): [number, T] => [Number(key), value])
    .sort(([one], [other]) => one - other);
}

/** Returns the calls that this audience may see; after the auction they may be only in its own half. */
export function callsOf(pub: Board, own: OwnBoard | null): Readonly<Record<string, BridgeCall>> {
  return own?.auction ?? pub.calls;
}

/** Returns the played cards that this audience may see. */
export function playsOf(pub: Board, own: OwnBoard | null): Readonly<Record<string, BridgePlay>> {
  return own?.plays ?? pub.plays;
}

/** Returns the explanations that this audience may see; the key is 4 times the call plus the seat. */
export function remarksOf(pub: Board, own: OwnBoard | null): Readonly<Record<string, BridgeRemark>> {
  return pub.remarks ?? own?.remarks ?? {};
}

export function dummyOf(pub: Board): Seat | null {
  return pub.contract == null ? null : partnerOf(pub.contract.declarer);
}

/** The cards of the four hands that may be seen, North first; null for a hidden hand. */
export type KnownHands = [Card[] | null, Card[] | null, Card[] | null, Card[] | null];

/** Returns the hands that may be seen: during the board what they still hold, after it what they were dealt. */
export function knownHands(pub: Board, own: OwnBoard | null): KnownHands {
  if (pub.hands != null) {
    if (pub.game === "bridge" || pub.phase === "over") return [...pub.hands];
    const gone = new Set(entries(pub.plays).map(([, play]) => play.card));
    return pub.hands.map((hand) => hand.filter((card) => !gone.has(card))) as KnownHands;
  }
  const known: KnownHands = own?.hands != null ? [...own.hands] : [null, null, null, null];
  if (pub.claim != null) known[pub.claim.seat] = pub.claim.hand;
  if (own?.seat != null && own.hand != null) known[own.seat] = own.hand;
  if (pub.contract != null && own?.declarer != null) known[pub.contract.declarer] = own.declarer;
  const dummy = dummyOf(pub);
  if (dummy !== null && pub.dummy != null) known[dummy] = pub.dummy;
  return known;
}

/** Returns the cards that a hand has played, as far as they may be seen. */
export function goneFrom(seat: Seat, pub: Board, own: OwnBoard | null): Card[] {
  return entries(playsOf(pub, own)).filter(([, play]) => play.seat === seat).map(([, play]) => play.card);
}

/** Returns the whole hand that was dealt to the seat of this audience, null if it is not known (any more). */
export function dealtTo(pub: Board, own: OwnBoard): Card[] | null {
  if (own.seat == null) return null;
  const held = knownHands(pub, own)[own.seat];
  const dealt = new Set([...held ?? [], ...goneFrom(own.seat, pub, own)]);
  return dealt.size === 13 ? [...dealt] : null;
}

/** Returns the high-card points of a hand: 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack. */
export function highCardPoints(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + Math.max(0, heightOf(card) - heightOf("HT")), 0);
}

/** Returns how many cards a hidden hand still holds. */
export function cardsLeft(seat: Seat, pub: Board): number {
  if (pub.phase === "deal") return 0;
  const done = pub.tricks[0] + pub.tricks[1];
  const trick = entries(pub.plays).filter(([index]) => index >= 4 * done);
  return 13 - done - (trick.some(([, play]) => play.seat === seat) ? 1 : 0);
}

/** Returns the card of an action that the server has not stored yet, as it lies on the table; null for none. */
export function pendingPlay(action: Action | null, pub: Board): BridgePlay | null {
  return action?.t === "play" && pub.phase === "play" && pub.turn != null
    ? { seat: pub.turn, card: action.card as Card }
    : null;
}

/** Returns the call of an action that the server has not stored yet, as the auction shows it; null for none. */
export function pendingCall(action: Action | null, pub: Board): Called | null {
  if (action?.t !== "call" || pub.phase !== "auction" || pub.turn == null) return null;
  const index = Object.keys(pub.calls).length;
  return {
    index,
    seat: pub.turn,
    call: action.call,
    remarks: [],
    alerted: action.alert ?? false,
    pending: true,
  };
}

/** A trick, complete or not. */
export interface Trick {
  /** The index of its first card among the cards of the board. */
  first: number;
  plays: readonly BridgePlay[];
  /** The seat that has won it, null while it is not complete. */
  winner: Seat | null;
  /** The last card, if the server has not stored it yet: nothing is decided by it. */
  pending?: Card;
}

export function winnerOf(plays: readonly BridgePlay[], trumps: Suit | null): Seat | null {
  const [lead] = plays;
  if (lead === undefined || plays.length < 4) return null;
  const strength = ({ card }: BridgePlay) =>
    heightOf(card) + (suitOf(card) === trumps ? 200 : suitOf(card) === suitOf(lead.card) ? 100 : 0);
  return plays.reduce((best, play) => strength(play) > strength(best) ? play : best).seat;
}

/** Returns the tricks that may be seen, the last one perhaps not complete. */
export function tricksOf(pub: Board, own: OwnBoard | null): Trick[] {
  const tricks = new Map<number, BridgePlay[]>();
  for (const [index, play] of entries(playsOf(pub, own))) {
    const number = Math.floor(index / 4);
    tricks.set(number, [...tricks.get(number) ?? [], play]);
  }
  const trumps = trumpsOf(pub.contract);
  return [...tricks].map(([number, plays]) => ({
    first: 4 * number,
    plays,
    winner: winnerOf(plays, trumps),
  }));
}

/** Returns the trick on the table: the present one, or the last one until the next lead. */
export function trickOf(pub: Board, own: OwnBoard | null): Trick | null {
  return tricksOf(pub, own).at(-1) ?? null;
}

/** Returns a trick together with a card that the server has not stored yet. It never names a winner then. */
export function trickWith(trick: Trick | null, play: BridgePlay | null): Trick | null {
  if (play === null) return trick;
  const open = trick !== null && trick.plays.length < 4 ? trick : null;
  const first = open?.first ?? (trick === null ? 0 : trick.first + 4);
  return { first, plays: [...open?.plays ?? [], play], winner: null, pending: play.card };
}

/** Returns the trick before the one on the table, null if it may not be seen (any more). */
export function lastTrickOf(pub: Board, own: OwnBoard | null): Trick | null {
  if (own?.last_trick != null) {
    const first = 4 * (pub.tricks[0] + pub.tricks[1] - 1);
    return { first, plays: own.last_trick, winner: winnerOf(own.last_trick, trumpsOf(pub.contract)) };
  }
  return tricksOf(pub, own).at(-2) ?? null;
}

/**
 * Returns the number of trumps that neither dummy nor the claimer of declarer's side holds or has seen played; 0 for a
 * claim of a defender, and where the view does not show all played cards.
 */
export function trumpsOut(pub: Board, own: OwnBoard | null): number {
  const { claim, contract } = pub, plays = entries(playsOf(pub, own)).map(([, play]) => play.card);
  if (claim == null || contract == null || contract.strain === "NT") return 0;
  if (sideOf(claim.seat) !== sideOf(contract.declarer)) return 0;
  if (plays.length < 4 * (pub.tricks[0] + pub.tricks[1])) return 0;
  const seen = new Set([...plays, ...claim.hand, ...(pub.dummy ?? [])]);
  return 13 - [...seen].filter((card) => suitOf(card) === contract.strain).length;
}

/** Returns true if the partner of a seat is a house robot, and no player has a right to that seat. */
export function hasRobotPartner(rows: readonly SeatRow[], seat: Seat): boolean {
  const row = rows.find((each) => each.seat === partnerOf(seat));
  return row?.robot != null && row.player == null && row.owner == null;
}

/** A call in the diagram of an auction. */
export interface Called {
  index: number;
  seat: Seat;
  call: BridgeCall;
  remarks: BridgeRemark[];
  alerted: boolean;
  /** True for a call that the server has not stored yet. */
  pending?: true;
}

/** Returns all explanations that a player gave of a call, oldest first; an answer to a question is one of them. */
export function allOf(remark: BridgeRemark): BridgeRemark[] {
  const earlier = entries(remark.earlier ?? {}).map(([, each]) => ({ ...each, seat: remark.seat }));
  return earlier.length > 0 ? [...earlier, { ...remark, said: 1 }] : [remark];
}

/** Returns the calls of an auction with what is known of each. */
export function auctionOf(pub: Board, own: OwnBoard | null): Called[] {
  const remarks = entries(remarksOf(pub, own));
  return entries(callsOf(pub, own)).map(([index, call]) => {
    const said = remarks.filter(([key]) => Math.floor(key / 4) === index).flatMap(([, remark]) =>
      allOf(remark)
    );
    return {
      index,
      seat: after(pub.dealer, index),
      call,
      remarks: said,
      alerted: said.some((remark) => remark.alert),
    };
  });
}

/** A cell in the diagram of an auction: a call, the question mark of the seat in turn, or nothing. */
export type Cell = { t: "call"; called: Called } | { t: "turn" } | { t: "none" };

/** Returns the rows of the diagram of an auction, with West in the first column. */
export function auctionRows(calls: readonly Called[], dealer: Seat, inTurn: boolean): Cell[][] {
  const cells: Cell[] = COLUMNS.slice(0, COLUMNS.indexOf(dealer)).map(() => ({ t: "none" }));
  for (const called of calls) cells.push({ t: "call", called });
  if (inTurn) cells.push({ t: "turn" });
  const rows: Cell[][] = [];
  for (let from = 0; from < cells.length; from += 4) {
    const row = cells.slice(from, from + 4);
    while (row.length < 4) row.push({ t: "none" });
    rows.push(row);
  }
  return rows;
}

export function levelOf(call: BridgeCall): number | null {
  return /^\d/.test(call) ? Number(call[0]) : null;
}

export function strainOf(call: BridgeCall): Strain | null {
  return /^\d/.test(call) ? call.slice(1) as Strain : null;
}

/** Returns the texts by which a call can be typed, in lower case. */
export function typedCall(call: BridgeCall): string[] {
  if (call === "P") return ["p"];
  if (call === "X") return ["x", "d"];
  if (call === "XX") return ["xx", "r"];
  return call.endsWith("NT") ? [call.toLowerCase(), call.slice(0, 2).toLowerCase()] : [call.toLowerCase()];
}

/** The tricks that declarer needs for the contract, and how many are still missing. */
export function needed(pub: Board): { needs: number; missing: number; left: number } | null {
  if (pub.contract == null) return null;
  const needs = pub.contract.level + 6;
  const won = pub.tricks[sideOf(pub.contract.declarer) === "NS" ? 0 : 1];
  return { needs, missing: Math.max(0, needs - won), left: 13 - pub.tricks[0] - pub.tricks[1] };
}

/** Returns the questions that wait for an answer of this seat, by their keys. */
export function toAnswer(own: OwnBoard | null): [number, BridgeQuestion][] {
  if (own?.seat == null) return [];
  return entries(own.questions).filter(([, question]) => !question.answered && question.seat !== own.seat);
}

/** Returns true if this seat has asked about a call, and has had no answer yet. */
export function isAsked(own: OwnBoard | null, call: number): boolean {
  return own?.seat != null && own.questions?.[4 * call + own.seat]?.answered === false;
}

/**
 * Returns the seats whose answers to a claim are missing, as far as this audience can know: a player's own answer
 * is known, those of the others are not told.
 */
export function answerers(pub: Board, own: OwnBoard | null): Seat[] {
  const { claim, contract } = pub;
  if (claim == null || contract == null) return [];
  // A defender who concedes needs the consent of the other defender.
  const concedes = claim.tricks < claim.left && claim.seat !== contract.declarer;
  return SEATS.filter((seat) => {
    if (seat === own?.seat) return own.votes != null || own.play_on === true;
    if (pub.phase === "disputed") return true;
    return sideOf(seat) !== sideOf(claim.seat)
      ? seat !== dummyOf(pub)
      : concedes && seat === partnerOf(claim.seat);
  });
}

/** A card that was drawn in the cut for partners, and the seat of the player that drew it. */
export interface Drawn {
  card: Card;
  seat: number;
}

/**
 * Returns the drawn cards with the seats that the players got by them, the highest card first. Where further
 * players wait, the cards alone do not decide the seats: then each seat is the one from which its card was drawn.
 */
export function drawnBy(cards: readonly Card[]): Drawn[] {
  if (cards.length > 4) return cards.map((card, seat) => ({ card, seat }));
  const height = (card: Card) => 4 * heightOf(card) + "CDHS".indexOf(suitOf(card));
  return [...cards].sort((one, other) => height(other) - height(one))
    .map((card, place) => ({ card, seat: [0, 2, 1, 3][place] ?? 0 }));
}

/** The actions of a player on a call of the auction. */
export interface CallRights {
  ask: boolean;
  explain: boolean;
}

/**
 * Returns what the player in a seat may do with a call: ask about an opponent's, explain an own one and, with
 * screens, partner's to the player on the same side of the screen. Where partners explain, it is partner's call
 * that a player explains, and an own one only as declarer or dummy once the auction is over (Law 20F5).
 */
export function callRights(
  called: Called,
  pub: Board,
  own: OwnBoard | null,
  seat: number | null,
): CallRights {
  if (own === null || seat === null) return { ask: false, explain: false };
  const may = own.may ?? [], isPartners = called.seat === (seat + 2) % 4;
  const declares = pub.contract != null && sideOf(pub.contract.declarer) === sideOf(seat);
  const isMine = own.partner_explains
    ? isPartners || (called.seat === seat && declares)
    : called.seat === seat || (own.screens === true && isPartners);
  return {
    ask: may.includes("ask") && sideOf(called.seat) !== sideOf(seat),
    explain: may.includes("explain") && isMine,
  };
}

/** Returns the opening lead that lies face down: its leader, and the players that may still ask; else null. */
export function faceDownOf(pub: Board): BridgeFaceDownLead | null {
  return pub.game === "bridge" ? pub.face_down ?? null : null;
}

/** Returns how many tricks a contract was made or missed by. */
export function overOf(contract: BridgeContract, tricks: number): number {
  return tricks - contract.level - 6;
}

/** Returns a text with a sign for each suit that is written as in LIN files, such as `!C` or `!h`. */
export function withSuitSigns(text: string): string {
  return text.replace(
    /!([SHDC])(?![a-z])/gi,
    (_, suit: string) => "♠♥♦♣"["SHDC".indexOf(suit.toUpperCase())] ?? "",
  );
}
