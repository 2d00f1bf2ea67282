/**
 * The description of a game for the page, and the games by name.
 *
 * `registry.ts` lists the games, and the start of the page calls `setGames` with them. So a part of the page can ask
 * for a game here without importing the parts of all games.
 */

import type { FunctionComponent } from "preact";
import type { Words } from "./i18n/index.ts";
import type { Part } from "./parts.ts";
import type { TableStore } from "./table/store.ts";
import type { Pub } from "./wire/protocol.ts";

/** The options of a game that is about to be opened, as the protocol names them. */
export type Options = Record<string, unknown>;

/** A set of options under a name, such as a way of scoring. */
export interface Preset {
  name: (words: Words) => string;
  about: (words: Words) => string;
  options: Options;
}

/** The program of a game. */
export interface GameProgram {
  /** The table, with everything that is particular to this game; people and chat stand beside it. */
  Table: FunctionComponent<{ store: TableStore }>;
  /** A small picture of a table for the grid of tables, without anything to press. */
  Miniature: FunctionComponent<{ store: TableStore }>;
  /** The running score of a match of two tables, for a game with matches. */
  MatchScore?: FunctionComponent<{ store: TableStore }>;
  /** Returns the result of a deal that is over in one line, to stand beside the next deal; `pub` is the view of its end. */
  lastResult?: (store: TableStore, pub: Pub) => string;
  /** The sets of options with which a table is opened; the first one is the defaults. */
  presets?: readonly Preset[];
  /** The form of all options; it calls `change` with all options that differ from the defaults. */
  Form?: FunctionComponent<{ game: string; options: Options; change: (options: Options) => void }>;
  /** The form of those options that the conditions of an event may have. */
  EventForm?: FunctionComponent<{ options: Options; change: (options: Options) => void }>;
}

/** Everything that the page must know of a game before its program has been loaded. */
export interface GamePage {
  /** The name of the game in the protocol. */
  name: string;
  title: (words: Words) => string;
  part: Part<GameProgram>;
  /** The name of a seat, such as "South", and its short form; `pub` is null in the lobby. */
  seatName: (seat: number, words: Words, pub: Pub | null) => string;
  /** The number of seats of a table with these options. */
  seats: (options: Options) => number;
  /** The seat that a player gets who names none, such as South. */
  usualSeat: number;
  /** The robot that plays this game with people; the plain robot if it is absent. */
  usualRobot?: string;
  /** The way in which the players are divided: in pairs, each alone, or all together. It decides the ways to chat. */
  sides: (pub: Pub) => "pairs" | "alone" | "together";
  /** True if the table has a name at each seat with all that can be done there, so that a desk needs no list. */
  namesAtSeats?: boolean;
  /** The number of the deal: notes on cards belong to one deal. */
  dealOf: (pub: Pub) => number | null;
  /** True if every player may pause the table, and not only the host. */
  playersPause: boolean;
  /** True if several tables can play the same boards, as a match of two tables or as a set. */
  hasMatches: boolean;
  /** True if a finished deal can be played again from any of its positions. */
  playsAgain?: boolean;
  /** True for a game that the host opens with options; false for one that is opened in another way, such as a replay. */
  isOpened: boolean;
  /** True if a watcher sees all hands at once where the host allows it, without choosing them first. */
  watchersSeeAll?: true;
  /** The part with the rules for beginners, and a first deal in which they are led. */
  beginners?: Part<{ Beginners: FunctionComponent<{ close: () => void }> }>;
  /** True for a game without screens of its own, which has the plain view. */
  isPlain?: true;
  /** The least and the greatest value of the option `players`, for a game that has it. */
  players?: readonly [least: number, most: number];
}

let games: readonly GamePage[] = [];
let pageOfOther: ((name: string) => GamePage) | null = null;
const others = new Map<string, GamePage>();

/**
 * Makes the games known, once, before the first screen is drawn. `other` returns the page of a game that is not
 * among them, such as that of an installed package.
 */
export function setGames(all: readonly GamePage[], other: (name: string) => GamePage): void {
  games = all;
  pageOfOther = other;
}

/** Returns all games that have screens of their own, in the order of the registry. */
export function allGames(): readonly GamePage[] {
  return games;
}

/** Returns the page of a game, undefined before the name of the game is known. */
export function gameOf(name: string | null): GamePage | undefined {
  return name === null ? undefined : games.find((game) => game.name === name) ?? otherGame(name);
}

function otherGame(name: string): GamePage | undefined {
  let game = others.get(name);
  if (game === undefined && pageOfOther !== null) {
    game = pageOfOther(name);
    others.set(name, game);
  }
  return game;
}
