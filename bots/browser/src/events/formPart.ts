import { Part } from "../parts.ts";

/** The part with the forms of the conditions: a new event, and the changes of one. */
export const conditionsForm = new Part("events/form.ts", () => import("./form.ts"));
