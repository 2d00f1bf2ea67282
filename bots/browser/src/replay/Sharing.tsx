/** The button by which the opener of a file shows it to everybody; until then only people with the link see it. */

import { useEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import { guest } from "../people/guest.ts";
import type { ShownTable } from "../people/shown.ts";
import type { TableStore } from "../table/store.ts";

export function Sharing({ store }: { store: TableStore }) {
  const said = words.value.replay;
  const [shown, setShown] = useState<ShownTable | null>(null);
  const isHost = guest.value !== null && store.people.value?.host === guest.value.id;
  const read = () =>
    http.get(`/v1/tables/${store.id}`).then((answer) => setShown(answer as ShownTable), () => {});
  useEffect(() => {
    if (isHost) void read();
  }, [store, isHost]);
  if (!isHost || shown === null) return null;
  const isShared = shown.policy.access === undefined || shown.policy.access === "open";
  async function share(): Promise<void> {
    if (shown === null) return;
    await store.host({ policy: { ...shown.policy, access: "open" } });
    await read();
  }
  return (
    <p class="muted replay-sharing" role="status">
      {isShared ? said.listedForAll : said.notShared}{" "}
      {!isShared && <button type="button" class="plain" onClick={() => void share()}>{said.shareFile}
      </button>}
    </p>
  );
}
