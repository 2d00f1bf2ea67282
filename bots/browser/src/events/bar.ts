/** The part of the page with the news over every screen, which each player of an event loads. */

export { EventBar } from "./EventBar.tsx";
