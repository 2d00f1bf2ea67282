/** The facts of a board and of its play: number, dealer, vulnerability, contract, tricks. */

import { words } from "../i18n/index.ts";
import { ContractFace } from "./Calls.tsx";
import { type Board, isVulnerable, needed, placeOf, type Seat, SEATS } from "./model.ts";
import { seatName } from "./seatName.ts";

/** The board as it lies on a table: red for a vulnerable side, and the word for the dealer. */
export function Slab({ pub, bottom }: {
  pub: Pick<Board, "board" | "dealer" | "vulnerable">;
  bottom: Seat;
}) {
  const said = words.value.bridge;
  return (
    <div class="br-slab">
      {SEATS.map((seat) => (
        <span
          key={seat}
          class={`br-edge ${placeOf(seat, bottom)}${isVulnerable(pub.vulnerable, seat) ? " vul" : ""}`}
          aria-hidden="true"
        >
          {said.letters[seat]}
          {seat === pub.dealer && <b class="br-dealer">D</b>}
        </span>
      ))}
      <span class="br-number" aria-hidden="true">{pub.board}</span>
      <span class="heard">
        {said.board(pub.board)}, {said.dealerIs(seatName(pub.dealer, words.value))},{" "}
        {said.vulnerable[pub.vulnerable]}
      </span>
    </div>
  );
}

export function BoardInfo({ pub, bottom }: { pub: Board; bottom: Seat }) {
  const said = words.value.bridge, need = needed(pub);
  return (
    <div class="br-info">
      <Slab pub={pub} bottom={bottom} />
      <div class="br-facts">
        {pub.contract == null
          ? (
            <>
              <b>{said.board(pub.board)}</b>
              <span>{said.dealerIs(seatName(pub.dealer, words.value))}</span>
              <span>{said.vulnerable[pub.vulnerable]}</span>
            </>
          )
          : (
            <>
              <ContractFace contract={pub.contract} />
              <span class="br-counts">
                {said.tricks}
                <span>
                  {said.shortSides.NS} <b>{pub.tricks[0]}</b>
                </span>
                <span>
                  {said.shortSides.EW} <b>{pub.tricks[1]}</b>
                </span>
              </span>
              {need !== null && pub.phase !== "over" && (
                <span class="br-need">
                  {said.needs(seatName(pub.contract.declarer, words.value), need.missing)}
                </span>
              )}
            </>
          )}
      </div>
    </div>
  );
}
