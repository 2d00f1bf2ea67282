import type { Words } from "../en/index.ts";

export const plain: Words["plain"] = {
  about: "Diese Seite hat keine Ansicht für dieses Spiel. Sie zeigt alles, was der Server davon mitteilt.",
  seat: (seat) => `Platz ${seat}`,
  choices: "Deine Möglichkeiten",
  waits: "Du hast jetzt nichts zu entscheiden.",
  others: "Andere Aktionen",
  action: "Aktion",
  own: "Was du siehst",
  pub: "Was alle sehen",
  none: "nichts",
  json: "ein Wert in JSON",
  wrong: "Ein Feld hat keinen passenden Wert.",
  loading: "Wird geladen…",
  again: "Noch einmal versuchen",
};
