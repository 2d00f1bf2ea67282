/** The outcomes of an assigned score: contracts with their tricks, each with its weight. */

import { words } from "../i18n/index.ts";
import type { BridgeOutcome } from "../wire/protocol.ts";
import { LEVELS, SEATS, type Strain, STRAINS } from "./model.ts";
import { seatName } from "./seatName.ts";

export function NumberField({ label, value, change, min = 0, max }: {
  label: string;
  value: number;
  change: (value: number) => void;
  min?: number;
  max: number;
}) {
  return (
    <label>
      {label}
      <input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        required
        value={value}
        onInput={(event) => change(event.currentTarget.valueAsNumber || 0)}
      />
    </label>
  );
}

export function Outcomes({ outcomes, change, first, dealer }: {
  outcomes: readonly BridgeOutcome[];
  change: (outcomes: BridgeOutcome[]) => void;
  /** The outcome with which another one begins. */
  first: BridgeOutcome;
  dealer: number;
}) {
  const said = words.value.bridge, suits = words.value.ui.suitNames;
  const changed = (index: number, part: Partial<BridgeOutcome>) =>
    change(outcomes.map((each, number) => number === index ? { ...each, ...part } : each));
  return (
    <div class="column">
      {outcomes.map((outcome, index) => {
        const contract = outcome.contract ?? null;
        return (
          <div key={index} class="br-outcome">
            <NumberField
              label={said.weight}
              value={outcome.weight}
              change={(weight) => changed(index, { weight })}
              max={100}
            />
            <label>
              {said.contract}
              <select
                value={contract === null ? "" : `${contract.level}${contract.strain}`}
                onChange={(event) => {
                  const bid = event.currentTarget.value;
                  if (!bid) return changed(index, { contract: null, tricks: null });
                  const level = Number(bid[0]);
                  changed(index, {
                    contract: {
                      level,
                      strain: bid.slice(1) as Strain,
                      declarer: contract?.declarer ?? dealer as 0 | 1 | 2 | 3,
                      doubled: contract?.doubled ?? 1,
                    },
                    tricks: outcome.tricks ?? level + 6,
                  });
                }}
              >
                <option value="">{said.allPassed}</option>
                {LEVELS.flatMap((level) =>
                  STRAINS.map((strain) => (
                    <option key={`${level}${strain}`} value={`${level}${strain}`}>
                      {level} {suits[strain]}
                    </option>
                  ))
                )}
              </select>
            </label>
            {contract !== null && (
              <>
                <label>
                  {said.columns.by}
                  <select
                    value={contract.declarer}
                    onChange={(event) =>
                      changed(index, {
                        contract: {
                          ...contract,
                          declarer: Number(event.currentTarget.value) as 0 | 1 | 2 | 3,
                        },
                      })}
                  >
                    {SEATS.map((seat) => (
                      <option key={seat} value={seat}>{seatName(seat, words.value)}</option>
                    ))}
                  </select>
                </label>
                <label>
                  {said.double}
                  <select
                    value={contract.doubled ?? 1}
                    onChange={(event) =>
                      changed(index, {
                        contract: { ...contract, doubled: Number(event.currentTarget.value) as 1 | 2 | 4 },
                      })}
                  >
                    {[1, 2, 4].map((each) => <option key={each} value={each}>{said.doubling[each]}</option>)}
                  </select>
                </label>
                <NumberField
                  label={said.declarersTricks}
                  value={outcome.tricks ?? 0}
                  change={(tricks) => changed(index, { tricks })}
                  max={13}
                />
              </>
            )}
            {outcomes.length > 1 && (
              <button
                type="button"
                onClick={() => change(outcomes.filter((_, number) => number !== index))}
              >
                {said.removeOutcome}
              </button>
            )}
          </div>
        );
      })}
      <button
        type="button"
        onClick={() => {
          const rest = 100 - outcomes.reduce((sum, each) => sum + each.weight, 0);
          change([...outcomes, { ...first, weight: Math.max(0, rest) }]);
        }}
      >
        {said.addOutcome}
      </button>
    </div>
  );
}
