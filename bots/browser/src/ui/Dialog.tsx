/** A window over the page, which the keyboard cannot leave by accident. */

import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { openWindows, Toast } from "./Toast.tsx";

interface Props {
  title: string;
  close: () => void;
  children: ComponentChildren;
  /** A word for the look, such as `wide`. */
  kind?: string;
}

export function Dialog({ title, close, children, kind }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  /** The place of the last press: a text that is selected beyond the window's edge must not close it. */
  const pressed = useRef<EventTarget | null>(null);
  const id = useId();
  // Before the next paint: a key that is pressed at once belongs to the window.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement as HTMLElement | null;
    if (dialog !== null && !dialog.open) dialog.showModal();
    showWindows([...openWindows.value, id]);
    return () => {
      showWindows(openWindows.value.filter((each) => each !== id));
      dialog?.close();
      if (before?.isConnected) before.focus();
      else document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={kind ? `dialog ${kind}` : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => pressed.current = event.target}
      onClick={(event) => event.target === element.current && pressed.current === element.current && close()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon" aria-label={words.value.ui.close} onClick={close}>×</button>
        </header>
        {children}
        <Toast inside={id} />
      </div>
    </dialog>
  );
}

/** Notes the open windows. On paper an open window stands alone, so the style sheet must know of it. */
function showWindows(ids: readonly string[]): void {
  openWindows.value = ids;
  document.body.toggleAttribute("data-window", ids.length > 0);
}
