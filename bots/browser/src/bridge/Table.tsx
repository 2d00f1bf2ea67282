/** The bridge table: a live board with everything that a player, a watcher or a director may do there. */

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { CompareLink } from "../people/CompareLink.tsx";
import { NextDeal } from "../people/NextDeal.tsx";
import { SitHere } from "../people/SitHere.tsx";
import type { TableStore } from "../table/store.ts";
import { announce, News, useNews } from "../ui/announce.tsx";
import { Clock, shownTime, useTimeLeft } from "../ui/Clock.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { useFocusThatStays } from "../ui/focus.ts";
import { PlayingCard, typedAs } from "../ui/PlayingCard.tsx";
import { oneTapBids } from "../ui/preferences.ts";
import { useTyping } from "../ui/typing.ts";
import type { Card, ViewUpdate } from "../wire/protocol.ts";
import { Auction } from "./Auction.tsx";
import { BiddingBox } from "./BiddingBox.tsx";
import { TrickArea } from "./Cards.tsx";
import { DirectorPanel } from "./Director.tsx";
import { Felt } from "./Felt.tsx";
import {
  answerers,
  auctionOf,
  type Board,
  bottomOf,
  type Called,
  drawnBy,
  isBoard,
  isOwnBoard,
  lastTrickOf,
  type OwnBoard,
  type Seat,
  trickOf,
} from "./model.ts";
import { seatName } from "./seatName.ts";
import { CallDialog, Claim, ClaimDialog, DirectorDialog, Requests, UndoDialog } from "./Requests.tsx";
import { PlayRecord, ResultPanel, ScoreSheet } from "./ScoreSheet.tsx";
import { personAt, SeatPlate } from "./SeatPlate.tsx";
import { fleeting, happened, type Shown } from "./sentences.ts";
import { Systems } from "./Systems.tsx";

export function Table({ store }: { store: TableStore }) {
  const view = store.view.value;
  if (view === null || !isBoard(view.pub)) return null;
  const own = isOwnBoard(view.own) ? view.own : null;
  return <LiveTable store={store} view={view} pub={view.pub} own={own} />;
}

interface Props {
  store: TableStore;
  view: ViewUpdate;
  pub: Board;
  own: OwnBoard | null;
}

/** The window that is open over the table: a number is the index of a call of the auction. */
type Open = "director" | "claim" | "undo" | "score" | "systems" | "auction" | number | null;

