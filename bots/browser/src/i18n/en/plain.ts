/** The words of the view of a game that has no screen of its own. */
export const plain = {
  about: "This page has no screen for this game. It shows everything that the server tells of it.",
  seat: (seat: number) => `Seat ${seat}`,
  choices: "Your choices",
  waits: "You have nothing to decide now.",
  others: "Other actions",
  action: "Action",
  own: "What you see",
  pub: "What everybody sees",
  none: "none",
  json: "a value in JSON",
  wrong: "A field has no value that fits.",
  loading: "Loading…",
  again: "Try again",
};
