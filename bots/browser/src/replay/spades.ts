/** The part of the page with the tables that show a file of Spades. */

import "./part.ts";
export { Miniature } from "../spades/part.ts";
export { SpadesReplay as Table } from "./SpadesReplay.tsx";
