/** The finished games of the person at this page, the latest first, with the way to the replay of each. */

import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { language, words } from "../i18n/index.ts";
import { http } from "../page.ts";
import { faultText } from "../people/fault.ts";
import { guest } from "../people/guest.ts";
import { namedWithOwner, robotListed } from "../people/robots.ts";
import { address, replayAddress } from "../route.ts";
import { timeOfDay } from "../ui/times.ts";
import { byDay, bySeat, type GamePlayer, type PastGame, type PastGames } from "./model.ts";

/** The number of games that are asked for at once. */
const PAGE = "20";

export function GamesPage() {
  const said = words.value.player, me = guest.value;
  return (
    <section class="player" aria-labelledby="player-games">
      <header class="player-head">
        <h1 id="player-games">{said.games}</h1>
        <a class="button" href={address({ page: "devices", code: null })}>{said.devices}</a>
      </header>
      {me === null ? <p class="panel">{said.noPlayer}</p> : <Games key={me.id} />}
    </section>
  );
}

function Games() {
  const said = words.value.player;
  const [games, setGames] = useState<readonly PastGame[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  async function ask(before: string | null): Promise<void> {
    setBusy(true);
    setFault("");
    try {
      const query = { limit: PAGE, ...(before === null ? {} : { before }) };
      const page = await http.get("/v1/players/me/games", query) as PastGames;
      setGames((earlier) => before === null ? page.games : [...earlier ?? [], ...page.games]);
      setCursor(page.cursor);
    } catch (error) {
      setFault(faultText(error));
    } finally {
      setBusy(false);
    }
  }
  useEffect(() => void ask(null), []);
  const day = new Intl.DateTimeFormat(language.value, { dateStyle: "full" });
  return (
    <>
      {games === null && !fault && <p class="waiting" aria-busy="true">{said.loading}</p>}
      {games?.length === 0 && <p class="panel">{said.none}</p>}
      {byDay(games ?? [], (at_ms) => day.format(at_ms)).map((each) => (
        <section key={each.day} class="panel player-day" aria-label={each.day}>
          <h2>{each.day}</h2>
          <ul>{each.games.map((game) => <Game key={game.table + game.ended_ms} game={game} />)}</ul>
        </section>
      ))}
      {fault && (
        <p class="fault" role="alert">
          {fault} <button type="button" class="plain" onClick={() => void ask(cursor)}>{said.again}</button>
        </p>
      )}
      {cursor !== null && !fault && (
        <button type="button" disabled={busy} onClick={() => void ask(cursor)}>{said.earlier}</button>
      )}
      {games !== null && <p class="muted">{said.gamesHelp}</p>}
    </>
  );
}

function Game({ game }: { game: PastGame }) {
  const said = words.value.player, shown = gameOf(game.game);
  const title = shown?.title(words.value) ?? game.game;
  return (
    <li class="player-game" data-game={game.id}>
      <a href={replayAddress(game.table, game.number)}>
        <b>{game.number === null ? title : said.numbered(title, game.number)}</b>
        <span class="heard">, {said.replay}</span>
      </a>
      <span class="muted">{timeOfDay(game.ended_ms)}</span>
      <span class="player-result">{said.results[game.result] ?? game.result}</span>
      <ul class="player-seats">
        {bySeat(game.players).map(([seat, players]) => (
          <li key={seat}>
            <span class="muted">{shown?.seatName(seat, words.value, null) ?? String(seat + 1)}</span>{" "}
            {players.map((player, place) => <Name key={place} player={player} isFirst={place === 0} />)}
          </li>
        ))}
      </ul>
    </li>
  );
}

function Name({ player, isFirst }: { player: GamePlayer; isFirst: boolean }) {
  const said = words.value.player;
  const known = player.player === null ? said.deleted : namedWithOwner(player);
  const name = player.robot ? robotListed(player.name) : known;
  return (
    <>
      {!isFirst && " / "}
      {player.player !== null && player.player === guest.value?.id ? <b>{name}</b> : name}
    </>
  );
}
