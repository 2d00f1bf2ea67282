/** The way back to the table that a person came from, which the page still follows. */

import { useEffect } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { lastTable, table } from "../page.ts";
import { address } from "../route.ts";
import { play } from "../ui/motion.ts";

export function BackToTable() {
  const id = lastTable.value;
  return id === null ? null : <Back key={id} id={id} />;
}

function Back({ id }: { id: string }) {
  const store = table(id), isMine = store.decision.value !== null && store.mySeat.value !== null;
  useEffect(() => {
    if (isMine) play("turn");
  }, [isMine, store.decision.value]);
  return (
    <p class="bar back">
      <a class={isMine ? "button primary" : "button"} href={address({ page: "table", id, seat: null })}>
        ‹ {words.value.people.backToTable}
      </a>{" "}
      <b role="status">{isMine ? words.value.ui.yourTurn : ""}</b>
    </p>
  );
}
