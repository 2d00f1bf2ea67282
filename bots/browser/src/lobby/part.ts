/** The part of the page with the lists of tables, several tables side by side, and the form of a new table. */

export { GridPage } from "./GridPage.tsx";
export { LobbyPage } from "./LobbyPage.tsx";
export { MatchPage } from "./MatchPage.tsx";
export { OpenTable } from "./OpenTable.tsx";
