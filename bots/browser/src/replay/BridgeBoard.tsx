/** A board of bridge as a hand diagram: four hands around the table, with the trick in the middle. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Words, words } from "../i18n/index.ts";
import { Slab } from "../bridge/BoardInfo.tsx";
import { Coloured } from "../bridge/Calls.tsx";
import { highCardPoints, isVulnerable, type Seat } from "../bridge/model.ts";
import { callName } from "../bridge/sentences.ts";
import { announce } from "../ui/announce.tsx";
import { GLYPHS, PlayingCard, rankShown, spoken } from "../ui/PlayingCard.tsx";
import type { BridgeOwn, Card } from "../wire/protocol.ts";
import {
  auctionRows,
  beside,
  type BoardPub,
  dealtHands,
  type Eyes,
  handsOf,
  remarksOf,
  runsOf,
  suitsOf,
  trickOf,
} from "./model.ts";

/** A call as players write it, with its suit in its colour. */
export function Call({ call }: { call: string }) {
  if (call === "P" || call === "X" || call === "XX") {
    return <span class={`replay-call call-${call}`}>{call === "P" ? words.value.bridge.pass : call}</span>;
  }
  return (
    <span class="replay-call">
      {call[0]}
      <Strain strain={call.slice(1)} />
    </span>
  );
}

export function Strain({ strain }: { strain: string }) {
  const said = words.value;
  if (strain === "NT") return <>NT</>;
  const name = said.ui.suitNames[strain as keyof typeof said.ui.suitNames];
  return (
    <>
      <i class={`suit-${strain}`} aria-hidden="true">{GLYPHS[strain]}</i>
      <span class="heard">{name}</span>
    </>
  );
}

/** Returns what has just happened at a position, for a screen reader and beside the slider; "" at the deal. */
export function lastSpoken(pub: BoardPub, said: Words): string {
  const last = pub.last;
  if (last?.t === "called") {
    return said.replay.calledBy(said.replay.seats[last.seat] ?? "", callName(last.call, said));
  }
  if (last?.t === "played") {
    return said.replay.playedBy(said.replay.seats[last.seat] ?? "", spoken(last.card, said));
  }
  return "";
}

interface Props {
  pub: BoardPub;
  own: BridgeOwn | null;
  eyes: Eyes;
  names: readonly (string | null)[];
  /** Marks on cards, such as double-dummy values. */
  marks?: Readonly<Record<string, string>>;
  /** The cards that may be tried now, and what tries one. */
  legal?: ReadonlySet<string> | undefined;
  play?: ((card: string) => void) | undefined;
}

/** True if the high-card points of the hands stand beside the names; the person at this page asks for them. */
const pointsShown = signal(false);

const AREAS = ["north", "east", "south", "west"];
const SOUTH = 2;

export function BridgeBoard({ pub, own, eyes, names, marks = {}, legal, play }: Props) {
  const said = words.value;
  const dealt = dealtHands(pub), hands = dealt?.hands ?? handsOf(pub, own, eyes);
  const trick = trickOf(pub);
  const spokenNow = lastSpoken(pub, said);
  useEffect(() => {
    if (spokenNow) announce(spokenNow);
  }, [spokenNow]);
  return (
    <div class="replay-board">
      <Slab pub={pub} bottom={SOUTH} />
      <button
        type="button"
        class="replay-points"
        aria-pressed={pointsShown.value}
        onClick={() => pointsShown.value = !pointsShown.value}
      >
        <span aria-hidden="true">{said.bridge.shortPoints(null)}</span>
        <span class="heard">{said.bridge.highCardPoints}</span>
      </button>
      {hands.map((hand, seat) => (
        <HandDiagram
          key={seat}
          seat={seat}
          hand={hand}
          pub={pub}
          name={names[seat] ?? ""}
          marks={marks}
          played={dealt?.played}
          legal={legal}
          play={play}
        />
      ))}
      <div class="replay-middle" data-phase={pub.phase}>
        {trick.map(({ seat, card }, index) => (
          <span key={card} class={`replay-played at-${AREAS[seat]}`} style={{ zIndex: index }}>
            <PlayingCard card={card} />
          </span>
        ))}
      </div>
    </div>
  );
}

