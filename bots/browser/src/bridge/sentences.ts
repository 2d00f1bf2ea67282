/** A board in sentences: calls, contracts, results, rulings, and what has happened between two views. */

import type { Words } from "../i18n/index.ts";
import { GLYPHS, rankName, rankShown, spoken } from "../ui/PlayingCard.tsx";
import type {
  BridgeCall,
  BridgeContract,
  BridgeOutcome,
  BridgeRemark,
  BridgeResult,
  BridgeRuled,
  Card,
} from "../wire/protocol.ts";
import { explanationText } from "./meaning.ts";
import {
  after,
  type Board,
  callsOf,
  drawnBy,
  entries,
  levelOf,
  ofSuit,
  overOf,
  type OwnBoard,
  remarksOf,
  strainOf,
  suitOf,
  SUITS,
  trickOf,
} from "./model.ts";
import { seatName } from "./seatName.ts";

/** Returns a call as it is written, such as `1♠`, `2NT` or `Pass`. */
export function callText(call: BridgeCall, words: Words): string {
  const strain = strainOf(call);
  if (strain === null) return callName(call, words);
  return `${levelOf(call)}${GLYPHS[strain] ?? strain}`;
}

/** Returns a call as it is spoken, such as "2 spades" or "double". */
export function callName(call: BridgeCall, words: Words): string {
  const said = words.bridge, strain = strainOf(call);
  if (strain !== null) return said.call(String(levelOf(call)), words.ui.suitNames[strain]);
  return call === "P" ? said.pass : call === "X" ? said.double : said.redouble;
}

/** Returns a card as it is written, such as `♠10`. */
export function cardText(card: Card, words: Words): string {
  return `${GLYPHS[suitOf(card)]}${rankShown(card, words)}`;
}

/** Returns a contract without its declarer as it is written, such as `4♠ doubled`. */
export function contractText(contract: BridgeContract, words: Words): string {
  const bid = `${contract.level}${GLYPHS[contract.strain] ?? contract.strain}`;
  return bid + doubledText(contract, words);
}

/** Returns a contract as it is spoken, with its declarer. */
export function contractName(contract: BridgeContract, words: Words): string {
  const bid = words.bridge.call(String(contract.level), words.ui.suitNames[contract.strain]);
  return words.bridge.contractBy(bid + doubledText(contract, words), seatName(contract.declarer, words));
}

function doubledText(contract: BridgeContract, words: Words): string {
  const said = words.bridge;
  return contract.doubled === 4 ? ` ${said.redoubled}` : contract.doubled === 2 ? ` ${said.doubled}` : "";
}

/** Returns how a contract ended, such as "made with 1 over"; "" without a contract that was played out. */
export function madeText(result: BridgeResult, words: Words): string {
  if (result.contract == null || result.tricks == null) return "";
  const over = overOf(result.contract, result.tricks);
  return over < 0 ? words.bridge.down(-over) : words.bridge.made(over);
}

/** Returns points with their sign, such as `+50` or `−100`. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** Returns the result of a contract in the short form of score sheets: `=`, `+1`, `−2`. */
export function shortResult(result: BridgeResult): string {
  if (result.contract == null || result.tricks == null) return "";
  const over = overOf(result.contract, result.tricks);
  return over === 0 ? "=" : signed(over);
}

/** Returns the points of a result, such as "420 points for North-South". */
export function pointsText(result: BridgeResult, words: Words): string {
  const said = words.bridge, adjusted = result.adjusted;
  if (adjusted?.t === "artificial") {
    return said.ruled.artificial(said.averages[adjusted.north_south], said.averages[adjusted.east_west]);
  }
  if (result.score_ew != null && result.score_ew !== -result.score_ns) {
    return said.bothScores(result.score_ns, result.score_ew);
  }
  return said.points(Math.abs(result.score_ns), said.sides[result.score_ns < 0 ? "EW" : "NS"]);
}

/** Returns a result in one sentence. */
export function resultText(result: BridgeResult, words: Words): string {
  const said = words.bridge;
  const parts: string[] = [];
  if (result.contract != null) parts.push(contractName(result.contract, words));
  else if (result.adjusted == null) parts.push(said.passedOut);
  const made = madeText(result, words);
  if (made) parts.push(made);
  parts.push(pointsText(result, words));
  if (result.claimed) parts.push(said.claimed);
  if (result.adjusted != null) parts.push(said.adjusted);
  if (result.honours != null) {
    parts.push(said.honours(result.honours.points, seatName(result.honours.seat, words)));
  }
  return parts.join(", ");
}

