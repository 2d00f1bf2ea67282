/** The part of the page with several tables side by side, and with both rooms of a match. */

export { GridPage } from "./GridPage.tsx";
export { MatchPage } from "./MatchPage.tsx";
