/** The part of the page with everything of Hanabi but its replays. */

export { Miniature } from "./Miniature.tsx";
export { Form, presets } from "./Opening.tsx";
export { lastResult, Table } from "./Table.tsx";
