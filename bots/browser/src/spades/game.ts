import type { GamePage } from "../games.ts";
import { Miniature } from "./Miniature.tsx";
import { Table } from "./Table.tsx";
import { seatName } from "./model.ts";
import { Form, presets } from "./Opening.tsx";

export const spades: GamePage = {
  name: "spades",
  title: (words) => words.spades.title,
  Table,
  seatName,
  seats: (options) => typeof options.players === "number" ? options.players : 4,
  usualSeat: 2,
  usualRobot: "sampler",
  sides: (pub) => "rules" in pub && pub.rules.sides === "solo" ? "alone" : "pairs",
  playersPause: false,
  MatchScore: null,
  Miniature,
  opening: { presets, Form },
};
