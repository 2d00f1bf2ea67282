/** The part of the page with the lists of tables, and with several tables side by side. */

export { GridPage } from "./GridPage.tsx";
export { LobbyPage } from "./LobbyPage.tsx";
export { MatchPage } from "./MatchPage.tsx";
