/** The ways to enter an event: alone, with a partner or a team, or together with a player that looks for a partner. */

import { useState } from "preact/hooks";
import { YourId } from "../people/YourId.tsx";
import type { Request } from "./following.ts";
import { conditionsOf, type EventShown, playersWanted } from "./model.ts";
import { eventWords } from "./words.ts";

export function EnterForm({ shown, ask }: { shown: EventShown; ask: (request: Request) => Promise<void> }) {
  const said = eventWords(), { form } = conditionsOf(shown), wanted = playersWanted(shown);
  const [ids, setIds] = useState<readonly string[]>([]);
  const [name, setName] = useState(""), [code, setCode] = useState("");
  const others = Array.from({ length: wanted - 1 }, (_, place) => ids[place]?.trim() ?? "");
  function enter(submitted: Event): void {
    submitted.preventDefault();
    void ask({ t: "enter", name: name.trim(), partners: others.filter(Boolean).map((id) => ({ id })) });
  }
  return (
    <div class="events-enter">
      <p>{said.mayEnter}</p>
      <Looking shown={shown} join={(entrant) => void ask({ t: "join", entrant })} />
      <button type="button" class="primary" onClick={() => void ask({ t: "enter" })}>
        {said.enterAlone}
      </button>
      <details>
        <summary>{form === "teams" ? said.enterTeam : said.enterWith}</summary>
        <form class="column" onSubmit={enter}>
          {form === "teams" && (
            <label>
              {said.teamName}
              <input value={name} maxLength={60} onInput={(typed) => setName(typed.currentTarget.value)} />
            </label>
          )}
          {others.map((_, place) => (
            <label key={place}>
              {said.partnersId(place + 2)}
              <input
                value={ids[place] ?? ""}
                maxLength={100}
                required={place === 0}
                autocomplete="off"
                onInput={(typed) => {
                  const next = [...ids];
                  next[place] = typed.currentTarget.value;
                  setIds(next.map((each) => each ?? ""));
                }}
              />
            </label>
          ))}
          <p class="muted">{said.partnersIdHelp}</p>
          <button type="submit" class="primary">{said.enter}</button>
        </form>
        <YourId help={said.yourIdHelp} />
      </details>
      <details>
        <summary>{said.claim}</summary>
        <form
          class="column"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            void ask({ t: "claim", code: code.trim() });
          }}
        >
          <label>
            {said.code}
            <input
              name="code"
              value={code}
              maxLength={40}
              required
              autocomplete="off"
              onInput={(typed) => setCode(typed.currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary">{said.takePlace}</button>
        </form>
      </details>
    </div>
  );
}

/** The players that look for a partner, except the own entrant: `join` makes the person at this page the partner. */
export function Looking({ shown, join }: { shown: EventShown; join: (entrant: string) => void }) {
  const said = eventWords();
  const looking = shown.entrants.filter((each) => each.wants_partner && each.id !== shown.mine.entrant);
  if (looking.length === 0) return null;
  return (
    <div>
      <p>{said.wanting}</p>
      <ul class="row">
        {looking.map((each) => (
          <li key={each.id}>
            <button type="button" onClick={() => join(each.id)}>
              {said.playWith(each.plain ?? each.title)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
