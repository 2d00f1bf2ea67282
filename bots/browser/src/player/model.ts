/** The answer of `GET /v1/players/{player}/games`, and what the page shows of it: pure functions. */

/** A player or robot with a seat at the end of a deal; `player` is null for a robot and for a deleted player. */
export interface GamePlayer {
  seat: number;
  name: string;
  player: string | null;
  robot: boolean;
  /** The name of the owner of another author's robot, "" for others. */
  robot_of?: string;
}

export interface PastGame {
  id: string;
  table: string;
  /** The number of the board, hand or game as in views, null if they show none. */
  number: number | null;
  game: string;
  ended_ms: number;
  /** The result in one line, in the server's words. */
  result: string;
  players: readonly GamePlayer[];
}

export interface PastGames {
  games: readonly PastGame[];
  cursor: string | null;
}

/** Deals that ended on the same day. */
export interface Day {
  day: string;
  games: readonly PastGame[];
}

/** Returns deals by the day on which they ended; `dayOf` names the day of a time (ms since 1970). */
export function byDay(games: readonly PastGame[], dayOf: (at_ms: number) => string): Day[] {
  const days: { day: string; games: PastGame[] }[] = [];
  for (const game of games) {
    const day = dayOf(game.ended_ms), last = days.at(-1);
    if (last?.day === day) last.games.push(game);
    else days.push({ day, games: [game] });
  }
  return days;
}

/** Returns the players of each seat, in the order of the seats; a seat may have an absent owner and a substitute. */
export function bySeat(players: readonly GamePlayer[]): [seat: number, players: readonly GamePlayer[]][] {
  const seats = new Map<number, GamePlayer[]>();
  for (const player of players) {
    const others = seats.get(player.seat);
    if (others === undefined) seats.set(player.seat, [player]);
    else others.push(player);
  }
  return [...seats].sort(([one], [other]) => one - other);
}

/** Returns a code as the server made it, from what a person has typed; "" for what is no code. */
export function codeOf(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, "");
  return /^[0-9A-Z]{10}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : "";
}
