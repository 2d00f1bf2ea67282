/** The line over the head that appears when the page is not connected, or when the game waits for the server. */

import { useEffect, useRef } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { connection, hold, refusalOfPage, status } from "../page.ts";
import { announce } from "../ui/announce.tsx";

export function ConnectionBar() {
  const said = words.value.ui, now = status.value, before = useRef(now);
  // The line is an alert when it comes; a screen reader would not notice that it is gone.
  useEffect(() => {
    if (now === "open" && (before.current === "lost" || before.current === "silent")) {
      announce(words.peek().ui.backAgain);
    }
    before.current = now;
  }, [now]);
  if (now === "refused") {
    return (
      <p class="bar over bad" role="alert">
        {said.status.refused} {refusalOfPage.value}{" "}
        <button type="button" class="plain" onClick={() => connection.reopen()}>{said.reconnect}</button>
      </p>
    );
  }
  if (now === "lost" || now === "silent") {
    return <p class="bar over bad" role="alert">{said.status[now]}</p>;
  }
  if (hold.value !== null) return <p class="bar over" role="alert">{said.hold(hold.value)}</p>;
  return null;
}
