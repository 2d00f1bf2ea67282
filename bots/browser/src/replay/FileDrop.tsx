/** The whole page as a place where a file of records can be dropped. */

import { useLayoutEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { go, route } from "../route.ts";
import { replay } from "./game.ts";
import { fault, reading } from "./reading.ts";

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

export function FileDrop() {
  const said = words.value.replay;
  const [over, setOver] = useState(false);
  useLayoutEffect(() => {
    // A drag enters and leaves every element on its way: it is over the page while more were entered than left.
    let depth = 0;
    function enter(event: DragEvent): void {
      if (!hasFiles(event)) return;
      depth++;
      setOver(true);
    }
    function leave(event: DragEvent): void {
      if (hasFiles(event) && --depth <= 0) setOver(false);
    }
    function allow(event: DragEvent): void {
      if (hasFiles(event)) event.preventDefault();
    }
    function drop(event: DragEvent): void {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      void replay.load().then(({ replayFile }) => replayFile(file.name, file)).then(showFault);
    }
    addEventListener("dragenter", enter);
    addEventListener("dragleave", leave);
    addEventListener("dragover", allow);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragenter", enter);
      removeEventListener("dragleave", leave);
      removeEventListener("dragover", allow);
      removeEventListener("drop", drop);
    };
  }, []);
  return (
    <>
      {over && (
        <div class="replay-drop" aria-hidden="true">
          <p>{said.dropNow}</p>
        </div>
      )}
      {reading.value && <p class="bar replay-reading" role="status">{said.opening}</p>}
    </>
  );
}

/** Goes to the page for files if a file could not be opened: it says why. */
function showFault(): void {
  if (fault.value !== null && route.value.page !== "replay") go({ page: "replay" });
}
