/** Follows an event while its screen is open: the page asks again and again, and after each request of its own. */

import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { eventNews, http } from "../page.ts";
import { faultText } from "../people/fault.ts";
import { guest } from "../people/guest.ts";
import { HttpRefusal } from "../wire/http.ts";
import { sendOnce } from "./asking.ts";
import {
  AGAIN_MS,
  type EventShown,
  type Known,
  type RankingShown,
  resultsMark,
  type ResultsShown,
  titled,
} from "./model.ts";

/** A request to an event: the kind and its fields. */
export type Request = { t: string } & Record<string, unknown>;

/** Sends a request of a director, which is refused if another director was faster. Returns true once it is done. */
export type Direct = (request: Request) => Promise<boolean>;

export interface Following {
  known: Known | null;
  fault: unknown;
  /** True after another director has changed the event before a request of this page. */
  conflict: boolean;
  /** Sends a request. Returns "" once it is done, or the reason of the refusal. */
  ask: (request: Request) => Promise<string>;
  /** Sends a request of a director, which is refused if another director has changed the event meanwhile. */
  direct: (request: Request) => Promise<string>;
  refresh: () => Promise<void>;
  /** The server's time minus the page's time (ms). */
  offset_ms: number;
}

export function useEvent(id: string): Following {
  const [known, setKnown] = useState<Known | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [conflict, setConflict] = useState(false);
  const [offset_ms, setOffset] = useState(0);
  /** The number of the last request: the answer to an earlier one is older. */
  const last = useRef(0);
  const mark = useRef("");
  /** True while a request of this page is on its way: its answer is newer than that to a question before it. */
  const busy = useRef(false);
  /** The last request of this page, done or on its way; the next one waits for it. */
  const before = useRef(Promise.resolve(""));
  /** The version that the last request of this page has brought about; 0 if that was refused, or is not known. */
  const own = useRef(0);
  const kept = useRef<Pick<Known, "ranking" | "results"> | null>(null);
  const path = `/v1/events/${id}`;

  async function take(shown: EventShown, number: number): Promise<void> {
    const next = resultsMark(shown);
    if (kept.current === null || mark.current !== next) {
      const [ranking, results] = await Promise.all([
        http.get(`${path}/ranking`),
        http.get(`${path}/results`),
      ]);
      if (number !== last.current) return;
      kept.current = { ranking: ranking as RankingShown, results: results as ResultsShown };
      mark.current = next;
    }
    if (number !== last.current) return;
    setOffset(shown.now_ms - Date.now());
    const { bridge, sets } = words.value;
    setKnown(titled({ shown, ...kept.current }, bridge.robot, sets.robots));
    setFault(null);
  }
  async function refresh(): Promise<void> {
    const number = ++last.current;
    try {
      await take(await http.get(path) as EventShown, number);
    } catch (error) {
      if (number === last.current) setFault(error);
    }
  }
  /** Carries out a request after those before it. `seen` is the version that a director sees, if it is expected. */
  function ask(request: Request, seen?: number | null): Promise<string> {
    return before.current = before.current.then(() => carryOut(request, seen));
  }
  async function carryOut(request: Request, seen?: number | null): Promise<string> {
    const number = ++last.current;
    busy.current = true;
    try {
      // What this page has changed itself is no conflict, also if the director presses two buttons fast.
      const expect = seen == null ? null : Math.max(seen, own.current);
      let isAgain = false;
      const shown = await sendOnce(
        path,
        expect === null ? request : { ...request, expect },
        () => isAgain = true,
      ) as EventShown;
      const version = shown.version ?? 0;
      // If it was sent again, the answer may hold a later change of another director, unless it holds one change.
      own.current = isAgain && version !== (expect ?? 0) + 1 ? 0 : version;
      setConflict(false);
      await take(shown, number);
      return "";
    } catch (error) {
      own.current = 0;
      // The code tells of the conflict; the newest state replaces the one that the director has seen.
      setConflict(error instanceof HttpRefusal && error.code === "conflict");
      await refresh();
      return faultText(error);
    } finally {
      busy.current = false;
    }
  }
  const version = known?.shown.version;
  const news = eventNews.value.find((each) => each.event === id);
  useEffect(() => {
    kept.current = null;
    void refresh();
    const again = () => document.visibilityState === "visible" && !busy.current && void refresh();
    const timer = setInterval(again, AGAIN_MS);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
      last.current++;
    };
  }, [id, guest.value?.id]);
  useEffect(() => {
    if (news !== undefined && !busy.current) void refresh();
  }, [news]);
  return {
    known,
    fault,
    conflict,
    ask: (request) => ask(request),
    direct: (request) => ask(request, version),
    refresh,
    offset_ms,
  };
}
