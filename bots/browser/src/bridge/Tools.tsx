/** The buttons below the table, and the windows that they and the calls of the auction open. */

import { words } from "../i18n/index.ts";
import { CompareLink } from "../people/CompareLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { beginners } from "./beginnersPart.ts";
import { Cut } from "./Cut.tsx";
import type { LiveState } from "./liveTable.ts";
import { LiveAuction } from "./Middle.tsx";
import { CallDialog, ClaimDialog, DirectorDialog, UndoDialog } from "./Requests.tsx";
import { PlayRecord, ScoreSheet } from "./ScoreSheet.tsx";
import { personAt } from "./SeatPlate.tsx";
import { Systems } from "./Systems.tsx";

/** The buttons: those that come and go stand behind the others, so that no button moves. */
export function Tools({ live }: { live: LiveState }) {
  const { store, pub, own, mySeat, may, before, looksBack, lookBack, setOpen } = live;
  const said = words.value.bridge;
  return (
    <div class="br-tools">
      <button type="button" onClick={() => setOpen("score")}>{said.score}</button>
      <button type="button" onClick={() => setOpen("rules")}>{said.rules}</button>
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
      {!live.inAuction && live.calls.length > 0 && (
        <button
          type="button"
          class="br-phone"
          onClick={() => setOpen("auction")}
        >
          {said.auction}
        </button>
      )}
      {may.includes("claim") && <button type="button" onClick={() => setOpen("claim")}>{said.claim}</button>}
      {before !== null && pub.phase !== "over" && (
        <button
          type="button"
          aria-pressed={looksBack}
          onClick={() => lookBack(!looksBack)}
        >
          {looksBack ? said.backToTrick : said.lastTrick}
        </button>
      )}
      {may.includes("undo") && <button type="button" onClick={() => setOpen("undo")}>{said.undo}</button>}
    </div>
  );
}

export function Windows({ live }: { live: LiveState }) {
  const { store, pub, own, may, open, close, cut, closeCut } = live;
  const said = words.value.bridge;
  const chosen = typeof open === "number" ? live.calls.find((called) => called.index === open) : undefined;
  return (
    <>
      {open === "claim" && may.includes("claim") && <ClaimDialog store={store} pub={pub} close={close} />}
      {open === "undo" && may.includes("undo") && <UndoDialog store={store} close={close} />}
      {open === "director" && <DirectorDialog store={store} close={close} />}
      {open === "rules" && <Loaded part={beginners}>{({ Beginners }) => <Beginners close={close} />}</Loaded>}
      {open === "systems" && <Systems store={store} own={own} close={close} />}
      {open === "score" && (
        <Dialog title={said.scoreSheet} close={close} kind="wide">
          <CompareLink store={store} />
          <ScoreSheet
            table={store.id}
            pub={pub}
            names={live.rows.map((row) => personAt(row, false).name)}
          />
          <PlayRecord pub={pub} own={own} />
        </Dialog>
      )}
      {cut !== null && pub.phase === "auction" && (
        <Dialog title={said.cut} close={closeCut}>
          <Cut store={store} cards={cut} />
          <button type="button" class="primary" onClick={closeCut}>{said.cutClose}</button>
        </Dialog>
      )}
      {open === "auction" && (
        <Dialog title={said.auction} close={close}>
          <LiveAuction live={live} />
        </Dialog>
      )}
      {chosen !== undefined && <CallDialog store={store} own={own} called={chosen} close={close} />}
    </>
  );
}
