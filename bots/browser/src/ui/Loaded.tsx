/** A part of the page that is drawn once it has been loaded. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { language } from "../i18n/index.ts";
import { START } from "../i18n/start.ts";
import { type Part, tryAgain } from "../parts.ts";

/** Loads a part, and draws `children` with its module; until then it says that the part is on its way. */
export function Loaded<M extends object>({ part, children }: {
  part: Part<M>;
  children: (module: M) => ComponentChildren;
}) {
  useEffect(() => void part.load(), [part]);
  const module = part.module.value;
  return module === null ? <Loading part={part} /> : <>{children(module)}</>;
}

/** Says that a part is on its way, or that it cannot be loaded now. */
export function Loading({ part }: { part: Part<object> }) {
  const said = START[language.value];
  if (!part.fails.value) return <p class="waiting" aria-busy="true">{said.loading}</p>;
  return (
    <div class="waiting" role="alert">
      <p>{said.fails}</p>
      <button type="button" onClick={tryAgain}>{said.tryNow}</button>
    </div>
  );
}
