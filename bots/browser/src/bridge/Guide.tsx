/** The sentences that lead a beginner through the first board, over the table. */

import { useState } from "preact/hooks";
import { type Words, words } from "../i18n/index.ts";
import type { Beginners as BeginnersWords } from "../i18n/en/beginners.ts";
import { address } from "../route.ts";
import { spoken } from "../ui/PlayingCard.tsx";
import { callAdvice, cardAdvice, type ScoreLine, scoreLines } from "./advice.ts";
import { Beginners } from "./Beginners.tsx";
import { useBeginnersWords } from "./beginnersWords.ts";
import { Coloured } from "./Calls.tsx";
import { openFirstBoard } from "./firstBoard.ts";
import { guide } from "./guided.ts";
import { auctionOf, type Board, dummyOf, type OwnBoard, type Seat, sideOf } from "./model.ts";
import { callText, contractName } from "./sentences.ts";

interface Props {
  pub: Board;
  own: OwnBoard | null;
}

export function Guide({ pub, own }: Props) {
  const said = useBeginnersWords();
  const [rulesOpen, openRules] = useState(false);
  if (said === null) return null;
  const isOver = pub.phase === "over", { tableName } = said;
  // The window has the same button, and says why no table can be opened.
  const playAgain = () => openFirstBoard(tableName).catch(() => openRules(true));
  return (
    <aside class="panel br-guide" aria-label={said.label}>
      <div role="status" class="br-guide-says">
        {sentences(pub, own, said, words.value).map((text) => (
          <p key={text}>
            <Coloured text={text} />
          </p>
        ))}
      </div>
      {isOver && <Score pub={pub} said={said} />}
      <p class="row">
        {isOver
          ? (
            <>
              <button type="button" class="primary" onClick={() => void playAgain()}>{said.again}</button>
              <a class="button" href={address({ page: "lobby" })}>{said.lobby}</a>
            </>
          )
          : (
            <button
              type="button"
              class="icon"
              aria-label={said.close}
              title={said.close}
              onClick={() => guide(null)}
            >
              ×
            </button>
          )}
      </p>
      {rulesOpen && <Beginners close={() => openRules(false)} />}
    </aside>
  );
}

/** Returns what to say at a position: the situation, and then the advice. */
export function sentences(pub: Board, own: OwnBoard | null, said: BeginnersWords, all: Words): string[] {
  const seat = own?.seat ?? null;
  if (pub.phase === "over") return [resultText(pub, said, all)];
  if (own === null || seat === null) return [];
  if (pub.phase === "auction") {
    const advice = own.calls?.length
      ? callAdvice(seat, own.hand ?? [], auctionOf(pub, own), own.calls)
      : null;
    if (advice === null) return [said.waits];
    const call = callText(advice.call, all);
    switch (advice.why) {
      case "open":
        return [said.open(advice.points, advice.length, all.ui.suits[advice.suit], call)];
      case "game":
        return [said.game(advice.sum, all.ui.suits[advice.suit], call)];
      case "weak":
      case "enough":
        return [said[advice.why](advice.points)];
    }
  }
  const { contract } = pub;
  if (contract == null) return [];
  const needed = contract.level + 6, isDeclarer = sideOf(contract.declarer) === sideOf(seat);
  const plays = Object.keys(pub.plays).length;
  const first = plays > 1
    ? [said.tricks(won(pub, contract.declarer), needed)]
    : [said.contract(contractName(contract, all), needed), isDeclarer ? said.declarer : said.defends];
  if (plays === 0 && isDeclarer) return [...first, said.leads];
  const advice = cardAdvice(pub, own);
  if (advice === null) return [...first, said.othersPlay];
  const card = spoken(advice.card, all);
  const from = pub.turn === dummyOf(pub) ? said.fromDummy(card) : said.fromHand(card);
  return [...first, `${from} ${said.why[advice.why](advice.out)}`];
}

/** Returns the number of tricks that declarer's side has won. */
function won(pub: Board, declarer: Seat): number {
  return pub.tricks[declarer % 2] ?? 0;
}

function resultText(pub: Board, said: BeginnersWords, all: Words): string {
  const result = pub.result, contract = result?.contract ?? null, tricks = result?.tricks ?? null;
  if (contract === null || tricks === null) return said.over.passed;
  const name = contractName(contract, all), isMade = tricks >= contract.level + 6;
  return said.over[isMade ? "made" : "down"](name, tricks);
}

/** Returns points with the sign that numbers have in print. */
function signed(points: number): string {
  return String(points).replace("-", "−");
}

/** The score of the board, line by line. */
function Score({ pub, said }: { pub: Board; said: BeginnersWords }) {
  const contract = pub.result?.contract ?? null, tricks = pub.result?.tricks ?? null;
  const lines = contract === null || tricks === null ? null : scoreLines(contract, tricks, pub.vulnerable);
  if (lines === null || contract === null) return null;
  function text(line: ScoreLine): string {
    switch (line.t) {
      case "tricks":
        return contract?.strain === "NT"
          ? said.lines.notrump(line.count)
          : said.lines.tricks(line.count, line.each);
      case "overtricks":
      case "down":
        return said.lines[line.t](line.count);
      default:
        return said.lines[line.t];
    }
  }
  const sum = lines.reduce((all, line) => all + line.points, 0);
  return (
    <dl class="br-guide-score">
      {lines.map((line) => (
        <div key={line.t}>
          <dt>{text(line)}</dt>
          <dd>{signed(line.points)}</dd>
        </div>
      ))}
      <div>
        <dt>{said.lines.sum}</dt>
        <dd>
          <b>{signed(sum)}</b>
        </dd>
      </div>
    </dl>
  );
}
