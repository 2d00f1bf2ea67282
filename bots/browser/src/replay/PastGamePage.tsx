/** The replay of a finished deal of this server: every position, from any seat or with all hands. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import type { Part } from "../parts.ts";
import { guest } from "../people/guest.ts";
import { recordedName } from "../people/robots.ts";
import { address, go, redirect, rename, type Route } from "../route.ts";
import { faultText } from "../people/fault.ts";
import { GLYPHS } from "../ui/PlayingCard.tsx";
import type { BridgeOwn } from "../wire/protocol.ts";
import { HttpRefusal } from "../wire/http.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { Downloads } from "./Downloads.tsx";
import {
  beside,
  type BoardPub,
  type DealRow,
  type Game,
  gameOfPub,
  marksOf,
  ordered,
  parted,
  type Position,
  trickStep,
} from "./model.ts";
import { firstDeal, PastGame, refusalOf } from "./past.ts";
import { PlayFromHere } from "./PlayFromHere.tsx";
import { PositionTable } from "./PositionTable.tsx";
import { EyesChoice, Transport } from "./Transport.tsx";

type At = Extract<Route, { page: "past" }>;

/** The program that shows a board of bridge. */
type BoardProgram =
  & Pick<typeof import("./BridgeBoard.tsx"), "AuctionSheet" | "BridgeBoard" | "lastSpoken">
  & Pick<typeof import("./DoubleDummy.tsx"), "DoubleDummy" | "marksShown">;

/** `bridge` is the part with the program of a board of bridge. */
export function PastGamePage({ at, bridge }: { at: At; bridge: Part<BoardProgram> }) {
  const { table, number } = parted(at.game);
  const [fault, setFault] = useState<HttpRefusal | null>(null);
  useEffect(() => {
    if (number !== null) return;
    // The address of a table leads to the first of its deals.
    firstDeal(table).then(
      (first) => redirect({ ...at, game: `${table}.${first}` }),
      (error: unknown) => setFault(refusalOf(error)),
    );
  }, [table, number, guest.value]);
  if (number !== null) return <DealPage at={at} bridge={bridge} />;
  return fault === null ? <Loading /> : <Fault fault={fault} again={null} />;
}

function Loading() {
  return <p class="waiting" aria-busy="true">{words.value.replay.loading}</p>;
}

function Fault({ fault, again }: { fault: HttpRefusal; again: (() => void) | null }) {
  const said = words.value;
  const text = fault.code === "forbidden" || fault.code === "no_such_table"
    ? said.replay.notFound
    : faultText(fault);
  return (
    <div class="replay-fault" role="alert">
      <h1 class="heard">{said.ui.replay}</h1>
      <p>{text}</p>
      <p class="row">
        {again !== null && <button type="button" onClick={again}>{said.replay.again}</button>}
        <a class="button" href={address({ page: "replay" })}>{said.ui.replay}</a>
      </p>
    </div>
  );
}

function DealPage({ at, bridge }: { at: At; bridge: Part<BoardProgram> }) {
  const past = useMemo(() => new PastGame(at.game), [at.game]);
  useEffect(() => {
    void past.open(at.turn, at.eyes).then(() => past.list());
  }, [past, at]);
  useEffect(() => () => past.end(), [past]);
  const position = past.position.value;
  const game = position === null ? null : gameOfPub(position.pub);
  useEffect(() => {
    if (game === "bridge") void past.analyse();
  }, [past, game]);
  const turn = past.turn.value, eyes = past.eyes.value;
  useEffect(() => {
    if (position !== null) rename({ page: "past", game: at.game, turn, eyes });
  }, [position === null, turn, eyes]);
  if (position !== null && gameOf(position.pub.game)?.isPlain) {
    return <p class="waiting">{words.value.ui.unknownGame(position.pub.game)}</p>;
  }
  if (position === null || game === null) {
    const again = () => void past.open(at.turn, at.eyes);
    return past.fault.value === null ? <Loading /> : <Fault fault={past.fault.value} again={again} />;
  }
  if (game !== "bridge") return <Deal past={past} position={position} game={game} board={null} />;
  return (
    <Loaded part={bridge}>
      {(board) => <Deal past={past} position={position} game={game} board={board} />}
    </Loaded>
  );
}