function LiveTable({ store, view, pub, own }: Props) {
  const said = words.value.bridge;
  const [open, setOpen] = useState<Open>(null);
  const [looksBack, lookBack] = useState(false);
  const mySeat = store.mySeat.value, bottom = bottomOf(own, store.audience.value);
  const isDirector = store.audience.value === "director";
  const close = () => setOpen(null);
  const news = useEvents(store), [cut, closeCut] = useCut(store);
  const place = useFocusThatStays<HTMLDivElement>(".br-box", ".br-side.bottom .br-cards");
  const moves = Object.keys(pub.plays).length;
  useLayoutEffect(() => lookBack(false), [moves, pub.board, pub.phase]);

  const legal = mySeat !== null && own?.cards != null ? new Set<string>(own.cards) : undefined;
  const play = (card: string) => void store.act({ t: "play", card: card as never });
  const calls = auctionOf(pub, own);
  const chosen = typeof open === "number" ? calls.find((called) => called.index === open) : undefined;
  const may = mySeat === null ? [] : own?.may ?? [];
  const before = lastTrickOf(pub, own);
  const rows = store.people.value?.seats ?? [];
  const waits: readonly (number | null | undefined)[] = pub.claim == null ? [pub.actor] : answerers(pub, own);
  const inAuction = pub.phase === "auction" || (pub.phase === "over" && pub.contract == null);

  function auction(bare: boolean) {
    return (
      <Auction
        calls={calls}
        dealer={pub.dealer}
        vulnerable={pub.vulnerable}
        turn={pub.phase === "auction" ? pub.turn ?? null : null}
        open={mySeat === null ? undefined : (called: Called) => setOpen(called.index)}
        bare={bare}
      />
    );
  }
  function plate(seat: Seat) {
    const row = rows.find((each) => each.seat === seat);
    const person = personAt(row, seat === mySeat);
    const timed = waits.includes(seat) && view.deadline_ms != null;
    return (
      <SeatPlate
        pub={pub}
        seat={seat}
        {...person}
        inTurn={(pub.actor ?? pub.turn) === seat}
        timed={timed}
      >
        {timed && <Clock deadline_ms={view.deadline_ms} now={() => store.clock.now()} />}
        <SitHere store={store} seat={seat} kind="br-sit" />
      </SeatPlate>
    );
  }

  return (
    <div class="br-page" ref={place} tabIndex={-1} data-box={oneTapBids.value ? "one-tap" : "two-taps"}>
      <div class="br-room">
        <Felt
          pub={pub}
          own={own}
          bottom={bottom}
          mySeat={mySeat}
          plate={plate}
          legal={legal}
          play={legal === undefined ? undefined : play}
          corner={!inAuction && calls.length > 0 ? auction(false) : undefined}
          middle={
            <>
              {pub.phase === "deal" ? <BeforeDeal store={store} pub={pub} /> : inAuction
                ? (
                  <>
                    {auction(false)}
                    <ResultPanel pub={pub} />
                  </>
                )
                : pub.phase === "over"
                ? <ResultPanel pub={pub} />
                : (
                  <TrickArea
                    trick={looksBack && before !== null ? before : trickOf(pub, own)}
                    bottom={bottom}
                    arriving={pub.last?.t === "played" && !looksBack ? pub.last.card : null}
                    label={looksBack ? said.lastTrick : undefined}
                  />
                )}
              <Prompt store={store} pub={pub} own={own} mySeat={mySeat} looksBack={looksBack} />
              <Stop store={store} view={view} />
              <News text={news} />
              <Claim store={store} pub={pub} own={own} />
            </>
          }
        />
        {legal !== undefined && <TypedCards legal={[...legal]} play={play} />}
      </div>
      {mySeat !== null && pub.phase === "auction" && (
        <BiddingBox
          legal={own?.calls ?? []}
          make={(call, alert, explanation) => void store.act({ t: "call", call, alert, explanation })}
        />
      )}
      <div class="br-foot">
        <div class="br-tools">
          {before !== null && pub.phase !== "over" && (
            <button
              type="button"
              aria-pressed={looksBack}
              onClick={() => lookBack(!looksBack)}
            >
              {looksBack ? said.backToTrick : said.lastTrick}
            </button>
          )}
          {may.includes("claim") && (
            <button type="button" onClick={() => setOpen("claim")}>{said.claim}</button>
          )}
          {may.includes("undo") && <button type="button" onClick={() => setOpen("undo")}>{said.undo}</button>}
          {!inAuction && calls.length > 0 && (
            <button
              type="button"
              class="br-phone"
              onClick={() => setOpen("auction")}
            >
              {said.auction}
            </button>
          )}
          <button type="button" onClick={() => setOpen("score")}>{said.score}</button>
          {((own?.systems?.length ?? 0) > 0 || may.includes("system")) && (
            <button
              type="button"
              onClick={() => setOpen("systems")}
            >
              {said.systems}
            </button>
          )}
          {mySeat !== null && (store.people.value?.directors?.length ?? 0) > 0 && (
            <button
              type="button"
              onClick={() => setOpen("director")}
            >
              {said.callDirector}
            </button>
          )}
        </div>
        <Requests store={store} pub={pub} own={own} />
      </div>
      {isDirector && <DirectorPanel store={store} pub={pub} own={own} />}
      {open === "claim" && may.includes("claim") && <ClaimDialog store={store} pub={pub} close={close} />}
      {open === "undo" && may.includes("undo") && <UndoDialog store={store} close={close} />}
      {open === "director" && <DirectorDialog store={store} close={close} />}
      {open === "systems" && <Systems store={store} own={own} close={close} />}
      {open === "score" && (
        <Dialog title={said.scoreSheet} close={close} kind="wide">
          <CompareLink store={store} />
          <ScoreSheet table={store.id} pub={pub} names={rows.map((row) => personAt(row, false).name)} />
          <PlayRecord pub={pub} own={own} />
        </Dialog>
      )}
      {cut !== null && pub.phase === "auction" && (
        <Dialog title={said.cut} close={closeCut}>
          <Cut store={store} cards={cut} />
          <button type="button" class="primary" onClick={closeCut}>{said.cutClose}</button>
        </Dialog>
      )}
      {open === "auction" && <Dialog title={said.auction} close={close}>{auction(false)}</Dialog>}
      {chosen !== undefined && <CallDialog store={store} own={own} called={chosen} close={close} />}
    </div>
  );
}

