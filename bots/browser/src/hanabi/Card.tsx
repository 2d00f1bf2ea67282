/** Cards of Hanabi, drawn with text and shapes: each suit has a letter, a shape and a paint of its own. */

import { type Words, words } from "../i18n/index.ts";
import type { HanabiCard, HanabiGiven, HanabiVariant } from "../wire/protocol.ts";
import { type CardShown, type HanabiTable, soundOf } from "./model.ts";
import { colorLooks, type Look, looks, SHAPES } from "./symbols.ts";
import { cardName, knownWords, rankShown, suitName } from "./texts.ts";
import { ranksOf } from "./variant.ts";

/** Shows the shape of a suit, in the colour of the text around it. */
export function Shape({ look }: { look: Look }) {
  return (
    <svg class="hanabi-shape" viewBox="0 0 20 20" aria-hidden="true">
      <path d={SHAPES[look.shape]} fill-rule="evenodd" />
    </svg>
  );
}

/** Returns the properties that paint an element as a suit. */
export function paintOf(look: Look | undefined): { style?: Record<string, string>; "data-ink"?: string } {
  if (look === undefined) return {};
  return { style: { background: look.paint }, "data-ink": look.lightInk ? "light" : "dark" };
}

/** Shows a card in a line of text or on a pile: its rank, its shape and its letter. */
export function CardChip(
  { variant, card, mark }: { variant: HanabiVariant; card: HanabiCard; mark?: string },
) {
  const look = looks(variant)[card.suit];
  if (look === undefined) return null;
  return (
    <span class="hanabi-chip" {...paintOf(look)}>
      <b aria-hidden="true">{rankShown(card.rank)}</b>
      <Shape look={look} />
      <small aria-hidden="true">{look.letter}</small>
      {mark && <em aria-hidden="true">{mark}</em>}
      <span class="heard">{cardName(variant, card, words.value)}</span>
    </span>
  );
}

/** Shows the value of a clue: a rank, a colour with its letter, or the first letter of a sound. */
export function ClueTag({ pub, given }: { pub: HanabiTable; given: HanabiGiven }) {
  const sound = soundOf(pub, given);
  if (sound !== null) return <span class="hanabi-tag">{words.value.hanabi.sounds[sound][0]}</span>;
  if (given.color == null) return <span class="hanabi-tag">{given.rank}</span>;
  const look = colorLooks(pub.variant)[given.color];
  return <span class="hanabi-tag" {...paintOf(look)}>{look?.letter}</span>;
}

/** Returns the name of a card as a screen reader says it. */
export function spokenCard(
  pub: HanabiTable,
  card: CardShown,
  own: boolean,
  said: Words,
  note?: string,
): string {
  const parts = [said.hanabi.slotName(card.slot, card.newest, card.oldest)];
  const known = knownWords(pub.variant, card, said);
  if (card.card !== null) {
    parts[0] += `: ${cardName(pub.variant, card.card, said)}`;
    parts.push(card.told ? said.hanabi.knows(known) : said.hanabi.knowsNothing);
  } else parts[0] += `: ${own || card.told ? known : said.hanabi.unknown}`;
  if (card.clues.length > 0) parts.push(said.hanabi.clued);
  if (card.kind?.critical) parts.push(said.hanabi.critical);
  if (note) parts.push(said.hanabi.noted(note));
  return parts.join(", ");
}

interface Props {
  pub: HanabiTable;
  card: CardShown;
  /** True for a hand that is shown face down. */
  own: boolean;
  press?: (() => void) | undefined;
  chosen?: boolean;
  /** True if the card has been played or discarded, and the server has not stored that yet. */
  pending?: boolean;
  /** True if the clue that is about to be given touches the card. */
  raised?: boolean;
  /** True if the last move concerned the card. */
  last?: boolean;
  note?: string | undefined;
}

export function HandCard({ pub, card, own, press, chosen, pending, raised, last, note }: Props) {
  const said = words.value, { variant } = pub;
  const all = looks(variant);
  const suit = card.card?.suit ?? (card.suits.length === 1 ? card.suits[0] : undefined);
  const rank = card.card?.rank ?? (card.ranks.length === 1 ? card.ranks[0] : undefined);
  const look = suit === undefined ? undefined : all[suit];
  const tags = new Map(card.clues.map((given) => [`${given.color ?? ""}/${given.rank ?? ""}`, given]));
  const name = spokenCard(pub, card, own, said, note) + (raised ? `, ${said.hanabi.wouldTouch}` : "");
  const kind = ["hanabi-card"];
  if (card.card === null) kind.push("down");
  if (card.clues.length > 0) kind.push("clued");
  if (raised) kind.push("raised");
  if (pending) kind.push("pending");
  if (chosen) kind.push("chosen");
  if (last) kind.push("last");
  const inside = (
    <>
      <span class="hanabi-face" aria-hidden="true">
        <b>{rank === undefined ? "" : rankShown(rank)}</b>
        {look !== undefined && (
          <i>
            <Shape look={look} />
            <small>{look.letter}</small>
          </i>
        )}
        {look === undefined && rank === undefined && card.told === false && <b class="hanabi-nothing">?</b>}
      </span>
      {(card.card === null || card.told) && (
        <span class="hanabi-known" aria-hidden="true">
          <span class="hanabi-suits">
            {all.map((each, index) => (
              <span key={index} class={card.suits.includes(index) ? undefined : "out"} title={each.letter}>
                <Shape look={each} />
              </span>
            ))}
          </span>
          <span class="hanabi-ranks">
            {ranksOf(variant).map((each) => (
              <span key={each} class={card.ranks.includes(each) ? undefined : "out"}>{rankShown(each)}</span>
            ))}
          </span>
        </span>
      )}
      {tags.size > 0 && (
        <span class="hanabi-tags" aria-hidden="true">
          {[...tags].slice(-4).map(([key, given]) => <ClueTag key={key} pub={pub} given={given} />)}
        </span>
      )}
      {card.kind?.critical && <em class="hanabi-critical" aria-hidden="true">!</em>}
      {note && <em class="hanabi-noted" aria-hidden="true" title={note}>✎</em>}
      <span class="heard">{name}</span>
    </>
  );
  const attributes = {
    class: kind.join(" "),
    "data-order": card.order,
    "data-slot": card.slot,
    title: card.card === null ? undefined : suitName(variant.suits[card.card.suit]?.name ?? "", said),
    ...paintOf(look),
  };
  if (press === undefined) return <span {...attributes}>{inside}</span>;
  return (
    <button type="button" {...attributes} aria-pressed={chosen ?? false} onClick={press}>{inside}</button>
  );
}
