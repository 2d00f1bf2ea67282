/** The events at a table of Hanabi, in sentences, and the names of its players. */

import type { Words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { movesOf } from "./history.ts";
import { type HanabiHalf, type HanabiTable, seenCards } from "./model.ts";
import { moveWords, type Names, reasonWords, scoreWords } from "./texts.ts";

/**
 * Returns the names of the players by seat; names that several share carry the number of the seat. House robots
 * often have all the same name, so a robot is called after its seat.
 */
export function namesOf(store: TableStore, said: Words): Names {
  const rows = store.people.value?.seats ?? [];
  const named = new Map(rows.filter((row) => row.name).map((row) => [row.seat, row.name ?? ""]));
  const robots = new Set(
    rows.filter((row) => row.robot != null && row.player == null).map((row) => row.seat),
  );
  return (seat) => {
    if (robots.has(seat)) return said.people.robotIn(seat + 1);
    const name = named.get(seat);
    if (name === undefined) return said.hanabi.seat(seat + 1);
    const shared = [...named.values()].filter((other) => other === name).length > 1;
    return shared ? `${name} ${seat + 1}` : name;
  };
}

/** Returns the events between two views, each in a sentence. */
export function news(
  known: HanabiTable,
  pub: HanabiTable,
  own: HanabiHalf | null,
  names: Names,
  said: Words,
): string[] {
  const texts: string[] = [], sameGame = known.game_no === pub.game_no;
  if (pub.phase !== "deal" && (!sameGame || known.phase === "deal")) {
    texts.push(said.hanabi.event.dealt(pub.game_no, pub.variant.name));
  }
  const seen = seenCards(pub, own);
  for (const move of movesOf(pub).slice(sameGame ? movesOf(known).length : 0)) {
    texts.push(moveWords(pub, move, seen, names, said));
  }
  if (sameGame && known.left > 0 && pub.left === 0 && pub.phase === "play") {
    texts.push(
      pub.end_turn == null ? said.hanabi.deckEmpty : said.hanabi.lastTurns(pub.end_turn - pub.turns),
    );
  }
  const voted = sameGame ? known.votes ?? [] : [];
  for (const seat of pub.votes ?? []) {
    if (!voted.includes(seat)) texts.push(said.hanabi.event.votes(names(seat)));
  }
  if (pub.phase === "play") {
    for (const seat of voted) {
      if (!pub.votes?.includes(seat)) texts.push(said.hanabi.event.unvotes(names(seat)));
    }
  }
  if (pub.result != null && (!sameGame || known.result == null)) {
    texts.push(`${said.hanabi.result.over}: ${reasonWords(pub, names, said)}, ${scoreWords(pub, said)}`);
  }
  return texts;
}
