/** The urgent news of a table: requests, warnings, a pause, a called director. */

import { useEffect } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { announce } from "../ui/announce.tsx";
import type { AppointUpdate, NoticeUpdate } from "../wire/protocol.ts";
import { guest } from "./guest.ts";
import { rightsOf } from "./model.ts";
import { namedWithOwner } from "./robots.ts";

const OFFICES: readonly string[] = ["director", "commentator", "seat"];

export function Requests({ store }: { store: TableStore }) {
  const said = words.value.people, people = store.people.value;
  const me = guest.value?.id ?? "", rights = rightsOf(people, me);
  const warning = store.warning.value, call = store.call.value;
  const seconds = warning?.left_ms == null ? null : Math.round(warning.left_ms / 1000);
  const knocks = store.knocks.value, change = store.seatChange.value, wish = store.seatRequest.value;
  // An office that this page does not know cannot be explained, so it is not offered.
  const appoints = store.appoints.value.filter((each) => OFFICES.includes(each.office));
  const newest = appoints.at(-1), knock = knocks.at(-1);
  useEffect(() => {
    if (seconds !== null) announce(said.timeLeft(seconds));
  }, [warning]);
  useEffect(() => {
    if (knock !== undefined) announce(said.knock(namedWithOwner(knock)));
  }, [knock]);
  useEffect(() => {
    if (newest !== undefined) announce(asks(newest));
  }, [newest]);
  useEffect(() => {
    if (change !== null) announce(changed(change));
  }, [change]);
  useEffect(() => {
    if (wish === null) return;
    // All have agreed: the player who asked for the seat takes it at once.
    if (wish.kind === "agreed" && wish.player === me && wish.seat != null) void store.sit(wish.seat);
    else announce(wished(wish));
  }, [wish]);
  const mayPause = rights.host || rights.director ||
    (rights.seat !== null && gameOf(store.game.value)?.playersPause);
  async function answerKnock(player: string, hand: boolean): Promise<void> {
    if (hand && await store.request({ t: "show", player, hand }) !== null) return;
    store.knocks.value = store.knocks.value.filter((each) => each.player !== player);
  }
  async function answerAppoint(asked: AppointUpdate, agree: boolean) {
    const { player, office, seat } = asked;
    if (await store.request({ t: "consent", player, office, seat, agree }) !== null) return;
    store.appoints.value = store.appoints.value.filter((each) => each !== asked);
  }
  function label(seat: number | null | undefined): string {
    const number = seat ?? 0;
    return gameOf(store.game.value)?.seatName(number, words.value, store.pub.value) ?? `${number + 1}`;
  }
  function asks({ office, player, name, seat, robot_of = "" }: AppointUpdate): string {
    const called = namedWithOwner({ name: name || player, robot_of });
    return office === "seat" ? said.newcomer(called, label(seat)) : said.appoint(called, said[office]);
  }
  function changed({ player, name, seat }: NoticeUpdate): string {
    if (player == null) return said.seatLost(label(seat));
    return player === me ? said.seatGiven(label(seat)) : said.seatLostTo(label(seat), name || player);
  }
  function wished({ kind, player, name, seat }: NoticeUpdate): string {
    if (kind === "asked") {
      return player === me
        ? said.playersAsked(label(seat))
        : said.playersAskedFor(name || player || "", label(seat));
    }
    return said.playersAgreed(name || player || "", label(seat));
  }
  return (
    <div class="people-requests" role="status">
      {people?.paused && (
        <p class="people-notice">
          <span>{said.paused}</span>
          {mayPause && (
            <button type="button" class="plain" onClick={() => void store.host({ pause: false })}>
              {said.resume}
            </button>
          )}
        </p>
      )}
      {people?.called && (
        <p class="people-notice">{call === null ? said.called : said.calledBy(call.name, call.text)}</p>
      )}
      {seconds !== null && <p class="people-notice">{said.timeLeft(seconds)}</p>}
      {store.robotPlays.value && rights.seat !== null && (
        <p class="people-notice">
          <span>{said.robotPlays}</span>
          <button
            type="button"
            class="plain primary"
            onClick={async () => {
              if (await store.follow("seat") === null) store.robotPlays.value = false;
            }}
          >
            {said.takeOver}
          </button>
        </p>
      )}
      {knocks.map((each) => (
        <p class="people-notice" key={each.player}>
          <span>{said.knock(namedWithOwner(each))}</span>
          <span class="row">
            <button type="button" class="plain" onClick={() => void answerKnock(each.player, true)}>
              {said.allow}
            </button>
            <button type="button" class="plain" onClick={() => void answerKnock(each.player, false)}>
              {said.ignore}
            </button>
          </span>
        </p>
      ))}
      {change !== null && (
        <p class="people-notice">
          <span>{changed(change)}</span>
          <button type="button" class="plain" onClick={() => store.seatChange.value = null}>
            {said.understood}
          </button>
        </p>
      )}
      {wish !== null && !(wish.kind === "agreed" && wish.player === me) && rights.seat !== wish.seat && (
        <p class="people-notice">
          <span>{wished(wish)}</span>
          {wish.kind === "agreed" && wish.seat != null && wish.player != null && (
            <button
              type="button"
              class="plain primary"
              onClick={() => {
                store.seatRequest.value = null;
                void store.host({ place: { [wish.seat as number]: wish.player as string } });
              }}
            >
              {said.seatNow(label(wish.seat))}
            </button>
          )}
        </p>
      )}
      {appoints.map((each) => (
        <p class="people-notice" key={`${each.player} ${each.office} ${each.seat}`}>
          <span>{asks(each)}</span>
          <span class="row">
            <button
              type="button"
              class="plain"
              onClick={() => void answerAppoint(each, true)}
            >
              {said.agree}
            </button>
            <button
              type="button"
              class="plain"
              onClick={() => void answerAppoint(each, false)}
            >
              {said.disagree}
            </button>
          </span>
        </p>
      ))}
    </div>
  );
}