/** Returns a ruling in words, with its reason. */
export function rulingText(ruling: BridgeRuled["ruling"], words: Words): string {
  const said = words.bridge.ruled;
  let text = "";
  switch (ruling.t) {
    case "roll_back":
      text = said.roll_back(ruling.calls, ruling.cards ?? 0);
      break;
    case "tricks":
      text = said.tricks(ruling.tricks);
      break;
    case "go_on":
      text = said.go_on;
      break;
    case "assign":
      text = said.assign;
      break;
    case "artificial":
      text = said.artificial(
        words.bridge.averages[ruling.north_south],
        words.bridge.averages[ruling.east_west],
      );
      break;
  }
  const board = "board" in ruling && ruling.board != null ? said.board(ruling.board) : "";
  return text + board + (ruling.reason ? `: ${ruling.reason}` : "");
}

/** The two halves of a view of a board. */
export interface Shown {
  pub: Board;
  own: OwnBoard | null;
}

/** Returns an outcome of an assigned score, such as "60%: 4♠ by South, made exactly". */
function outcomeText({ weight, contract, tricks }: BridgeOutcome, words: Words): string {
  const said = words.bridge;
  if (contract == null) return `${weight}%: ${said.passedOut}`;
  const made = madeText({ score_ns: 0, contract, tricks: tricks ?? 0 }, words);
  const by = said.contractBy(contractText(contract, words), seatName(contract.declarer, words));
  return `${weight}%: ${by}, ${made}`;
}

/** Returns the ruling that adjusted a result, one line for each fact: the scores, the outcomes, the reason. */
export function adjustedLines(result: BridgeResult, words: Words): string[] {
  const said = words.bridge, ruling = result.adjusted;
  if (ruling == null) return [];
  const lines: string[] = [];
  if (ruling.t === "assign") {
    const all = (outcomes: readonly BridgeOutcome[]) =>
      outcomes.map((each) => outcomeText(each, words)).join("; ");
    if (ruling.east_west == null) lines.push(all(ruling.outcomes));
    else {
      lines.push(`${said.sides.NS}: ${all(ruling.outcomes)}`, `${said.sides.EW}: ${all(ruling.east_west)}`);
    }
  }
  if (ruling.reason) lines.push(`${said.reason}: ${ruling.reason}`);
  return lines;
}

/** Returns the scores of both sides as a score sheet has them; "" for the side without points. */
export function sideScores(result: BridgeResult, words: Words): [ns: string, ew: string] {
  const ruling = result.adjusted, said = words.bridge.averages;
  if (ruling?.t === "artificial") return [said[ruling.north_south], said[ruling.east_west]];
  const ns = result.score_ns, ew = result.score_ew ?? -ns;
  // Each side has a score of its own only after a ruling that differs for the sides.
  return ew === -ns ? [ns > 0 ? `${ns}` : "", ew > 0 ? `${ew}` : ""] : [`${ns}`, `${ew}`];
}

/** Returns the explanations of a call in one line, each with its player unless only the caller has explained it. */
export function remarksText(remarks: readonly BridgeRemark[], caller: number, words: Words): string {
  return remarks.map((remark) => {
    const by = remarks.some(({ seat }) => seat !== caller) ? `${seatName(remark.seat, words)}: ` : "";
    return by + (explanationText(remark, words) || words.bridge.alerted) + remarkNote(remark, words);
  }).join("; ");
}

/** Returns how an explanation was given, such as " (given after the call)"; "" for one with the call. */
export function remarkNote({ late, said }: BridgeRemark, words: Words): string {
  const notes = [
    ...(late ? [words.bridge.late] : []),
    ...((said ?? 1) > 1 ? [words.bridge.saidTimes(said ?? 1)] : []),
  ];
  return notes.length > 0 ? ` (${notes.join(", ")})` : "";
}

/** Returns the events between two views that leave no other trace at the table: rulings and what was taken back. */
export function fleeting(before: Shown | null, { pub, own }: Shown, words: Words): string[] {
  const said = words.bridge, told: string[] = [];
  if (before === null) return told;
  const last = pub.last, isNew = last != null && JSON.stringify(last) !== JSON.stringify(before.pub.last);
  if (isNew && last.t === "undone") told.push(said.undone(seatName(last.seat, words)));
  if (isNew && last.t === "ruled") told.push(said.said.ruled(rulingText(last.ruling, words)));
  if (isNew && last.t === "cut") {
    const drawn = drawnBy(last.cards).map(({ card, seat }) =>
      `${seatName(seat, words)} ${cardText(card, words)}`
    );
    told.push(said.said.cut(drawn.join(", ")));
  }
  if (isNew && last.t === "claim_ended") {
    const ended = said.claimEnded[last.how]; // A later server may know further ways.
    if (ended !== undefined) told.push(ended(seatName(last.seat, words)));
  }
  // A request to take back ends without an answer by a claim, by a ruling, and with the board.
  const ended = isNew && ["undone", "claimed", "ruled"].includes(last.t);
  if (ended || own === null || before.pub.board !== pub.board || pub.phase === "over") return told;
  for (const [seat] of entries(before.own?.undos)) {
    if (own.undos?.[seat] === undefined) told.push(said.undoDenied(seatName(seat, words)));
  }
  return told;
}

