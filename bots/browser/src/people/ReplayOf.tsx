/** A link to the replay of a finished deal, such as the number in a row of a score sheet. */

import type { ComponentChildren } from "preact";
import { words } from "../i18n/index.ts";
import { replayAddress } from "../route.ts";

export function ReplayOf({ table, number, children }: {
  table: string;
  number: number;
  children: ComponentChildren;
}) {
  return (
    <a href={replayAddress(table, number)}>
      {children}
      <span class="heard">, {words.value.ui.replay}</span>
    </a>
  );
}
