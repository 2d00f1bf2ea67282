/** The part of the page with everything of bridge but its replays. */

export { MatchScore } from "./MatchScore.tsx";
export { lastResult } from "./ScoreSheet.tsx";
export { Miniature } from "./Miniature.tsx";
export { EventForm, Form, presets } from "./Opening.tsx";
export { Table } from "./Table.tsx";
