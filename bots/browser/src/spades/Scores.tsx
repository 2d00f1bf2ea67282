/** The scores: of each side, of a hand line by line, and of all hands. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { ReplayOf } from "../people/ReplayOf.tsx";
import type { TableStore } from "../table/store.ts";
import { Dialog } from "../ui/Dialog.tsx";
import type { Pub, SpadesHandResult, SpadesPub } from "../wire/protocol.ts";
import { rulesOf, sideOf, sidesOf, tricksOfSide } from "./model.ts";
import { MARKS, nameOf, pointsShown, sideNameOf, signed } from "./names.ts";
import { change, explained, type Line } from "./results.ts";

/** Returns the sides, that of this page's player first. */
export function sidesInOrder(store: TableStore, pub: SpadesPub): number[] {
  const rules = rulesOf(pub), count = sidesOf(rules);
  const mine = store.mySeat.value === null ? 0 : sideOf(rules, store.mySeat.value);
  return Array.from({ length: count }, (_, index) => (mine + index) % count);
}

/** The mark and the name of a side. */
export function SideName({ store, pub, side }: { store: TableStore; pub: SpadesPub; side: number }) {
  const said = words.value.spades;
  return (
    <span class={`sp-side sp-side-${side}`}>
      <span class="sp-mark" aria-hidden="true">{MARKS[side]}</span>
      {rulesOf(pub).sides === "pairs" && <span class="heard">{said.sideMark(said.sides[side] ?? "")}:</span>}
      <b>{sideNameOf(store, pub, side)}</b>
    </span>
  );
}

