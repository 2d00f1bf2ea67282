/** The panel below the hands: the knowledge of the chosen card, and the buttons of a move. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../i18n/index.ts";
import type { Notes } from "../table/store.ts";
import type { HanabiAction, HanabiOwn, HanabiPub } from "../wire/protocol.ts";
import { CardChip, ClueTag, paintOf, Shape } from "./Card.tsx";
import { isRisky, sameClue } from "./choice.ts";
import { type CardShown, type Position, TOKENS, touchedBy, votesNeeded } from "./model.ts";
import { colorLooks } from "./symbols.ts";
import {
  characterRule,
  clueName,
  knownWords,
  type Names,
  reasonWords,
  scoreWords,
  suitName,
} from "./texts.ts";
import { type Clue, clueRanks, touches } from "./variant.ts";

/** The choice of the player so far. */
export interface Choice {
  /** The number of the chosen card. */
  card: number | null;
  /** The player who would get a clue. */
  to: number | null;
  clue: Clue | null;
  /** The move that waits for its confirmation, such as `play 12`. */
  asked: string | null;
  /** True if the choice was typed: then the button that makes the move takes the focus. */
  typed: boolean;
}

export const NOTHING: Choice = { card: null, to: null, clue: null, asked: null, typed: false };
export type Act = (action: HanabiAction) => void;

interface Props {
  pub: HanabiPub;
  own: HanabiOwn | null;
  shown: Position;
  names: Names;
  /** The seat of the player at this page, null for a watcher. */
  mine: number | null;
  eyes: number | null;
  /** True if the player has to act and can act. */
  active: boolean;
  paused: boolean;
  /** The player's move that the server has not stored yet, in words. */
  made?: ComponentChildren;
  choice: Choice;
  choose: (choice: Choice) => void;
  attempt: (kind: "play" | "discard", order: number) => void;
  act: Act;
  notes: Readonly<Record<number, Notes>>;
  /** Writes a note on a card; null for people who write none. */
  write: ((order: number, text: string) => void) | null;
  /** The time until the next game, in words. */
  nextGame: ComponentChildren;
}

export function Panel(props: Props) {
  const { pub, shown, choice } = props;
  const card = shown.hands.flatMap((hand) => hand.cards).find((each) => each.order === choice.card);
  const holder = shown.hands.find((hand) => hand.cards.some((each) => each.order === choice.card))?.seat;
  return (
    <section class="hanabi-panel" tabIndex={-1} data-turn={props.active ? "mine" : undefined}>
      <Votes {...props} />
      {card !== undefined && holder !== undefined
        ? <OfCard {...props} card={card} holder={holder} />
        : choice.to !== null
        ? <OfPlayer {...props} to={choice.to} />
        : pub.phase === "over"
        ? <Result {...props} />
        : <Idle {...props} />}
    </section>
  );
}

function Votes({ pub, names }: Props) {
  if (!pub.votes?.length || pub.phase !== "play") return null;
  const said = words.value.hanabi;
  return (
    <p class="hanabi-votes">
      {said.votes(said.and(pub.votes.map(names)), pub.votes.length, votesNeeded(pub))}
    </p>
  );
}

/** The rule of the player's character, which says why moves are missing. */
function OwnCharacter({ pub, mine }: { pub: HanabiPub; mine: number | null }) {
  const character = mine === null ? undefined : pub.characters?.[mine];
  if (character === undefined) return null;
  return (
    <p class="hanabi-dim">
      <i>{character.name}</i>: {characterRule(pub.variant, character, words.value)}
    </p>
  );
}

/** Nothing is chosen: the player in turn, and the players that can be given a clue. */
function Idle({ pub, own, names, mine, active, paused, made, choose, attempt }: Props) {
  const said = words.value.hanabi;
  if (made) return <p class="hanabi-title pending">{made}</p>;
  if (pub.phase === "deal") return <p class="hanabi-title">{said.waiting}</p>;
  const deck = own?.plays?.find((order) => mine !== null && !pub.hands[mine]?.includes(order));
  const receivers = new Set(own?.clues?.map((clue) => clue.to));
  return (
    <>
      <p class="hanabi-title">
        <b>
          {paused
            ? said.youArePaused
            : active
            ? said.yourTurn
            : pub.turn == null
            ? ""
            : said.turnOf(names(pub.turn))}
        </b>{" "}
        <span class="hanabi-dim">{active ? said.yourTurnHelp : said.notYourTurn}</span>
      </p>
      {active && <OwnCharacter pub={pub} mine={mine} />}
      {active && (
        <div class="hanabi-row hanabi-receivers">
          {receivers.size === 0
            ? <span class="hanabi-dim">{pub.clues < 1 ? said.noClueLeft : said.mayNotClue}</span>
            : <span>{said.clueTo}</span>}
          {[...receivers].map((seat) => (
            <button
              key={seat}
              type="button"
              onClick={() => choose({ ...NOTHING, to: seat })}
            >
              <span class="hanabi-seat" aria-hidden="true">{seat + 1}</span>
              {names(seat)}
            </button>
          ))}
          {deck !== undefined && (
            <button type="button" onClick={() => attempt("play", deck)}>{said.playDeck}</button>
          )}
        </div>
      )}
    </>
  );
}

