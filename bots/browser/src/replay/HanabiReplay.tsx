/** A table that shows recorded games of Hanabi: the leader steps and tries moves, the others see the same. */

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Board } from "../hanabi/Board.tsx";
import { type HanabiTable, position, seenCards, touchedBy } from "../hanabi/model.ts";
import { type Choice, NOTHING, Panel } from "../hanabi/Panel.tsx";
import { Rules } from "../hanabi/Rules.tsx";
import { news } from "../hanabi/events.ts";
import { cardName, type Names } from "../hanabi/texts.ts";
import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { announce } from "../ui/announce.tsx";
import type {
  HanabiAction,
  HanabiOwn,
  HanabiPub,
  HanabiReplayOwn,
  HanabiReplayPub,
} from "../wire/protocol.ts";
import { Leader, leads, LedRemarks, LedSteps, LedTitle } from "./Led.tsx";
import type { Eyes } from "./model.ts";
import { EyesChoice } from "./Transport.tsx";

/** The seat with the eyes of which this page sees; every watcher of the table chooses one. */
const eyes = signal<Eyes>("all");

export function HanabiReplay({ store }: { store: TableStore }) {
  const pub = store.pub.value as HanabiReplayPub;
  if (pub.files_boards === 0) return <p class="waiting">{words.value.replay.noFile}</p>;
  return <Shown store={store} pub={pub} />;
}

function Shown({ store, pub }: { store: TableStore; pub: HanabiReplayPub }) {
  const said = words.value;
  const own = store.own.value as HanabiReplayOwn | null;
  const leading = leads(store) && pub.turn != null;
  const players = pub.hands.length;
  const looks = eyes.value === "all" || eyes.value >= players ? null : eyes.value;
  const names: Names = (seat) => pub.players?.[seat] || said.hanabi.seat(seat + 1);
  const shown = position(pub, own, { eyes: looks });
  const seen = seenCards(pub, own, looks);
  const [choice, choose] = useState<Choice>(NOTHING);
  const [rulesOpen, openRules] = useState(false);
  useLayoutEffect(() => choose(NOTHING), [pub.at, pub.place, pub.tried]);

  const before = useRef<HanabiTable | null>(null);
  useEffect(() => {
    const known = before.current;
    before.current = pub;
    const texts = known === null ? [] : news(known, pub, own as unknown as HanabiOwn | null, names, said);
    if (texts.length > 0) announce(texts.slice(-2).join(". "));
  }, [pub]);

  function tryMove(move: HanabiAction): void {
    choose(NOTHING);
    if (move.t !== "vote") void store.act({ t: "try", move });
  }
  const notes = (pub.notes ?? []).filter((note) => note.text);
  const noteOn = (order: number) =>
    notes.filter((note) => note.card === order).map((note) => `${names(note.seat)}: ${note.text}`)
      .join(" · ") || undefined;
  const mine = leading ? pub.turn ?? null : null;
  const live = { ...pub, game: "hanabi" } as unknown as HanabiPub;
  const half = { ...own, game: "hanabi", seat: mine } as unknown as HanabiOwn;
  const dealName = said.replay.deal.hanabi(pub.game_no) + (pub.id == null ? "" : ` (${pub.id})`);
  return (
    <div class="replay" data-game="hanabi" data-turn={pub.at}>
      <div class="replay-main">
        <LedTitle store={store} pub={pub} dealName={dealName} />
        <h2 class="heard">{said.hanabi.title}</h2>
        <Board
          pub={pub}
          shown={shown}
          seen={seen}
          names={names}
          mine={looks}
          chosen={choice.card}
          raised={choice.clue === null ? new Set() : touchedBy(shown, choice.clue)}
          press={(seat, order) =>
            choose((now) =>
              now.card === order ? NOTHING : { ...NOTHING, card: order, to: seat === mine ? null : seat }
            )}
          note={noteOn}
          head={(seat) => pub.turn === seat && <span class="hanabi-now">●</span>}
          tools={
            <button type="button" class="plain" onClick={() => openRules(true)}>{said.hanabi.rules}</button>
          }
        >
          {mine !== null && <p class="replay-trying">{said.replay.tryMove(names(mine))}</p>}
          <Panel
            pub={live}
            own={half}
            shown={shown}
            names={names}
            mine={mine}
            eyes={mine}
            active={leading && store.pending.value === null}
            paused={false}
            choice={choice}
            choose={choose}
            attempt={(kind, order) => tryMove({ t: kind, card: order })}
            act={tryMove}
            notes={{}}
            write={null}
            nextGame={null}
          />
        </Board>
        <LedSteps
          store={store}
          pub={pub}
          bigStep={(forward) =>
            forward ? Math.min(pub.moves, pub.at + players) : Math.max(0, pub.at - players)}
          rounds
          place=""
        >
          <EyesChoice
            eyes={looks ?? "all"}
            names={pub.hands.map((_, seat) => names(seat))}
            see={(to) => eyes.value = to}
          />
        </LedSteps>
      </div>
      <aside class="replay-side">
        <LedRemarks store={store} pub={pub} comments={[]} fault="" warnings={pub.warnings ?? []} />
        {notes.length > 0 && (
          <details class="replay-panel">
            <summary>{said.replay.notes}</summary>
            <ul>
              {notes.map((note) => {
                const card = seen.get(note.card);
                const title = card === undefined
                  ? said.replay.noteOn(String(note.card + 1))
                  : cardName(pub.variant, card, said);
                return (
                  <li key={`${note.seat} ${note.card}`}>
                    <b>{names(note.seat)}</b>, {title}: {note.text}
                  </li>
                );
              })}
            </ul>
          </details>
        )}
        <Leader store={store} pub={pub} />
      </aside>
      {rulesOpen && <Rules pub={live} names={names} mine={null} close={() => openRules(false)} />}
    </div>
  );
}
