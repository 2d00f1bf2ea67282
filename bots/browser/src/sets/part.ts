/** The part of the page that compares the results of the tables that play the same boards. */

export { OtherTables } from "./OtherTables.tsx";
export { SetPage } from "./SetPage.tsx";
