/** The board of Hanabi: hands, piles, cards to come, discards and moves; at a live table and in a replay. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useFocusThatStays } from "../ui/focus.ts";
import { shownNumber } from "../ui/numbers.ts";
import type { HanabiCard } from "../wire/protocol.ts";
import { CardChip, HandCard, paintOf, Shape } from "./Card.tsx";
import { movesOf } from "./history.ts";
import {
  type HanabiTable,
  type HandShown,
  type Kind,
  type Position,
  scoreOf,
  STRIKES,
  TOKENS,
} from "./model.ts";
import { looks } from "./symbols.ts";
import {
  cardName,
  characterRule,
  gameTitle,
  moveWords,
  type Names,
  rankName,
  rankShown,
  suitName,
} from "./texts.ts";
import { perfect, ranksOf } from "./variant.ts";

interface Props {
  pub: HanabiTable;
  shown: Position;
  /** The cards that the viewer sees, by their numbers in the deck. */
  seen: ReadonlyMap<number, HanabiCard>;
  names: Names;
  /** The seat whose hand stands at the bottom, null for none. */
  mine: number | null;
  /** The card that is chosen. */
  chosen?: number | null;
  /** The card whose play or discard the server has not stored yet. */
  pending?: number | null;
  /** The cards that are raised, because the clue that is about to be given touches them. */
  raised?: ReadonlySet<number>;
  press?: ((seat: number, order: number) => void) | undefined;
  /** Returns the note on a card. */
  note?: (order: number) => string | undefined;
  /** The content of the head of a hand, such as a clock. */
  head?: (seat: number) => ComponentChildren;
  /** The content below the hands, such as the buttons of a move. */
  children?: ComponentChildren;
  /** Buttons of the table as a whole. */
  tools?: ComponentChildren;
}

export function Board(props: Props) {
  const { pub, shown, mine } = props, said = words.value.hanabi;
  const [open, setOpen] = useState<"cards" | "moves" | null>(null);
  const count = shown.hands.length;
  const others = mine === null
    ? shown.hands
    : Array.from({ length: count - 1 }, (_, step) => shown.hands[(mine + 1 + step) % count]).filter(isHand);
  const slots = Math.max(3, ...shown.hands.map((hand) => hand.cards.length));
  const columns = others.length <= (mine === null ? 3 : 2) ? 1 : others.length >= 5 && slots <= 3 ? 3 : 2;
  const own = mine === null ? undefined : shown.hands[mine];
  const place = useFocusThatStays<HTMLDivElement>(".hanabi-panel");
  return (
    <div class="hanabi" data-players={count}>
      <Status pub={pub} shown={shown} />
      <div class="hanabi-tools" role="group" aria-label={said.tools}>
        {(["cards", "moves"] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="plain hanabi-tab"
            onClick={() => setOpen(name)}
          >
            {said.tabs[name]}
          </button>
        ))}
        {props.tools}
      </div>
      <Piles pub={pub} shown={shown} titled />
      <div class="hanabi-play" ref={place} tabIndex={-1} data-mine={own !== undefined}>
        <div
          class="hanabi-hands"
          data-columns={columns}
          style={{ "--slots": String(slots) }}
          role="group"
          aria-label={words.value.hanabi.hands}
        >
          {others.map((hand) => <Hand key={hand.seat} {...props} hand={hand} />)}
        </div>
        {own !== undefined && (
          <div class="hanabi-mine" style={{ "--slots": String(slots) }}>
            <Hand {...props} hand={own} />
          </div>
        )}
        {props.children}
        <Recent {...props} />
      </div>
      <Remaining pub={pub} shown={shown} />
      <Log {...props} />
      {open !== null && (
        <Dialog title={said.tabs[open]} close={() => setOpen(null)}>
          <div class="hanabi-window">
            {open === "moves" ? <Log {...props} /> : (
              <>
                <Status pub={pub} shown={shown} />
                <Remaining pub={pub} shown={shown} />
              </>
            )}
          </div>
        </Dialog>
      )}
    </div>
  );
}

