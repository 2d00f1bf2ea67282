/** The part of the page with events: their list, the screen of one, and the news over every screen. */

export { EventBar } from "./EventBar.tsx";
export { EventPage } from "./EventPage.tsx";
export { EventsPage } from "./EventsPage.tsx";
