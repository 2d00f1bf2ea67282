/** A table that shows recorded games of Spades: the leader steps and tries moves, the others see the same. */

import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { spadesPub, taskOf } from "../spades/model.ts";
import { seatName } from "../spades/seatName.ts";
import { Mine, Table } from "../spades/Table.tsx";
import type { TableStore } from "../table/store.ts";
import type {
  SpadesAction,
  SpadesOwn,
  SpadesPub,
  SpadesReplayOwn,
  SpadesReplayPub,
} from "../wire/protocol.ts";
import { Leader, leads, LedRemarks, LedSteps, LedTitle } from "./Led.tsx";
import type { Eyes } from "./model.ts";
import { usePosition } from "./PositionTable.tsx";
import { EyesChoice } from "./Transport.tsx";

/** The seat with the cards that this page shows; every watcher of the table chooses one. */
const eyes = signal<Eyes>("all");

export function SpadesReplay({ store }: { store: TableStore }) {
  const pub = store.pub.value as SpadesReplayPub;
  if (pub.files_boards === 0) return <p class="waiting">{words.value.replay.noFile}</p>;
  return <Shown store={store} pub={pub} />;
}

function Shown({ store, pub }: { store: TableStore; pub: SpadesReplayPub }) {
  const said = words.value, { players } = pub.rules as { players: number };
  const looks = eyes.value === "all" || eyes.value >= players ? "all" : eyes.value;
  const names = Array.from({ length: players }, (_, seat) => pub.players?.[seat] || seatName(seat, said));
  const position = useMemo(
    () => ({ pub, own: seen(pub, looks), players: names }),
    [pub, looks, said],
  );
  const shown = usePosition(store.id, position, looks);
  const own = leads(store) ? store.own.value as SpadesReplayOwn : null;
  const deal = said.replay.deal.spades(pub.hand);
  return (
    <div class="replay" data-game="spades" data-turn={pub.at}>
      <div class="replay-main">
        <LedTitle store={store} pub={pub} dealName={pub.table ? `${deal} (${pub.table})` : deal} />
        <div class="replay-game" data-game="spades">
          <h2 class="heard">{said.spades.title}</h2>
          <Table store={shown} />
        </div>
        <LedSteps store={store} pub={pub} bigStep={(forward) => trickStep(pub, players, forward)} place="">
          <EyesChoice eyes={looks} names={names} see={(to) => eyes.value = to} />
        </LedSteps>
      </div>
      <aside class="replay-side">
        {own !== null && pub.turn != null && (
          <Try store={store} shown={shown} pub={pub} own={own} name={names[pub.turn] ?? ""} />
        )}
        <LedRemarks store={store} pub={pub} comments={[]} fault="" warnings={[]} />
        <Leader store={store} pub={pub} />
        {own !== null && <p class="muted replay-keys">{said.replay.keys}</p>}
      </aside>
    </div>
  );
}

/** The bids and cards that the leader may try for the player in turn, as that player would have had them. */
function Try({ store, shown, pub, own, name }: {
  store: TableStore;
  shown: TableStore;
  pub: SpadesReplayPub;
  own: SpadesReplayOwn;
  name: string;
}) {
  const trying = useMemo(() => {
    const act = (move: SpadesAction) => store.act({ t: "try", move });
    return Object.assign(Object.create(shown) as TableStore, { act });
  }, [store, shown]);
  const board = spadesPub(pub) as SpadesPub;
  const hidden = own.may?.includes("reveal") ? { hand: null } : {};
  const half = { ...own, ...hidden, game: "spades", seat: pub.turn } as SpadesOwn;
  return (
    <details class="replay-panel replay-tries" open={pub.phase !== "play"}>
      <summary>{words.value.replay.tryMove(name)}</summary>
      <div class="sp-bottom">
        <Mine key={own.decision} store={trying} pub={board} own={half} task={taskOf(board, half)} />
      </div>
    </details>
  );
}

/** Returns the own half of an audience that sees all hands, or the hand of one seat. */
function seen(pub: SpadesReplayPub, looks: Eyes): SpadesOwn {
  const hands = pub.hands ?? [];
  const half = looks === "all" ? { hands } : { seat: looks, hand: hands[looks] ?? null };
  return { game: "spades", ...half } as SpadesOwn;
}

/** Returns the number of moves at the position one trick later or earlier, before the play one round. */
function trickStep(pub: SpadesReplayPub, players: number, forward: boolean): number {
  const plays = Object.keys(pub.plays).length, before = pub.at - plays;
  if (pub.phase !== "play" && plays === 0) {
    return forward ? Math.min(pub.moves, pub.at + players) : Math.max(0, pub.at - players);
  }
  return forward
    ? Math.min(pub.moves, before + (Math.floor(plays / players) + 1) * players)
    : Math.max(0, before + Math.floor((plays - 1) / players) * players);
}
