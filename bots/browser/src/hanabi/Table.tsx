/** A live table of Hanabi. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Words, words } from "../i18n/index.ts";
import { NextDeal } from "../people/NextDeal.tsx";
import { ownerShown } from "../people/robots.ts";
import { SitHere } from "../people/SitHere.tsx";
import type { TableStore } from "../table/store.ts";
import { announce } from "../ui/announce.tsx";
import { Clock } from "../ui/Clock.tsx";
import { confirmMoves } from "../ui/preferences.ts";
import { useTyping } from "../ui/typing.ts";
import { Waits } from "../ui/Waits.tsx";
import type { HanabiOwn, HanabiPub, Pub } from "../wire/protocol.ts";
import { Board } from "./Board.tsx";
import { namesOf, news } from "./events.ts";
import { type HanabiTable, position, seenCards, touchedBy } from "./model.ts";
import { type Act, type Choice, NOTHING, Panel } from "./Panel.tsx";
import { Rules } from "./Rules.tsx";
import { madeWords, type Names, reasonWords, scoreWords } from "./texts.ts";
import { isRisky, pendingMove, sameClue, typedMoves } from "./choice.ts";

export function Table({ store }: { store: TableStore }) {
  const pub = store.pub.value;
  if (pub === null || pub.game !== "hanabi") return null;
  return <Live store={store} pub={pub} own={store.own.value as HanabiOwn | null} />;
}

function Live({ store, pub, own }: { store: TableStore; pub: HanabiPub; own: HanabiOwn | null }) {
  const said = words.value;
  const mine = store.mySeat.value;
  // A watcher who sees one player's hand sees it as that player does.
  const eyes = own?.seat ?? null;
  const names = namesOf(store, said);
  const shown = position(pub, own, { mine: eyes });
  const seen = seenCards(pub, own);
  const [choice, choose] = useState<Choice>(NOTHING);
  const [rulesOpen, openRules] = useState(false);
  const decision = store.decision.value;
  useLayoutEffect(() => choose((now) => ({ ...now, clue: null, asked: null, typed: false })), [
    decision,
    pub.turns,
  ]);
  useLayoutEffect(() => choose(NOTHING), [pub.game_no]);
  useEffect(() => {
    const letGo = (event: KeyboardEvent) => {
      if (event.key === "Escape" && document.querySelector("dialog[open]") === null) choose(NOTHING);
    };
    addEventListener("keydown", letGo);
    return () => removeEventListener("keydown", letGo);
  }, []);
  useAnnouncements(pub, own, names, mine !== null && decision !== null, said);

  const made = pendingMove(store.pending.value?.action ?? null);
  const act: Act = (action) => {
    choose(NOTHING);
    void store.act(action, { free: action.t === "vote" });
  };
  function attempt(kind: "play" | "discard", order: number, typed = false): void {
    const asked = `${kind} ${order}`;
    const asks = confirmMoves.value || isRisky(shown, kind, order);
    if (asks && choice.asked !== asked) choose({ ...NOTHING, card: order, asked, typed });
    else act({ t: kind, card: order });
  }
  const clue = choice.clue !== null && own?.clues?.some((each) => sameClue(each, choice.clue))
    ? choice.clue
    : null;
  const touched = made?.t === "color" || made?.t === "rank" ? made : clue;
  useTyping(
    typedMoves(pub, own, mine, {
      look: (order) => choose({ ...NOTHING, card: order }),
      attempt: (kind, order) => attempt(kind, order, true),
      clue: (chosen) => choose({ ...NOTHING, to: chosen.to, clue: chosen, typed: true }),
      vote: () => act({ t: "vote", end: mine !== null && !pub.votes?.includes(mine) }),
      note: () => document.querySelector<HTMLElement>(".hanabi-note input")?.focus(),
    }),
  );
  const mineNow = mine !== null && decision !== null;
  const notes = store.notes.value;
  const noteOn = (order: number) =>
    Object.entries(notes).map(([seat, all]) => ({ seat: Number(seat), text: all[order] ?? "" }))
      .filter((each) => each.text).map((each) =>
        each.seat === mine ? each.text : `${names(each.seat)}: ${each.text}`
      )
      .join(" · ") || undefined;
  const people = store.people.value, paused = people?.paused ?? false;
  return (
    <>
      <Board
        pub={pub}
        shown={shown}
        seen={seen}
        names={names}
        mine={eyes}
        chosen={choice.card}
        pending={made?.t === "play" || made?.t === "discard" ? made.card : null}
        raised={touched === null ? new Set() : touchedBy(shown, touched)}
        press={(seat, order) =>
          choose((now) =>
            now.card === order ? NOTHING : { ...NOTHING, card: order, to: seat === eyes ? null : seat }
          )}
        note={noteOn}
        head={(seat) => (
          <>
            <span class="hanabi-dim">{ownerShown(people?.seats.find((row) => row.seat === seat) ?? {})}</span>
            {pub.turn === seat && (
              <>
                <span class="hanabi-now">{seat === mine ? said.ui.yourTurn : "●"}</span>
                <Clock deadline_ms={store.view.value?.deadline_ms} now={() => store.clock.now()} />
              </>
            )}
            <SitHere store={store} seat={seat} />
          </>
        )}
        tools={
          <>
            <button type="button" class="plain" onClick={() => openRules(true)}>{said.hanabi.rules}</button>
            {mine !== null && (
              <button
                type="button"
                class="plain"
                onClick={() => void store.host({ pause: !paused })}
              >
                {paused ? said.hanabi.goOn : said.hanabi.pause}
              </button>
            )}
            {own?.may?.includes("vote") && pub.phase === "play" && mine !== null && (
              <button
                type="button"
                class="plain"
                onClick={() => act({ t: "vote", end: !pub.votes?.includes(mine) })}
              >
                {pub.votes?.includes(mine) ? said.hanabi.unvote : said.hanabi.vote}
              </button>
            )}
          </>
        }
      >
        <Panel
          pub={pub}
          own={own}
          shown={shown}
          names={names}
          mine={mine}
          made={made && (
            <>
              {madeWords(pub, made, names, said)} <Waits shown={store.waits.value} />
            </>
          )}
          eyes={eyes}
          active={mineNow && store.pending.value === null && !paused}
          paused={paused}
          choice={{ ...choice, clue }}
          choose={choose}
          attempt={attempt}
          act={act}
          notes={notes}
          write={mine === null ? null : (order, text) => void store.note(order, text)}
          nextGame={<NextDeal store={store} said={said.hanabi.nextGame} />}
        />
      </Board>
      {rulesOpen && <Rules pub={pub} names={names} mine={mine} close={() => openRules(false)} />}
    </>
  );
}

/** Says each event of the table in words, as it happens. */
function useAnnouncements(
  pub: HanabiPub,
  own: HanabiOwn | null,
  names: Names,
  myTurn: boolean,
  said: Words,
): void {
  const before = useRef<HanabiTable | null>(null);
  useEffect(() => {
    const known = before.current;
    before.current = pub;
    if (known === null) return;
    const texts = news(known, pub, own, names, said);
    if (myTurn && texts.length > 0) texts.push(said.ui.yourTurn);
    texts.forEach(announce);
  }, [pub]);
}

/** Returns the score of a game that is over, and how it ended. */
export function lastResult(store: TableStore, pub: Pub): string {
  const shown = pub as HanabiPub, said = words.value;
  return `${scoreWords(shown, said)}: ${reasonWords(shown, namesOf(store, said), said)}`;
}
