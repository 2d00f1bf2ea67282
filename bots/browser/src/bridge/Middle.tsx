/** The middle of the table: the auction, the trick or the result, and one line that says what the table waits for. */

import type { ComponentChildren } from "preact";
import { words } from "../i18n/index.ts";
import { NextDeal } from "../people/NextDeal.tsx";
import type { TableStore } from "../table/store.ts";
import { News } from "../ui/announce.tsx";
import { shownTime, useTimeLeft } from "../ui/Clock.tsx";
import type { ViewUpdate } from "../wire/protocol.ts";
import { Auction } from "./Auction.tsx";
import { TrickArea } from "./Cards.tsx";
import { Cut } from "./Cut.tsx";
import type { LiveState } from "./liveTable.ts";
import { type Board, faceDownOf, trickOf, trickWith } from "./model.ts";
import { Claim } from "./Requests.tsx";
import { ResultPanel } from "./ScoreSheet.tsx";
import { seatName } from "./seatName.ts";

export function Middle({ live }: { live: LiveState }) {
  const { store, pub, own } = live;
  return (
    <>
      <MainThing live={live} />
      <FaceDown live={live} />
      <Prompt live={live} />
      <Stop store={store} view={live.view} />
      <News text={live.news} />
      <Claim store={store} pub={pub} own={own} />
    </>
  );
}

function MainThing({ live }: { live: LiveState }) {
  const { store, pub, own, before, looksBack } = live;
  if (pub.phase === "deal") return <BeforeDeal store={store} pub={pub} />;
  if (live.inAuction) {
    return (
      <>
        <LiveAuction live={live} />
        <ResultPanel pub={pub} />
      </>
    );
  }
  if (pub.phase === "over") return <ResultPanel pub={pub} />;
  return (
    <TrickArea
      trick={looksBack && before !== null ? before : trickWith(trickOf(pub, own), live.putDown)}
      waits={store.waits.value}
      bottom={live.bottom}
      label={looksBack ? words.value.bridge.lastTrick : undefined}
    />
  );
}

/** The question of a player that is asked if the opening lead, which lies face down, may be turned up. */
function FaceDown({ live: { store, own, mySeat } }: { live: LiveState }) {
  if (mySeat === null || !own?.no_questions || store.pending.value?.decision != null) return null;
  return (
    <button type="button" class="primary" onClick={() => void store.act({ t: "no_questions" })}>
      {words.value.bridge.noQuestions}
    </button>
  );
}

/** The auction of the live board; each call opens what can be known and done about it. */
export function LiveAuction(
  { live: { store, pub, mySeat, calls, hasCalled, setOpen } }: { live: LiveState },
) {
  return (
    <Auction
      calls={calls}
      dealer={pub.dealer}
      vulnerable={pub.vulnerable}
      turn={pub.phase === "auction" && !hasCalled ? pub.turn ?? null : null}
      waits={store.waits.value}
      open={mySeat === null ? undefined : (called) => setOpen(called.index)}
    />
  );
}

/** One line that says what the table waits for. */
function Prompt({ live: { store, pub, own, mySeat, looksBack } }: { live: LiveState }) {
  const said = words.value.bridge, faceDown = faceDownOf(pub);
  let text: ComponentChildren = "";
  const isMade = store.pending.value?.decision != null;
  if (looksBack) text = said.lastTrick;
  else if (isMade) text = "";
  else if (mySeat !== null && own?.calls != null) text = said.yourCall;
  else if (mySeat !== null && own?.cards != null) text = pub.turn === mySeat ? said.yourTurn : said.playDummy;
  else if (faceDown !== null) {
    text = own?.no_questions ? said.askBeforeLead : said.leadFaceDown(
      seatName(faceDown.seat, words.value),
      faceDown.waiting.map((seat) => seatName(seat, words.value)).join(", "),
    );
  } else if (pub.turn != null && pub.phase === "auction") {
    text = said.waitFor(seatName(pub.turn, words.value));
  } else if (pub.turn != null && pub.phase === "play") text = said.turnOf(seatName(pub.turn, words.value));
  else if (pub.phase === "over") {
    text = <NextDeal store={store} said={said.nextBoard} otherwise={said.boardOver} />;
  }
  const mine = mySeat !== null && own?.decision != null && !isMade;
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
        {store.people.value?.paused
          ? "" // The notice of the pause says enough.
          : free
          ? said.waitsForPlayers
          : pub.match != null && store.mySeat.value === null
          ? words.value.people.seesHands.match
          : pub.board_set != null && store.mySeat.value === null
          ? words.value.people.seesHands.set
          : said.waitsForDeal}
      </p>
      {pub.game === "bridge" && pub.partner_robot && <p class="muted">{said.partnerRobot}</p>}
    </div>
  );
}
