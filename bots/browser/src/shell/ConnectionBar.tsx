/** The line that appears when the page is not connected, or when the game waits for the server. */

import { words } from "../i18n/index.ts";
import { connection, hold, refusalOfPage, status } from "../page.ts";

export function ConnectionBar() {
  const said = words.value.ui;
  if (status.value === "refused") {
    return (
      <p class="bar bad" role="alert">
        {said.status.refused} {refusalOfPage.value}{" "}
        <button type="button" class="plain" onClick={() => connection.reopen()}>{said.reconnect}</button>
      </p>
    );
  }
  if (status.value === "lost") return <p class="bar bad" role="alert">{said.status.lost}</p>;
  if (hold.value !== null) return <p class="bar" role="alert">{said.hold(hold.value)}</p>;
  return null;
}
