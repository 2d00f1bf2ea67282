/** The ways back: to the table that a person came from, which the page still follows, and to the list of games. */

import { useEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { lastTable, table } from "../page.ts";
import { address, route } from "../route.ts";
import { play } from "../ui/motion.ts";

export function BackToTable() {
  const id = lastTable.value, page = route.value.page;
  const [fromGames, setFromGames] = useState(false);
  useEffect(() => {
    if (page === "games") setFromGames(true);
  }, [page]);
  const toGames = fromGames && page === "past";
  // A table of an event is over with its round, and the screen of the event leads to the next one.
  const toTable = id !== null && !(page === "event" && table(id).ended.value !== null);
  if (!toTable && !toGames) return null;
  return (
    <p class="bar back">
      {toTable && <Back key={id} id={id} />}
      {toGames && <a class="button" href={address({ page: "games" })}>‹ {words.value.people.myGames}</a>}
    </p>
  );
}

function Back({ id }: { id: string }) {
  const store = table(id), isMine = store.decision.value !== null && store.mySeat.value !== null;
  useEffect(() => {
    if (isMine) play("turn");
  }, [isMine, store.decision.value]);
  return (
    <>
      <a class={isMine ? "button primary" : "button"} href={address({ page: "table", id, seat: null })}>
        ‹ {words.value.people.backToTable}
      </a>{" "}
      <b role="status">{isMine ? words.value.ui.yourTurn : ""}</b>
    </>
  );
}
