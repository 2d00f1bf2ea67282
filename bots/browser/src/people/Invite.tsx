/** The window with the link to a table: to copy, to share, or to photograph as a QR code. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import { address } from "../route.ts";
import type { TableStore } from "../table/store.ts";
import { CopyText } from "../ui/CopyText.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { seatState } from "../table/seats.ts";
import { qrCode } from "./qr.ts";
import type { ShownTable } from "./shown.ts";

export function Invite({ store, close }: { store: TableStore; close: () => void }) {
  const said = words.value.people, people = store.people.value;
  const game = gameOf(store.game.value);
  const open = (people?.seats ?? []).filter((row) => ["free", "robot"].includes(seatState(row)));
  const [seat, setSeat] = useState<number | null>(null);
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    http.get(`/v1/tables/${store.id}`).then(
      (shown) => setClosed((shown as ShownTable).policy.access === "invited"),
      () => {},
    );
  }, []);
  const reach = useReach();
  const link = (reach?.[0] ?? location.origin) + location.pathname +
    address({ page: "table", id: store.id, seat });
  const code = useMemo(() => qrCode(link), [link]);
  return (
    <Dialog title={said.inviteTitle} close={close}>
      <p class="muted">{closed ? said.inviteClosed : said.inviteHelp}</p>
      {reach !== null && (
        <p class={reach.length > 0 ? "muted" : "fault"} role="status">
          {reach.length > 0 ? said.reachedAt(reach.join(", ")) : said.notReached}
        </p>
      )}
      {game?.isOpened && open.length > 0 && (
        <label>
          {said.inviteSeat}
          <select
            value={seat ?? ""}
            onChange={(event) =>
              setSeat(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}
          >
            <option value="">{said.anySeat}</option>
            {open.map((row) => (
              <option key={row.seat} value={row.seat}>
                {game.seatName(row.seat, words.value, store.pub.value)}
              </option>
            ))}
          </select>
        </label>
      )}
      <CopyText text={link} label={said.inviteLink} />
      {"share" in navigator && (
        <button
          type="button"
          onClick={() =>
            navigator.share({ title: words.value.ui.name, text: said.shareText, url: link }).catch(() => {})}
        >
          {said.share}
        </button>
      )}
      <svg class="people-qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={said.qr}>
        <path d={code.path} />
      </svg>
    </Dialog>
  );
}

/** A page at one of these hosts is on the server's own machine: the address means another machine to a friend. */
const OWN_MACHINE = /^(localhost|127\..*|\[::1\])$/;

/**
 * Returns the addresses at which friends reach the server, none if no other machine reaches it; null where the address
 * of this page is good for friends, too, or while the server has not answered.
 */
function useReach(): readonly string[] | null {
  const [reach, setReach] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (!OWN_MACHINE.test(location.hostname)) return;
    http.get("/v1/reach").then(
      (answer) => setReach((answer as { addresses: string[] | null }).addresses),
      () => {},
    );
  }, []);
  return reach;
}
