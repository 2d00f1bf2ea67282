/** The record of a finished deal, or of its whole table, as a file in every format of its game. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { http } from "../page.ts";
import { faultText } from "../people/fault.ts";
import { keepFile } from "../ui/keepFile.ts";
import { FORMATS, type Game, parted, WITH_DD } from "./model.ts";

export function Downloads({ id, game, analysed }: {
  id: string;
  game: Game;
  /** True if the server can add double-dummy results. */
  analysed: boolean;
}) {
  const said = words.value.replay;
  const { table, number } = parted(id);
  const [whole, setWhole] = useState(number === null);
  const [withDd, setWithDd] = useState(false);
  const [fault, setFault] = useState("");
  async function download(format: string): Promise<void> {
    setFault("");
    const dd = withDd && analysed && WITH_DD.includes(format);
    try {
      const query = { format, ...(dd ? { dd: "yes" } : {}) };
      const { name, content } = await http.download(`/v1/games/${whole ? table : id}`, query);
      keepFile(name, content);
    } catch (error) {
      setFault(faultText(error));
    }
  }
  return (
    <details class="replay-panel replay-downloads">
      <summary>{said.downloads}</summary>
      <div class="replay-which" role="radiogroup" aria-label={said.downloads}>
        {([false, true] as const).map((all) => (
          <label key={String(all)} class="switch">
            <input
              type="radio"
              name="replay-which"
              checked={whole === all}
              disabled={number === null && !all}
              onChange={() => setWhole(all)}
            />
            {all ? said.wholeTable : said.thisDeal[game]}
          </label>
        ))}
        {game === "bridge" && analysed && (
          <label class="switch">
            <input
              type="checkbox"
              checked={withDd}
              onChange={(event) => setWithDd(event.currentTarget.checked)}
            />
            {said.withDd}
          </label>
        )}
      </div>
      <ul>
        {FORMATS[game].map((format) => {
          const [title, about] = said.formats[format] ?? [format, ""];
          return (
            <li key={format}>
              <button type="button" data-format={format} onClick={() => void download(format)}>
                <b>{title}</b>
                <span>{about}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {fault && <p class="fault" role="alert">{fault}</p>}
    </details>
  );
}
