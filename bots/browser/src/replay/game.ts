import type { GamePage } from "../games.ts";
import type { Words } from "../i18n/index.ts";
import { Part } from "../parts.ts";

/** Returns the name of the only seat at a table that shows a file. */
const leaderSeat = (_seat: number, words: Words) => words.replay.leaderSeat;

function led(name: string, title: GamePage["title"], part: GamePage["part"]): GamePage {
  return {
    name,
    title,
    part,
    seatName: leaderSeat,
    seats: () => 1,
    usualSeat: 0,
    sides: () => "together",
    dealOf: (pub) => "place" in pub ? pub.place : null,
    playersPause: false,
    hasMatches: false,
    isOpened: false,
  };
}

/** The part with all that the replays of the games share, and the page that opens a file. */
export const replay = new Part("replay/part.ts", () => import("./part.ts"));
export const bridge = new Part("replay/bridge.ts", () => import("./bridge.ts"));
const hanabi = new Part("replay/hanabi.ts", () => import("./hanabi.ts"));
const spades = new Part("replay/spades.ts", () => import("./spades.ts"));

/** The tables that show recorded games, where one player is the leader. */
export const REPLAYS: readonly GamePage[] = [
  led("replay", (words) => words.replay.bridgeTitle, bridge),
  led("hanabi_replay", (words) => words.replay.hanabiTitle, hanabi),
  led("spades_replay", (words) => words.replay.spadesTitle, spades),
];