/** The sides of partners with their points, bags and tricks; without partners the plates of the seats say it. */
export function ScoreBoard({ store, pub }: { store: TableStore; pub: SpadesPub }) {
  const said = words.value.spades, rules = rulesOf(pub);
  const mine = store.mySeat.value === null ? null : sideOf(rules, store.mySeat.value);
  const isPlayed = pub.phase === "play" || pub.phase === "over";
  return (
    <ul class="sp-board" aria-label={said.scoreOf}>
      {sidesInOrder(store, pub).map((side) => {
        const score = pub.scores[side], number = pub.numbers?.[side] ?? null;
        const won = tricksOfSide(pub, side);
        return (
          <li key={side} class={`sp-chip sp-side-${side}`} data-side={side}>
            <SideName store={store} pub={pub} side={side} />
            {mine === side && <span class="heard">({said.yourSide})</span>}
            <span class="sp-points">
              <b>{pointsShown(score?.points)}</b>
              <span class="heard">{said.pointsShort}</span>
            </span>
            <span class="sp-bags">{said.bagsOf(score?.bags ?? 0, rules.bag_limit)}</span>
            {rules.sets_lose > 0 && (
              <span class="sp-bags">{said.setsOf(score?.sets ?? 0, rules.sets_lose)}</span>
            )}
            <span class="sp-side-tricks">
              {(isPlayed || number !== null) && (
                <>
                  <span aria-hidden="true">
                    {isPlayed ? said.sideTricks(won, number) : said.bids(String(number))}
                  </span>
                  <span class="heard">
                    {isPlayed ? said.sideTricksHeard(won, number) : said.bids(String(number))}
                  </span>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function lineText(store: TableStore, line: Line): string {
  const said = words.value.spades, { lines } = said;
  switch (line.t) {
    case "unbid":
      return lines.unbid(line.tricks);
    case "made":
    case "set": {
      const special = line.special.map((each) => lines.special[each]);
      return lines[line.t](line.counted, line.bid) + (special.length ? ` (${special.join(", ")})` : "");
    }
    case "bags":
      return lines.bags(line.bags);
    case "nil": {
      const nil = line.blind ? said.blindNil : said.nil, name = nameOf(store, line.seat);
      return line.tricks > 0 ? lines.nilFailed(name, nil, line.tricks) : lines.nilMade(name, nil);
    }
    case "double_nil":
      return line.tricks > 0 ? lines.doubleFailed(line.tricks) : lines.doubleMade;
    case "penalty":
      return lines.penalty(line.bags);
    case "gift":
      return lines.gift;
  }
}

/** The result of a hand, line by line, for each side. */
export function Result({ store, pub, result }: {
  store: TableStore;
  pub: SpadesPub;
  result: SpadesHandResult;
}) {
  const said = words.value.spades, rules = rulesOf(pub);
  return (
    <div class={`sp-result sp-of-${sidesOf(rules)}`} data-hand={result.hand}>
      {sidesInOrder(store, pub).map((side) => {
        const ended = result.sides[side];
        if (ended === undefined) return null;
        const lines = explained(rules, result, side);
        return (
          <section key={side} class="sp-account" data-side={side}>
            <h3>
              <SideName store={store} pub={pub} side={side} />
            </h3>
            <dl>
              {lines.length === 0 && (
                <div>
                  <dt>{said.lines.nothing}</dt>
                  <dd>0</dd>
                </div>
              )}
              {lines.map((line, index) => (
                <div key={index} data-line={line.t}>
                  <dt>{lineText(store, line)}</dt>
                  <dd class={line.points < 0 ? "sp-minus" : undefined}>{signed(line.points)}</dd>
                </div>
              ))}
              <div class="sp-sum">
                <dt>{said.lines.change}</dt>
                <dd data-change={change(ended)}>{signed(change(ended))}</dd>
              </div>
              <div class="sp-now">
                <dt>
                  {said.lines.after}{" "}
                  <span class="muted">{said.bagsOf(ended.after.bags ?? 0, rules.bag_limit)}</span>
                </dt>
                <dd>{pointsShown(ended.after.points)}</dd>
              </div>
            </dl>
          </section>
        );
      })}
    </div>
  );
}

/** The points of each side in the last hand, in the middle of the table while the next hand is bid. */
export function LastHand({ store, pub, result }: {
  store: TableStore;
  pub: SpadesPub;
  result: SpadesHandResult;
}) {
  const said = words.value.spades, rules = rulesOf(pub);
  return (
    <div class="sp-before">
      <p>{said.result(result.hand)}</p>
      <ul>
        {sidesInOrder(store, pub).map((side) => {
          const ended = result.sides[side];
          if (ended === undefined) return null;
          return (
            <li key={side} class={`sp-side-${side}`}>
              <span class="sp-mark" aria-hidden="true">{MARKS[side]}</span>
              {rules.sides === "pairs"
                ? <span class="heard">{sideNameOf(store, pub, side)}</span>
                : <span class="sp-word">{sideNameOf(store, pub, side)}</span>}{" "}
              <span class="sp-quiet">{said.sideTricks(ended.tricks, ended.bid)}</span>{" "}
              <b>{signed(change(ended))}</b>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Returns the points that each side got in a hand that is over, in one line. */
export function lastResult(store: TableStore, pub: Pub): string {
  const shown = pub as SpadesPub, result = (shown.results ?? {})[shown.hand];
  if (result === undefined) return "";
  return sidesInOrder(store, shown).map((side) => {
    const ended = result.sides[side];
    return ended === undefined ? "" : `${sideNameOf(store, shown, side)} ${signed(change(ended))}`;
  }).filter(Boolean).join(", ");
}

/** The sentence about the end of the game. */
export function Winner({ store, pub }: { store: TableStore; pub: SpadesPub }) {
  const said = words.value.spades, rules = rulesOf(pub), { winner } = pub;
  if (winner == null) return null;
  const mine = store.mySeat.value, won = mine !== null && sideOf(rules, mine) === winner;
  return (
    <p class={`sp-winner sp-side-${winner}`}>
      <span class="sp-mark" aria-hidden="true">{MARKS[winner]}</span> {won && rules.sides === "solo"
        ? said.youWin
        : said.winner(sideNameOf(store, pub, winner), rules.sides === "solo")}
    </p>
  );
}

/** The window with all hands of the game, and the explanation of one of them. */
export function ScoreSheet({ store, pub, close }: {
  store: TableStore;
  pub: SpadesPub;
  close: () => void;
}) {
  const said = words.value.spades, rules = rulesOf(pub);
  const results = Object.values(pub.results ?? {}).sort((one, other) => one.hand - other.hand);
  const [chosen, choose] = useState<number | null>(null);
  const shown = results.find((each) => each.hand === chosen) ?? results.at(-1);
  const sides = sidesInOrder(store, pub);
  return (
    <Dialog title={said.scores} close={close} kind="wide">
      <Winner store={store} pub={pub} />
      {shown === undefined ? <p class="muted">{said.sheetEmpty}</p> : (
        <>
          <h3>{said.result(shown.hand)}</h3>
          <Result store={store} pub={pub} result={shown} />
        </>
      )}
      <div class="sp-sheet">
        <table>
          <caption class="heard">{said.sheet}</caption>
          <thead>
            <tr>
              <th scope="col">{said.sheet}</th>
              {sides.map((side) => (
                <th key={side} scope="col">
                  <SideName store={store} pub={pub} side={side} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {results.map((result) => (
              <tr key={result.hand} class={result.hand === shown?.hand ? "sp-shown" : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    class="plain"
                    aria-pressed={result.hand === shown?.hand}
                    onClick={() =>
                      choose(result.hand)}
                  >
                    {said.hand(result.hand)}
                  </button>{" "}
                  <ReplayOf table={store.id} number={result.hand}>▸</ReplayOf>
                </th>
                {sides.map((side) => {
                  const ended = result.sides[side];
                  if (ended === undefined) {
                    return <td key={side} />;
                  }
                  return (
                    <td key={side}>
                      <b>{pointsShown(ended.after.points)}</b>{" "}
                      <span class={change(ended) < 0 ? "sp-minus" : "muted"}>{signed(change(ended))}</span>
                      <br />
                      <span class="muted">{said.sideTricks(ended.tricks, ended.bid)}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{said.sheetTotal}</th>
              {sides.map((side) => {
                const score = pub.scores[side];
                return (
                  <td key={side}>
                    <b>{pointsShown(score?.points)}</b>{" "}
                    <span class="muted">
                      {said.bagsOf(score?.bags ?? 0, rules.bag_limit)}
                      {rules.sets_lose > 0 && `, ${said.setsOf(score?.sets ?? 0, rules.sets_lose)}`}
                    </span>
                  </td>
                );
              })}
            </tr>
          </tfoot>
        </table>
      </div>
      {(results[0]?.hand ?? 1) > 1 && <p class="muted">{said.sheetOlder}</p>}
    </Dialog>
  );
}
