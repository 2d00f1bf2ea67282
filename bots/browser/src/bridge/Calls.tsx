/** Calls and contracts as they look on a bidding card. */

import { words } from "../i18n/index.ts";
import { announce } from "../ui/announce.tsx";
import { GLYPHS } from "../ui/PlayingCard.tsx";
import type { BridgeCall, BridgeContract } from "../wire/protocol.ts";
import { levelOf, type Strain, strainOf, withSuitSigns } from "./model.ts";
import { seatName } from "./seatName.ts";
import { callName, contractName } from "./sentences.ts";

export function StrainFace({ strain }: { strain: Strain }) {
  return strain === "NT"
    ? <span class="br-strain suit-NT">NT</span>
    : <span class={`br-strain suit-${strain}`}>{GLYPHS[strain]}</span>;
}

/** A text in which each suit is a sign, and has the colour that it has on the cards. */
export function Coloured({ text }: { text: string }) {
  return withSuitSigns(text).split(/([♠♥♦♣])/).map((part, place) =>
    // The suits stand at the odd places.
    place % 2 ? <span key={place} class={`suit-${"SHDC"["♠♥♦♣".indexOf(part)]}`}>{part}</span> : part
  );
}

/** A call as it looks on a bidding card; a screen reader hears its name. */
export function CallFace({ call }: { call: BridgeCall }) {
  const strain = strainOf(call);
  return (
    <span class="br-call" data-kind={strain === null ? call : "bid"}>
      <span aria-hidden="true">
        {strain === null ? (call === "P" ? words.value.bridge.pass : call) : (
          <>
            {levelOf(call)}
            <StrainFace strain={strain} />
          </>
        )}
      </span>
      <span class="heard">{callName(call, words.value)}</span>
    </span>
  );
}

/** A contract on a bidding card, with its declarer. */
export function ContractFace({ contract, by = true }: { contract: BridgeContract; by?: boolean }) {
  return (
    <span class="br-contract">
      <span class="br-paper" aria-hidden="true">
        {contract.level}
        <StrainFace strain={contract.strain} />
        {(contract.doubled ?? 1) > 1 && <span class="br-doubled">{contract.doubled === 4 ? "XX" : "X"}</span>}
      </span>
      {by && <span aria-hidden="true">{seatName(contract.declarer, words.value)}</span>}
      <span class="heard">{contractName(contract, words.value)}</span>
    </span>
  );
}

/** Lets a screen reader say that a typed call or card cannot be made now. */
export function refuse(move: string, isTurn = true): void {
  const said = words.peek();
  announce(isTurn ? said.bridge.said.refused(move) : said.ui.refusals.not_your_turn());
}
