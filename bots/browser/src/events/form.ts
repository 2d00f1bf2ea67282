/** The part of the page with the forms of an event's conditions, which only directors load. */

export { EventSettings } from "./EventSettings.tsx";
export { NewEvent } from "./NewEvent.tsx";
