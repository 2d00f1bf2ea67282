/** The part of the page with events: their list, and the screen of one. */

export { EventPage } from "./EventPage.tsx";
export { EventsPage } from "./EventsPage.tsx";
