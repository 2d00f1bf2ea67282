/** The part of the page with the director's console, which only directors load. */

export { Console } from "./Console.tsx";
