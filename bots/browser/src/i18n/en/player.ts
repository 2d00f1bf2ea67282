/** The words of the screens about the player: the finished games, the devices, the data. */
export const player = {
  games: "My games",
  /** The same in the head of the page, where a phone has little room. */
  nav: "My games",
  loading: "Your games are on their way…",
  none: "You have not played a game to its end yet.",
  noPlayer: "You have no name here yet. Sit down at a table, or use a code of your other device.",
  gamesHelp: "A game is listed as soon as it is over and you may see all of it.",
  numbered: (game: string, number: number) => `${game}, no. ${number}`,
  replay: "replay",
  earlier: "Earlier games",
  again: "Try again",
  deleted: "deleted player",
  /** The results that the server writes as words; others are the same in every language. */
  results: {} as Record<string, string>,
  devices: "My devices",
  otherDevice: "Use another device",
  otherDeviceHelp: "A code makes another device the same player: the same name, seats and games.",
  makeCode: "Show a code",
  anotherCode: "Show another code",
  code: "Code",
  codeHelp: (minutes: number) =>
    `Type the code on your other device, or open the link there. It works once, for ${minutes} minutes. Keep it to yourself: another person with this code plays as you and sees your cards.`,
  codeLink: "Link for your other device",
  codeQr: "QR code of the link for your other device",
  takeCode: "I have a code",
  takeLink: "Become the player of your other device?",
  takeHelp:
    "Go on only with a code that you have made yourself. With a stranger's code you would play as the stranger, who would see your cards.",
  former: (name: string) =>
    `You are ${name} here now. This device forgets ${name}, and robots play on for ${name}. If none of your other devices is ${name}, this player is lost.`,
  take: "Become this player",
  taken: (name: string) => `You are ${name} now.`,
  logOut: "Log out",
  logOutHelp: "A lost device can be logged out from here.",
  outOthers: "Log out all other devices",
  othersOut: "All other devices are logged out.",
  outHere: "Log out here",
  outHereHelp: "If none of your other devices is this player, the player is lost.",
  data: "My data",
  dataHelp: "The file has all your finished games with their records, one JSON object per line.",
  saveData: "Save my data",
  deleteMe: "Delete my name",
  deleteHelp:
    "Your name disappears from all finished games, and you lose this player on all devices. The games stay for the other players. This cannot be taken back.",
};
