/** The table of Spades: players around the felt, the trick, and the hand and choices of this page's player. */

import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { announce } from "../ui/announce.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { useFocusThatStays } from "../ui/focus.ts";
import { Hand } from "../ui/Hand.tsx";
import { PlayingCard, spoken, SuitNames, typedAs } from "../ui/PlayingCard.tsx";
import { useTyping } from "../ui/typing.ts";
import type { SpadesCard, SpadesOwn, SpadesPub } from "../wire/protocol.ts";
import { type Event, eventsBetween, type Half } from "./events.ts";
import {
  around,
  highMarks,
  lastTrick,
  pendingPlay,
  rulesOf,
  sortedHand,
  spadesOwn,
  spadesPub,
  type Task,
  taskOf,
  unbid,
} from "./model.ts";
import { bidShown, calledOf, cardsShown, cardsSpoken, nameOf, sideNameOf, suitsOf } from "./names.ts";
import { BidPad, Draw, Exchange, FaceDown, Status, Waiting } from "./Panel.tsx";
import { change } from "./results.ts";
import { presetShown, RulesDialog } from "./RulesDialog.tsx";
import { type Rules, tricksOf } from "./rules.ts";
import { LastHand, Result, ScoreBoard, ScoreSheet, Winner } from "./Scores.tsx";
import { Seat, Trick } from "./Seats.tsx";

type Window = "scores" | "rules" | "last" | "laid" | null;

export function Table({ store }: { store: TableStore }) {
  const pub = spadesPub(store.pub.value), own = spadesOwn(store.own.value);
  useAnnouncements(store, pub, own);
  if (pub === null) return null;
  return (
    <SuitNames.Provider value={suitsOf}>
      <Whole store={store} pub={pub} own={own} />
    </SuitNames.Provider>
  );
}

function Whole({ store, pub, own }: { store: TableStore; pub: SpadesPub; own: SpadesOwn | null }) {
  const said = words.value.spades, rules = rulesOf(pub);
  const [open, setOpen] = useState<Window>(null);
  const places = around(rules.players, own?.seat ?? 0), close = () => setOpen(null);
  const showsResult = pub.result != null || (pub.winner != null && pub.phase === "deal");
  const result = pub.result ?? Object.values(pub.results ?? {}).at(-1) ?? null;
  return (
    <div
      class={`sp-table sp-players-${rules.players} sp-${rules.sides}`}
      data-phase={pub.phase}
      data-open={own?.hands != null}
    >
      <header class="sp-head">
        <p class="sp-title">
          <b>{said.hand(pub.hand)}</b> <Standing rules={rules} />
        </p>
        <nav class="sp-buttons" aria-label={said.title}>
          <button type="button" class="plain" data-open="last" onClick={() => setOpen("last")}>
            {said.lastTrick}
          </button>
          <button type="button" class="plain" data-open="scores" onClick={() => setOpen("scores")}>
            {said.scores}
          </button>
          <button type="button" class="plain" data-open="rules" onClick={() => setOpen("rules")}>
            {said.rules}
          </button>
        </nav>
      </header>
      {rules.sides === "pairs" && <ScoreBoard store={store} pub={pub} />}
      <div class="sp-felt">
        <ul class="sp-seats" aria-label={said.seats}>
          {places.map(({ seat, place }) => (
            <Seat key={seat} store={store} pub={pub} own={own} seat={seat} place={place} />
          ))}
        </ul>
        <div class="sp-middle">
          {showsResult && result !== null
            ? (
              <div class="sp-over panel" tabIndex={0} role="region" aria-label={said.result(result.hand)}>
                <Winner store={store} pub={pub} />
                <h2>{said.result(result.hand)}</h2>
                <Result store={store} pub={pub} result={result} />
              </div>
            )
            : pub.phase === "play" || result === null
            ? <Trick store={store} pub={pub} places={places} />
            : <LastHand store={store} pub={pub} result={result} />}
        </div>
        <Corners pub={pub} rules={rules} />
      </div>
      <Bottom store={store} pub={pub} own={own} openLaidAway={() => setOpen("laid")} />
      {open === "scores" && <ScoreSheet store={store} pub={pub} close={close} />}
      {open === "rules" && <RulesDialog pub={pub} close={close} />}
      {open === "last" && <LastTrick store={store} pub={pub} close={close} />}
      {open === "laid" && (
        <Dialog title={said.laidAway} close={close}>
          <Hand cards={sortedHand(rules, own?.laid_away ?? [])} label={said.laidAway} small />
        </Dialog>
      )}
    </div>
  );
}

