/** The part of the page with the window that opens a table. */

export { OpenTable } from "./OpenTable.tsx";
