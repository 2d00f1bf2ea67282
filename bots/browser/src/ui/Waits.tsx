/** The word on a move that the server has not stored for a second: the player is told before a lost connection is. */

import { words } from "../i18n/index.ts";

export function Waits({ shown }: { shown: boolean | undefined }) {
  return shown ? <span class="waits">{words.value.ui.waits}</span> : null;
}