/** Returns what has happened between two views of a table, one sentence for each event. */
export function happened(before: Shown | null, now: Shown, words: Words): string[] {
  const said = words.bridge, { pub, own } = now;
  if (before === null) return [];
  const fresh = before.pub.board !== pub.board || before.pub.phase === "deal";
  const old: Shown = fresh ? { pub: { ...pub, calls: {}, plays: {}, contract: null }, own: null } : before;
  const told: string[] = [];
  if (fresh && pub.phase !== "deal") {
    const dealer = said.dealerIs(seatName(pub.dealer, words));
    told.push(said.said.dealt(said.board(pub.board), dealer, said.vulnerable[pub.vulnerable]));
  }
  const last = pub.last, isNew = last != null && JSON.stringify(last) !== JSON.stringify(before.pub.last);
  const brief = fleeting(before, now, words);
  if (isNew && last.t === "undone") return brief;
  // Calls and cards that come back into sight at the end of a board are no news.
  const hadContract = !fresh && old.pub.contract != null;
  for (const [index, call] of hadContract ? [] : added(callsOf(old.pub, old.own), callsOf(pub, own))) {
    told.push(said.said.called(seatName(after(pub.dealer, index), words), callName(call, words)));
  }
  if (old.pub.contract == null && pub.contract != null) {
    told.push(said.said.contract(contractName(pub.contract, words)));
  }
  const known = Math.max(-1, ...Object.keys(old.pub.plays).map(Number));
  for (const [index, play] of added(old.pub.plays, pub.plays)) {
    if (index <= known) continue;
    const verb = index % 4 === 0 ? said.said.led : said.said.played;
    told.push(verb(seatName(play.seat, words), spoken(play.card, words)));
  }
  const trick = trickOf(pub, own);
  const won = pub.tricks[0] + pub.tricks[1] > old.pub.tricks[0] + old.pub.tricks[1];
  if (won && !fresh && trick?.winner != null && pub.result == null) {
    told.push(said.won(seatName(trick.winner, words)), said.said.tricks(...pub.tricks));
  }
  for (const [key, remark] of added(remarksOf(old.pub, old.own), remarksOf(pub, own))) {
    const index = Math.floor(key / 4), call = callsOf(pub, own)[index];
    if (call !== undefined) {
      told.push(`${callName(call, words)}: ${remarksText([remark], after(pub.dealer, index), words)}`);
    }
  }
  if (isNew && last.t === "claimed" && pub.claim != null) told.push(claimText(pub.claim, words));
  told.push(...brief);
  for (const [, question] of added(old.own?.questions, own?.questions)) {
    const call = callsOf(pub, own)[question.call];
    if (!question.answered && call !== undefined) {
      const asks = said.asksAbout(seatName(question.seat, words), callName(call, words));
      told.push(question.text ? `${asks}: ${question.text}` : asks);
    }
  }
  for (const [seat, undo] of added(old.own?.undos, own?.undos)) {
    if (old.own?.undos?.[seat] !== undefined) continue;
    const asks = said.undoAsked(seatName(seat, words));
    told.push(undo.reason ? `${asks}: ${undo.reason}` : asks);
  }
  if (old.pub.result == null && pub.result != null) told.push(resultText(pub.result, words));
  return told;
}

/** Returns a hand as it is spoken, one suit after the other, such as "Spades ace, 4; Hearts none; ...". */
export function handText(cards: readonly Card[], words: Words): string {
  return SUITS.map((suit) => {
    const ranks = ofSuit(cards, suit).map((card) => rankName(card, words));
    return `${words.ui.suitNames[suit]} ${ranks.join(", ") || words.bridge.said.none}`;
  }).join("; ");
}

/** Returns what a view tells the player of it: the hand once it is dealt, and the player's turn. */
export function ownNews(before: Shown | null, { pub, own }: Shown, words: Words): string[] {
  const said = words.bridge.said, told: string[] = [];
  if (own === null) return told;
  const known = before !== null && before.pub.board === pub.board && before.own?.hand?.length === 13;
  if (own.hand?.length === 13 && !known && pub.phase !== "over") {
    told.push(said.yourHand(handText(own.hand, words)));
  }
  if (own.decision == null || own.decision === before?.own?.decision) return told;
  if (own.calls != null) told.push(said.toCall);
  else if (own.cards != null) told.push(pub.turn === own.seat ? said.toPlay : words.bridge.playDummy);
  else if (own.no_questions) told.push(words.bridge.askBeforeLead);
  return told;
}

/** Returns the entries of a map that the map before did not have, or had with another value. */
function added<T>(
  before: Readonly<Record<string, T>> | null | undefined,
  now: Readonly<Record<string, T>> | null | undefined,
): [number, T][] {
  return entries(now).filter(([key, value]) => JSON.stringify(before?.[key]) !== JSON.stringify(value));
}

export function claimText(claim: NonNullable<Board["claim"]>, words: Words): string {
  const claims = words.bridge.claims(seatName(claim.seat, words), claim.tricks, claim.left);
  return claim.line ? `${claims}: ${claim.line}` : claims;
}
