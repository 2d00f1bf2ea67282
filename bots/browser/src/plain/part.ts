/** The part of the page with the plain view of a game that has no screen of its own. */

export { Form } from "./Form.tsx";
export { Miniature, Table } from "./Table.tsx";