/** A few words about the game: its rules and its end. */
function Standing({ rules }: { rules: Rules }) {
  const said = words.value.spades;
  const parts = [presetShown(rules, words.value)];
  if (rules.target > 0) parts.push(said.target(rules.target));
  if (rules.rounds > 0) parts.push(said.rounds(rules.rounds));
  return <span class="muted sp-game">{parts.join(", ")}</span>;
}

/** The lower corners of the felt: how many tricks are not bid, and whether spades are broken. */
function Corners({ pub, rules }: { pub: SpadesPub; rules: Rules }) {
  const said = words.value.spades, left = unbid(pub);
  return (
    <>
      {left !== null && pub.phase !== "over" && rules.sides === "pairs" && (
        <span class="sp-note sp-unbid" title={said.unbidAbout(left)}>
          <span aria-hidden="true">{said.unbid(left)}</span>
          <span class="heard">{said.unbidAbout(left)}</span>
        </span>
      )}
      {pub.phase === "play" && (
        <span class={`sp-note${pub.broken ? " sp-broken" : ""}`} data-broken={pub.broken ?? false}>
          <span class="sp-spade" aria-hidden="true">♠</span>
          {rules.lead_spades === "only_if_forced"
            ? said.values.lead_spades.only_if_forced
            : pub.broken
            ? said.broken
            : rules.lead_spades === "anytime"
            ? said.anyTime
            : said.notBroken}
        </span>
      )}
    </>
  );
}

/** The lower part: what to do, and the hand. It keeps its height within a phase. */
function Bottom(props: {
  store: TableStore;
  pub: SpadesPub;
  own: SpadesOwn | null;
  openLaidAway: () => void;
}) {
  const place = useFocusThatStays<HTMLDivElement>();
  return (
    <div class="sp-bottom" tabIndex={-1} ref={place}>
      <Lower {...props} />
    </div>
  );
}

function Lower({ store, pub, own, openLaidAway }: {
  store: TableStore;
  pub: SpadesPub;
  own: SpadesOwn | null;
  openLaidAway: () => void;
}) {
  const said = words.value.spades, rules = rulesOf(pub), task = taskOf(pub, own);
  const isMine = own?.seat != null && own.seat === store.mySeat.value;
  if (own?.seat == null || !isMine) {
    return (
      <>
        <p class="sp-status">
          <Status store={store} pub={pub} task={{ t: "none" }} />
        </p>
        {own?.seat != null && (
          <>
            <p class="sp-exchanged muted">{said.watching(nameOf(store, own.seat))}</p>
            {own.hand != null
              ? (
                <Hand
                  cards={sortedHand(rules, own.hand)}
                  label={said.handOf(nameOf(store, own.seat))}
                />
              )
              : <Backs pub={pub} rules={rules} />}
          </>
        )}
      </>
    );
  }
  return (
    <Mine
      key={`${pub.hand}/${own.decision ?? ""}`}
      store={store}
      pub={pub}
      own={own}
      task={task}
      openLaidAway={openLaidAway}
    />
  );
}

