/** The deal before the present one: its result stays beside the table, with the way to its replay. */

import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { replayAddress } from "../route.ts";
import type { TableStore } from "../table/store.ts";
import { Loaded } from "../ui/Loaded.tsx";

export function LastDeal({ store }: { store: TableStore }) {
  const before = store.lastOver.value, now = store.pub.value, game = gameOf(store.game.value);
  if (before === null || now === null || game === undefined) return null;
  const number = game.dealOf(before), text = words.value.people;
  if (number === null || number === game.dealOf(now)) return null;
  return (
    <section class="people-last" aria-label={text.lastDeal}>
      <span>
        <b>{text.lastNumbered(number)}</b>{" "}
        <Loaded part={game.part}>{({ lastResult }) => <>{lastResult?.(store, before) ?? ""}</>}</Loaded>
      </span>
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
