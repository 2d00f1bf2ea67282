/** A small picture of a table of Hanabi, or of a replay, for the grid of tables. */

import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { HandCard } from "./Card.tsx";
import { Piles } from "./Board.tsx";
import { type HanabiHalf, type HanabiTable, position } from "./model.ts";
import { namesOf } from "./events.ts";
import { scoreWords } from "./texts.ts";
import { perfect } from "./variant.ts";

export function Miniature({ store }: { store: TableStore }) {
  const pub = store.pub.value, said = words.value;
  if (pub === null || (pub.game !== "hanabi" && pub.game !== "hanabi_replay")) return null;
  return <Small pub={pub} own={store.own.value as HanabiHalf | null} store={store} said={said.hanabi} />;
}

function Small({ pub, own, store, said }: {
  pub: HanabiTable;
  own: HanabiHalf | null;
  store: TableStore;
  said: typeof words.value.hanabi;
}) {
  const shown = position(pub, own, { mine: own?.seat ?? null });
  const recorded = pub.game === "hanabi_replay" ? pub.players ?? [] : [];
  const live = namesOf(store, words.value);
  const slots = Math.max(3, ...shown.hands.map((hand) => hand.cards.length));
  return (
    <div class="hanabi-small" style={{ "--slots": String(slots) }}>
      <p>
        <b>{pub.variant.name}</b> {pub.phase === "deal"
          ? said.waiting
          : pub.result != null
          ? scoreWords(pub, words.value)
          : pub.score == null
          ? ""
          : said.scoreOf(pub.score, perfect(pub.variant))}
        {pub.phase === "play" && ` · ${said.clues} ${pub.clues} · ${said.deck} ${pub.left}`}
      </p>
      <Piles pub={pub} shown={shown} />
      {shown.hands.map((hand) => (
        <div key={hand.seat} class={hand.onTurn ? "hanabi-hand on-turn" : "hanabi-hand"}>
          <header>
            <b>{recorded[hand.seat] ?? live(hand.seat)}</b>
          </header>
          <ol>
            {hand.cards.map((card) => (
              <li key={card.order}>
                <HandCard pub={pub} card={card} own={hand.own} last={shown.last.has(card.order)} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}
