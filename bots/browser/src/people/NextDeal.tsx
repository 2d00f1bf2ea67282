/** The time until the next deal, and the buttons by which players go on at once, or wait. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { nextChoice } from "../table/between.ts";
import type { TableStore } from "../table/store.ts";
import { soon, useTimeLeft } from "../ui/Clock.tsx";
import { guest } from "./guest.ts";

/**
 * Says how soon the next deal begins, or `otherwise` if that is unknown: the table is paused, is left, or ends here.
 * `said` are the words of the game around the time.
 */
export function NextDeal({ store, said, otherwise = "" }: {
  store: TableStore;
  said: (time: string) => string;
  otherwise?: string;
}) {
  const view = store.view.value, time = soon(useTimeLeft(view?.next_deal_ms, () => store.clock.now()));
  const countdown = time === null ? <>{otherwise}</> : <span role="timer" data-next-deal>{said(time)}</span>;
  return (
    <>
      {countdown}
      <NextButtons store={store} />
    </>
  );
}

function NextButtons({ store }: { store: TableStore }) {
  const { press, choice } = useNext(store), text = words.value.people.next;
  if (choice === null) return null;
  const rows = store.people.value?.seats ?? [];
  const names = choice.others.map((seat) => rows.find((row) => row.seat === seat)?.name ?? "").join(", ");
  const about = choice.held
    ? [choice.waits ? text.youWait : "", names && text.wait(names)].filter(Boolean).join(" ")
    : names && text.missing(names);
  return (
    <span class="next-deal">
      {(choice.next || choice.wait) && (
        <span class="row">
          <button type="button" class="primary" disabled={!choice.next} onClick={() => press("next")}>
            {text.next}
          </button>
          <button
            type="button"
            disabled={!choice.wait}
            aria-pressed={choice.waits}
            onClick={() => press("wait")}
          >
            {text.hold}
          </button>
        </span>
      )}
      <span class="muted" role="status">{about}</span>
    </span>
  );
}

/** Returns what the person may do now, and how to do it; between a press and its answer nothing can be pressed. */
function useNext(store: TableStore) {
  const [busy, setBusy] = useState(false);
  const view = store.view.value, rows = store.people.value?.seats ?? [];
  const isHost = guest.value !== null && store.people.value?.host === guest.value.id;
  const choice = view === null ? null : nextChoice(view, rows, store.mySeat.value, isHost);
  async function press(what: "next" | "wait"): Promise<void> {
    if (busy) return;
    setBusy(true);
    await store.request({ t: what });
    setBusy(false);
    // The next deal has begun meanwhile: nothing is left to ask for.
    const after = store.view.value;
    if (after !== null && nextChoice(after, [], null, false) === null) store.refusal.value = null;
  }
  return { choice, press: (what: "next" | "wait") => void press(what) };
}
