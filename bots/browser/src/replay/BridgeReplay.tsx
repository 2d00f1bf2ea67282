/** A table that shows recorded boards of bridge: the leader steps and tries, the others see the same. */

import { signal } from "@preact/signals";
import { BiddingBox } from "../bridge/BiddingBox.tsx";
import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { Hand } from "../ui/Hand.tsx";
import { useTyping } from "../ui/typing.ts";
import { typedAs } from "../ui/PlayingCard.tsx";
import type { Card, ReplayOwn, ReplayPub } from "../wire/protocol.ts";
import { HttpRefusal } from "../wire/http.ts";
import { AuctionSheet, BridgeBoard, lastSpoken } from "./BridgeBoard.tsx";
import { DoubleDummy, marksShown } from "./DoubleDummy.tsx";
import { Leader, leads, LedRemarks, LedSteps, LedTitle } from "./Led.tsx";
import { type Eyes, handsOf, marksOf, stepTo, trickStep } from "./model.ts";
import { useShownAnalysis } from "./shownAnalysis.ts";
import { EyesChoice } from "./Transport.tsx";

/** The seat with the cards that this page shows; every watcher of the table chooses one. */
const eyes = signal<Eyes>("all");

export function BridgeReplay({ store }: { store: TableStore }) {
  const said = words.value;
  const pub = store.pub.value as ReplayPub;
  const own = store.own.value as ReplayOwn | null;
  const leading = leads(store);
  const cards = (leading ? own?.cards : null) ?? [], calls = (leading ? own?.calls : null) ?? [];
  const tryCard = (card: string) => void store.act({ t: "try_card", card: card as Card });
  const [analysis, analyseAgain] = useShownAnalysis(store.id, pub);
  if (pub.files_boards === 0) return <p class="waiting">{said.replay.noFile}</p>;
  const players = pub.players ?? ["", "", "", ""];
  const names = players.map((name, seat) => {
    const seatName = said.replay.seats[seat] ?? "";
    return name ? `${name} (${seatName})` : seatName;
  });
  const board = said.replay.deal.bridge(pub.board);
  const turn = pub.turn == null ? "" : said.replay.seats[pub.turn] ?? "";
  // A mouse presses the cards in the diagram, a finger needs larger ones.
  const hasFinger = matchMedia("(pointer: coarse)").matches;
  function seek(to: number): void {
    const action = stepTo(pub, to);
    if (action !== null) void store.act(action, { free: true });
  }
  const act = (to: number) => void store.act({ t: "seek", board: pub.place, at: to }, { free: true });
  return (
    <div class="replay" data-game="bridge" data-turn={pub.at}>
      <div class="replay-main">
        <LedTitle store={store} pub={pub} dealName={pub.name ? `${board} (${pub.name})` : board} />
        {pub.hands == null ? <p class="waiting">{said.replay.opens}</p> : (
          <BridgeBoard
            pub={pub}
            own={null}
            eyes={eyes.value}
            names={players}
            marks={marksShown.value && !(analysis instanceof HttpRefusal) ? marksOf(analysis, pub) : {}}
            legal={new Set<string>(cards)}
            play={hasFinger ? undefined : tryCard}
          />
        )}
        <LedSteps
          store={store}
          pub={pub}
          bigStep={(forward) => trickStep(pub.at, pub.moves, pub.auction, forward)}
          place={lastSpoken(pub, said)}
        >
          <EyesChoice eyes={eyes.value} names={names} see={(to) => eyes.value = to} />
        </LedSteps>
      </div>
      <aside class="replay-side">
        {cards.length > 0 && <TypedCards cards={cards} play={tryCard} />}
        {hasFinger && cards.length > 0 && pub.turn != null && (
          <details class="replay-panel replay-tries">
            <summary>{said.replay.tryCard(turn)}</summary>
            <Hand
              cards={handsOf(pub, null, "all")[pub.turn] ?? cards}
              legal={new Set<string>(cards)}
              play={tryCard}
              label={said.replay.tryCard(turn)}
            />
          </details>
        )}
        <AuctionSheet pub={pub} own={null} at={pub.at} seek={leading && pub.tried == null ? act : null} />
        {calls.length > 0 && (
          <details class="replay-panel replay-tries" open>
            <summary>{said.replay.tryCall(turn)}</summary>
            <BiddingBox
              legal={calls}
              alerts={false}
              make={(call) => void store.act({ t: "try_call", call })}
            />
          </details>
        )}
        {/* Above the analysis, whose results may come while the player presses a button of these. */}
        <LedRemarks
          store={store}
          pub={pub}
          comments={pub.comments ?? []}
          fault={pub.fault ?? ""}
          warnings={[]}
        />
        {pub.hands != null && (
          <DoubleDummy
            analysis={analysis}
            declarer={pub.contract?.declarer ?? null}
            contract={pub.contract ?? null}
            played={Object.keys(pub.plays).length}
            seek={leading ? (place) => seek(pub.auction + place) : null}
            again={analyseAgain}
          />
        )}
        <Leader store={store} pub={pub} />
        {leading && <p class="muted replay-keys">{said.replay.keys}</p>}
      </aside>
    </div>
  );
}

/** Lets the leader type the card to try; only one part of the page may listen to typed moves at a time. */
function TypedCards({ cards, play }: { cards: readonly string[]; play: (card: string) => void }) {
  useTyping(cards.map((card) => ({ texts: typedAs(card), act: () => play(card) })));
  return null;
}
