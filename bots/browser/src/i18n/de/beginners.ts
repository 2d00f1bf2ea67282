import type { Beginners } from "../en/beginners.ts";

export const beginners: Beginners = {
  rules: "Die Regeln von Bridge",
  start: "Ein erstes Spiel, Schritt für Schritt",
  startHelp: "Du spielst Süd mit drei Robotern. Bei jedem Schritt sagt ein Satz, was gut ist und warum.",
  tableName: "Ein erstes Spiel",
  sections: [
    [
      "Das Ziel",
      "Vier Spieler sitzen am Tisch, Nord mit Süd gegen Ost mit West. Jeder hat 13 der 52 Karten. Ein Spiel hat zwei Teile: In der Reizung bieten die Paare, wie viele Stiche sie machen wollen, und im Abspiel machen sie sie oder nicht.",
    ],
    [
      "Stiche",
      "Ein Stich sind vier Karten, reihum im Uhrzeigersinn von jedem Spieler eine. Wer ausspielt, darf jede Karte spielen. Die anderen müssen bedienen: eine Karte der ausgespielten Farbe spielen, wenn sie eine haben. Die höchste Karte dieser Farbe gewinnt den Stich, vom Ass bis zur Zwei, und wer ihn gewinnt, spielt zum nächsten aus.",
    ],
    [
      "Trumpf",
      "Eine Farbe kann Trumpf sein. Ein Spieler, der nicht bedienen kann, darf einen Trumpf spielen, und der höchste Trumpf gewinnt den Stich. In Sans Atout (NT) gibt es keinen Trumpf.",
    ],
    [
      "Die Reizung",
      "Der Teiler sagt zuerst etwas an, dann jeder Spieler reihum. Ein Gebot nennt eine Zahl von 1 bis 7 und Trumpf oder NT: 2♥ verspricht 8 Stiche, 6 und 2, mit Herz als Trumpf. Jedes Gebot muss höher sein als das letzte: mehr Stiche oder gleich viele in einer höheren Farbe. Von unten sind das ♣, ♦, ♥, ♠, NT. Ein Spieler darf auch passen, ein Gebot der Gegner kontrieren (X) oder rekontrieren (XX). Nach drei Pass hintereinander ist die Reizung vorbei, und das letzte Gebot ist der Kontrakt.",
    ],
    [
      "Alleinspieler und Dummy",
      "Von dem Paar mit dem Kontrakt ist der Spieler Alleinspieler, der die Farbe oder NT zuerst geboten hat. Der Spieler links von ihm spielt aus. Dann legt der Partner des Alleinspielers, der Dummy, seine Karten offen hin, und der Alleinspieler spielt die Karten beider Hände.",
    ],
    [
      "Was man bietet",
      "Zähle deine Punkte: Ass 4, König 3, Dame 2, Bube 1. Mit 12 Punkten eröffnet man die Reizung. Eine Farbe, in der beide Partner zusammen acht Karten oder mehr haben, ist ein guter Trumpf. Mit zusammen 25 Punkten bietet man eine Partie: 3NT, 4♥, 4♠, 5♣ oder 5♦. Mit 33 einen Schlemm von 12 Stichen.",
    ],
    [
      "Die Abrechnung",
      "Macht der Alleinspieler die Stiche des Kontrakts, so zählt jeder Stich über sechs 20 Punkte in ♣ und ♦, 30 in ♥ und ♠, und in NT 40 für den ersten und 30 für die anderen. Ab 100 solchen Punkten ist es eine Partie mit einer Prämie von 300, oder 500 in Gefahr; darunter ist die Prämie 50. Ein Kleinschlemm bringt 500 oder 750 mehr, ein Großschlemm 1.000 oder 1.500. Jeder fehlende Stich kostet 50, in Gefahr 100. Diese Punkte bekommen die Gegner.",
    ],
    [
      "Fair spielen",
      "Partner sagen einander nur durch Ansagen und Karten etwas über ihre Hand. Was eine Ansage bedeutet, ist kein Geheimnis: Die Gegner dürfen danach fragen.",
    ],
  ],
  again: "Noch einmal spielen",
  lobby: "Zur Lobby",
  close: "Ohne Hilfe",
  label: "Hilfe bei diesem Spiel",
  waits: "Die anderen Spieler sagen an. Jede Ansage sagt etwas über eine Hand.",
  open: (points, count, suit, call) =>
    `Du hast ${points} Punkte (Ass 4, König 3, Dame 2, Bube 1) und ${count} Karten in ${suit}. Mit 12 Punkten und fünf Pik oder Herz eröffne die Reizung: ${call}.`,
  game: (sum, suit, call) =>
    `Dein Partner hat dein ${suit} gehoben: Ihr habt zusammen acht oder mehr Trümpfe und mindestens ${sum} Punkte. Mit 25 Punkten biete die Partie: ${call}.`,
  weak: (points) => `Du hast ${points} Punkte. Ohne 12 Punkte und eine Farbe von fünf Karten passe.`,
  enough: (points) => `Du hast gesagt, was deine ${points} Punkte wert sind: Passe.`,
  contract: (contract, tricks) => `Der Kontrakt ist ${contract}: Der Alleinspieler braucht ${tricks} Stiche.`,
  leads:
    "Der Gegner links spielt die erste Karte aus. Dann liegt die Hand des Partners, der Dummy, auf dem Tisch.",
  declarer: "Du bist Alleinspieler: Du spielst deine eigenen Karten und die des Dummys.",
  defends: "Du verteidigst: Mach genug Stiche, um den Kontrakt zu schlagen.",
  othersPlay: "Die anderen spielen.",
  fromDummy: (card) => `Vom Dummy: ${card}.`,
  fromHand: (card) => `Aus deiner Hand: ${card}.`,
  why: {
    only: () => "Du darfst nur eine einzige Karte spielen.",
    trumps: (out) =>
      `Die Gegner haben noch ${
        out === 1 ? "einen Trumpf" : `${out} Trümpfe`
      }: Zieh sie, damit sie deine Gewinner nicht stechen können.`,
    winner: () => "Sie ist die höchste Karte, die in ihrer Farbe übrig ist: Sie gewinnt den Stich.",
    toWinner: () => "Deine andere Hand hat einen Gewinner in dieser Farbe: Spiel eine kleine Karte zu ihm.",
    lastTrumps: () => "Die Gegner haben keinen Trumpf mehr: Jeder von deinen gewinnt einen Stich.",
    leadLow: () => "Du hast hier keinen sicheren Gewinner: Spiel eine kleine Karte aus.",
    low: () =>
      "Bediene mit einer kleinen Karte: Der Stich gehört schon dir, oder du kannst ihn nicht gewinnen.",
    cheap: () => "Du spielst als Letzter: Gewinn den Stich so billig wie möglich.",
    high: () => "Spiel hoch: Diese Karte kann den Stich gewinnen.",
    ruff: () => "Du hast keine Karte dieser Farbe: Gewinn den Stich mit einem kleinen Trumpf.",
    discard: () => "Du hast keine Karte dieser Farbe: Wirf eine ab, die du nicht brauchst.",
  },
  tricks: (won, needed) => `Stiche: ${won} von ${needed}`,
  over: {
    made: (contract, tricks) => `${contract} ist mit ${tricks} Stichen erfüllt.`,
    down: (contract, tricks) => `${contract} ist gefallen: ${tricks} Stiche waren zu wenig.`,
    passed: "Alle vier Spieler haben gepasst: Es gibt keine Punkte.",
  },
  lines: {
    tricks: (count, each) => `${count} ${count === 1 ? "Stich" : "Stiche"} über sechs, je ${each}`,
    notrump: (count) => `${count} ${count === 1 ? "Stich" : "Stiche"} über sechs in Sans Atout, der erste 40`,
    partscore: "Prämie für einen Teilkontrakt",
    game: "Prämie für eine Partie",
    slam: "Prämie für einen Schlemm",
    overtricks: (count) => `${count} mehr als geboten`,
    down: (count) => `${count} zu wenig`,
    sum: "Punkte",
  },
};
