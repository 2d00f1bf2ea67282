/**
 * The devices of the person at this page: a code for another one, a code of another one, their end, and the data.
 *
 * A code stands behind `#` in a link, so no server and no other page gets it; the page takes it out of the address at
 * once. The page never uses a code by itself: a stranger's link would make this device a player of the stranger, who
 * would then see the same cards.
 */

import { useEffect, useMemo, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { connection, http } from "../page.ts";
import { faultText } from "../people/fault.ts";
import { guest, keep } from "../people/guest.ts";
import { qrCode } from "../people/qr.ts";
import { address, go, rename, type Route } from "../route.ts";
import { announce } from "../ui/announce.tsx";
import { CopyText } from "../ui/CopyText.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { keepFile } from "../ui/keepFile.ts";
import type { NewGuest } from "../wire/http.ts";
import { codeOf } from "./model.ts";

type At = Extract<Route, { page: "devices" }>;

interface NewCode {
  code: string;
  lifetime_s: number;
}

interface NewToken extends NewGuest {
  /** The player that this device was before, null if it was none or the same. */
  former: { id: string; name: string } | null;
}

export function DevicesPage({ at }: { at: At }) {
  const said = words.value.player, me = guest.value;
  const [given, setGiven] = useState("");
  useEffect(() => {
    if (at.code === null) return;
    setGiven(at.code);
    rename({ page: "devices", code: null });
  }, [at]);
  return (
    <section class="player" aria-labelledby="player-devices">
      <header class="player-head">
        <h1 id="player-devices">{said.devices}</h1>
        <a class="button" href={address({ page: "games" })}>{said.games}</a>
      </header>
      {me !== null && !given && <MakeCode key={me.id} />}
      <TakeCode key={given} given={given} />
      {me !== null && !given && (
        <>
          <LogOut />
          <Data me={me} />
        </>
      )}
    </section>
  );
}

/** Runs a request, and shows its fault; only one at a time. */
function useRequest(): [busy: boolean, fault: string, run: (request: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  return [busy, fault, async (request) => {
    setBusy(true);
    setFault("");
    try {
      await request();
    } catch (error) {
      setFault(faultText(error));
    } finally {
      setBusy(false);
    }
  }];
}

function MakeCode() {
  const said = words.value.player;
  const [made, setMade] = useState<NewCode | null>(null);
  const [busy, fault, run] = useRequest();
  useEffect(() => {
    if (made === null) return;
    const timer = setTimeout(() => setMade(null), made.lifetime_s * 1_000);
    return () => clearTimeout(timer);
  }, [made]);
  const link = made === null
    ? ""
    : location.origin + location.pathname + address({ page: "devices", code: made.code });
  const drawn = useMemo(() => link ? qrCode(link) : null, [link]);
  return (
    <section class="panel" aria-labelledby="player-other">
      <h2 id="player-other">{said.otherDevice}</h2>
      <p>{said.otherDeviceHelp}</p>
      <button
        type="button"
        class={made === null ? "primary" : ""}
        disabled={busy}
        onClick={() => void run(async () => setMade(await http.post("/v1/players/me/codes", {}) as NewCode))}
      >
        {made === null ? said.makeCode : said.anotherCode}
      </button>
      {fault && <p class="fault" role="alert">{fault}</p>}
      {made !== null && drawn !== null && (
        <div class="player-code">
          <p role="status">
            {said.code} <b class="player-letters">{made.code}</b>
          </p>
          <p>{said.codeHelp(Math.round(made.lifetime_s / 60))}</p>
          <CopyText text={link} label={said.codeLink} />
          <svg
            class="people-qr"
            viewBox={`0 0 ${drawn.size} ${drawn.size}`}
            role="img"
            aria-label={said.codeQr}
          >
            <path d={drawn.path} />
          </svg>
        </div>
      )}
    </section>
  );
}

/** The form for a code; a code of a link is in it already, and waits for the person to go on. */
function TakeCode({ given }: { given: string }) {
  const said = words.value.player, me = guest.value;
  const [typed, setTyped] = useState(given);
  const [busy, fault, run] = useRequest();
  const code = codeOf(typed);
  async function take(): Promise<void> {
    const taken = await http.post("/v1/tokens", { code }) as NewToken;
    // This device has the only way back to the player that it was, unless other devices have one.
    if (taken.former !== null) await http.delete("/v1/tokens").catch(() => {});
    keep({ id: taken.id, name: taken.name, token: taken.token });
    connection.reopen();
    announce(said.taken(taken.name));
    go({ page: "games" });
  }
  return (
    <section class="panel" aria-labelledby="player-take">
      <h2 id="player-take">{given ? said.takeLink : said.takeCode}</h2>
      <p>{said.takeHelp}</p>
      {me !== null && code && <p class="player-former">{said.former(me.name)}</p>}
      <form
        class="player-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (code && !busy) void run(take);
        }}
      >
        <label>
          {said.code}
          <input
            name="code"
            class="player-letters"
            value={typed}
            maxLength={20}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class={given ? "primary" : ""} disabled={!code || busy}>{said.take}</button>
        {given && <a class="button" href={address({ page: "lobby" })}>{words.value.ui.cancel}</a>}
      </form>
      {fault && <p class="fault" role="alert">{fault}</p>}
    </section>
  );
}

