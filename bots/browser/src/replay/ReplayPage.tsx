/** The page for replays: a place for a file, for a pasted record or address, and for a game of this server. */

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { guest } from "../people/guest.ts";
import { address, go, parse } from "../route.ts";
import { playDeals, replayFile } from "./opening.ts";
import { fault, reading } from "./reading.ts";

/** The text that has been pasted; it stays when the page is left, so that nothing is lost. */
const pasted = signal("");

export function ReplayPage() {
  const said = words.value.replay;
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const busy = reading.value !== "";
  useEffect(() => () => {
    fault.value = null;
  }, []);

  function given(): { name: string; content: Blob } | null {
    if (pasted.value.trim()) {
      const name = file?.name ?? said.pastedName;
      return { name, content: new Blob([pasted.value.trim()]) };
    }
    return file === null ? null : { name: file.name, content: file };
  }
  function use(action: (name: string, content: Blob) => Promise<void>): void {
    const record = given();
    setMissing(record === null);
    if (record !== null) void action(record.name, record.content);
  }
  function chosen(found: File | undefined): void {
    if (found === undefined) return;
    setFile(found);
    setMissing(false);
    pasted.value = "";
    void replayFile(found.name, found);
  }
  return (
    <div class="replay-open">
      <header>
        <h1>{said.title}</h1>
        <p class="muted">{said.about}</p>
      </header>
      <section class="replay-card" aria-label={said.openTitle}>
        <h2>{said.openTitle}</h2>
        <p class="muted">{said.openAbout}</p>
        <button type="button" class="replay-zone" disabled={busy} onClick={() => chooser.current?.click()}>
          <svg viewBox="0 0 24 24" width="36" height="36" aria-hidden="true" class="replay-drawing">
            <path d="M12 16V4M7 9l5-5 5 5M4 16v4h16v-4" />
          </svg>
          <b>{file === null ? said.choose : file.name}</b>
          <span class="muted">{said.drop}</span>
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".pbn,.lin,.json,.url,.txt"
          onChange={(event) => {
            chosen(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        <label>
          {said.paste}
          <textarea
            name="record"
            rows={4}
            spellcheck={false}
            value={pasted.value}
            onInput={(event) => pasted.value = event.currentTarget.value}
          />
        </label>
        {fault.value !== null && (
          <p class="fault" role="alert">
            <b>{said.notOpened(fault.value.file)}</b>
            <br />
            {fault.value.text}
          </p>
        )}
        {missing && <p class="fault" role="alert">{said.nothing}</p>}
        <p class="row">
          <button type="button" class="primary" disabled={busy} onClick={() => use(replayFile)}>
            {said.show}
          </button>
          <button type="button" disabled={busy} title={said.playAbout} onClick={() => use(playDeals)}>
            {said.play}
          </button>
        </p>
        <p class="muted replay-small">{said.playAbout}</p>
      </section>
      <PlayedGames />
      <GameById />
    </div>
  );
}

/** The way to the games that the person has played at this server. */
function PlayedGames() {
  const said = words.value.replay;
  if (guest.value === null) return null;
  return (
    <section class="replay-card" aria-label={said.played}>
      <h2>{said.played}</h2>
      <p class="muted">{said.playedAbout}</p>
      <p class="row">
        <a class="button primary" href={address({ page: "games" })}>{words.value.people.myGames}</a>
      </p>
    </section>
  );
}

/** The field for the id of a finished game of this server. */
function GameById() {
  const said = words.value.replay;
  const [id, setId] = useState("");
  function show(event: Event): void {
    event.preventDefault();
    const text = id.trim();
    // A whole address of this page is welcome, too.
    const at = parse(text.includes("#") ? text.slice(text.indexOf("#")) : `#/replay/${text}`);
    if (at.page === "past" || at.page === "table") go(at);
  }
  return (
    <details class="replay-card">
      <summary>{said.byId}</summary>
      <form onSubmit={show}>
        <label>
          {said.gameId}
          <input
            name="game"
            value={id}
            required
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setId(event.currentTarget.value)}
          />
        </label>
        <p class="muted replay-small">{said.gameIdAbout}</p>
        <p class="row">
          <button type="submit">{said.goThere}</button>
        </p>
      </form>
    </details>
  );
}
