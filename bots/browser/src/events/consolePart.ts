import { Part } from "../parts.ts";

/** The part with the director's console, which only directors load. */
export const directing = new Part("events/console.ts", () => import("./console.ts"));
