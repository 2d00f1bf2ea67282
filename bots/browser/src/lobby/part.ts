/** The part of the page with the list of tables and the start of a game. */

export { LobbyPage } from "./LobbyPage.tsx";
