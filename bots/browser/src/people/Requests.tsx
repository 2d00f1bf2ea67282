/** The urgent news of a table: requests, warnings, a pause, a called director. */

import { useEffect } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { announce } from "../ui/announce.tsx";
import { guest } from "./guest.ts";
import { rightsOf } from "./model.ts";

export function Requests({ store }: { store: TableStore }) {
  const said = words.value.people, people = store.people.value;
  const rights = rightsOf(people, guest.value?.id ?? "");
  const warning = store.warning.value;
  const seconds = warning?.left_ms == null ? null : Math.round(warning.left_ms / 1000);
  const knocks = store.knocks.value, appoints = store.appoints.value;
  const newest = appoints.at(-1), knock = knocks.at(-1);
  useEffect(() => {
    if (seconds !== null) announce(said.timeLeft(seconds));
  }, [warning]);
  useEffect(() => {
    if (knock !== undefined) announce(said.knock(knock.name));
  }, [knock]);
  useEffect(() => {
    if (newest !== undefined) announce(said.appoint(newest.name || newest.player, said[newest.office]));
  }, [newest]);
  const mayPause = rights.host || rights.director ||
    (rights.seat !== null && gameOf(store.game.value)?.playersPause);
  async function answerKnock(player: string, hand: boolean): Promise<void> {
    if (hand && await store.request({ t: "show", player, hand }) !== null) return;
    store.knocks.value = store.knocks.value.filter((each) => each.player !== player);
  }
  async function answerAppoint(player: string, office: "director" | "commentator", agree: boolean) {
    if (await store.request({ t: "consent", player, office, agree }) !== null) return;
    store.appoints.value = store.appoints.value.filter((each) =>
      each.player !== player || each.office !== office
    );
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
      {people?.called && <p class="people-notice">{store.call.value || said.called}</p>}
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
          <span>{said.knock(each.name)}</span>
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
      {appoints.map((each) => (
        <p class="people-notice" key={`${each.player} ${each.office}`}>
          <span>{said.appoint(each.name || each.player, said[each.office])}</span>
          <span class="row">
            <button
              type="button"
              class="plain"
              onClick={() => void answerAppoint(each.player, each.office, true)}
            >
              {said.agree}
            </button>
            <button
              type="button"
              class="plain"
              onClick={() => void answerAppoint(each.player, each.office, false)}
            >
              {said.disagree}
            </button>
          </span>
        </p>
      ))}
    </div>
  );
}
