import type { GamePage } from "../games.ts";
import { Part } from "../parts.ts";
import { beginners } from "./beginnersPart.ts";
import { seatName } from "./seatName.ts";

export const bridge: GamePage = {
  name: "bridge",
  title: (words) => words.bridge.title,
  part: new Part("bridge/part.ts", () => import("./part.ts")),
  seatName,
  seats: (options) => 4 + (typeof options.waiting === "number" ? options.waiting : 0),
  usualSeat: 2,
  usualRobot: "sampler",
  sides: () => "pairs",
  namesAtSeats: true,
  dealOf: (pub) => "board" in pub ? pub.board : null,
  playersPause: false,
  hasMatches: true,
  playsAgain: true,
  isOpened: true,
  beginners,
};
