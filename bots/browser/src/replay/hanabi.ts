/** The part of the page with the tables that show a file of Hanabi. */

import "./part.ts";
export { Miniature } from "../hanabi/part.ts";
export { HanabiReplay as Table } from "./HanabiReplay.tsx";