function HandDiagram({ seat, hand, pub, name, marks, played, legal, play }: {
  seat: number;
  hand: readonly string[] | null;
  pub: BoardPub;
  name: string;
  marks: Readonly<Record<string, string>>;
  /** The cards that have been played, at the end of a board: they are dimmed. */
  played: ReadonlySet<string> | undefined;
  legal: ReadonlySet<string> | undefined;
  play: ((card: string) => void) | undefined;
}) {
  const said = words.value;
  const seatName = said.replay.seats[seat] ?? "";
  const turn = pub.turn === seat;
  const vulnerable = isVulnerable(pub.vulnerable, seat as Seat);
  return (
    <section class={`replay-hand at-${AREAS[seat]}`} aria-label={name ? `${seatName}, ${name}` : seatName}>
      <h2 class={turn ? "replay-plate turn" : "replay-plate"}>
        <b class={vulnerable ? "red" : ""} aria-hidden="true">{said.replay.letters[seat]}</b>
        <span class="heard">
          {seatName}
          {vulnerable ? `, ${said.replay.vulnerable}` : ""}
          {turn ? `, ${said.replay.toAct}` : ""}
        </span>
        <span class="replay-name">{name || seatName}</span>
        {hand !== null && pointsShown.value && (
          <span class="replay-hand-points">
            {said.bridge.shortPoints(highCardPoints((pub.hands?.[seat] ?? hand) as Card[]))}
          </span>
        )}
        {turn && <i aria-hidden="true">●</i>}
      </h2>
      {hand === null ? <p class="replay-hidden">{said.replay.hidden}</p> : (
        <ul class="replay-suits">
          {suitsOf(hand).map(({ suit, cards }) => (
            <li key={suit}>
              <i class={`suit-${suit}`} aria-hidden="true">{GLYPHS[suit]}</i>
              <span class="heard">{said.ui.suitNames[suit as keyof typeof said.ui.suitNames]}:</span>
              <span class="replay-ranks">
                {cards.length === 0 && <span class="muted">–</span>}
                {runsOf(cards, marks).map(({ mark, cards }) => (
                  <span
                    key={cards[0]}
                    class={`replay-run${mark === null ? "" : " marked"}${
                      cards.some((card) => play !== undefined && legal?.has(card))
                        ? " playable"
                        : ""
                    }`}
                  >
                    {cards.map((card) =>
                      play !== undefined && legal?.has(card)
                        ? (
                          <button
                            key={card}
                            type="button"
                            class="replay-try"
                            data-card={card}
                            data-mark={mark}
                            onClick={() => play(card)}
                          >
                            <span aria-hidden="true">{rankShown(card, said)}</span>
                            <span class="heard">{spoken(card, said)}</span>
                          </button>
                        )
                        : (
                          <span
                            key={card}
                            class={played?.has(card) ? "gone" : undefined}
                            data-card={card}
                            data-mark={mark}
                          >
                            {rankShown(card, said)}
                          </span>
                        )
                    )}
                    {mark !== null && <sub>{mark}</sub>}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The auction, with alerts and explanations; each call leads to the position after it. */
export function AuctionSheet({ pub, own, at, seek, all }: {
  pub: BoardPub;
  own: BridgeOwn | null;
  /** The number of moves at the shown position. */
  at: number;
  seek: ((at: number) => void) | null;
  /** Calls of the whole auction, if they are known beyond the shown position. */
  all?: readonly string[];
}) {
  const said = words.value.replay;
  const rows = auctionRows(
    all === undefined ? pub : { ...pub, calls: Object.fromEntries(all.entries()) } as unknown as BoardPub,
  );
  const remarks = remarksOf(pub, own, words.value);
  const explained = [...remarks].filter(([index, { text }]) => text && index < Object.keys(pub.calls).length);
  return (
    <section class="replay-panel" aria-label={said.auction}>
      <table class="replay-auction">
        <caption class="heard">{said.auction}</caption>
        <thead>
          <tr>
            {[3, 0, 1, 2].map((seat) => (
              <th key={seat} scope="col" class={isVulnerable(pub.vulnerable, seat as Seat) ? "red" : ""}>
                <abbr title={said.seats[seat]}>{said.letters[seat]}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              {[0, 1, 2, 3].map((column) => {
                const cell = row[column] ?? null;
                if (cell === null) return <td key={column} />;
                const remark = remarks.get(cell.index);
                const shown = (
                  <>
                    <Call call={cell.call} />
                    {remark?.alert && <sup title={remark.text || said.alert}>!</sup>}
                  </>
                );
                return (
                  <td key={column} class={cell.index === at - 1 ? "now" : cell.index >= at ? "later" : ""}>
                    {seek === null ? shown : (
                      <button
                        type="button"
                        class="replay-jump"
                        onClick={() => seek(cell.index + 1)}
                      >
                        {shown}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
          {rows.every((row) => row.every((cell) => cell === null)) && (
            <tr>
              <td colSpan={4} class="muted">{said.noCalls}</td>
            </tr>
          )}
        </tbody>
      </table>
      {explained.length > 0 && (
        <ul class="replay-remarks">
          {explained.map(([index, { text }]) => (
            <li key={index}>
              <Call call={String(pub.calls[String(index)] ?? all?.[index] ?? "")} /> <Coloured text={text} />
            </li>
          ))}
        </ul>
      )}
      <ContractLine pub={pub} />
    </section>
  );
}

function ContractLine({ pub }: { pub: BoardPub }) {
  const said = words.value.replay;
  const contract = pub.contract;
  const over = pub.phase === "over";
  if (contract == null) return over ? <p class="replay-contract">{said.passedOut}</p> : null;
  const doubled = contract.doubled === 2 ? " X" : contract.doubled === 4 ? " XX" : "";
  const tricks = pub.result?.tricks;
  return (
    <p class="replay-contract">
      <b>
        {contract.level}
        <Strain strain={contract.strain} />
        {doubled}
      </b>{" "}
      {said.by(said.seats[contract.declarer] ?? "")}
      {over && tricks != null && <b class="replay-over">{beside(tricks, contract.level)}</b>}
      {over && pub.result != null && (
        <span>
          {pub.result.score_ns >= 0 ? `NS +${pub.result.score_ns}` : `${ew()} +${-pub.result.score_ns}`}
        </span>
      )}
      <span class="muted">{said.tricks(pub.tricks[0], pub.tricks[1])}</span>
    </p>
  );
}

function ew(): string {
  const letters = words.value.replay.letters;
  return `${letters[1]}${letters[3]}`;
}