function OfPlayer(props: Props & { to: number }) {
  const said = words.value.hanabi, { to, names, own, active, choose } = props;
  const clues = active ? own?.clues?.filter((clue) => clue.to === to) ?? [] : [];
  return (
    <>
      <p class="hanabi-title">
        <b>{said.giveTo(names(to))}</b>{" "}
        <span class="hanabi-dim">{clues.length === 0 ? said.noClueFor(names(to)) : said.chooseClue}</span>
        <LetGo choose={choose} />
      </p>
      <Clues {...props} clues={clues} />
    </>
  );
}

function LetGo({ choose }: { choose: (choice: Choice) => void }) {
  const said = words.value.hanabi;
  return (
    <button
      type="button"
      class="icon hanabi-letgo"
      aria-label={said.deselect}
      onClick={() => choose(NOTHING)}
    >
      ×
    </button>
  );
}

/** The clues to choose from, and the button that gives the chosen one. */
function Clues({ pub, shown, names, clues, choice, choose, act }: Props & { clues: readonly Clue[] }) {
  const said = words.value, looks = colorLooks(pub.variant);
  const give = useRef<HTMLButtonElement>(null);
  const { clue } = choice;
  useEffect(() => {
    if (choice.typed && clue !== null) give.current?.focus();
    if (clue !== null) give.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [choice]);
  if (clues.length === 0) return null;
  const ordered = [...clues].sort((one, other) => place(one, pub) - place(other, pub));
  return (
    <>
      <div class="hanabi-row hanabi-clues">
        {ordered.map((each) => {
          const look = each.t === "color" ? looks[each.color] : undefined;
          return (
            <button
              key={`${each.t} ${each.t === "color" ? each.color : each.rank}`}
              type="button"
              class="hanabi-clue"
              aria-pressed={sameClue(each, clue)}
              aria-label={clueName(pub.variant, each, said)}
              title={clueName(pub.variant, each, said)}
              data-clue={each.t === "color" ? pub.variant.colors[each.color] : each.rank}
              {...paintOf(look)}
              onClick={() => choose({ ...choice, clue: sameClue(each, clue) ? null : each, typed: false })}
            >
              {look === undefined ? <b aria-hidden="true">{each.t === "rank" ? each.rank : ""}</b> : (
                <>
                  <Shape look={look} />
                  <small aria-hidden="true">{look.letter}</small>
                </>
              )}
            </button>
          );
        })}
      </div>
      {clue !== null && (
        <div class="hanabi-row">
          <button ref={give} type="button" class="primary hanabi-give" onClick={() => act(clue)}>
            {said.hanabi.give(clueName(pub.variant, clue, said), names(clue.to))}
          </button>
          <span class="hanabi-dim" role="status">{said.hanabi.givesTo(touchedBy(shown, clue).size)}</span>
        </div>
      )}
    </>
  );
}

function place(clue: Clue, pub: HanabiPub): number {
  return clue.t === "color"
    ? clue.color
    : pub.variant.colors.length + clueRanks(pub.variant).indexOf(clue.rank);
}

function OfCard(props: Props & { card: CardShown; holder: number }) {
  const said = words.value, { pub, shown, card, holder, names, mine, eyes, own, active, choose } = props;
  const isMine = holder === mine, { variant } = pub;
  const known = knownWords(variant, card, said);
  const where = holder === eyes ? said.hanabi.yourHand : names(holder);
  const clues = active && !isMine
    ? own?.clues?.filter((clue) =>
      clue.to === holder && (card.card === null || touches(shown.variant, clue, card.card))
    ) ?? []
    : [];
  return (
    <>
      <p class="hanabi-title">
        <b>{where}, {said.hanabi.slotName(card.slot, card.newest, card.oldest)}</b>
        {card.card !== null && <CardChip variant={variant} card={card.card} />}
        <span>
          {card.card === null ? known : card.told ? said.hanabi.knows(known) : said.hanabi.knowsNothing}
        </span>
        {card.kind?.critical && <span class="hanabi-warn">{said.hanabi.critical}</span>}
        <span class="hanabi-given">
          {card.clues.map((given) => (
            <span key={given.turn} title={cluedBy(pub, given, names)}>
              <ClueTag pub={pub} given={given} /> {names(given.giver)}
            </span>
          ))}
        </span>
        <LetGo choose={choose} />
      </p>
      {active && isMine && <OwnMove {...props} />}
      {active && !isMine && (
        clues.length > 0 ? <Clues {...props} clues={clues} /> : (
          <>
            <p class="hanabi-dim">
              {own?.clues?.length
                ? said.hanabi.noClueHere
                : pub.clues < 1
                ? said.hanabi.noClueLeft
                : said.hanabi.mayNotClue}
            </p>
            <OwnCharacter pub={pub} mine={mine} />
          </>
        )
      )}
      <NoteOn key={card.order} {...props} />
    </>
  );
}

function cluedBy(pub: HanabiPub, given: CardShown["clues"][number], names: Names): string {
  const color = given.color == null
    ? String(given.rank)
    : suitName(pub.variant.colors[given.color] ?? "", words.value);
  return `${given.turn + 1}: ${names(given.giver)}, ${color}`;
}

/** The two buttons for a card of the player: play and discard. */
function OwnMove({ pub, own, shown, mine, card, choice, attempt }: Props & { card: CardShown }) {
  const said = words.value.hanabi,
    play = useRef<HTMLButtonElement>(null),
    discard = useRef<HTMLButtonElement>(null);
  const mayPlay = own?.plays?.includes(card.order) ?? false,
    mayDiscard = own?.discards?.includes(card.order) ?? false;
  const asksPlay = choice.asked === `play ${card.order}`,
    asksDiscard = choice.asked === `discard ${card.order}`;
  useEffect(() => {
    if (choice.typed) (asksPlay ? play : discard).current?.focus();
    play.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [choice]);
  const character = mine === null ? undefined : pub.characters?.[mine];
  const reasons = [
    ...(mayPlay ? [] : [said.mayNotPlay]),
    ...(mayDiscard ? [] : [pub.clues >= TOKENS ? said.tokensFull : said.mayNotDiscard]),
    ...(character !== undefined && (!mayPlay || (!mayDiscard && pub.clues < TOKENS))
      ? [`${character.name}: ${characterRule(pub.variant, character, words.value)}`]
      : []),
    ...(asksPlay || asksDiscard
      ? [
        isRisky(shown, asksPlay ? "play" : "discard", card.order)
          ? asksPlay ? said.surelyMisplayed : said.surelyCritical
          : said.confirm,
      ]
      : []),
  ];
  return (
    <div class="hanabi-row">
      <button
        ref={play}
        type="button"
        class="primary"
        disabled={!mayPlay}
        aria-pressed={asksPlay}
        onClick={() => attempt("play", card.order)}
      >
        {asksPlay ? said.playAnyway : said.play}
      </button>
      <button
        ref={discard}
        type="button"
        disabled={!mayDiscard}
        aria-pressed={asksDiscard}
        onClick={() => attempt("discard", card.order)}
      >
        {asksDiscard ? said.discardAnyway : said.discard}
      </button>
      <span class={asksPlay || asksDiscard ? "hanabi-warn" : "hanabi-dim"} role="status">
        {reasons.join(" ")}
      </span>
    </div>
  );
}

/** The player's note on the chosen card, and the notes of others once they are shown. */
function NoteOn({ card, notes, mine, names, write }: Props & { card: CardShown }) {
  const said = words.value.hanabi;
  const others = Object.entries(notes).filter(([seat, all]) => Number(seat) !== mine && all[card.order]);
  const mineNow = mine === null ? "" : notes[mine]?.[card.order] ?? "";
  function save(text: string): void {
    if (text.trim() !== mineNow) write?.(card.order, text.trim());
  }
  return (
    <>
      {write !== null && (
        <form
          class="hanabi-note"
          onSubmit={(event) => {
            event.preventDefault();
            const field = event.currentTarget.elements.namedItem("note");
            if (field instanceof HTMLInputElement) {
              save(field.value);
              field.blur();
            }
          }}
        >
          <span aria-hidden="true">✎</span>
          <input
            name="note"
            aria-label={said.noteFor(card.slot)}
            placeholder={said.notePlaceholder}
            maxLength={200}
            defaultValue={mineNow}
            autocomplete="off"
            onBlur={(event) => save(event.currentTarget.value)}
          />
        </form>
      )}
      {others.map(([seat, all]) => (
        <p key={seat} class="hanabi-dim">✎ {said.notesOf(names(Number(seat)), all[card.order] ?? "")}</p>
      ))}
    </>
  );
}

/** The end of the game: its reason, its score, its seed, and the cards that no player drew. */
function Result({ pub, names, nextGame }: Props) {
  const said = words.value.hanabi, { result } = pub;
  if (result == null) return null;
  const left = pub.left > 0 ? pub.deck?.slice(-pub.left) ?? [] : [];
  return (
    <div class="hanabi-result">
      <p class="hanabi-title">
        <b>{scoreWords(pub, words.value)}</b> {said.result.over}: {reasonWords(pub, names, words.value)}.{" "}
        <span class="hanabi-dim">
          {said.result.turns(result.turns)}
          {pub.seed && ` · ${said.seed} `}
          {pub.seed && <code>{pub.seed}</code>}
        </span>
        {nextGame}
      </p>
      {left.length > 0 && (
        <p class="hanabi-undrawn">
          <span>{said.notDrawn}:</span>
          {left.map((card, index) => <CardChip key={index} variant={pub.variant} card={card} />)}
        </p>
      )}
    </div>
  );
}
