/** The window with the rules of bridge on one page, and the way to a first board. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { faultText } from "../people/fault.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useBeginnersWords } from "./beginnersWords.ts";
import { Coloured } from "./Calls.tsx";
import { openFirstBoard } from "./firstBoard.ts";

export function Beginners({ close }: { close: () => void }) {
  const said = useBeginnersWords();
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  async function start(name: string): Promise<void> {
    setBusy(true);
    setFault("");
    try {
      await openFirstBoard(name);
      close();
    } catch (error) {
      setFault(faultText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog title={words.value.bridge.rules} close={close} kind="wide">
      {said === null
        ? <p class="waiting" aria-busy="true">{words.value.plain.loading}</p>
        : (
          <div class="br-rules">
            <p class="row">
              <button
                type="button"
                class="primary"
                disabled={busy}
                onClick={() => void start(said.tableName)}
              >
                {said.start}
              </button>
              <span class="muted">{said.startHelp}</span>
            </p>
            {fault && <p class="fault" role="alert">{fault}</p>}
            {said.sections.map(([title, text]) => (
              <section key={title}>
                <h3>{title}</h3>
                <p>
                  <Coloured text={text} />
                </p>
              </section>
            ))}
          </div>
        )}
    </Dialog>
  );
}
