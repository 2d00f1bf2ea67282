/** A playing card: its rank and its suit, and the drawing of its face. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Words, words } from "../i18n/index.ts";
import { COURT, faceOf, SMALL } from "./cardFace.ts";
import { drawnCards } from "./preferences.ts";

export const GLYPHS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** Returns the rank of a card as it is printed on it, such as "10", or "D" for a queen in German. */
export function rankShown(card: string, said: Words): string {
  if (card === "LJ" || card === "BJ") return "★";
  const rank = card[1] ?? "";
  return rank === "T" ? "10" : said.ui.courts[rank as "K"] ?? rank;
}

/** Returns the suit letter of a card; the jokers have none of their own: `J`. */
export function suitOf(card: string): string {
  return card === "LJ" || card === "BJ" ? "J" : card[0] ?? "";
}

/** Returns the rank of a card as it is spoken, such as "ace". */
export function rankName(card: string, said: Words): string {
  return said.ui.ranks[(card[1] === "T" ? "10" : card[1]) as keyof typeof said.ui.ranks];
}

/** The spoken names of the four suits. */
export type SuitWords = Words["ui"]["suits"];

/** The way to the names of the suits for the cards below it: in German, they differ from game to game. */
export const SuitNames = createContext((said: Words): SuitWords => said.ui.suits);

/** Returns the name of a card as it is spoken, such as "ace of spades". */
export function spoken(card: string, said: Words, suits: SuitWords = said.ui.suits): string {
  if (card === "LJ") return said.ui.littleJoker;
  if (card === "BJ") return said.ui.bigJoker;
  return said.ui.cardName(rankName(card, said), suits[suitOf(card) as keyof SuitWords]);
}

/**
 * The texts by which a card can be typed: suit and rank in either order, with `t` or `10` for the ten, and with the
 * letters of the language for court cards.
 */
export function typedAs(card: string, said: Words = words.value): string[] {
  if (card === "LJ" || card === "BJ") return [card.toLowerCase()];
  const suit = suitOf(card).toLowerCase();
  const ranks = new Set([(card[1] ?? "").toLowerCase(), rankShown(card, said).toLowerCase()]);
  return [...ranks].flatMap((rank) => [suit + rank, rank + suit]);
}

interface Props {
  card: string;
  /** Plays the card; a card without it is only shown. */
  play?: (() => void) | undefined;
  /** True if the card is chosen, and waits for its confirmation. */
  chosen?: boolean;
  /** True for a card that is shown but may not be played now. */
  dimmed?: boolean;
  /** A short text on the card, such as a double-dummy result. */
  mark?: string | undefined;
  /** A description of the mark for a screen reader. */
  markName?: string | undefined;
  small?: boolean;
}

export function PlayingCard({ card, play, chosen, dimmed, mark, markName, small }: Props) {
  const name = spoken(card, words.value, useContext(SuitNames)(words.value));
  const kinds = ["card", `suit-${suitOf(card)}`];
  if (chosen) kinds.push("chosen");
  if (dimmed) kinds.push("dimmed");
  if (small) kinds.push("small");
  const face = (
    <>
      {drawnCards.value && <Drawing card={card} />}
      <b aria-hidden="true">{rankShown(card, words.value)}</b>
      <i aria-hidden="true">{GLYPHS[suitOf(card)] ?? (card === "BJ" ? "B" : "L")}</i>
      {mark !== undefined && <em aria-hidden="true">{mark}</em>}
      <span class="heard">{markName ? `${name}, ${markName}` : name}</span>
    </>
  );
  if (play === undefined) return <span class={kinds.join(" ")} data-card={card}>{face}</span>;
  return (
    <button type="button" class={kinds.join(" ")} data-card={card} aria-pressed={chosen} onClick={play}>
      {face}
    </button>
  );
}

function Drawing({ card }: { card: string }) {
  const face = faceOf(suitOf(card), card[1] ?? "");
  if (face === null) return null;
  const { box, x, y } = face.t === "court" ? COURT : SMALL, turned = `rotate(180 ${x} ${y})`;
  return (
    <svg viewBox={box} aria-hidden="true">
      {face.t === "ace"
        ? <path d={face.pip} transform={`translate(78 ${y}) scale(2.7)`} />
        : face.t === "pips"
        ? (
          <>
            <path d={face.upright} />
            <path d={face.turned} transform={turned} />
          </>
        )
        : (
          <g transform="translate(5 0)">
            <rect x="29" y="8" width="62" height="126" rx="3" />
            {[undefined, turned].map((transform) => (
              <g key={transform} transform={transform}>
                <path class="skin" d={face.court.skin} />
                <path d={face.court.ink} />
                <path class="gold" d={face.court.gold} />
              </g>
            ))}
          </g>
        )}
    </svg>
  );
}
