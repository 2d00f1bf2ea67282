/** The director's panel: rulings, the record of questions and explanations, the times of calls and cards. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { shownNumber } from "../ui/numbers.ts";
import { spoken } from "../ui/PlayingCard.tsx";
import { timeOfDay } from "../ui/times.ts";
import type { BridgeArtificialScore, BridgeOutcome, BridgeRuled } from "../wire/protocol.ts";
import { after, type Board, callsOf, entries, type OwnBoard, playsOf } from "./model.ts";
import { explanationText } from "./meaning.ts";
import { NumberField, Outcomes } from "./Outcomes.tsx";
import { seatName } from "./seatName.ts";
import { callText } from "./sentences.ts";

type Ruling = BridgeRuled["ruling"];
type Kind = Ruling["t"];
type Average = BridgeArtificialScore["north_south"];
const KINDS: readonly Kind[] = ["tricks", "roll_back", "go_on", "assign", "artificial"];
const AVERAGES: readonly Average[] = ["plus", "average", "minus"];

interface Props {
  store: TableStore;
  pub: Board;
  own: OwnBoard | null;
}

export function DirectorPanel({ store, pub, own }: Props) {
  const said = words.value.bridge, call = store.call.value;
  return (
    <section class="br-director panel" aria-label={said.director}>
      <h2>{said.director}</h2>
      {store.people.value?.called && (
        <p class="br-called" role="alert">
          {call === null ? said.directorCalled : words.value.people.calledBy(call.name, call.text)}
        </p>
      )}
      <RulingForm key={`${pub.board} ${pub.contract == null}`} store={store} pub={pub} own={own} />
      <details open>
        <summary>{said.record}</summary>
        <Record pub={pub} own={own} />
      </details>
      <details>
        <summary>{said.times}</summary>
        <Times pub={pub} own={own} />
      </details>
    </section>
  );
}

/** A text field with a whole number between two others. */
function RulingForm({ store, pub, own }: Props) {
  const said = words.value.bridge;
  const [kind, setKind] = useState<Kind>("tricks");
  const [board, setBoard] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const [tricks, setTricks] = useState(9);
  const calls = Object.keys(callsOf(pub, own)).length, cards = Object.keys(playsOf(pub, own)).length;
  const [callsKept, setCallsKept] = useState<number | null>(null);
  const [cardsKept, setCardsKept] = useState<number | null>(null);
  const [outcomes, setOutcomes] = useState<BridgeOutcome[]>([madeOutcome(pub)]);
  const [eastWest, setEastWest] = useState<BridgeOutcome[] | null>(null);
  const [averages, setAverages] = useState<[Average, Average]>(["average", "average"]);
  const earlier = entries(pub.results).map(([number]) => number).filter((number) => number !== pub.board);

  function ruling(): Ruling {
    const why = reason.trim();
    switch (kind) {
      case "tricks":
        return { t: kind, tricks, board, reason: why };
      case "roll_back":
        return {
          t: kind,
          calls: callsKept ?? calls,
          cards: (callsKept ?? calls) < calls ? 0 : cardsKept ?? cards,
          reason: why,
        };
      case "go_on":
        return { t: kind, reason: why };
      case "assign":
        return { t: kind, outcomes, east_west: eastWest, board, reason: why };
      case "artificial":
        return { t: kind, north_south: averages[0], east_west: averages[1], board, reason: why };
    }
  }
  async function rule(event: Event): Promise<void> {
    event.preventDefault();
    if (await store.rule(ruling()) === null) setReason("");
  }
  return (
    <form class="column" aria-label={said.rulings} onSubmit={rule}>
      <div class="br-kinds" role="group" aria-label={said.rulings}>
        {KINDS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={kind === each}
            onClick={() => setKind(each)}
          >
            {said.rulingKinds[each]}
          </button>
        ))}
      </div>
      <p class="muted">{said.rulingAbout[kind]}</p>
      <div class="br-fields">
        {kind !== "roll_back" && kind !== "go_on" && (
          <label>
            {said.ofBoard}
            <select
              value={board ?? ""}
              onChange={(event) =>
                setBoard(event.currentTarget.value ? Number(event.currentTarget.value) : null)}
            >
              <option value="">{said.thisBoard}</option>
              {earlier.map((number) => <option key={number} value={number}>{number}</option>)}
            </select>
          </label>
        )}
        {kind === "tricks" && (
          <NumberField label={said.declarersTricks} value={tricks} change={setTricks} max={13} />
        )}
        {kind === "roll_back" && (
          <>
            <NumberField
              label={said.callsKept}
              value={callsKept ?? calls}
              change={setCallsKept}
              max={calls}
            />
            <NumberField
              label={said.cardsKept}
              value={cardsKept ?? cards}
              change={setCardsKept}
              max={cards}
            />
          </>
        )}
        {kind === "artificial" && (["NS", "EW"] as const).map((side, index) => (
          <label key={side}>
            {said.sides[side]}
            <select
              value={averages[index]}
              onChange={(event) => {
                const chosen = event.currentTarget.value as Average;
                setAverages(index === 0 ? [chosen, averages[1]] : [averages[0], chosen]);
              }}
            >
              {AVERAGES.map((each) => <option key={each} value={each}>{said.averages[each]}</option>)}
            </select>
          </label>
        ))}
      </div>
      {kind === "assign" && (
        <>
          <Outcomes outcomes={outcomes} change={setOutcomes} first={madeOutcome(pub)} dealer={pub.dealer} />
          <label class="switch">
            <input
              type="checkbox"
              checked={eastWest !== null}
              onChange={(event) => setEastWest(event.currentTarget.checked ? [madeOutcome(pub)] : null)}
            />
            {said.differentEW}
          </label>
          {eastWest !== null && (
            <Outcomes outcomes={eastWest} change={setEastWest} first={madeOutcome(pub)} dealer={pub.dealer} />
          )}
        </>
      )}
      <label>
        {said.reason}
        <input
          name="reason"
          value={reason}
          maxLength={400}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">{said.rule}</button>
    </form>
  );
}

