/** The bridge table: a live board with everything that a player, a watcher or a director may do there. */

import { words } from "../i18n/index.ts";
import { SitHere } from "../people/SitHere.tsx";
import type { TableStore } from "../table/store.ts";
import { Clock } from "../ui/Clock.tsx";
import { useFocusThatStays } from "../ui/focus.ts";
import { spoken, typedAs } from "../ui/PlayingCard.tsx";
import { oneTapBids } from "../ui/preferences.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { useTyping } from "../ui/typing.ts";
import { BiddingBox } from "./BiddingBox.tsx";
import { refuse } from "./Calls.tsx";
import { DirectorPanel } from "./Director.tsx";
import { Felt } from "./Felt.tsx";
import { beginners } from "./beginnersPart.ts";
import { guided } from "./guided.ts";
import { type Live, type LiveState, useLiveTable } from "./liveTable.ts";
import { LiveAuction, Middle } from "./Middle.tsx";
import { CARDS, isBoard, isOwnBoard, type Seat } from "./model.ts";
import { Points } from "./Points.tsx";
import { Requests } from "./Requests.tsx";
import { personAt, SeatPlate } from "./SeatPlate.tsx";
import { Tools, Windows } from "./Tools.tsx";
import { useMeanings } from "./useMeanings.tsx";

export function Table({ store }: { store: TableStore }) {
  const view = store.view.value;
  if (view === null || !isBoard(view.pub)) return null;
  const own = isOwnBoard(view.own) ? view.own : null;
  return <LiveTable store={store} view={view} pub={view.pub} own={own} />;
}

function LiveTable(props: Live) {
  const live = useLiveTable(props), { store, pub, own, mySeat, legal, play } = live;
  const meaning = useMeanings(store, own);
  const place = useFocusThatStays<HTMLDivElement>(".br-box", ".br-side.bottom .br-cards");
  const isGuided = guided.value === store.id;
  return (
    <div
      class="br-page"
      ref={place}
      tabIndex={-1}
      data-box={oneTapBids.value ? "one-tap" : "two-taps"}
      data-guided={isGuided || undefined}
    >
      {isGuided && <Loaded part={beginners}>{({ Guide }) => <Guide pub={pub} own={own} />}</Loaded>}
      <div class="br-table-page">
        <div class="br-room">
          <Felt
            pub={pub}
            own={own}
            bottom={live.bottom}
            mySeat={mySeat}
            plate={(seat) => <Plate live={live} seat={seat} />}
            legal={legal}
            play={legal === undefined ? undefined : play}
            away={live.putDown?.card}
            corner={!live.inAuction && live.calls.length > 0 ? <LiveAuction live={live} /> : undefined}
            middle={<Middle live={live} />}
            box={mySeat !== null && pub.phase === "auction"
              ? (
                <BiddingBox
                  legal={live.hasCalled ? [] : own?.calls ?? []}
                  make={(call, alert, explanation) => void store.act({ t: "call", call, alert, explanation })}
                  meaning={meaning}
                />
              )
              : undefined}
          />
          {legal !== undefined && <TypedCards legal={[...legal]} play={play} />}
        </div>
        <div class="br-foot">
          <Tools live={live} />
          <Requests store={store} pub={pub} own={own} />
        </div>
      </div>
      {store.audience.value === "director" && <DirectorPanel store={store} pub={pub} own={own} />}
      <Windows live={live} />
    </div>
  );
}

function Plate({ live, seat }: { live: LiveState; seat: Seat }) {
  const { store, view, pub, own, mySeat } = live;
  const row = live.rows.find((each) => each.seat === seat);
  const timed = live.waitsFor(seat) && view.deadline_ms != null;
  return (
    <SeatPlate
      pub={pub}
      seat={seat}
      {...personAt(row, seat === mySeat, store.people.value?.host)}
      inTurn={(pub.actor ?? pub.turn) === seat}
      timed={timed}
    >
      {timed && <Clock deadline_ms={view.deadline_ms} now={() => store.clock.now()} />}
      {seat === own?.seat && <Points pub={pub} own={own} />}
      <SitHere store={store} seat={seat} kind={mySeat === null ? "br-sit" : "br-sit br-move"} moves />
    </SeatPlate>
  );
}

function TypedCards({ legal, play }: { legal: readonly string[]; play: (card: string) => void }) {
  useTyping(CARDS.map((card) => ({
    texts: typedAs(card),
    act: () => legal.includes(card) ? play(card) : refuse(spoken(card, words.peek())),
  })));
  return null;
}
