import type { GamePage } from "../games.ts";
import type { Words } from "../i18n/index.ts";
import { Miniature as BridgeMiniature } from "../bridge/Miniature.tsx";
import { Miniature as HanabiMiniature } from "../hanabi/Miniature.tsx";
import { BridgeReplay } from "./BridgeReplay.tsx";
import { Miniature as SpadesMiniature } from "../spades/Miniature.tsx";
import { HanabiReplay } from "./HanabiReplay.tsx";
import { SpadesReplay } from "./SpadesReplay.tsx";

/** Returns the name of the only seat at a table that shows a file. */
const leaderSeat = (_seat: number, words: Words) => words.replay.leaderSeat;

function led(
  name: string,
  title: GamePage["title"],
  Table: GamePage["Table"],
  Miniature: GamePage["Miniature"],
): GamePage {
  return {
    name,
    title,
    Table,
    seatName: leaderSeat,
    seats: () => 1,
    usualSeat: 0,
    sides: () => "together",
    playersPause: false,
    MatchScore: null,
    Miniature,
    opening: null,
  };
}

/** The tables that show recorded games, where one player is the leader. */
export const REPLAYS: readonly GamePage[] = [
  led("replay", (words) => words.replay.bridgeTitle, BridgeReplay, BridgeMiniature),
  led("hanabi_replay", (words) => words.replay.hanabiTitle, HanabiReplay, HanabiMiniature),
  led("spades_replay", (words) => words.replay.spadesTitle, SpadesReplay, SpadesMiniature),
];
