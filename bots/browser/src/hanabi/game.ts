import type { GamePage } from "../games.ts";
import { Miniature } from "./Miniature.tsx";
import { Table } from "./Table.tsx";
import { seatName } from "./model.ts";
import { Form, presets, USUAL_ROBOT } from "./Opening.tsx";

export const hanabi: GamePage = {
  name: "hanabi",
  title: (words) => words.hanabi.title,
  Table,
  seatName,
  seats: (options) => typeof options.players === "number" ? options.players : 3,
  usualSeat: 0,
  usualRobot: USUAL_ROBOT,
  sides: () => "together",
  playersPause: true,
  MatchScore: null,
  Miniature,
  opening: { presets, Form, players: [2, 6] },
};
