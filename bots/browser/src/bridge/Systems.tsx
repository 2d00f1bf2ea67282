/** Convention cards: those that may be opened now, and the card of the player's own side. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import type { TableStore } from "../table/store.ts";
import { faultText, refusalText } from "../people/fault.ts";
import { Dialog } from "../ui/Dialog.tsx";
import type { BridgeSide } from "../wire/protocol.ts";
import type { OwnBoard } from "./model.ts";

interface Opened {
  name: string;
  /** The text of the card, or null for a card that is another kind of file. */
  text: string | null;
  address: string;
}

export function Systems({ store, own, close }: {
  store: TableStore;
  own: OwnBoard | null;
  close: () => void;
}) {
  const said = words.value.bridge;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [fault, setFault] = useState("");
  const systems = own?.systems ?? [];
  async function open(side: BridgeSide): Promise<void> {
    setFault("");
    try {
      const audience = store.audience.value;
      const query: Record<string, string> = audience === null ? {} : { as: String(audience) };
      const path = `/v1/tables/${store.id}/card/${side}`;
      const { name, content } = await http.download(path, query);
      const isText = content.type.startsWith("text/plain");
      if (opened !== null) URL.revokeObjectURL(opened.address);
      setOpened({
        name,
        text: isText ? await content.text() : null,
        address: URL.createObjectURL(content),
      });
    } catch (error) {
      setFault(faultText(error));
    }
  }
  return (
    <Dialog title={said.systems} close={close} kind="wide">
      {systems.length === 0 && <p class="muted">{said.noSystems}</p>}
      <div class="row">
        {systems.map((side) => (
          <button key={side} type="button" onClick={() => void open(side)}>
            {said.openSystem(said.sides[side])}
          </button>
        ))}
      </div>
      {fault && <p class="fault" role="alert">{fault}</p>}
      {opened !== null && (
        <div class="br-system">
          <h3>{opened.name.replace(/\.\w+$/, "")}</h3>
          {opened.text !== null && <pre tabIndex={0}>{opened.text}</pre>}
          <a class="button" href={opened.address} download={opened.name}>{said.download}</a>
        </div>
      )}
      {store.mySeat.value !== null && own?.may?.includes("system") && <LayCard store={store} />}
    </Dialog>
  );
}

/** Returns the type of a file as the server wants it named: by its first bytes, not by its name. */
async function typed(file: File): Promise<Blob> {
  const begin = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const text = String.fromCharCode(...begin);
  const type = text.startsWith("%PDF-")
    ? "application/pdf"
    : text.startsWith("\x89PNG\r\n\x1a\n")
    ? "image/png"
    : text.startsWith("\xff\xd8\xff")
    ? "image/jpeg"
    : "text/plain";
  return new Blob([file], { type });
}

function LayCard({ store }: { store: TableStore }) {
  const said = words.value.bridge;
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [told, setTold] = useState("");
  const [fault, setFault] = useState("");
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    setFault("");
    setTold("");
    try {
      let id = "";
      if (file !== null) {
        const answer = await http.sendFile("PUT", `/v1/tables/${store.id}/card`, await typed(file), { name });
        id = (answer as { file: string }).file;
      }
      const action = { t: "system" as const, name: name.trim(), text: id ? "" : text.trim(), file: id };
      if (await store.act(action, { free: true })) setTold(said.submitted);
      else {
        const refused = store.refusal.value;
        setFault(refused === null ? words.value.ui.status.lost : refusalText(refused));
      }
    } catch (error) {
      setFault(faultText(error));
    }
  }
  return (
    <form class="column br-lay" onSubmit={submit}>
      <h3>{said.laySystem}</h3>
      <label>
        {said.systemName}
        <input
          name="system"
          value={name}
          maxLength={60}
          required
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label>
        {said.systemText}
        <textarea
          name="card"
          rows={4}
          value={text}
          maxLength={2000}
          required={file === null}
          disabled={file !== null}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <label>
        {said.systemFile}
        <input
          type="file"
          name="file"
          accept=".pdf,.png,.jpg,.jpeg,.txt"
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      {fault && <p class="fault" role="alert">{fault}</p>}
      {told && <p role="status">{told}</p>}
      <button type="submit" class="primary">{said.submit}</button>
    </form>
  );
}
