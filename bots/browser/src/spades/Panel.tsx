/** The player's next task (bid, look, exchange, keep a card), above the player's hand. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { NextDeal } from "../people/NextDeal.tsx";
import type { TableStore } from "../table/store.ts";
import { PlayingCard, typedAs } from "../ui/PlayingCard.tsx";
import { confirmMoves } from "../ui/preferences.ts";
import { useSecondTap } from "../ui/secondTap.ts";
import { type Typed, useTyping } from "../ui/typing.ts";
import type { SpadesBid, SpadesCard, SpadesOwn, SpadesPub } from "../wire/protocol.ts";
import {
  behind,
  bidChoices,
  bidState,
  middle,
  partnerOf,
  pendingBid,
  rulesOf,
  sideOf,
  statesTotal,
  type Task,
} from "./model.ts";
import { bidShown, calledOf, cardsShown, nameOf } from "./names.ts";
import { tricksOf } from "./rules.ts";

export interface PanelProps {
  store: TableStore;
  pub: SpadesPub;
  own: SpadesOwn;
}

/** Returns one line about what happens now at the table. */
export function statusLine(store: TableStore, pub: SpadesPub, task: Task): string {
  const said = words.value.spades, turn = pub.turn;
  if (pub.winner != null) return said.gameOver;
  if (pub.phase === "over") return said.nextHand;
  if (pub.phase === "deal") return said.waitDeal;
  if (pub.phase === "play") {
    const { isWhole, winner } = middle(pub);
    const won = !isWhole || winner === null
      ? ""
      : winner === store.mySeat.value
      ? `${said.youWonTrick} `
      : `${said.wonTrick(nameOf(store, winner))} `;
    if (task.t === "play") return won + (task.leads ? said.yourLead : said.yourPlay);
    return turn == null ? won : won + said.waitPlay(nameOf(store, turn));
  }
  if (turn == null) return "";
  const name = nameOf(store, turn);
  if (pub.phase === "bidding") return said.waitBid(name);
  if (pub.phase === "draw") return said.waitDraw(name);
  return pub.exchange == null
    ? ""
    : said.waitPass(name, calledOf(store, pub.exchange.to), pub.exchange.count);
}

/** The line that says what the table waits for, and how soon the next hand follows. */
export function Status(props: { store: TableStore; pub: SpadesPub; task: Task }) {
  const { store, pub } = props, line = statusLine(store, pub, props.task);
  if (pub.phase !== "over" || pub.winner != null) return <>{line}</>;
  return <NextDeal store={store} said={words.value.spades.nextHandIn} otherwise={line} />;
}

