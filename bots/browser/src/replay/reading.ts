/** The state of the file of records that is being opened. */

import { signal } from "@preact/signals";

/** The name of the file that the server reads now; "" without one. */
export const reading = signal("");
/** The reason why the last file could not be opened; null if it could. */
export const fault = signal<{ file: string; text: string } | null>(null);
