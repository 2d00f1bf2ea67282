import type { Words } from "../en/index.ts";

export const player: Words["player"] = {
  games: "Meine Spiele",
  nav: "Spiele",
  loading: "Deine Spiele werden geholt…",
  none: "Du hast noch kein Spiel zu Ende gespielt.",
  noPlayer:
    "Du hast hier noch keinen Namen. Setz dich an einen Tisch, oder nimm einen Code deines anderen Geräts.",
  gamesHelp: "Ein Spiel steht hier, sobald es vorbei ist und du alles davon sehen darfst.",
  numbered: (game, number) => `${game}, Nr. ${number}`,
  replay: "nachspielen",
  earlier: "Frühere Spiele",
  again: "Noch einmal versuchen",
  deleted: "gelöschter Spieler",
  results: { "passed out": "durchgepasst", assigned: "zugewiesen" },
  devices: "Meine Geräte",
  otherDevice: "Ein anderes Gerät benutzen",
  otherDeviceHelp:
    "Ein Code macht ein anderes Gerät zum selben Spieler: derselbe Name, dieselben Plätze und Spiele.",
  makeCode: "Code zeigen",
  anotherCode: "Anderen Code zeigen",
  code: "Code",
  codeHelp: (minutes) =>
    `Tippe den Code auf deinem anderen Gerät ein, oder öffne dort den Link. Er gilt einmal, ${minutes} Minuten lang. Behalte ihn für dich: Ein anderer mit diesem Code spielt als du und sieht deine Karten.`,
  codeLink: "Link für dein anderes Gerät",
  codeQr: "QR-Code des Links für dein anderes Gerät",
  takeCode: "Ich habe einen Code",
  takeLink: "Zum Spieler deines anderen Geräts werden?",
  takeHelp:
    "Mach nur mit einem Code weiter, den du selbst erzeugt hast. Mit dem Code eines Fremden würdest du als dieser Fremde spielen, und er sähe deine Karten.",
  former: (name) =>
    `Du bist hier jetzt ${name}. Dieses Gerät vergisst ${name}, und Roboter spielen für ${name} weiter. Wenn kein anderes deiner Geräte ${name} ist, ist dieser Spieler verloren.`,
  take: "Dieser Spieler werden",
  taken: (name) => `Du bist jetzt ${name}.`,
  logOut: "Abmelden",
  logOutHelp: "Ein verlorenes Gerät kannst du von hier abmelden.",
  outOthers: "Alle anderen Geräte abmelden",
  othersOut: "Alle anderen Geräte sind abgemeldet.",
  outHere: "Hier abmelden",
  outHereHelp: "Wenn kein anderes deiner Geräte dieser Spieler ist, ist er verloren.",
  data: "Meine Daten",
  dataHelp:
    "Die Datei enthält alle deine beendeten Spiele mit ihren Aufzeichnungen, ein JSON-Objekt in jeder Zeile.",
  saveData: "Meine Daten speichern",
  deleteMe: "Meinen Namen löschen",
  deleteHelp:
    "Dein Name verschwindet aus allen beendeten Spielen, und du verlierst diesen Spieler auf allen Geräten. Die Spiele bleiben für die anderen. Das lässt sich nicht zurücknehmen.",
};
