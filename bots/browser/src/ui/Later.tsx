/** A part of the page that is drawn after the part that matters most. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Draws its children in a task of their own, so that the browser can paint and take keys before. */
export function Later({ children }: { children: ComponentChildren }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? <>{children}</> : null;
}