/** The bids that the rules allow, as a pad of numbers with nil beside it. */
export function BidPad({ store, pub, own }: PanelProps) {
  const said = words.value.spades, rules = rulesOf(pub), seat = own.seat ?? 0;
  const { numbers, nil } = bidChoices(own);
  const [marked, tap] = useSecondTap<string>(
    (shown) => {
      const bid = [...numbers, nil].find((each) => each !== null && bidShown(each, words.value) === shown);
      if (bid != null) void store.act({ t: "bid", bid });
    },
    own.decision ?? "",
  );
  const partner = partnerOf(rules, seat), partners = partner === null ? undefined : pub.bids[partner];
  const bothNil = nil !== null && partners?.nil === true;
  const choose = (bid: SpadesBid) => tap(bidShown(bid, words.value));
  const moves: Typed[] = numbers.map((bid) => ({ texts: [String(bid.tricks ?? 0)], act: () => choose(bid) }));
  if (nil !== null) moves.push({ texts: ["nil", "n"], act: () => choose(nil) });
  const made = pendingBid(store.pending.value?.action ?? null, pub, seat);
  useTyping(made === null ? moves : []);
  const total = statesTotal(pub, seat);
  const note = partner === null
    ? ""
    : partners === undefined
    ? rules.team_bid === "second" && numbers.length > 0 ? said.firstHint : ""
    : partners.nil
    ? said.partnerNil(nameOf(store, partner), bidShown(partners, words.value))
    : total
    ? said.partnerHint(nameOf(store, partner), partners.tricks ?? 0)
    : said.partnerSum(nameOf(store, partner), partners.tricks ?? 0);
  const law = { free: "", mirror: said.mirrorBid, whiz: said.whizBid, suicide: said.suicideBid };
  const nilAbout = nil === null
    ? ""
    : bothNil && rules.double_nil === "bonus"
    ? said.doubleNilAbout(rules.double_nil_points)
    : bothNil && rules.double_nil === "win"
    ? said.doubleNilWin
    : said.nilAbout(rules.nil);
  const both = bothNil && rules.double_nil !== "separate" ? `${nilAbout}.` : "";
  return (
    <section class="sp-panel sp-bidding" aria-label={total ? said.yourTotal : said.yourBid}>
      <header>
        <h2>{total ? said.yourTotal : said.yourBid}</h2>
        <p class="muted">
          {marked === null
            ? [law[rules.bidding], note, both].filter(Boolean).join(" ")
            : said.confirmBid(marked)}
        </p>
      </header>
      <div class="sp-pad">
        {numbers.map((bid) => (
          <button
            key={bid.tricks}
            type="button"
            class="sp-number"
            data-bid={bid.tricks ?? 0}
            disabled={made !== null}
            aria-pressed={confirmMoves.value ? marked === String(bid.tricks ?? 0) : undefined}
            aria-label={`${total ? said.yourTotal : said.yourBid}: ${bid.tricks ?? 0}`}
            onClick={() => choose(bid)}
          >
            {bid.tricks ?? 0}
          </button>
        ))}
        {nil !== null && (
          <button
            type="button"
            class="sp-nil"
            data-bid="nil"
            disabled={made !== null}
            title={nilAbout}
            aria-pressed={confirmMoves.value ? marked === said.nil : undefined}
            onClick={() => choose(nil)}
          >
            {said.nil}
            <small aria-hidden="true">{said.nilPoints(rules.nil)}</small>
            <span class="heard">. {nilAbout}</span>
          </button>
        )}
      </div>
    </section>
  );
}

/** The choice before a look at the hand: bid blind, or look. Both need a second tap, for neither can be undone. */
export function FaceDown({ store, pub, own }: PanelProps) {
  const said = words.value.spades, rules = rulesOf(pub), seat = own.seat ?? 0;
  const { blindNil, blindNumbers } = bidChoices(own);
  const [asked, ask] = useState<SpadesBid | "look" | null>(null);
  const partner = partnerOf(rules, seat), partners = partner === null ? undefined : pub.bids[partner];
  const moves: Typed[] = [{ texts: ["look", "l"], act: () => ask("look") }];
  if (blindNil !== null) moves.push({ texts: ["bn", "blindnil"], act: () => ask(blindNil) });
  for (const bid of blindNumbers) moves.push({ texts: [`b${bid.tricks}`], act: () => ask(bid) });
  useTyping(moves);
  if (asked !== null) {
    const question = asked === "look" ? said.lookSure : asked.nil
      ? said.blindNilSure(rules.blind_nil) +
        (rules.blind_nil_pass > 0 && partner !== null ? ` ${said.blindNilPass(rules.blind_nil_pass)}` : "")
      : partner === null
      ? said.blindSoloSure(asked.tricks ?? 0, rules.blind_bid_times)
      : said.blindSure(asked.tricks ?? 0, rules.blind_bid_times);
    return (
      <Sure
        question={question}
        yes={asked === "look"
          ? said.look
          : asked.nil
          ? said.bidBlindNil
          : `${said.bidBlind}: ${asked.tricks ?? 0}`}
        act={() => {
          const acted = asked === "look"
            ? store.act({ t: "reveal" }, { free: true })
            : store.act({ t: "bid", bid: asked });
          void acted.then((done) => done || ask(null));
        }}
        back={() => ask(null)}
      />
    );
  }
  return (
    <section class="sp-panel sp-blind" aria-label={said.blindTitle}>
      <header>
        <h2>{said.blindTitle}</h2>
        <p class="muted">
          {said.blindAbout(Math.max(0, behind(pub, sideOf(rules, seat))))}{" "}
          {own.bids == null && said.blindWait}
          {partner !== null && partners !== undefined &&
            said.partnerBid(nameOf(store, partner), bidShown(partners, words.value))}
        </p>
      </header>
      <div class="row sp-choices">
        {blindNil !== null && (
          <button type="button" data-bid="blind_nil" onClick={() => ask(blindNil)}>
            {said.bidBlindNil} <small>{said.nilPoints(rules.blind_nil)}</small>
          </button>
        )}
        {blindNumbers.length > 0 && (
          <span class="sp-pad" role="group" aria-label={said.bidBlind}>
            {blindNumbers.map((bid) => (
              <button
                key={bid.tricks}
                type="button"
                class="sp-number"
                data-bid={`blind_${bid.tricks}`}
                aria-label={bidShown(bid, words.value)}
                onClick={() => ask(bid)}
              >
                {bid.tricks}
              </button>
            ))}
          </span>
        )}
        <button type="button" class="primary" data-act="look" onClick={() => ask("look")}>{said.look}</button>
      </div>
    </section>
  );
}

