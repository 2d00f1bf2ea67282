/** The part of the page about its player: the finished games, the other devices, and the data. */

export { DevicesPage } from "./DevicesPage.tsx";
export { GamesPage } from "./GamesPage.tsx";