/** Returns the outcome to begin with: the contract of the board, just made. */
function madeOutcome(pub: Board): BridgeOutcome {
  const contract = pub.contract ?? pub.result?.contract ?? null;
  return { weight: 100, contract, tricks: contract === null ? null : contract.level + 6 };
}

function Record({ pub, own }: { pub: Board; own: OwnBoard | null }) {
  const said = words.value.bridge, record = entries(own?.record);
  if (record.length === 0) return <p class="muted">{said.noRecord}</p>;
  return (
    <ul class="br-list">
      {record.map(([index, remark]) => {
        const call = callsOf(pub, own)[remark.call];
        return (
          <li key={index}>
            <time>{timeOfDay(remark.at_ms, true)}</time> <b>{seatName(remark.seat, words.value)}</b>{" "}
            {remark.question ? said.asksInRecord : said.explainsInRecord}{" "}
            {call === undefined ? remark.call + 1 : callText(call, words.value)}
            {remark.alert && ` (${said.alerted})`}
            {(remark.text || remark.meaning) && `: ${explanationText(remark, words.value)}`}
          </li>
        );
      })}
    </ul>
  );
}

function Times({ pub, own }: { pub: Board; own: OwnBoard | null }) {
  const said = words.value.bridge;
  const calls = callsOf(pub, own), plays = playsOf(pub, own), made = Object.keys(calls).length;
  return (
    <ul class="br-list br-times">
      {entries(own?.times).map(([index, ms]) => {
        const call = calls[index], play = plays[index - made];
        const move = call !== undefined
          ? [seatName(after(pub.dealer, index), words.value), callText(call, words.value)]
          : play !== undefined
          ? [seatName(play.seat, words.value), spoken(play.card, words.value)]
          : ["", ""];
        return (
          <li key={index}>
            {said.thinks(move[0] ?? "", move[1] ?? "", shownNumber(Math.round(ms / 100) / 10))}
          </li>
        );
      })}
    </ul>
  );
}
