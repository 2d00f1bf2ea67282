import { Part } from "../parts.ts";

/** The part with the rules and the first board, which only beginners load. */
export const beginners = new Part("bridge/beginners.ts", () => import("./beginners.ts"));
