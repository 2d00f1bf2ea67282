/** The frame of every screen: the head with the state of the connection, and the screen of the address. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { eventNews, hold, lastTable, leaveAllBut, loggedOut, status } from "../page.ts";
import { BackToTable } from "../people/BackToTable.tsx";
import { guest, otherTab } from "../people/guest.ts";
import { NameDialog } from "../people/NameDialog.tsx";
import { FileDrop } from "../replay/FileDrop.tsx";
import { bridge, replay } from "../replay/game.ts";
import { address, route } from "../route.ts";
import { eventBar, events, grid, lobby, opening, player, sets, table } from "../screens.ts";
import { Announcements } from "../ui/announce.tsx";
import { keepFocus } from "../ui/focus.ts";
import { Later } from "../ui/Later.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { sounds } from "../ui/preferences.ts";
import { typedSoFar } from "../ui/typing.ts";
import { ConnectionBar } from "./ConnectionBar.tsx";
import { Settings } from "./Settings.tsx";

const settingsOpen = signal(false);
/** The screens from which a person comes back to the table. */
const BESIDE = new Set<string>(["past", "replay", "games", "devices", "set", "event"]);

function Screen() {
  const at = route.value;
  useEffect(() => {
    // Beside a replay or a list of games, the page goes on following the table that the person came from.
    if (at.page === "table") lastTable.value = at.id;
    else if (!BESIDE.has(at.page)) lastTable.value = null;
    leaveAllBut("ids" in at ? at.ids : lastTable.value === null ? [] : [lastTable.value]);
  }, [at]);
  switch (at.page) {
    case "lobby":
      return <Loaded part={lobby}>{({ LobbyPage }) => <LobbyPage table={table} opening={opening} />}</Loaded>;
    case "table":
      return (
        <Loaded part={table}>
          {({ TablePage }) => (
            <TablePage key={at.id} id={at.id} seat={at.seat} opening={opening} others={sets} />
          )}
        </Loaded>
      );
    case "tables":
      return <Loaded part={grid}>{({ GridPage }) => <GridPage ids={at.ids} />}</Loaded>;
    case "match":
      return <Loaded part={grid}>{({ MatchPage }) => <MatchPage ids={at.ids} />}</Loaded>;
    case "set":
      return <Loaded part={sets}>{({ SetPage }) => <SetPage key={at.id} at={at} />}</Loaded>;
    case "events":
      return <Loaded part={events}>{({ EventsPage }) => <EventsPage />}</Loaded>;
    case "event":
      return <Loaded part={events}>{({ EventPage }) => <EventPage key={at.id} at={at} />}</Loaded>;
    case "games":
      return <Loaded part={player}>{({ GamesPage }) => <GamesPage />}</Loaded>;
    case "devices":
      return <Loaded part={player}>{({ DevicesPage }) => <DevicesPage at={at} />}</Loaded>;
    case "replay":
      return <Loaded part={replay}>{({ ReplayPage }) => <ReplayPage />}</Loaded>;
    case "past":
      return (
        <Loaded part={replay}>
          {({ PastGamePage }) => <PastGamePage key={at.game} at={at} bridge={bridge} />}
        </Loaded>
      );
  }
}

export function Shell() {
  const said = words.value;
  const page = route.value.page;
  useEffect(keepFocus, []);
  return (
    <div class="shell" data-page={page}>
      <a class="skip" href="#main" onClick={skipToMain}>{said.ui.skip}</a>
      <header class="head">
        <nav aria-label={said.ui.name}>
          <a class="brand" href={address({ page: "lobby" })}>{said.ui.name}</a>
          <a href={address({ page: "lobby" })} aria-current={page === "lobby" ? "page" : undefined}>
            {said.ui.lobby}
          </a>
          <a
            href={address({ page: "replay" })}
            aria-current={page === "replay" || page === "past" ? "page" : undefined}
          >
            {said.ui.replay}
          </a>
          {guest.value !== null && (
            <a
              href={address({ page: "games" })}
              aria-current={page === "games" || page === "devices" ? "page" : undefined}
            >
              {said.player.nav}
            </a>
          )}
        </nav>
        <p class="person">
          <span class="person-name">{guest.value?.name ?? said.people.guest}</span>
          <i class="light" data-status={hold.value === null ? status.value : "hold"} aria-hidden="true" />
          <span class="heard">{said.ui.status[status.value]}</span>
        </p>
        {page === "table" && (
          <button
            type="button"
            class="icon sounds"
            aria-label={said.ui.sounds}
            title={said.ui.sounds}
            aria-pressed={sounds.value}
            onClick={() => sounds.value = !sounds.value}
          >
            ♪
          </button>
        )}
        <button
          type="button"
          class="icon"
          aria-label={said.ui.settings}
          title={said.ui.settings}
          onClick={() => settingsOpen.value = true}
        >
          ⚙
        </button>
      </header>
      <ConnectionBar />
      {otherTab.value && <OtherTab />}
      {loggedOut.value && guest.value === null && <LoggedOut />}
      {BESIDE.has(page) && <BackToTable />}
      {eventNews.value.length > 0 && <OwnEvents />}
      <main id="main" tabIndex={-1}>
        <Later>
          <Screen />
        </Later>
      </main>
      {typedSoFar.value && (
        <p class="typed" aria-hidden="true">{said.ui.typed(typedSoFar.value.toUpperCase())}</p>
      )}
      {settingsOpen.value && <Settings close={() => settingsOpen.value = false} />}
      <FileDrop />
      <NameDialog />
      <Announcements />
    </div>
  );
}

/** Moves the focus to the screen; the address stays, because it names the screen. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** The news of the player's events, over every screen. */
function OwnEvents() {
  useEffect(() => void eventBar.load(), []);
  const part = eventBar.module.value;
  return part === null ? null : <part.EventBar />;
}

/** Says that this device has no player any more, such as after a log-out on another device. */
function LoggedOut() {
  return (
    <p class="bar" role="status">
      {words.value.ui.loggedOut}{" "}
      <button type="button" class="plain" onClick={() => loggedOut.value = false}>{words.value.ui.ok}</button>
    </p>
  );
}

function OtherTab() {
  const [seen, setSeen] = useState(false);
  if (seen) return null;
  return (
    <p class="bar" role="status">
      {words.value.ui.otherTab}{" "}
      <button type="button" class="plain" onClick={() => setSeen(true)}>{words.value.ui.ok}</button>
    </p>
  );
}
