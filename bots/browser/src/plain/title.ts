/** The names of the protocol as titles. */

/** Returns the name of a game or a field as a title, such as "High card" for `high_card`. */
export function titleOf(name: string): string {
  const text = name.replaceAll("_", " ").trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