function Sure({ question, yes, act, back }: {
  question: string;
  yes: string;
  act: () => void;
  back: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <section
      class="sp-panel sp-sure"
      role="alertdialog"
      aria-label={question}
      onKeyDown={(event) => event.key === "Escape" && back()}
    >
      <header>
        <p>{question}</p>
      </header>
      <div class="row sp-choices">
        <button type="button" class="primary" data-act="sure" ref={button} onClick={act}>{yes}</button>
        <button type="button" data-act="back" onClick={back}>{words.value.ui.back}</button>
      </div>
    </section>
  );
}

/** The exchange: the player chooses cards in the hand, and confirms them here. */
export function Exchange({ store, chosen, toggle, task, own }: {
  store: TableStore;
  chosen: ReadonlySet<SpadesCard>;
  toggle: (card: SpadesCard) => void;
  task: Task & { t: "pass" };
  own: SpadesOwn;
}) {
  const said = words.value.spades, name = nameOf(store, task.to), whole = chosen.size === task.count;
  const title = task.returning ? said.passBack(task.count, name) : said.pass(task.count, name);
  const pass = () => whole && void store.act({ t: "pass", cards: [...chosen] });
  useTyping([
    ...(own.hand ?? []).map((card) => ({ texts: typedAs(card), act: () => toggle(card) })),
    { texts: ["pass", "ok"], act: pass },
  ]);
  return (
    <section class="sp-panel sp-exchange" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p class="muted">{said.passAbout(name)}</p>
      </header>
      <div class="row sp-choices">
        <span class="sp-count" role="status">
          {said.passChoose(chosen.size, task.count)}
          {chosen.size > 0 && <>: {cardsShown([...chosen])}</>}
        </span>
        <button type="button" class="primary" data-act="pass" disabled={!whole} onClick={pass}>
          {title}
        </button>
      </div>
    </section>
  );
}

/** The draw of a game of two players: one of two cards is kept. */
export function Draw({ store, pub, own, drawn }: PanelProps & { drawn: readonly SpadesCard[] }) {
  const said = words.value.spades, rules = rulesOf(pub);
  const [marked, press] = useSecondTap<SpadesCard>(
    (card) => void store.act({ t: "keep", card }),
    own.decision ?? "",
  );
  useTyping(drawn.map((card) => ({ texts: typedAs(card), act: () => press(card) })));
  return (
    <section class="sp-panel sp-draw" aria-label={said.keep}>
      <header>
        <h2>{said.keep}</h2>
        <p class="muted">{said.keepAbout(own.hand?.length ?? 0, tricksOf(rules))}</p>
      </header>
      <div class="row sp-choices">
        {drawn.map((card) => (
          <PlayingCard
            key={card}
            card={card}
            play={() => press(card)}
            chosen={marked === card}
          />
        ))}
      </div>
    </section>
  );
}

/** The panel while another player bids, passes or draws: the space stays the same. */
export function Waiting({ store, pub, own, task }: PanelProps & { task: Task }) {
  const said = words.value.spades, state = bidState(pub, own.seat ?? 0);
  return (
    <section class="sp-panel sp-waiting">
      <p>{statusLine(store, pub, task)}</p>
      {state.t === "bid" && <p class="muted">{said.yourBidWas(bidShown(state.bid, words.value))}</p>}
    </section>
  );
}
