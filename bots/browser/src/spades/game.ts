import type { GamePage } from "../games.ts";
import { Part } from "../parts.ts";
import { seatName } from "./seatName.ts";

export const spades: GamePage = {
  name: "spades",
  title: (words) => words.spades.title,
  part: new Part("spades/part.ts", () => import("./part.ts")),
  seatName,
  seats: (options) => typeof options.players === "number" ? options.players : 4,
  usualSeat: 2,
  usualRobot: "sampler",
  sides: (pub) => "rules" in pub && pub.rules.sides === "solo" ? "alone" : "pairs",
  dealOf: (pub) => "hand" in pub ? pub.hand : null,
  playersPause: false,
  playsAgain: true,
  hasMatches: false,
  isOpened: true,
};
