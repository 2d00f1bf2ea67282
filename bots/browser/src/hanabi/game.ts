import type { GamePage } from "../games.ts";
import { Part } from "../parts.ts";
import { seatName } from "./seatName.ts";

export const hanabi: GamePage = {
  name: "hanabi",
  title: (words) => words.hanabi.title,
  part: new Part("hanabi/part.ts", () => import("./part.ts")),
  seatName,
  seats: (options) => typeof options.players === "number" ? options.players : 3,
  usualSeat: 0,
  usualRobot: "friendly",
  sides: () => "together",
  dealOf: (pub) => "game_no" in pub ? pub.game_no : null,
  playersPause: true,
  hasMatches: false,
  isOpened: true,
  watchersSeeAll: true,
  players: [2, 6],
};
