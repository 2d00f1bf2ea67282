/** The bidding box: it offers the legal calls only. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { confirmMoves, oneTapBids } from "../ui/preferences.ts";
import { useTyping } from "../ui/typing.ts";
import type { BridgeCall } from "../wire/protocol.ts";
import { CallFace, refuse, StrainFace } from "./Calls.tsx";
import { CALLS, levelOf, LEVELS, STRAINS, typedCall } from "./model.ts";
import { callName, callText } from "./sentences.ts";

interface Props {
  /** The calls that may be made now, none while another seat is to call. */
  legal: readonly BridgeCall[];
  make: (call: BridgeCall, alert: boolean, explanation: string) => void;
  /** True if calls can be alerted; tried calls of a replay cannot. */
  alerts?: boolean;
}

const SPECIAL: readonly BridgeCall[] = ["P", "X", "XX"];

export function BiddingBox({ legal, make, alerts = true }: Props) {
  const said = words.value.bridge;
  const [level, setLevel] = useState<number | null>(null);
  const [waiting, setWaiting] = useState<BridgeCall | null>(null);
  const [alert, setAlert] = useState(false);
  const [explanation, setExplanation] = useState("");
  const sure = useRef<HTMLButtonElement>(null), field = useRef<HTMLInputElement>(null);
  const may = new Set(legal);
  const turn = legal.join();
  // Before the next paint: a later effect would drop the first call that is typed at this turn.
  useLayoutEffect(() => {
    setLevel(null);
    setWaiting(null);
  }, [turn]);
  useLayoutEffect(() => sure.current?.focus(), [waiting]);
  useLayoutEffect(() => field.current?.focus(), [alert]);

  function choose(call: BridgeCall): void {
    if (!may.has(call)) return;
    if (call === "X" || call === "XX" || confirmMoves.value) setWaiting(call);
    else send(call);
  }
  function send(call: BridgeCall): void {
    setWaiting(null);
    setLevel(null);
    make(call, alert, alert ? explanation.trim() : "");
    setAlert(false);
    setExplanation("");
  }
  useTyping(CALLS.map((call) => ({
    texts: typedCall(call),
    act: () => may.has(call) ? choose(call) : refuse(callName(call, words.peek()), legal.length > 0),
  })));

  function button(call: BridgeCall, place?: Record<string, string>) {
    return (
      <button
        key={call}
        style={place}
        type="button"
        class="br-bid"
        data-call={call}
        disabled={!may.has(call)}
        onClick={() => choose(call)}
      >
        <CallFace call={call} />
      </button>
    );
  }
  const levels = new Set(legal.map(levelOf));
  return (
    <div class="br-box" role="group" tabIndex={-1} aria-label={said.biddingBox} data-turn={legal.length > 0}>
      {waiting !== null && (
        <div class="br-sure" role="group" aria-label={said.confirmCall(callName(waiting, words.value))}>
          <span>{said.confirmCall(callText(waiting, words.value))}</span>
          <button
            ref={sure}
            type="button"
            class="primary"
            onClick={() =>
              send(waiting)}
          >
            {words.value.ui.yes}
          </button>
          <button
            type="button"
            onClick={() =>
              setWaiting(null)}
          >
            {words.value.ui.no}
          </button>
        </div>
      )}
      {alert && (
        <label class="br-alert-text">
          <span class="heard">{said.alertText}</span>
          <input
            ref={field}
            name="explanation"
            value={explanation}
            maxLength={200}
            placeholder={said.alertText}
            title={said.alertHint}
            onInput={(event) => setExplanation(event.currentTarget.value)}
          />
        </label>
      )}
      {oneTapBids.value
        ? (
          <div class="br-bids">
            {LEVELS.flatMap((each) =>
              STRAINS.map((strain, index) =>
                button(`${each}${strain}` as BridgeCall, {
                  "--row": String(5 - index),
                  "--level": String(each),
                })
              )
            )}
          </div>
        )
        : (
          <>
            <div class="br-levels">
              {LEVELS.map((each) => (
                <button
                  key={each}
                  type="button"
                  class="br-bid"
                  aria-label={said.level(each)}
                  aria-pressed={level === each}
                  disabled={!levels.has(each)}
                  onClick={() => setLevel(level === each ? null : each)}
                >
                  {each}
                </button>
              ))}
            </div>
            <div class="br-strains" role="group" aria-label={said.strain}>
              {STRAINS.map((strain) => {
                const call = `${level}${strain}` as BridgeCall;
                return (
                  <button
                    key={strain}
                    type="button"
                    class="br-bid"
                    disabled={level === null || !may.has(call)}
                    onClick={() => choose(call)}
                  >
                    <span aria-hidden="true">
                      <StrainFace strain={strain} />
                    </span>
                    <span class="heard">
                      {level === null ? words.value.ui.suitNames[strain] : callName(call, words.value)}
                    </span>
                  </button>
                );
              })}
            </div>
          </>
        )}
      <div class="br-special">
        {SPECIAL.map((call) =>
          button(call)
        )}
        {alerts && (
          <button
            type="button"
            class="br-bid br-alert-switch"
            aria-pressed={alert}
            disabled={legal.length === 0}
            title={said.alertHint}
            onClick={() => setAlert(!alert)}
          >
            {said.alert}
          </button>
        )}
      </div>
    </div>
  );
}