/** Says each event at the table for a screen reader, and returns the text of one that must be shown for a while. */
function useEvents(store: TableStore): string {
  const [news, show] = useNews();
  useEffect(() => {
    let before: Shown | null = null;
    // The signal tells each view, also of two that come before the page is drawn again.
    return store.view.subscribe((view) => {
      if (view === null || !isBoard(view.pub)) return;
      const now = { pub: view.pub, own: isOwnBoard(view.own) ? view.own : null };
      happened(before, now, words.peek()).forEach(announce);
      const brief = fleeting(before, now, words.peek());
      // The cards of a cut stand in a window.
      if (brief.length > 0 && now.pub.last?.t !== "cut") show(brief.join(". "));
      before = now;
    });
  }, [store]);
  return news;
}

/** Returns the cards of a cut that was seen at this page, until the player has closed its window. */
function useCut(store: TableStore): [cards: readonly Card[] | null, close: () => void] {
  const [cards, setCards] = useState<readonly Card[] | null>(null);
  useEffect(() => {
    let isFirst = true;
    // The deal follows the cut at once, so the cut may be gone before the page is drawn.
    return store.view.subscribe((view) => {
      if (view === null || !isBoard(view.pub)) return;
      if (view.pub.last?.t === "cut" && !isFirst) setCards(view.pub.last.cards);
      isFirst = false;
    });
  }, [store]);
  return [cards, () => setCards(null)];
}

function TypedCards({ legal, play }: { legal: readonly string[]; play: (card: string) => void }) {
  useTyping(legal.map((card) => ({ texts: typedAs(card), act: () => play(card) })));
  return null;
}

/** One line that says what the table waits for. */
function Prompt({ store, pub, own, mySeat, looksBack }: Omit<Props, "view"> & {
  mySeat: number | null;
  looksBack: boolean;
}) {
  const said = words.value.bridge;
  let text: ComponentChildren = "";
  if (looksBack) text = said.lastTrick;
  else if (mySeat !== null && own?.calls != null) text = said.yourCall;
  else if (mySeat !== null && own?.cards != null) text = pub.turn === mySeat ? said.yourTurn : said.playDummy;
  else if (pub.turn != null && pub.phase === "auction") text = said.waitFor(seatName(pub.turn, words.value));
  else if (pub.turn != null && pub.phase === "play") text = said.turnOf(seatName(pub.turn, words.value));
  else if (pub.phase === "over") {
    text = <NextDeal store={store} said={said.nextBoard} otherwise={said.boardOver} />;
  }
  const mine = mySeat !== null && own?.decision != null;
  return <p class={mine ? "br-prompt mine" : "br-prompt"}>{text}</p>;
}

/** Counts down the time before which no call counts after a jump bid. */
function Stop({ store, view }: { store: TableStore; view: ViewUpdate }) {
  const left = useTimeLeft(view.opens_ms, () => store.clock.now());
  if (left === null || left < 1000) return null;
  const said = words.value.bridge;
  return (
    <p class="br-stop" title={said.stopAbout}>
      <b>{said.stop}</b> <span aria-hidden="true">{shownTime(left)}</span>
      <span class="heard">{said.stopAbout}</span>
    </p>
  );
}

function BeforeDeal({ store, pub }: { store: TableStore; pub: Board }) {
  const said = words.value.bridge;
  const free = (store.people.value?.seats ?? []).some((row) =>
    row.seat < 4 && row.player == null && row.robot == null
  );
  return (
    <div class="br-before">
      {pub.last?.t === "cut" && (
        <>
          <h2>{said.cut}</h2>
          <Cut store={store} cards={pub.last.cards} />
        </>
      )}
      <p>
        {free
          ? said.waitsForPlayers
          : pub.match != null && store.mySeat.value === null
          ? words.value.people.seesHands.match
          : pub.board_set != null && store.mySeat.value === null
          ? words.value.people.seesHands.set
          : said.waitsForDeal}
      </p>
    </div>
  );
}

/** The cards of a cut, the highest first, each with the player that it gave a seat. */
function Cut({ store, cards }: { store: TableStore; cards: readonly Card[] }) {
  const said = words.value.bridge, rows = store.people.value?.seats ?? [], mySeat = store.mySeat.value;
  return (
    <>
      <ul class="row br-cut">
        {drawnBy(cards).map(({ card, seat }) => {
          const row = rows.find((each) => each.seat === seat);
          return (
            <li key={card} class="br-drawn">
              <PlayingCard card={card} small />
              <b>{seatName(seat, words.value)}</b>
              {cards.length === 4 && <span>{personAt(row, seat === mySeat).name}</span>}
            </li>
          );
        })}
      </ul>
      <p>{said.cutAbout} {cards.length > 4 && said.cutFrom}</p>
      {mySeat !== null && mySeat < 4 && <p>{said.cutSeat(seatName(mySeat, words.value))}</p>}
    </>
  );
}
