import type { GamePage } from "../games.ts";
import { MatchScore } from "./MatchScore.tsx";
import { Miniature } from "./Miniature.tsx";
import { Table } from "./Table.tsx";
import { seatName } from "./model.ts";
import { Form, presets } from "./Opening.tsx";

export const bridge: GamePage = {
  name: "bridge",
  title: (words) => words.bridge.title,
  Table,
  seatName,
  seats: (options) => 4 + (typeof options.waiting === "number" ? options.waiting : 0),
  usualSeat: 2,
  usualRobot: "sampler",
  sides: () => "pairs",
  playersPause: false,
  MatchScore,
  Miniature,
  opening: { presets, Form },
};