/** The next task of a player, with the player's hand. */
export function Mine({ store, pub, own, task, openLaidAway }: {
  store: TableStore;
  pub: SpadesPub;
  own: SpadesOwn;
  task: Task;
  openLaidAway?: () => void;
}) {
  const said = words.value.spades, rules = rulesOf(pub);
  const [chosen, setChosen] = useState<ReadonlySet<SpadesCard>>(new Set());
  const hand = sortedHand(rules, own.hand ?? []), legal = new Set<string>(own.cards ?? []);
  const count = task.t === "pass" ? task.count : 0;
  const away = pendingPlay(store.pending.value?.action ?? null, pub)?.card ?? null;
  const plays = task.t === "play" && away === null;
  const play = (card: string) => void store.act({ t: "play", card: card as SpadesCard });
  function toggle(text: string): void {
    const card = text as SpadesCard;
    // From the newest choice: a second tap can come before the first one is drawn.
    setChosen((now) => {
      const next = new Set(now);
      if (next.has(card)) next.delete(card);
      else if (next.size < count) next.add(card);
      else if (count === 1) return new Set([card]);
      return next;
    });
  }
  const props = { store, pub, own };
  const hasPanel = pub.phase === "bidding" || pub.phase === "exchange" || pub.phase === "draw";
  return (
    <>
      {hasPanel
        ? (
          <div class="sp-task" style={{ "--sp-rows": String(rowsOfPad(rules)) }}>
            {task.t === "bid"
              ? <BidPad {...props} />
              : task.t === "face_down"
              ? <FaceDown {...props} />
              : task.t === "pass"
              ? <Exchange store={store} own={own} chosen={chosen} toggle={toggle} task={task} />
              : task.t === "keep"
              ? <Draw {...props} drawn={task.drawn} />
              : <Waiting {...props} task={task} />}
          </div>
        )
        : (
          <p class={`sp-status${task.t === "play" ? " sp-yours" : ""}`}>
            <Status store={store} pub={pub} task={task} />
          </p>
        )}
      {plays && <CardTyping cards={own.cards ?? []} play={play} />}
      {own.hand == null && pub.phase === "bidding" ? <Backs pub={pub} rules={rules} /> : (
        <Hand
          cards={hand}
          marks={highMarks(rules, hand)}
          markName={said.highTwo}
          label={said.handOfYou}
          trick={pub.phase === "play" ? pub.tricks.reduce((sum, won) => sum + won, 0) : undefined}
          legal={task.t === "pass" ? new Set(hand) : plays ? legal : undefined}
          play={task.t === "pass" ? toggle : plays ? play : undefined}
          away={away}
          chosen={task.t === "pass" ? chosen : undefined}
        />
      )}
      <Exchanged own={own} />
      {own.laid_away != null && own.laid_away.length > 0 && (
        <p class="sp-exchanged">
          <button type="button" class="plain" data-open="laid" onClick={openLaidAway}>
            {said.laidAway} ({own.laid_away.length})
          </button>
        </p>
      )}
    </>
  );
}

function CardTyping({ cards, play }: { cards: readonly SpadesCard[]; play: (card: SpadesCard) => void }) {
  useTyping(cards.map((card) => ({ texts: typedAs(card), act: () => play(card) })));
  return null;
}

/** The cards that the player has passed to partner and received. */
function Exchanged({ own }: { own: SpadesOwn }) {
  const said = words.value.spades;
  const passed = own.passed ? cardsShown(own.passed) : "",
    received = own.received ? cardsShown(own.received) : "";
  if (!passed && !received) return null;
  return (
    <p class="sp-exchanged muted">
      {passed && received
        ? said.exchanged(passed, received)
        : passed
        ? said.passedCards(passed)
        : said.received(received)}
    </p>
  );
}

/** A hand face down. */
function Backs({ pub, rules }: { pub: SpadesPub; rules: Rules }) {
  const count = tricksOf(rules) - Math.floor(Object.keys(pub.plays).length / rules.players);
  return (
    <div class="sp-backs" role="img" aria-label={words.value.spades.faceDown(count)}>
      {Array.from({ length: count }, (_, index) => <span key={index} class="card sp-back" />)}
    </div>
  );
}

