/** The answer of `GET /v1/tables/{id}`, as far as the page needs it. */

import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Part } from "../parts.ts";
import { gameOf, type Options } from "../games.ts";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import type { Policy } from "../wire/protocol.ts";
import type { WholePolicy } from "./policy.ts";

export interface ShownTable {
  table: string;
  name: string;
  policy: Policy;
  options: Options;
  /** True once the first deal has begun: from then on the options stay. */
  begun: boolean;
  /** The lists of players by id, which only the host gets. */
  invited?: string[];
  onlookers?: string[];
  unwelcome?: string[];
  /** The names of the people at the table by id, which only the host gets. */
  here?: Record<string, string>;
}

/** The game, the options and the rules of a table, as a model for a new one. */
export interface TableModel {
  game: string;
  options: Options;
  policy: WholePolicy;
}

/** Returns the title of a table: its name, and for a table without one the name of its game. */
export function tableTitle(name: string, game: string | null): string {
  const unnamed = () => words.value.lobby.unnamed(gameOf(game)?.title(words.value) ?? game ?? "");
  // A match without a name leaves only the room, in brackets.
  return name === "" ? unnamed() : name.startsWith("(") ? `${unnamed()} ${name}` : name;
}

/** The part with the window that opens a table; `like` is the table to which the new one shall be equal. */
export type OpeningPart = Part<
  { OpenTable: FunctionComponent<{ game: string; like?: TableModel | undefined; close: () => void }> }
>;

/** Returns the name that the host has given to a table, "" while it is not known or if there is none. */
export function useTableName(id: string): string {
  const [name, setName] = useState("");
  useEffect(() => {
    let wanted = true;
    http.get(`/v1/tables/${id}`).then((shown) => wanted && setName((shown as ShownTable).name), () => {});
    return () => {
      wanted = false;
    };
  }, [id]);
  return name;
}
