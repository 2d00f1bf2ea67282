/** The state of a bidding box: the chosen level, the call that waits for a confirmation, and its alert. */

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { confirmMoves } from "../ui/preferences.ts";
import { useTyping } from "../ui/typing.ts";
import type { BridgeCall } from "../wire/protocol.ts";
import { refuse } from "./Calls.tsx";
import { CALLS, typedCall } from "./model.ts";
import { callName } from "./sentences.ts";

export type MakeCall = (call: BridgeCall, alert: boolean, explanation: string) => void;

export interface Bidding {
  legal: readonly BridgeCall[];
  may: ReadonlySet<BridgeCall>;
  level: number | null;
  setLevel: (level: number | null) => void;
  /** The call that waits for a confirmation. */
  waiting: BridgeCall | null;
  wait: (call: BridgeCall | null) => void;
  alert: boolean;
  setAlert: (alert: boolean) => void;
  explanation: string;
  setExplanation: (explanation: string) => void;
  /** The call under the pointer or with the focus. */
  pointed: BridgeCall | null;
  point: (call: BridgeCall | null) => void;
  /** Makes a legal call, or asks for its confirmation. */
  choose: (call: BridgeCall) => void;
  send: (call: BridgeCall) => void;
}

/** Returns the state of the box for one turn; each turn begins without a level and without a waiting call. */
export function useBidding(legal: readonly BridgeCall[], make: MakeCall): Bidding {
  const [level, setLevel] = useState<number | null>(null);
  const [waiting, wait] = useState<BridgeCall | null>(null);
  const [alert, setAlert] = useState(false);
  const [explanation, setExplanation] = useState("");
  const [pointed, point] = useState<BridgeCall | null>(null);
  const may = new Set(legal), turn = legal.join();
  // Before the next paint: a later effect would drop the first call that is typed at this turn.
  useLayoutEffect(() => {
    setLevel(null);
    wait(null);
    point(null);
  }, [turn]);
  useEffect(() => {
    if (level === null && waiting === null) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]") !== null) return;
      if (waiting === null) setLevel(null);
      wait(null);
    };
    addEventListener("keydown", cancel);
    return () => removeEventListener("keydown", cancel);
  }, [level, waiting]);

  function choose(call: BridgeCall): void {
    if (!may.has(call)) return;
    if (call === "X" || call === "XX" || confirmMoves.value) wait(call);
    else send(call);
  }
  function send(call: BridgeCall): void {
    wait(null);
    setLevel(null);
    make(call, alert, alert ? explanation.trim() : "");
    setAlert(false);
    setExplanation("");
  }
  useTyping(CALLS.map((call) => ({
    texts: typedCall(call),
    act: () => may.has(call) ? choose(call) : refuse(callName(call, words.peek()), legal.length > 0),
  })));
  return {
    legal,
    may,
    level,
    setLevel,
    waiting,
    wait,
    alert,
    setAlert,
    explanation,
    setExplanation,
    pointed,
    point,
    choose,
    send,
  };
}