/** Forgets the player of this page: the server does not accept the token any more. */
function leave(): void {
  keep(null);
  connection.reopen();
  go({ page: "lobby" });
}

function LogOut() {
  const said = words.value.player;
  const [busy, fault, run] = useRequest();
  const [asks, setAsks] = useState(false);
  return (
    <section class="panel" aria-labelledby="player-out">
      <h2 id="player-out">{said.logOut}</h2>
      <p>{said.logOutHelp}</p>
      <div class="row">
        <button
          type="button"
          disabled={busy}
          onClick={() =>
            void run(async () => {
              await http.delete("/v1/tokens", { which: "others" });
              announce(said.othersOut);
            })}
        >
          {said.outOthers}
        </button>
        <button type="button" disabled={busy} onClick={() => setAsks(true)}>{said.outHere}</button>
      </div>
      {fault && <p class="fault" role="alert">{fault}</p>}
      {asks && (
        <Confirm
          title={said.outHere}
          text={said.outHereHelp}
          act={async () => {
            await http.delete("/v1/tokens");
            leave();
          }}
          close={() => setAsks(false)}
        />
      )}
    </section>
  );
}

function Data({ me }: { me: NewGuest }) {
  const said = words.value.player;
  const [busy, fault, run] = useRequest();
  const [asks, setAsks] = useState(false);
  return (
    <section class="panel" aria-labelledby="player-data">
      <h2 id="player-data">{said.data}</h2>
      <p>{said.dataHelp}</p>
      <div class="row">
        <button
          type="button"
          disabled={busy}
          onClick={() =>
            void run(async () => {
              const { name, content } = await http.download("/v1/players/me/export");
              keepFile(name, content);
            })}
        >
          {said.saveData}
        </button>
        <button type="button" disabled={busy} onClick={() => setAsks(true)}>{said.deleteMe}</button>
      </div>
      {fault && <p class="fault" role="alert">{fault}</p>}
      {asks && (
        <Confirm
          title={said.deleteMe}
          text={said.deleteHelp}
          act={async () => {
            await http.delete("/v1/players/me", { confirm: me.id });
            leave();
          }}
          close={() => setAsks(false)}
        />
      )}
    </section>
  );
}

/** The question before something that cannot be taken back. */
function Confirm({ title, text, act, close }: {
  title: string;
  text: string;
  act: () => Promise<void>;
  close: () => void;
}) {
  const [busy, fault, run] = useRequest();
  return (
    <Dialog title={title} close={close}>
      <p>{text}</p>
      {fault && <p class="fault" role="alert">{fault}</p>}
      <div class="row">
        <button type="button" onClick={close}>{words.value.ui.cancel}</button>
        <button type="button" class="primary" disabled={busy} onClick={() => void run(act)}>{title}</button>
      </div>
    </Dialog>
  );
}
