/** The deal before the present one: its result stays beside the table, with the way to its replay. */

import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import type { Part } from "../parts.ts";
import { replayAddress } from "../route.ts";
import type { TableStore } from "../table/store.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { setOf } from "./model.ts";

/** The part with the results of one board at all tables of a set. */
export type OthersPart = Part<{ OtherTables: FunctionComponent<{ id: string; board: number }> }>;

export function LastDeal({ store, others }: { store: TableStore; others: OthersPart }) {
  const [isOpen, setOpen] = useState(false);
  const before = store.lastOver.value, now = store.pub.value, game = gameOf(store.game.value);
  if (before === null || now === null || game === undefined) return null;
  const number = game.dealOf(before), text = words.value.people;
  if (number === null || number === game.dealOf(now)) return null;
  const set = setOf(before);
  return (
    <section class="people-last" aria-label={text.lastDeal}>
      <span>
        <b>{text.lastNumbered(number)}</b>{" "}
        <Loaded part={game.part}>{({ lastResult }) => <>{lastResult?.(store, before) ?? ""}</>}</Loaded>
      </span>
      {set !== null && <button type="button" onClick={() => setOpen(true)}>{text.otherTables}</button>}
      {isOpen && set !== null && (
        <Dialog
          title={text.lastNumbered(number)}
          close={() => setOpen(false)}
          kind="wide"
        >
          <Loaded part={others}>{({ OtherTables }) => <OtherTables id={set} board={number} />}</Loaded>
        </Dialog>
      )}
      <a class="button" href={replayAddress(store.id, number)}>{words.value.ui.replay}</a>
      <button
        type="button"
        class="icon"
        aria-label={words.value.ui.close}
        onClick={() => store.lastOver.value = null}
      >
        ×
      </button>
    </section>
  );
}
