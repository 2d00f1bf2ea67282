/** A small picture of a bridge table, for a grid of tables. */

import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { Auction } from "./Auction.tsx";
import { Slab } from "./BoardInfo.tsx";
import { ContractFace } from "./Calls.tsx";
import { OpenHand, TrickArea } from "./Cards.tsx";
import { auctionOf, bottomOf, dummyOf, isBoard, isOwnBoard, knownHands, trickOf, trumpsOf } from "./model.ts";
import { seatName } from "./seatName.ts";
import { claimSentence } from "./Requests.tsx";
import { resultText } from "./sentences.ts";

export function Miniature({ store }: { store: TableStore }) {
  const view = store.view.value, said = words.value.bridge;
  if (view === null || !isBoard(view.pub)) return null;
  const pub = view.pub, own = isOwnBoard(view.own) ? view.own : null;
  const bottom = bottomOf(own, view.audience), dummy = dummyOf(pub);
  const cards = dummy === null ? null : knownHands(pub, own)[dummy];
  return (
    <div class="br-mini">
      <div class="br-mini-head">
        <Slab pub={pub} bottom={bottom} />
        <div class="br-facts">
          {pub.contract == null ? <b>{said.board(pub.board)}</b> : <ContractFace contract={pub.contract} />}
          {pub.contract != null && (
            <span class="br-counts">
              <span>
                {said.shortSides.NS} <b>{pub.tricks[0]}</b>
              </span>
              <span>
                {said.shortSides.EW} <b>{pub.tricks[1]}</b>
              </span>
            </span>
          )}
        </div>
      </div>
      {pub.result != null
        ? <p class="br-mini-result">{resultText(pub.result, words.value)}</p>
        : pub.claim != null
        ? <p class="br-mini-result">{claimSentence(pub)}</p>
        : pub.contract == null || Object.keys(pub.plays).length === 0
        ? (
          <Auction
            calls={auctionOf(pub, own).map((called) => ({ ...called, remarks: [] }))}
            dealer={pub.dealer}
            vulnerable={pub.vulnerable}
            turn={pub.phase === "auction" ? pub.turn ?? null : null}
            bare
          />
        )
        : (
          <div class="br-mini-play">
            <TrickArea
              trick={trickOf(pub, own)}
              bottom={bottom}
            />
            {dummy !== null && cards !== null && (
              <OpenHand
                cards={cards}
                trumps={trumpsOf(pub.contract)}
                label={said.dummysHand(seatName(dummy, words.value))}
              />
            )}
          </div>
        )}
    </div>
  );
}
