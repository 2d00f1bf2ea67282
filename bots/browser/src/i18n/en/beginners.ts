/** The rules of bridge on one page, and the words of the first board, which come only when they are wanted. */
export const beginners = {
  rules: "The rules of bridge",
  start: "Play a first board, step by step",
  startHelp: "You play South with three robots. At each step a sentence says what is good, and why.",
  tableName: "A first board",
  sections: [
    [
      "The aim",
      "Four players sit at the table, North with South against East with West. Each has 13 of the 52 cards. A board has two parts: in the auction the sides bid how many tricks they want to win, and in the play they win them or not.",
    ],
    [
      "Tricks",
      "A trick is four cards, one of each player in turn, clockwise. The player who leads may play any card. The others must follow suit: play a card of the suit that was led if they have one. The highest card of that suit wins the trick, from the ace down to the two, and the winner leads to the next trick.",
    ],
    [
      "Trumps",
      "One suit can be trumps. A player who cannot follow suit may play a trump, and the highest trump wins the trick. In notrump (NT) there are no trumps.",
    ],
    [
      "The auction",
      "The dealer calls first, then each player in turn. A bid names a number from 1 to 7 and trumps or NT: 2♥ promises 8 tricks, 6 and 2, with hearts as trumps. Each bid must be higher than the last one: more tricks, or the same number in a higher denomination. From the lowest they are ♣, ♦, ♥, ♠, NT. A player may also pass, double (X) a bid of the opponents, or redouble (XX). After three passes in a row the auction is over, and the last bid is the contract.",
    ],
    [
      "Declarer and dummy",
      "Of the side with the contract, the player who first bid its suit or NT is declarer. The player to the left of declarer leads. Then declarer's partner, the dummy, lays the hand on the table, and declarer plays the cards of both hands.",
    ],
    [
      "What to bid",
      "Count your points: ace 4, king 3, queen 2, jack 1. With 12 points one opens the bidding. A suit in which both partners have eight cards or more makes good trumps. With 25 points together, bid a game: 3NT, 4♥, 4♠, 5♣ or 5♦. With 33, a slam of 12 tricks.",
    ],
    [
      "The score",
      "If declarer wins the tricks of the contract, each trick over six counts 20 points in ♣ and ♦, 30 in ♥ and ♠, and in NT 40 for the first and 30 for the others. From 100 such points on it is a game, with a bonus of 300, or 500 if the side is vulnerable; below it the bonus is 50. A small slam brings 500 or 750 more, a grand slam 1,000 or 1,500. Each missing trick costs 50, or 100 if vulnerable. The opponents get the points with which they set a contract.",
    ],
    [
      "Fair play",
      "Partners tell each other about their hands only by calls and cards. What a call means is no secret: the opponents may ask about it.",
    ],
  ] as readonly (readonly [title: string, text: string])[],
  again: "Play it again",
  lobby: "To the lobby",
  close: "Without help",
  label: "Help with this board",
  waits: "The other players call. Each call tells something about a hand.",
  open: (points: number, count: number, suit: string, call: string) =>
    `You have ${points} points (ace 4, king 3, queen 2, jack 1) and ${count} ${suit}. With 12 points and five spades or hearts, open the bidding: ${call}.`,
  game: (sum: number, suit: string, call: string) =>
    `Your partner has raised your ${suit}: you have eight or more trumps together, and at least ${sum} points. With 25 points, bid the game: ${call}.`,
  weak: (points: number) => `You have ${points} points. Without 12 points and a suit of five cards, pass.`,
  enough: (points: number) => `You have told what your ${points} points are worth: pass.`,
  contract: (contract: string, tricks: number) =>
    `The contract is ${contract}: declarer needs ${tricks} tricks.`,
  leads: "The opponent on the left leads the first card. Then partner's hand, the dummy, lies on the table.",
  declarer: "You are declarer: you play your own cards and those of the dummy.",
  defends: "You defend: win enough tricks to beat the contract.",
  othersPlay: "The others play.",
  fromDummy: (card: string) => `From the dummy: ${card}.`,
  fromHand: (card: string) => `From your hand: ${card}.`,
  why: {
    only: () => "There is only one card that you may play.",
    trumps: (out: number) =>
      `The opponents still have ${out} ${
        out === 1 ? "trump" : "trumps"
      }: draw them, so that they cannot ruff your winners.`,
    winner: () => "It is the highest card left in its suit: it wins the trick.",
    toWinner: () => "Your other hand has a winner in this suit: lead a low card to it.",
    lastTrumps: () => "The opponents have no trumps left: each of yours wins a trick.",
    leadLow: () => "You have no sure winner here: lead a low card.",
    low: () => "Follow suit with a low card: the trick is already yours, or you cannot win it.",
    cheap: () => "You are the last to play: win the trick as cheaply as you can.",
    high: () => "Play high: this card can win the trick.",
    ruff: () => "You have no card of this suit: win the trick with a low trump.",
    discard: () => "You have no card of this suit: throw away a card that you do not need.",
  },
  tricks: (won: number, needed: number) => `Tricks: ${won} of ${needed}`,
  over: {
    made: (contract: string, tricks: number) => `${contract} is made with ${tricks} tricks.`,
    down: (contract: string, tricks: number) => `${contract} is down: ${tricks} tricks were too few.`,
    passed: "All four players passed: nothing is scored.",
  },
  lines: {
    tricks: (count: number, each: number) =>
      `${count} ${count === 1 ? "trick" : "tricks"} over six, ${each} each`,
    notrump: (count: number) =>
      `${count} ${count === 1 ? "trick" : "tricks"} over six in notrump, the first 40`,
    partscore: "bonus for a contract below game",
    game: "bonus for a game",
    slam: "bonus for a slam",
    overtricks: (count: number) => `${count} more than bid`,
    down: (count: number) => `${count} missing`,
    sum: "score",
  },
};
export type Beginners = typeof beginners;