function Deal({ past, position, game, board }: {
  past: PastGame;
  position: Position;
  game: Game;
  /** The program that shows a board of bridge; null for another game. */
  board: BoardProgram | null;
}) {
  const said = words.value;
  const { number } = parted(past.id);
  const eyes = past.eyes.value, turn = past.turn.value;
  const players = position.players.map((name, seat) =>
    recordedName(name ?? "", game === "bridge" ? null : seat)
  );
  const seatNames = players.map((name, seat) => {
    const seatName = game === "bridge"
      ? said.replay.seats[seat] ?? ""
      : gameOf(game)?.seatName(seat, said, position.pub) ?? "";
    return name && name !== seatName ? `${name} (${seatName})` : seatName;
  });
  const analysis = past.analysis.value instanceof HttpRefusal ? null : past.analysis.value;
  const pub = position.pub as BoardPub;
  const auction = board === null ? 0 : auctionLength(past, pub);
  const big = (forward: boolean) =>
    board !== null
      ? trickStep(turn, position.turns, auction, forward)
      : roundStep(turn, position.turns, position.players.length, forward);
  const place = board === null ? "" : board.lastSpoken(pub, said);
  return (
    <div class="replay" data-game={game} data-turn={position.turn}>
      <div class="replay-main">
        {board !== null
          ? (
            <h1 class="replay-title">
              {said.replay.deal[game](number ?? 1)}
              <DealChoice past={past} game={game} />
            </h1>
          )
          : <h1 class="heard">{said.replay.deal[game](number ?? 1)}</h1>}
        {past.fault.value !== null && <p class="bar bad" role="alert">{faultText(past.fault.value)}</p>}
        {board !== null
          ? (
            <board.BridgeBoard
              pub={pub}
              own={position.own as BridgeOwn | null}
              eyes={position.seat ?? eyes}
              names={players}
              marks={board.marksShown.value ? marksOf(analysis, pub) : {}}
            />
          )
          : (
            <div class="replay-game" data-game={game}>
              <h2 class="heard">{gameOf(game)?.title(said)}</h2>
              <PositionTable id={past.id} position={position} eyes={position.seat ?? "all"} />
            </div>
          )}
        <Transport
          at={turn}
          moves={position.turns}
          seek={(to) => past.seek(to)}
          bigStep={big}
          rounds={game === "hanabi"}
          place={place || said.replay.place(turn, position.turns)}
        >
          {game !== "bridge" && <DealChoice past={past} game={game} />}
          <EyesChoice eyes={eyes} names={seatNames} see={(to) => past.see(to)} />
          <Share />
        </Transport>
      </div>
      <aside class="replay-side">
        {board !== null && (
          <>
            <board.AuctionSheet
              pub={pub}
              own={position.own as BridgeOwn | null}
              at={turn}
              seek={(to) => past.seek(to)}
            />
            <board.DoubleDummy
              analysis={past.analysis.value}
              declarer={analysis === null ? null : declarerOf(past, pub)}
              contract={contractOf(past, pub)}
              seek={(card) => past.seek(auction + card)}
              again={() => void past.analyse()}
            />
          </>
        )}
        <PlayFromHere deal={past.id} position={position} eyes={eyes} names={seatNames} />
        <Downloads id={past.id} game={game} analysed={analysis !== null} />
        <p class="muted replay-keys">{said.replay.keys}</p>
      </aside>
    </div>
  );
}

/** Returns the number of calls of the whole auction, which the record or the shown position tells. */
function auctionLength(past: PastGame, pub: BoardPub): number {
  const calls = ordered(pub.calls).length;
  return pub.phase === "auction" ? Math.max(calls, past.auction.value ?? past.turns.value) : calls;
}

function declarerOf(past: PastGame, pub: BoardPub): number | null {
  return contractOf(past, pub)?.declarer ?? null;
}

function contractOf(past: PastGame, pub: BoardPub): { strain: string; declarer: number } | null {
  if (pub.contract != null) return pub.contract;
  const { number } = parted(past.id);
  const row = past.deals.value.find((deal) => deal.number === number)?.contract;
  return row === "passed" || row == null ? null : row;
}

function roundStep(turn: number, turns: number, players: number, forward: boolean): number {
  return forward ? Math.min(turns, turn + players) : Math.max(0, turn - players);
}

function DealChoice({ past, game }: { past: PastGame; game: Game }) {
  const said = words.value.replay;
  const { table, number } = parted(past.id);
  const deals = past.deals.value;
  const index = deals.findIndex((deal) => deal.number === number);
  if (deals.length < 2) return null;
  function show(to: number | undefined): void {
    if (to !== undefined) go({ page: "past", game: `${table}.${to}`, turn: 0, eyes: past.eyes.value });
  }
  return (
    <span class="replay-deals">
      <button
        type="button"
        class="icon"
        aria-label={said.deal[game](deals[index - 1]?.number ?? 0)}
        disabled={index <= 0}
        onClick={() => show(deals[index - 1]?.number)}
      >
        ‹
      </button>
      <label>
        <span class="heard">{said.deals[game]}</span>
        <select value={String(number)} onChange={(event) => show(Number(event.currentTarget.value))}>
          {deals.map((deal) => (
            <option key={deal.number} value={String(deal.number)}>
              {said.deal[game](deal.number)}
              {rowText(deal)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="icon"
        aria-label={said.deal[game](deals[index + 1]?.number ?? 0)}
        disabled={index < 0 || index === deals.length - 1}
        onClick={() => show(deals[index + 1]?.number)}
      >
        ›
      </button>
    </span>
  );
}

/** Returns the contract and result of a deal for a list, such as `: 3♠ N −1`. */
function rowText({ contract }: DealRow): string {
  const said = words.value.replay;
  if (contract === null) return "";
  if (contract === "passed") return `: ${said.passedOut}`;
  const { text, strain, doubled, declarer, over } = contract;
  const result = beside(over + 6, 0);
  return `: ${text}${GLYPHS[strain] ?? "NT"}${doubled} ${said.letters[declarer] ?? ""} ${result}`;
}

/** The button that copies the address of the shown position. */
function Share() {
  const said = words.value.replay;
  const [told, tell] = useState("");
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      tell(said.shared);
    } catch {
      tell(said.shareFailed);
    }
    setTimeout(() => tell(""), 4000);
  }
  return (
    <span class="replay-share">
      <button type="button" title={said.share} onClick={() => void copy()}>{said.copyLink}</button>
      <span role="status" class={told ? "replay-told" : "heard"}>{told}</span>
    </span>
  );
}
