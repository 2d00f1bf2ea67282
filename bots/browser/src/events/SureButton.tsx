/** A button that asks once more before it does something that cannot be taken back. */

import { useState } from "preact/hooks";
import { useFocusThatStays } from "../ui/focus.ts";

/** `question` and `keep` are the words of the second step: what is asked, and the way back, which has the focus. */
export function SureButton({ text, question, keep, kind = "danger", act }: {
  text: string;
  question: string;
  keep: string;
  kind?: string;
  act: () => void;
}) {
  const [sure, setSure] = useState(false), place = useFocusThatStays<HTMLSpanElement>("button");
  function end(then?: () => void): void {
    setSure(false);
    then?.();
  }
  return (
    <span ref={place} class="row" role={sure ? "alert" : undefined}>
      {sure
        ? (
          <>
            {question}
            <button type="button" key="keep" onClick={() => end()}>{keep}</button>
            <button type="button" key="act" class={kind} onClick={() => end(act)}>{text}</button>
          </>
        )
        : <button type="button" key="ask" class={kind} onClick={() => setSure(true)}>{text}</button>}
    </span>
  );
}
