/** The state of a live bridge table at this page: what the view allows, and which window is open. */

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { announce, useNews } from "../ui/announce.tsx";
import type { BridgePlay, Card, SeatRow, ViewUpdate } from "../wire/protocol.ts";
import {
  answerers,
  auctionOf,
  type Board,
  bottomOf,
  type Called,
  faceDownOf,
  isBoard,
  isOwnBoard,
  lastTrickOf,
  type OwnBoard,
  pendingCall,
  pendingPlay,
  type Seat,
  type Trick,
} from "./model.ts";
import { fleeting, happened, ownNews, type Shown } from "./sentences.ts";

/** A table with its view, in the two halves that the game has. */
export interface Live {
  store: TableStore;
  view: ViewUpdate;
  pub: Board;
  own: OwnBoard | null;
}

/** The window that is open over the table: a number is the index of a call of the auction. */
export type Open = "director" | "claim" | "undo" | "score" | "systems" | "rules" | "auction" | number | null;

export interface LiveState extends Live {
  mySeat: number | null;
  /** The seat at the bottom of the screen. */
  bottom: Seat;
  rows: readonly SeatRow[];
  /** The calls of the auction, with one that the server has not stored yet. */
  calls: readonly Called[];
  /** True while a call of the player has not been stored. */
  hasCalled: boolean;
  /** The card that lies on the table, but has not been stored yet. */
  putDown: BridgePlay | null;
  /** True while the auction, and not the trick, stands in the middle. */
  inAuction: boolean;
  /** The cards that the player may play now, and what plays one. */
  legal: ReadonlySet<string> | undefined;
  play: (card: string) => void;
  may: NonNullable<OwnBoard["may"]>;
  /** True if the table waits for a decision of a seat. */
  waitsFor: (seat: Seat) => boolean;
  /** The trick before the present one, and whether it is shown in its place. */
  before: Trick | null;
  looksBack: boolean;
  lookBack: (looksBack: boolean) => void;
  open: Open;
  setOpen: (open: Open) => void;
  close: () => void;
  /** The text of an event that must be shown for a while. */
  news: string;
  /** The cards of a cut, until the player has closed its window. */
  cut: readonly Card[] | null;
  closeCut: () => void;
}

export function useLiveTable({ store, view, pub, own }: Live): LiveState {
  const [open, setOpen] = useState<Open>(null);
  const [looksBack, lookBack] = useState(false);
  const news = useEvents(store), [cut, closeCut] = useCut(store);
  const moves = Object.keys(pub.plays).length;
  useLayoutEffect(() => lookBack(false), [moves, pub.board, pub.phase]);
  const mySeat = store.mySeat.value, calls = auctionOf(pub, own);
  const made = store.pending.value?.action ?? null;
  const putDown = pendingPlay(made, pub), called = pendingCall(made, pub);
  const waits: readonly (number | null | undefined)[] = pub.claim == null ? [pub.actor] : answerers(pub, own);
  return {
    store,
    view,
    pub,
    own,
    mySeat,
    bottom: bottomOf(own, store.audience.value),
    rows: store.people.value?.seats ?? [],
    calls: called === null ? calls : [...calls, called],
    hasCalled: called !== null,
    putDown,
    inAuction: pub.phase === "auction" || faceDownOf(pub) !== null ||
      (pub.phase === "over" && pub.contract == null),
    legal: mySeat !== null && own?.cards != null && putDown === null ? new Set<string>(own.cards) : undefined,
    play: (card) => void store.act({ t: "play", card: card as Card }),
    may: mySeat === null ? [] : own?.may ?? [],
    waitsFor: (seat) => waits.includes(seat),
    before: lastTrickOf(pub, own),
    looksBack,
    lookBack,
    open,
    setOpen,
    close: () => setOpen(null),
    news,
    cut,
    closeCut,
  };
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
      if (store.mySeat.peek() !== null) ownNews(before, now, words.peek()).forEach(announce);
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
