/** The bidding box: it offers the legal calls only. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { oneTapBids } from "../ui/preferences.ts";
import type { BridgeCall } from "../wire/protocol.ts";
import { type Bidding, type MakeCall, useBidding } from "./bidding.ts";
import { CallFace, StrainFace } from "./Calls.tsx";
import { levelOf, LEVELS, STRAINS } from "./model.ts";
import { callName, callText } from "./sentences.ts";

interface Props {
  /** The calls that may be made now, none while another seat is to call. */
  legal: readonly BridgeCall[];
  make: MakeCall;
  /** True if calls can be alerted; tried calls of a replay cannot. */
  alerts?: boolean;
  /** Says what a call would mean, for the call under the pointer or with the focus, and for a chosen level. */
  meaning?: ((call: BridgeCall) => ComponentChildren) | undefined;
}

const SPECIAL: readonly BridgeCall[] = ["P", "X", "XX"];

export function BiddingBox({ legal, make, alerts = true, meaning }: Props) {
  const said = words.value.bridge, bidding = useBidding(legal, make);
  return (
    <div
      class="br-box"
      role="group"
      tabIndex={-1}
      aria-label={said.biddingBox}
      data-turn={legal.length > 0}
      data-box={oneTapBids.value ? "one-tap" : "two-taps"}
    >
      {bidding.waiting !== null && <Sure bidding={bidding} call={bidding.waiting} />}
      {meaning !== undefined && <Meaning bidding={bidding} meaning={meaning} />}
      {bidding.alert && <AlertText bidding={bidding} />}
      <div class="br-calls">
        {oneTapBids.value ? <AllBids bidding={bidding} /> : <LevelAndStrain bidding={bidding} />}
        <div class="br-special">
          {SPECIAL.map((call) => <CallButton key={call} bidding={bidding} call={call} />)}
          {alerts && (
            <button
              type="button"
              class="br-bid br-alert-switch"
              aria-pressed={bidding.alert}
              disabled={legal.length === 0}
              title={said.alertHint}
              onClick={() => bidding.setAlert(!bidding.alert)}
            >
              {said.alert}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** The part of a button that lets the meaning of its call be shown. */
function pointing(bidding: Bidding, call: BridgeCall) {
  return {
    onMouseEnter: () => bidding.point(call),
    onMouseLeave: () => bidding.point(null),
    onFocus: () => bidding.point(call),
    onBlur: () => bidding.point(null),
  };
}

function CallButton({ bidding, call, place }: {
  bidding: Bidding;
  call: BridgeCall;
  place?: Record<string, string>;
}) {
  return (
    <button
      style={place}
      type="button"
      class="br-bid"
      data-call={call}
      disabled={!bidding.may.has(call)}
      onClick={() => bidding.choose(call)}
      {...pointing(bidding, call)}
    >
      <CallFace call={call} />
    </button>
  );
}

function AllBids({ bidding }: { bidding: Bidding }) {
  return (
    <div class="br-bids">
      {LEVELS.flatMap((level) =>
        STRAINS.map((strain, index) => (
          <CallButton
            key={`${level}${strain}`}
            bidding={bidding}
            call={`${level}${strain}` as BridgeCall}
            place={{ "--row": String(5 - index), "--level": String(level) }}
          />
        ))
      )}
    </div>
  );
}

function LevelAndStrain({ bidding }: { bidding: Bidding }) {
  const said = words.value.bridge, { level, may } = bidding;
  const levels = new Set(bidding.legal.map(levelOf));
  return (
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
            onClick={() => bidding.setLevel(level === each ? null : each)}
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
              onClick={() => bidding.choose(call)}
              {...pointing(bidding, call)}
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
  );
}

/** The meaning of the pointed call; without a pointer, the meanings of the bids at the chosen level. */
function Meaning({ bidding, meaning }: {
  bidding: Bidding;
  meaning: (call: BridgeCall) => ComponentChildren;
}) {
  const { level, pointed, may } = bidding;
  const bids = STRAINS.map((strain) => `${level}${strain}` as BridgeCall).filter((call) => may.has(call));
  const calls = pointed !== null && may.has(pointed) ? [pointed] : level === null ? [] : bids;
  const known = calls.map((call) => ({ call, text: meaning(call) })).filter(({ text }) => text != null);
  // The place is always there, so that a screen reader says what comes into it.
  return (
    <div aria-live="polite">
      {known.length > 0 && (
        <ul class="br-means">
          {known.map(({ call, text }) => (
            <li key={call}>
              <CallFace call={call} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Sure({ bidding, call }: { bidding: Bidding; call: BridgeCall }) {
  const said = words.value, sure = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => sure.current?.focus(), [call]);
  return (
    <div class="br-sure" role="group" aria-label={said.bridge.confirmCall(callName(call, said))}>
      <span>{said.bridge.confirmCall(callText(call, said))}</span>
      <button ref={sure} type="button" class="primary" onClick={() => bidding.send(call)}>
        {said.ui.yes}
      </button>
      <button type="button" onClick={() => bidding.wait(null)}>{said.ui.no}</button>
    </div>
  );
}

function AlertText({ bidding }: { bidding: Bidding }) {
  const said = words.value.bridge, field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <label class="br-alert-text">
      <span class="heard">{said.alertText}</span>
      <input
        ref={field}
        name="explanation"
        value={bidding.explanation}
        maxLength={200}
        placeholder={said.alertText}
        title={said.alertHint}
        onInput={(event) => bidding.setExplanation(event.currentTarget.value)}
      />
    </label>
  );
}