function isHand(hand: HandShown | undefined): hand is HandShown {
  return hand !== undefined;
}

function Hand(
  { pub, shown, hand, names, mine, chosen, pending, raised, press, note, head }: Props & { hand: HandShown },
) {
  const said = words.value.hanabi, { character } = hand;
  const name = names(hand.seat);
  const isMine = hand.seat === mine;
  return (
    <section
      class={hand.onTurn ? "hanabi-hand on-turn" : "hanabi-hand"}
      aria-label={isMine ? said.yourHand : said.handOf(name)}
      data-seat={hand.seat}
    >
      <header>
        <span class="hanabi-seat" aria-hidden="true">{hand.seat + 1}</span>
        <b>{name}</b>
        {isMine && <span class="hanabi-dim">({said.you})</span>}
        {character !== null && (
          <span class="hanabi-character" title={characterRule(pub.variant, character, words.value)}>
            {character.name}
            <span class="heard">: {characterRule(pub.variant, character, words.value)}</span>
          </span>
        )}
        <span class="hanabi-head">{head?.(hand.seat)}</span>
      </header>
      <ol>
        {hand.cards.map((card) => (
          <li key={card.order}>
            <HandCard
              pub={pub}
              card={card}
              own={hand.own}
              press={press && (() => press(hand.seat, card.order))}
              chosen={chosen === card.order}
              pending={pending === card.order}
              raised={raised?.has(card.order) ?? false}
              last={shown.last.has(card.order)}
              note={note?.(card.order)}
            />
            <span class="hanabi-slot" aria-hidden="true">
              {card.slot}
              {card.newest && ` ${said.newest}`}
              {card.oldest && !card.newest && ` ${said.oldest}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The score, the clue tokens, the strikes, the deck, the pace and the efficiency. */
export function Status({ pub, shown }: { pub: HanabiTable; shown: Position }) {
  const said = words.value.hanabi, most = perfect(pub.variant), score = scoreOf(pub);
  const whole = Math.floor(pub.clues), half = pub.clues > whole;
  const { pace, efficiency, turnsLeft } = shown;
  if (pub.phase === "deal") return null;
  return (
    <dl class="hanabi-status">
      <div>
        <dt>{said.score}</dt>
        <dd data-fact="score">
          {score === null
            ? said.thrown(Object.values(pub.fates).filter((fate) => fate.how === "played").length)
            : (
              <>
                <b>{score}</b>/{most}
                {pub.result == null && pub.best != null && pub.best < most && (
                  <small>{said.bestPossible(pub.best)}</small>
                )}
              </>
            )}
        </dd>
      </div>
      <div class="wide">
        <dt>{said.clues}</dt>
        <dd data-fact="clues">
          <span class="hanabi-tokens" aria-hidden="true">
            {Array.from(
              { length: TOKENS },
              (_, index) => (
                <i key={index} class={index < whole ? "full" : index === whole && half ? "half" : ""} />
              ),
            )}
          </span>
          <b aria-hidden="true">{whole}{half && "½"}</b>
          <span class="heard">{said.cluesOf(String(pub.clues))}</span>
        </dd>
      </div>
      {pub.strikes != null && (
        <div>
          <dt>{said.strikes}</dt>
          <dd data-fact="strikes">
            <span class="hanabi-strikes" aria-hidden="true">
              {Array.from(
                { length: STRIKES },
                (_, index) => <i key={index} class={index < (pub.strikes ?? 0) ? "full" : ""}>✕</i>,
              )}
            </span>
            <span class="heard">{said.strikesOf(pub.strikes)}</span>
          </dd>
        </div>
      )}
      <div>
        <dt>{said.deck}</dt>
        <dd data-fact="deck">
          <b>{pub.left}</b>
          {turnsLeft !== null && (
            <small class="hanabi-warn">{said.lastTurns(turnsLeft).split(": ").at(-1)}</small>
          )}
        </dd>
      </div>
      {pace !== null && (
        <div title={said.paceAbout}>
          <dt>{said.pace}</dt>
          <dd data-fact="pace" data-risk={pace.risk}>
            <b>{pace.value}</b>
            <small>{said.paceRisk[pace.risk]}</small>
          </dd>
        </div>
      )}
      {(efficiency.now !== null || efficiency.needed !== null) && (
        <div title={said.efficiencyAbout} class="hanabi-efficiency">
          <dt>{said.efficiency}</dt>
          <dd data-fact="efficiency">
            {efficiency.now !== null && <b>{shownNumber(efficiency.now)}</b>}
            {efficiency.needed !== null && (
              <small>{said.efficiencyNeeded(shownNumber(efficiency.needed))}</small>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

const ARROWS = { up: "↑", down: "↓", undecided: "↕", finished: "✓" } as const;

/** The pile of each suit, with the direction in which it grows; `titled` names the game and its variant. */
export function Piles({ pub, shown, titled }: { pub: HanabiTable; shown: Position; titled?: boolean }) {
  const said = words.value, all = looks(pub.variant);
  // Several small pictures side by side must not have several landmarks of one name.
  const Place = titled ? "section" : "div";
  return (
    <Place class="hanabi-piles" role={titled ? undefined : "group"} aria-label={said.hanabi.piles}>
      {titled && <h2>{gameTitle(pub, said)}</h2>}
      <ol>
        {shown.piles.map((pile) => {
          const suit = pub.variant.suits[pile.suit], look = all[pile.suit];
          if (suit === undefined || look === undefined) return null;
          const top = pile.ranks?.at(-1), name = suitName(suit.name, said);
          const next = pile.next.map((rank) => rankName(rank, said)).join(", ");
          const spoken = pile.ranks === null ? said.hanabi.unknown : [
            top === undefined ? said.hanabi.pileEmpty : rankName(top, said),
            pile.direction === "finished" ? said.hanabi.pileDone : said.hanabi.pileNext(next),
            ...(pile.direction === "up" || pile.direction === "finished"
              ? []
              : [said.hanabi.directions[pile.direction]]),
          ].join(", ");
          const special = pub.variant.up_or_down || pile.direction !== "up";
          return (
            <li
              key={pile.suit}
              title={`${name} ${special ? said.hanabi.directions[pile.direction] : ""}`.trim()}
            >
              <span
                key={pile.ranks?.length}
                class={top === undefined ? "hanabi-pile empty" : "hanabi-pile"}
                data-suit={pile.suit}
                {...paintOf(look)}
              >
                <b aria-hidden="true">
                  {pile.ranks === null ? "?" : top === undefined ? "" : rankShown(top)}
                </b>
                <Shape look={look} />
                <small aria-hidden="true">{look.letter}</small>
              </span>
              <span class="hanabi-way" aria-hidden="true">
                {pile.ranks === null
                  ? ""
                  : special || pile.direction === "finished"
                  ? ARROWS[pile.direction]
                  : ""}
                {pub.variant.sudoku && pile.ranks !== null && pile.ranks.length > 1
                  ? ` ${pile.ranks.join("")}`
                  : ""}
              </span>
              <span class="heard">{said.hanabi.pile(name, spoken)}</span>
            </li>
          );
        })}
      </ol>
      {pub.piles == null && pub.phase === "play" && <p class="hanabi-dim">{said.hanabi.hiddenPiles}</p>}
    </Place>
  );
}

/** A table of all kinds of cards: how many copies are still to come, discarded and played. */
export function Remaining({ pub, shown }: { pub: HanabiTable; shown: Position }) {
  const said = words.value, all = looks(pub.variant), ranks = ranksOf(pub.variant);
  if (pub.phase === "deal") return null;
  return (
    <section class="hanabi-remaining" aria-label={said.hanabi.remaining} title={said.hanabi.remainingAbout}>
      <h2>{said.hanabi.remaining}</h2>
      <table>
        <tbody>
          {pub.variant.suits.map((suit, index) => {
            const look = all[index];
            return look !== undefined && (
              <tr key={index}>
                <th scope="row" {...paintOf(look)}>
                  <Shape look={look} />
                  <small aria-hidden="true">{look.letter}</small>
                  <span class="heard">{suitName(suit.name, said)}</span>
                </th>
                {ranks.map((rank) => (
                  <KindCell key={rank} pub={pub} shown={shown} suit={index} rank={rank} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <h2>
        {said.hanabi.discards}{" "}
        <span class="hanabi-dim">{shown.discards.length || said.hanabi.noDiscards}</span>
      </h2>
      <ol class="hanabi-discards" tabIndex={shown.discards.length > 8 ? 0 : undefined}>
        {shown.discards.map(({ order, card, misplayed }) => (
          <li key={order}>
            <CardChip variant={pub.variant} card={card} {...(misplayed ? { mark: "✕" } : {})} />
            {misplayed && <span class="heard">{said.hanabi.misplayed}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function KindCell(
  { pub, shown, suit, rank }: { pub: HanabiTable; shown: Position; suit: number; rank: number },
) {
  const said = words.value;
  const kind = shown.kinds.find((each) => each.card.suit === suit && each.card.rank === rank);
  if (kind === undefined) return <td />;
  const left = kind.copies - kind.discarded - kind.played;
  const name = said.hanabi.kindName(
    cardName(pub.variant, kind.card, said),
    left,
    kind.discarded,
    kind.played,
  );
  return (
    <td class={stateOf(kind)} title={name}>
      <b aria-hidden="true">{rankShown(rank)}</b>
      <span aria-hidden="true">
        {kind.played > 0 && <i class="played">✓</i>}
        {Array.from({ length: left }, (_, index) => <i key={index} class="come">●</i>)}
        {Array.from({ length: kind.discarded }, (_, index) => <i key={index} class="gone">✕</i>)}
      </span>
      <span class="heard">{name}{kind.critical && `, ${said.hanabi.critical}`}</span>
    </td>
  );
}

function stateOf(kind: Kind): string {
  if (kind.critical) return "critical";
  if (kind.played > 0) return "done";
  return kind.needed ? "needed" : "lost";
}

/** The moves of the last round, where the list of all moves has no place; they are heard as they happen. */
function Recent({ pub, seen, names }: Props) {
  const said = words.value, moves = movesOf(pub).slice(-Math.max(1, pub.hands.length - 1)).reverse();
  return (
    <ol class="hanabi-recent" aria-hidden="true">
      {moves.map((move) => (
        <li key={`${move.turn} ${move.kind === "clue" ? "clue" : move.order}`}>
          {moveWords(pub, move, seen, names, said)}
        </li>
      ))}
    </ol>
  );
}

/** All moves, the newest first. */
export function Log({ pub, seen, names }: Props) {
  const said = words.value, moves = movesOf(pub).reverse();
  return (
    <section class="hanabi-log" aria-label={said.hanabi.log}>
      <h2>{said.hanabi.log}</h2>
      {moves.length === 0
        ? <p class="hanabi-dim">{said.hanabi.logEmpty}</p>
        : (
          <ol reversed tabIndex={0} aria-label={said.hanabi.log}>
            {moves.map((move) => (
              <li key={`${move.turn} ${move.kind === "clue" ? "clue" : move.order}`} data-kind={move.kind}>
                <span class="hanabi-turn">{move.turn + 1}</span>
                <span>{moveWords(pub, move, seen, names, said)}</span>
              </li>
            ))}
          </ol>
        )}
    </section>
  );
}
