/** The double-dummy analysis of a finished board: the table of 20 results, par, and cards that cost tricks. */

import { Fragment } from "preact";
import { signal } from "@preact/signals";
import { words } from "../i18n/index.ts";
import { GLYPHS, rankShown, spoken, suitOf } from "../ui/PlayingCard.tsx";
import { HttpRefusal } from "../wire/http.ts";
import { Strain } from "./BridgeBoard.tsx";
import { type Analysis, type Costly, costlyCards, parContract } from "./model.ts";

/** True if the cards carry their double-dummy values. */
export const marksShown = signal(true);

/** The HTTP status of a server on which no solver is installed. */
const NO_SOLVER = 501;

const STRAINS = ["C", "D", "H", "S", "NT"];
const DECLARERS = ["N", "E", "S", "W"];

export function DoubleDummy({ analysis, declarer, contract, played, seek, again }: {
  analysis: Analysis | HttpRefusal | null;
  declarer: number | null;
  /** The contract that was played, which the table marks; null for a board that was passed out. */
  contract: { strain: string; declarer: number } | null;
  /** The number of cards up to which cards that cost tricks are told; all if it is absent. */
  played?: number;
  /** Shows the position before a card of the play; null for a watcher who cannot choose the position. */
  seek: ((place: number) => void) | null;
  again: () => void;
}) {
  const said = words.value.replay;
  if (analysis === null) {
    return (
      <section class="replay-panel" aria-label={said.doubleDummy}>
        <h2>{said.doubleDummy}</h2>
        <p class="muted" role="status">{said.ddLoading}</p>
      </section>
    );
  }
  if (analysis instanceof HttpRefusal) {
    const missing = analysis.status === NO_SOLVER;
    return (
      <section class="replay-panel" aria-label={said.doubleDummy}>
        <h2>{said.doubleDummy}</h2>
        <p class="muted" role="status">{missing ? said.ddMissing : analysis.message}</p>
        {!missing && <button type="button" class="plain" onClick={again}>{said.again}</button>}
      </section>
    );
  }
  const costly = declarer === null
    ? []
    : costlyCards(analysis, declarer).filter(({ place }) => place < (played ?? Infinity));
  return (
    <section class="replay-panel" aria-label={said.doubleDummy}>
      <h2 title={said.ddAbout}>{said.doubleDummy}</h2>
      {analysis.double_dummy !== null && (
        <table class="replay-dd">
          <caption class="heard">{said.tableOf20}</caption>
          <thead>
            <tr>
              <td />
              {STRAINS.map((strain) => (
                <th key={strain} scope="col">
                  <Strain strain={strain} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DECLARERS.map((letter, seat) => (
              <tr key={letter}>
                <th scope="row">
                  <abbr title={said.seats[seat]}>{said.letters[seat]}</abbr>
                </th>
                {STRAINS.map((strain) => (
                  <td
                    key={strain}
                    class={contract?.strain === strain && contract.declarer === seat ? "played" : ""}
                  >
                    {analysis.double_dummy?.[letter]?.[strain]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {analysis.par !== null && (
        <p>
          <b>{said.par}</b> {said.parIs(analysis.par.score_ns)}
          {analysis.par.contracts.map((text, index) => (
            <Fragment key={text}>
              {index === 0 ? ": " : ", "}
              <OfPar text={text} />
            </Fragment>
          ))}
        </p>
      )}
      {analysis.cards.length > 0 && (
        <>
          <label class="switch">
            <input
              type="checkbox"
              checked={marksShown.value}
              onChange={(event) => marksShown.value = event.currentTarget.checked}
            />
            {said.ddMarks}
          </label>
          {declarer !== null && <h3>{said.errors}</h3>}
          {declarer !== null &&
            (costly.length === 0 ? <p class="muted">{said.noErrors}</p> : (
              <ul class="replay-costly">
                {costly.map((each) => <CostlyCard key={each.place} {...each} seek={seek} />)}
              </ul>
            ))}
        </>
      )}
    </section>
  );
}

/** A contract of par, with its suit in its colour. */
function OfPar({ text }: { text: string }) {
  const contract = parContract(text), { letters } = words.value.replay;
  if (contract === null) return <>{text}</>;
  return (
    <span class="replay-par">
      {contract.seats.map((seat) => letters[seat]).join("")} {contract.level}
      <Strain strain={contract.strain} />
      {contract.rest}
    </span>
  );
}

/** A card that cost tricks; pressed, it leads to the position before it. */
function CostlyCard(
  { place, seat, card, tricks, seek }: Costly & { seek: ((place: number) => void) | null },
) {
  const said = words.value.replay;
  const shown = (
    <>
      <span>{said.trickNo(Math.floor(place / 4) + 1)}</span>
      <span>
        {said.letters[seat]}{" "}
        <b class={`suit-${suitOf(card)}`} aria-hidden="true">
          {GLYPHS[suitOf(card)]}
          {rankShown(card, words.value)}
        </b>
        <span class="heard">{spoken(card, words.value)}</span>
      </span>
      <span>−{said.costs(tricks)}</span>
    </>
  );
  return (
    <li>
      {seek === null
        ? <span class="replay-jump">{shown}</span>
        : <button type="button" class="replay-jump" onClick={() => seek(place)}>{shown}</button>}
    </li>
  );
}
