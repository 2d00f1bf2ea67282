/** The host of a table, its game and its rules, for a guest with the link of the table and without a name. */

import { useEffect, useState } from "preact/hooks";
import { gameOf, type Options } from "../games.ts";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import { presetOf } from "./model.ts";

/** The answer of `GET /v1/tables/{id}/invitation`. */
interface Invitation {
  name: string;
  game: string;
  host: string;
  options: Options;
}

export function Inviter({ table }: { table: string }) {
  const said = words.value.people;
  const [told, setTold] = useState<Invitation | null>(null);
  useEffect(() => {
    let wanted = true;
    http.get(`/v1/tables/${table}/invitation`).then(
      (answer) => wanted && setTold(answer as Invitation),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [table]);
  const game = gameOf(told?.game ?? null);
  useEffect(() => void game?.part.load(), [game]);
  if (told === null) return null;
  const title = game?.title(words.value) ?? told.game;
  const preset = presetOf(game?.part.module.value?.presets ?? [], told.options)?.name(words.value);
  return (
    <p class="people-inviter">
      <b>{told.host ? said.invites(told.host, title) : said.youAreInvited(title)}</b>
      {[told.name, preset].filter(Boolean).map((each) => <span key={each}>{each}</span>)}
    </p>
  );
}
