/** The diagram of an auction: one column a seat, West first, with alerts and explanations. */

import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { Waits } from "../ui/Waits.tsx";
import type { BridgeVulnerability } from "../wire/protocol.ts";
import { CallFace, Coloured } from "./Calls.tsx";
import { auctionRows, type Called, COLUMNS, isVulnerable, type Seat } from "./model.ts";
import { seatName } from "./seatName.ts";
import { callText, remarksText } from "./sentences.ts";

interface Props {
  calls: readonly Called[];
  dealer: Seat;
  vulnerable: BridgeVulnerability;
  /** The seat that is to call now; null when the auction is over. */
  turn: Seat | null;
  /** Opens what can be known and done about a call; without it, calls only show their explanations. */
  open?: ((called: Called) => void) | undefined;
  /** True for a diagram without the line of explanations, for a small place. */
  bare?: boolean;
  /** True if the pending call has waited for the server for long. */
  waits?: boolean;
  /** The index of a call to mark, such as the last one of a shown position. */
  marked?: number | undefined;
}

export function Auction({ calls, dealer, vulnerable, turn, open, bare, waits, marked }: Props) {
  const said = words.value.bridge;
  const [pointed, point] = useState<number | null>(null);
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In the next frame, in which the browser works out the layout anyway.
    const frame = requestAnimationFrame(() => {
      if (scroll.current !== null) scroll.current.scrollTop = scroll.current.scrollHeight;
    });
    return () => cancelAnimationFrame(frame);
  }, [calls.length]);
  const explained = calls.filter((called) => called.remarks.length > 0);
  const about = explained.find((called) => called.index === pointed) ?? explained.at(-1);
  function shown(called: Called) {
    const face = (
      <>
        <CallFace call={called.call} />
        {called.alerted && (
          <span class="br-alert">
            <span aria-hidden="true">!</span>
            <span class="heard">{said.alerted}</span>
          </span>
        )}
        {!called.alerted && called.remarks.length > 0 && (
          <span class="br-alert quiet">
            <span aria-hidden="true">i</span>
            <span class="heard">{said.explained}</span>
          </span>
        )}
      </>
    );
    if (called.pending) {
      return (
        <span class="br-cell pending">
          {face}
          <Waits shown={waits} />
        </span>
      );
    }
    const watched = {
      onMouseEnter: () => point(called.index),
      onMouseLeave: () => point(null),
      onFocus: () => point(called.index),
      onBlur: () => point(null),
    };
    if (open !== undefined || called.remarks.length > 0) {
      return (
        <button
          type="button"
          class={called.index === marked ? "br-cell marked" : "br-cell"}
          data-call={called.index}
          title={remarksText(called.remarks, called.seat, words.value) || undefined}
          onClick={() => open === undefined ? point(called.index) : open(called)}
          {...watched}
        >
          {face}
        </button>
      );
    }
    return <span class={called.index === marked ? "br-cell marked" : "br-cell"}>{face}</span>;
  }
  return (
    <div class="br-auction">
      <div class="br-auction-scroll" ref={scroll} tabIndex={calls.length > 12 ? 0 : undefined}>
        <table aria-label={said.auction}>
          <thead>
            <tr>
              {COLUMNS.map((seat) => {
                const vulnerability = isVulnerable(vulnerable, seat);
                return (
                  <th key={seat} scope="col" class={vulnerability ? "vul" : ""}>
                    <span aria-hidden="true">{said.letters[seat]}</span>
                    {seat === dealer && <span class="br-dealer" aria-hidden="true">D</span>}
                    <span class="heard">
                      {seatName(seat, words.value)}, {vulnerability ? said.isVulnerable : said.notVulnerable}
                      {seat === dealer && `, ${said.dealer}`}
                    </span>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {auctionRows(calls, dealer, turn !== null).map((row, number) => (
              <tr key={number}>
                {row.map((cell, column) => (
                  <td key={column}>
                    {cell.t === "call" ? shown(cell.called) : cell.t === "turn"
                      ? (
                        <span class="br-cell br-turn">
                          <span aria-hidden="true">?</span>
                          <span class="heard">{said.toCall}</span>
                        </span>
                      )
                      : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!bare && (
        <p class={about === undefined ? "br-explained empty" : "br-explained"}>
          {about === undefined && open !== undefined && <span class="br-hint">{said.auctionHint}</span>}
          {about !== undefined && (
            <>
              <b>
                <Coloured text={callText(about.call, words.value)} />
              </b>{" "}
              <Coloured text={remarksText(about.remarks, about.seat, words.value)} />
            </>
          )}
        </p>
      )}
    </div>
  );
}
