/** The part of the page for beginners of bridge: the rules on one page, and the first board. */

export { Beginners } from "./Beginners.tsx";
export { Guide } from "./Guide.tsx";