function LastTrick({ store, pub, close }: { store: TableStore; pub: SpadesPub; close: () => void }) {
  const said = words.value.spades, last = lastTrick(pub);
  return (
    <Dialog title={last === null ? said.lastTrick : said.lastTrickOf(last.number)} close={close}>
      {last === null ? <p class="muted">{said.noTrick}</p> : (
        <ol class="sp-last">
          {last.trick.map((play, index) => (
            <li key={play.card} class={play.seat === last.winner ? "sp-wins" : undefined}>
              <PlayingCard card={play.card} />
              <span>{calledOf(store, play.seat)}</span>
              <span class="muted">{play.seat === last.winner ? said.won : index === 0 ? said.led : ""}</span>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

/** Returns how many rows of seven the pad of bids can have at this table, so that its space is always there. */
function rowsOfPad(rules: Rules): number {
  const blind = rules.blind_bid > 0 ? Math.ceil((tricksOf(rules) + 1 - rules.blind_bid) / 7) + 1 : 0;
  const numbers = rules.bidding === "mirror" || rules.bidding === "whiz"
    ? 2
    : tricksOf(rules) + 1 - rules.least_bid + (rules.nil > 0 ? 1 : 0);
  return Math.max(2, blind, Math.ceil(numbers / 7));
}

/** Lets a screen reader say what happens at the table, and what the player has to do. */
function useAnnouncements(store: TableStore, pub: SpadesPub | null, own: SpadesOwn | null): void {
  const known = useRef<Half | null>(null);
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (pub === null) return;
    const now = { pub, own },
      sentences = eventsBetween(known.current, now).flatMap((each) => sentenceOf(store, pub, each));
    known.current = now;
    const task = taskOf(pub, own), key = `${own?.decision ?? ""}${task.t}`;
    if (key !== asked.current && own?.seat === store.mySeat.value) sentences.push(...request(task));
    asked.current = key;
    sentences.forEach(announce);
  }, [pub, own]);
}

function sentenceOf(store: TableStore, pub: SpadesPub, event: Event): string[] {
  const { said } = words.value.spades, name = (seat: number) => nameOf(store, seat);
  switch (event.t) {
    case "dealt":
      return [said.dealt(event.hand, name(event.dealer))];
    case "looked":
      return [said.looked(name(event.seat))];
    case "kept":
      return [said.kept(name(event.seat), event.cards)];
    case "bid": {
      const bid = bidShown(event.bid, words.value);
      return [event.isTotal ? said.bidTotal(name(event.seat), bid) : said.bid(name(event.seat), bid)];
    }
    case "passed":
      return [said.passed(name(event.seat), event.count, name(event.to))];
    case "received":
      return [said.received(cardsSpoken(event.cards))];
    case "played": {
      const card = spoken(event.card, words.value, suitsOf(words.value));
      return [event.leads ? said.led(name(event.seat), card) : said.played(name(event.seat), card)];
    }
    case "won":
      return [said.won(name(event.seat), event.tricks, event.of)];
    case "broken":
      return [said.broken];
    case "result":
      return event.result.sides.map((ended, side) =>
        said.result(sideNameOf(store, pub, side), change(ended), ended.after.points ?? 0)
      );
    case "game":
      return [
        words.value.spades.winner(sideNameOf(store, pub, event.side), rulesOf(pub).sides === "solo") + ".",
      ];
  }
}

function request(task: Task): string[] {
  const { said } = words.value.spades;
  switch (task.t) {
    case "none":
      return [];
    case "face_down":
      return [said.faceDown];
    case "bid":
      return [said.yourBid];
    case "pass":
      return [said.yourPass(task.count)];
    case "keep":
      return [said.yourKeep(cardsSpoken(task.drawn))];
    case "play":
      return [said.yourPlay];
  }
}
