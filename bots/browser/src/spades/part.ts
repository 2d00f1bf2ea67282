/** The part of the page with everything of Spades but its replays. */

export { lastResult } from "./Scores.tsx";
export { Miniature } from "./Miniature.tsx";
export { Form, presets } from "./Opening.tsx";
export { Table } from "./Table.tsx";
