/** The points that directors add to totals: a carry-over, or a procedural penalty. Each can be taken back. */

import { useState } from "preact/hooks";
import { shownSigned } from "../ui/numbers.ts";
import { directingWords } from "./directingWords.ts";
import type { Direct } from "./following.ts";
import { hundredthsOf, isTakenBack } from "./desk.ts";
import { type CarriedPoints, conditionsOf, type EventShown, isFinal, titleOf } from "./model.ts";
import { TextField } from "./TextField.tsx";
import { eventWords } from "./words.ts";

export function Points({ shown, direct }: { shown: EventShown; direct: Direct }) {
  const carried = shown.carried ?? [];
  // The matches of a knock-out are won on their boards, not by totals.
  if (conditionsOf(shown).movement === "knock_out") return null;
  return (
    <section class="events-points" aria-label={eventWords().carried}>
      <h3>{eventWords().carried}</h3>
      {!isFinal(shown) && shown.entrants.length > 0 && <Form shown={shown} direct={direct} />}
      {carried.length > 0 && (
        <ul>
          {carried.map((each) => (
            <Added key={`${each.at_ms} ${each.entrant} ${each.origin}`} {...{ each, shown, direct }} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Form({ shown, direct }: { shown: EventShown; direct: Direct }) {
  const said = directingWords(), events = eventWords();
  const [entrant, setEntrant] = useState(""),
    [typed, setTyped] = useState(""),
    [reason, setReason] = useState("");
  const hundredths = hundredthsOf(typed), chosen = entrant || (shown.entrants[0]?.id ?? "");
  async function add(submitted: Event): Promise<void> {
    submitted.preventDefault();
    if (hundredths === null) return;
    if (await direct({ t: "carry", entrant: chosen, hundredths, reason: reason.trim() })) {
      setTyped("");
      setReason("");
    }
  }
  return (
    <form class="row" onSubmit={(submitted) => void add(submitted)}>
      <label>
        {events.entry}
        <select value={chosen} onChange={(event) => setEntrant(event.currentTarget.value)}>
          {shown.entrants.map(({ id, title }) => <option key={id} value={id}>{title}</option>)}
        </select>
      </label>
      <label>
        {said.pointsField}
        <input
          size={8}
          value={typed}
          required
          aria-invalid={typed !== "" && hundredths === null}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <TextField label={said.reason} value={reason} change={setReason} most={500} isWide />
      <button type="submit" disabled={hundredths === null}>{said.addPoints}</button>
    </form>
  );
}

function Added({ each, shown, direct }: { each: CarriedPoints; shown: EventShown; direct: Direct }) {
  const said = directingWords(), events = eventWords(), { entrant, hundredths, reason, origin } = each;
  const back = origin === ""
    ? { hundredths: -hundredths, reason: said.tookBack(reason) }
    : { hundredths: 0, reason: said.tookBack(reason), origin };
  return (
    <li>
      <bdi>{titleOf(shown, entrant)}</bdi>: <b>{shownSigned(hundredths / 100)}</b> ·{" "}
      {origin ? events.carriedOver(reason) : reason}
      {!isFinal(shown) && !isTakenBack(shown.carried ?? [], each) && (
        <>
          {" "}
          <button type="button" onClick={() => void direct({ t: "carry", entrant, ...back })}>
            {said.takeBack}
          </button>
        </>
      )}
    </li>
  );
}
