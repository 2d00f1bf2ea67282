/** The double-dummy analysis of the board that a table shows, loaded again whenever the table shows another line. */

import { useEffect, useState } from "preact/hooks";
import { http } from "../page.ts";
import { guest } from "../people/guest.ts";
import type { HttpRefusal } from "../wire/http.ts";
import type { ReplayPub } from "../wire/protocol.ts";
import { type Analysis, lineKey } from "./model.ts";
import { patiently, refusalOf } from "./past.ts";

/** A board is analysed after it has been shown for this time: the leader may only pass by (ms). */
const PASSING_MS = 300;

interface Loaded {
  line: string;
  analysis: Analysis | HttpRefusal;
}

/** Returns the analysis of the shown board, or why there is none; null while it has not come. */
export function useShownAnalysis(
  table: string,
  pub: ReplayPub,
): [analysis: Analysis | HttpRefusal | null, again: () => void] {
  const line = pub.hands == null ? null : lineKey(pub);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [asked, ask] = useState(0);
  useEffect(() => {
    if (line === null) return;
    let wanted = true;
    const timer = setTimeout(async () => {
      const analysis = await patiently(() => http.get(`/v1/tables/${table}/analysis`))
        .then((answer) => (answer as { boards: Analysis[] }).boards[0] ?? null, refusalOf);
      if (wanted && analysis !== null) setLoaded({ line, analysis });
    }, PASSING_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [table, line, asked, guest.value]);
  const again = () => {
    setLoaded(null);
    ask(asked + 1);
  };
  return [loaded?.line === line ? loaded.analysis : null, again];
}
