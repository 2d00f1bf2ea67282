/** A text with a button that copies it. */

import { useRef, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";

export function CopyText({ text, label }: { text: string; label: string }) {
  const said = words.value.ui;
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      // Without the clipboard the text is selected, so that the player can copy it.
      field.current?.select();
    }
  }
  return (
    <div class="copy-text">
      <input
        ref={field}
        readOnly
        value={text}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" onClick={() => void copy()}>
        <span aria-live="polite">{copied ? said.copied : said.copy}</span>
      </button>
    </div>
  );
}
