/** The messages of protocol v1. Made by types.ts from protocol/v1/schema.json; do not edit. */

/**
 * The messages of subprotocol kibitz.v1.json. kibitz.v1.msgpack has the same data.
 */
export type KibitzProtocolV1 = ToServer | ToClient;
/**
 * Every message to the server.
 */
export type ToServer =
  | HelloRequest
  | WatchRequest
  | UnwatchRequest
  | OpenRequest
  | MatchRequest
  | OpenSetRequest
  | SitRequest
  | StandRequest
  | NextRequest
  | WaitRequest
  | ShowRequest
  | ConsentRequest
  | HostRequest
  | RuleRequest
  | ActRequest
  | ChatRequest
  | NoteRequest
  | LobbyRequest
  | QueueRequest
  | UnqueueRequest
  | PingRequest;
/**
 * The options of a game. An unknown field is refused.
 */
export type Options =
  BridgeOptions | ReplayOptions | HanabiOptions | HanabiReplayOptions | SpadesOptions | SpadesReplayOptions;
/**
 * The options of a game. An unknown field is refused.
 */
export type Options1 =
  BridgeOptions | ReplayOptions | HanabiOptions | HanabiReplayOptions | SpadesOptions | SpadesReplayOptions;
/**
 * The options of a game. An unknown field is refused.
 */
export type Options2 =
  BridgeOptions | ReplayOptions | HanabiOptions | HanabiReplayOptions | SpadesOptions | SpadesReplayOptions;
/**
 * The options of a game. An unknown field is refused.
 */
export type Options3 =
  BridgeOptions | ReplayOptions | HanabiOptions | HanabiReplayOptions | SpadesOptions | SpadesReplayOptions;
/**
 * The rulings of directors in the game of the table.
 */
export type Ruling = BridgeRollBack | BridgeAwardTricks | BridgePlayGoesOn | BridgeAssignScore | BridgeArtificialScore;
/**
 * The denomination of a bid: a trump suit or no trumps, in ascending order.
 */
export type BridgeStrain = "C" | "D" | "H" | "S" | "NT";
/**
 * A compass seat: 0 North, 1 East, 2 South, 3 West, in clockwise order.
 */
export type BridgeSeat = 0 | 1 | 2 | 3;
/**
 * The actions of players in the game of the table.
 */
export type Action =
  BridgeAction | ReplayAction | HanabiAction | HanabiReplayAction | SpadesAction | SpadesReplayAction;
export type BridgeAction =
  | BridgeMakeCall
  | BridgePlayCard
  | BridgeClaim
  | BridgeVote
  | BridgePlayOn
  | BridgeNoQuestions
  | BridgeUndo
  | BridgeGrant
  | BridgeAsk
  | BridgeExplain
  | BridgeLayCard;
/**
 * A call: pass (P), double (X), redouble (XX), or one of the 35 bids in ascending order.
 */
export type BridgeCall =
  | "P"
  | "X"
  | "XX"
  | "1C"
  | "1D"
  | "1H"
  | "1S"
  | "1NT"
  | "2C"
  | "2D"
  | "2H"
  | "2S"
  | "2NT"
  | "3C"
  | "3D"
  | "3H"
  | "3S"
  | "3NT"
  | "4C"
  | "4D"
  | "4H"
  | "4S"
  | "4NT"
  | "5C"
  | "5D"
  | "5H"
  | "5S"
  | "5NT"
  | "6C"
  | "6D"
  | "6H"
  | "6S"
  | "6NT"
  | "7C"
  | "7D"
  | "7H"
  | "7S"
  | "7NT";
/**
 * A suit. The enum lists the suits in ascending order of bridge rank: clubs, diamonds, hearts, spades.
 */
export type Suit = "C" | "D" | "H" | "S";
/**
 * A card, written as suit and rank: `SA` is the ace of spades, `HT` the ten of hearts.
 */
export type Card =
  | "C2"
  | "C3"
  | "C4"
  | "C5"
  | "C6"
  | "C7"
  | "C8"
  | "C9"
  | "CT"
  | "CJ"
  | "CQ"
  | "CK"
  | "CA"
  | "D2"
  | "D3"
  | "D4"
  | "D5"
  | "D6"
  | "D7"
  | "D8"
  | "D9"
  | "DT"
  | "DJ"
  | "DQ"
  | "DK"
  | "DA"
  | "H2"
  | "H3"
  | "H4"
  | "H5"
  | "H6"
  | "H7"
  | "H8"
  | "H9"
  | "HT"
  | "HJ"
  | "HQ"
  | "HK"
  | "HA"
  | "S2"
  | "S3"
  | "S4"
  | "S5"
  | "S6"
  | "S7"
  | "S8"
  | "S9"
  | "ST"
  | "SJ"
  | "SQ"
  | "SK"
  | "SA";
export type ReplayAction = ReplaySeek | ReplayRewind | ReplayTryCall | ReplayTryCard | ReplayFinish;
export type HanabiAction = HanabiPlayCard | HanabiDiscard | HanabiColorClue | HanabiRankClue | HanabiVote;
export type HanabiReplayAction = ReplaySeek | ReplayRewind | HanabiReplayTry | ReplayFinish;
export type SpadesAction = SpadesMakeBid | SpadesReveal | SpadesKeep | SpadesPass | SpadesPlayCard;
/**
 * A card, written as suit and rank, or a joker: `LJ` is the little joker, `BJ` the big joker.
 */
export type SpadesCard =
  | "C2"
  | "C3"
  | "C4"
  | "C5"
  | "C6"
  | "C7"
  | "C8"
  | "C9"
  | "CT"
  | "CJ"
  | "CQ"
  | "CK"
  | "CA"
  | "D2"
  | "D3"
  | "D4"
  | "D5"
  | "D6"
  | "D7"
  | "D8"
  | "D9"
  | "DT"
  | "DJ"
  | "DQ"
  | "DK"
  | "DA"
  | "H2"
  | "H3"
  | "H4"
  | "H5"
  | "H6"
  | "H7"
  | "H8"
  | "H9"
  | "HT"
  | "HJ"
  | "HQ"
  | "HK"
  | "HA"
  | "S2"
  | "S3"
  | "S4"
  | "S5"
  | "S6"
  | "S7"
  | "S8"
  | "S9"
  | "ST"
  | "SJ"
  | "SQ"
  | "SK"
  | "SA"
  | "LJ"
  | "BJ";
export type SpadesReplayAction = ReplaySeek | ReplayRewind | SpadesReplayTry | ReplayFinish;
/**
 * Every message to the client.
 */
export type ToClient =
  | WelcomeUpdate
  | ViewUpdate
  | PatchUpdate
  | DoneUpdate
  | RefusedUpdate
  | PeopleUpdate
  | ChatUpdate
  | NoteUpdate
  | NotesUpdate
  | LobbyUpdate
  | QueuedUpdate
  | NoticeUpdate
  | EventNewsUpdate
  | KnockUpdate
  | AppointUpdate
  | PongUpdate;
/**
 * The public half of a view. `game` names the game.
 */
export type Pub = BridgePub | ReplayPub | HanabiPub | HanabiReplayPub | SpadesPub | SpadesReplayPub;
/**
 * The sides that are vulnerable.
 */
export type BridgeVulnerability = "None" | "NS" | "EW" | "Both";
/**
 * A partnership: North-South or East-West.
 */
export type BridgeSide = "NS" | "EW";
/**
 * The reason why a game of Hanabi ended; for each reason except NORMAL, the official score is 0.
 */
export type HanabiEnd = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
/**
 * The own half of a view: the fields that only one audience may see.
 */
export type Own = BridgeOwn | ReplayOwn | HanabiOwn | HanabiReplayOwn | SpadesOwn | SpadesReplayOwn;
/**
 * The changed fields of `pub`. A map holds only its changed keys, and null deletes a key.
 */
export type PubChanges =
  | BridgePubChanges
  | ReplayPubChanges
  | HanabiPubChanges
  | HanabiReplayPubChanges
  | SpadesPubChanges
  | SpadesReplayPubChanges;
/**
 * The changed fields of `own`, or a whole own half if the view before had no own half.
 */
export type OwnChanges =
  | BridgeOwnChanges
  | ReplayOwnChanges
  | HanabiOwnChanges
  | HanabiReplayOwnChanges
  | SpadesOwnChanges
  | SpadesReplayOwnChanges;
/**
 * The reason why a request is refused.
 *
 * A newer server may send refusal codes that are not in this list.
 */
export type Code =
  | "illegal_action"
  | "not_your_turn"
  | "not_seated"
  | "stale_decision"
  | "n_taken"
  | "bad_n"
  | "no_such_table"
  | "forbidden"
  | "rate_limited"
  | "too_big"
  | "unavailable"
  | "unauthorized"
  | "invalid_message"
  | "conflict"
  | "internal";

/**
 * The first message, which the client must send within 5 s of the handshake; answered by `welcome`.
 *
 * `client` is the name of the client program, which the server writes into its log. `token` is the token that `POST /v1/guests` returned. Without a token the client may only watch tables, send pings and list the lobby.
 */
export interface HelloRequest {
  t: "hello";
  client?: string;
  token?: string | null;
  id?: number;
}
/**
 * Follow a table; answered by `done`, then by a `view` unless `epoch` and `version` are current.
 *
 * In a `watch` request, `as` chooses the view: `seat` is this player's own seat, `public` the view without hidden cards, `all` the view with every hand, a number the view with the hand of that seat, and `director` and `commentator` the views of the table's directors and commentators. In a `watch` request, `epoch` and `version` are copied from the last view or patch that the client received for the same `as`; a client without a view leaves out both fields. A client that already follows the table gets the view that the new `as` names in place of the view that it had.
 */
export interface WatchRequest {
  t: "watch";
  table: string;
  as?: ("all" | "commentator" | "director" | "public" | "seat") | number;
  epoch?: string | null;
  version?: number | null;
  id?: number;
}
/**
 * Stop following a table; the answer is `done`.
 *
 * A player at the table who stops following it keeps the seat.
 */
export interface UnwatchRequest {
  t: "unwatch";
  table: string;
  id?: number;
}
/**
 * Open a table; answered by `done` with the id of the `table`.
 *
 * The same player and the same `id` (not 0) always get the same table, so an unanswered `open` may be sent again. The table's id cannot be guessed from the player's id and the request's `id`. `game` is the name of a game, such as `bridge`. `options` are the options of the `game`; the server refuses an unknown field in `options`, but ignores other unknown fields of the request. `seats` maps a seat number to the name of the house robot that plays the seat while no player sits there. `boards` is the text of a file of boards, in any format that the server reads. With a `game` such as `bridge`, the table plays the deals of the file in `boards`; with `game` `replay`, it shows the recorded boards of this file. A file that is too large for a websocket message is sent to `POST /v1/tables`.
 *
 * With `again`, the table plays one finished deal of this server again, from a position of the deal. The record of the deal must be open to everybody who may follow its table: the server refuses a deal that other tables have still to play, or that watchers see later. Everybody at the new table is told (`again` in `people`) that its player may know the cards.
 */
export interface OpenRequest {
  t: "open";
  game: string;
  options?: Options;
  name?: string;
  boards?: string | null;
  policy?: Policy;
  seats?: {
    [k: string]: string | null;
  };
  again?: PlayAgain | null;
  id?: number;
}
/**
 * The options of a bridge table.
 *
 * `first_board` is the board number at the start, `boards` the number of boards that the table plays (null: it plays until it is closed). The board number determines dealer and vulnerability (Law 2); in rubber and Chicago, the players instead deal in turn.
 *
 * `scoring` is `duplicate` (every board has a score by itself, Law 77), `total` (duplicate scores are added up), `rubber` or `chicago`. A `rubber` ends when a side has won two games, and a `chicago` after four deals; the table closes after `rounds` rubbers or chicagos (null: the table plays until it is closed). In Chicago, `chicago` decides whether part-scores count towards a game (`four_deal`) or each deal is scored as in duplicate (`duplicate`), and `chicago_vulnerable` is the side that is vulnerable in the second and third deal: the side of the dealer (`dealer`) or the other side (`opponents`). `honours` true: honours score points in rubber and four-deal Chicago. `unfinished_part` is the bonus for a part-score in a rubber that is not finished. `partners` decides how partnerships are made: the players keep the seats that they chose (`agreed`), or draw cards for partners (`cut`). `waiting` is the number of extra seats for players that wait; when a rubber is over, these players may get a place in the next rubber.
 *
 * `undo` tells what players may take back: nothing (`none`), a call until partner has called (`law25`), or also any call or card if the opponents agree (`consent`). `proven_claims` true: a claim is accepted at once if it succeeds against every possible distribution of the unseen cards. `screens` true: players give explanations only to their screen-mate (North and East are screen-mates, and so are South and West). With `explains` `partner`, a player's calls are alerted and explained by the player's partner, aloud for all four players, at tables without screens; with `caller`, by the player that made the call, to the opponents only. `face_down_lead` true: the opening lead lies face down until leader's partner and declarer have no more questions about the auction (Law 41). `dummy_sees` true: the player in dummy's seat sees declarer's hand. With `look_back` `all`, all played tricks remain visible. With `look_back` `law`, only the last trick remains visible, until the player's own side plays to the next trick (Law 66). `review` true: players still see the auction during the play. `own_card` true: players may look at their own side's convention card at any time. `partner_robot` true: a player whose partner is a house robot may read what partner's calls mean by the robot's agreements, at tables without screens. `stop_ms` is the required pause between a jump bid and the next call.
 */
export interface BridgeOptions {
  first_board?: number;
  boards?: number | null;
  scoring?: "chicago" | "duplicate" | "rubber" | "total";
  chicago?: "duplicate" | "four_deal";
  chicago_vulnerable?: "dealer" | "opponents";
  rounds?: number | null;
  honours?: boolean;
  unfinished_part?: 50 | 100;
  partners?: "agreed" | "cut";
  waiting?: number;
  undo?: "consent" | "law25" | "none";
  proven_claims?: boolean;
  screens?: boolean;
  explains?: "caller" | "partner";
  face_down_lead?: boolean;
  dummy_sees?: boolean;
  look_back?: "all" | "law";
  review?: boolean;
  own_card?: boolean;
  partner_robot?: boolean;
  stop_ms?: number;
}
/**
 * The options of a replay of bridge, which has none.
 */
export interface ReplayOptions {}
/**
 * The options of a Hanabi table; `variant` is a variant's name at Hanabi Live.
 *
 * The player in the seat `starting_player` acts first. `speedrun` true: the game ends as soon as a perfect score is impossible. `card_cycle` true: after giving a clue, the player's oldest card without a clue becomes the newest card of the player's hand. `deck_plays` true: a player may play the last card of the deck without drawing it. `empty_clues` true: players may give clues that touch no card. With `one_extra_card` each hand has one card more than usual, and with `one_less_card` one card less. `all_or_nothing` true: there is no last round, and the game ends when a perfect score is impossible. `detrimental_characters` true: each player has a character that restricts what the player may do. `seed` determines the order of the deck, for example `p3v0s1`, or only the part after the `s`; all players see that a chosen seed was used. If `seed` is null, the server draws a random seed that no player knows. `games` is the number of games played at the table; 0 means that the table plays until it is closed.
 */
export interface HanabiOptions {
  players?: number;
  variant?: string;
  starting_player?: number;
  speedrun?: boolean;
  card_cycle?: boolean;
  deck_plays?: boolean;
  empty_clues?: boolean;
  one_extra_card?: boolean;
  one_less_card?: boolean;
  all_or_nothing?: boolean;
  detrimental_characters?: boolean;
  seed?: string | null;
  games?: number;
}
/**
 * The options of a replay of Hanabi, which has none.
 */
export interface HanabiReplayOptions {}
/**
 * The options of a Spades table: a preset, and the rules that differ from it.
 *
 * All fields except `preset` have the same meaning as in `Rules`. For a field that is null, the rule of the preset applies. `classic`: the bids of partners are added, a nil scores 100, a blind nil scores 200 and the partners exchange two cards, 10 bags cost 100, and the game ends at 500 or -200 points. `seed`: the second partner states the side's total, a nil scores 50, a blind nil scores 100, and the game ends at 250 or -250 points. `mirror`, `whiz` and `suicide` are like `classic`, with the `bidding` of that name and without blind bids. `solo` is like `classic`, but without partners and blind bids, and a nil scores 50. A rule of the preset is ignored if it is impossible with the other options: without partners, the rules for partners are ignored; rules for blind bids are ignored with two players, and if `bidding` makes blind bids impossible. With `bidding` `suicide` and any preset, the partner of the player that bids nil must bid at least four.
 */
export interface SpadesOptions {
  preset?: "classic" | "mirror" | "seed" | "solo" | "suicide" | "whiz";
  players?: number | null;
  sides?: ("pairs" | "solo") | null;
  jokers?: ("jj2a" | "jja" | "jjdd" | "none") | null;
  bidding?: ("free" | "mirror" | "suicide" | "whiz") | null;
  team_bid?: ("second" | "sum") | null;
  least_bid?: number | null;
  least_team?: number | null;
  least_beside_nil?: number | null;
  least_total?: number | null;
  no_exact_total?: boolean | null;
  first_hand_bids_itself?: boolean | null;
  nil?: number | null;
  double_nil?: ("bonus" | "forbidden" | "separate" | "win") | null;
  double_nil_points?: number | null;
  nil_pass?: number | null;
  failed_nil_tricks?: ("bag_only" | "count" | "dead") | null;
  blind_nil?: number | null;
  blind_nils?: number | null;
  blind_nil_behind?: number | null;
  blind_nil_pass?: number | null;
  blind_bid?: number | null;
  blind_bid_times?: number | null;
  blind_bid_behind?: number | null;
  blind_after_first?: boolean | null;
  set_penalty?: ("10x_bid" | "10x_short") | null;
  bag_points?: number | null;
  bag_limit?: number | null;
  bag_penalty?: number | null;
  bag_penalty_to?: ("opponents" | "self") | null;
  bag_rollover?: ("reset" | "subtract") | null;
  ten_for_200?: boolean | null;
  boston?: number | null;
  boston_wins?: boolean | null;
  target?: number | null;
  floor?: number | null;
  rounds?: number | null;
  sets_lose?: number | null;
  lead_spades?: ("anytime" | "broken" | "discarded" | "only_if_forced") | null;
  first_trick?: ("free" | "low_club" | "no_spades") | null;
  first_leader?: ("high_bid" | "left" | "low_club") | null;
}
/**
 * The options of a replay of Spades, which has none.
 */
export interface SpadesReplayOptions {}
/**
 * The policy of a table: the rules about people and time that its host has set.
 *
 * `hands` decides when watchers see hidden hands: when the board is over (`after`) or at once (`live`). With each value of `hands`, a player may let a watcher look into the player's own hand (`show`). `clock` is the clock rule of the table; null means the default clock of the game. `pause_ms` is the pause between the result of a deal and the next deal. With `next_ms`, a table where players have seats waits `next_ms` instead of `pause_ms` (null is the same as no `next_ms`); in both cases, the next deal begins earlier if all present players send `next`, and later if a player sends `wait`. `robot_ms` is the time that a house robot takes for every action, whatever cards it holds.
 *
 * `access` decides which players may join the table, to sit or to watch. An `open` table is listed in the lobby, and every player may join it. Every player with a token who knows the id of a `private` table may join it. Only invited players may join an `invited` table. With `sits` `anybody`, every player who may join may also take a free seat. With `sits` `invited`, only the host, directors, commentators and invited players may take a free seat. With `watchers` false, only the host, seated players, directors and commentators may follow the table.
 *
 * With a `delay`, watchers see the whole table, with every hand, but later, by the time and the number of boards in the `delay`. A delay of 0 `ms` and 0 `boards` is the same as `hands` `live`. The seat of an absent player stays free for this player for `hold_ms` (null: without a limit). When `hold_ms` is over, the house robot `substitute` plays the seat, or another player may sit there, until the absent player is back. `tempo_ms` is the minimum time between two actions that the server shows (0: no minimum). If `tempo_ms` is not 0, the server also acts for a present player who has only one legal action. The server warns the players who have to act when `warn_ms` of their time are left.
 *
 * `expiry` decides what happens when a player's time runs out. With `expiry` `forced`, the server makes some legal action for a player when the player's time runs out. With `expiry` `robot`, after a player's time has run out, the robot of the seat (or the substitute) plays until the player acts, sits down or watches as `seat`; from the next decision on, the player plays again. An action that a player sends after the time has run out still counts if the robot has not yet made the decision. If `expiry` or `substitute` is null, the default of the game is used: `expiry` is `robot` in Spades and `forced` in the other games, and `substitute` is `sampler` in bridge and Spades (`plain` if the server does not have `sampler`) and `friendly` in Hanabi.
 *
 * A table with directors stays open for `correction_ms` after its last result, so that the directors can rule on finished boards (Law 79C). A table without directors closes when `pause_ms` have passed after its last result.
 */
export interface Policy {
  hands?: "after" | "live";
  clock?: NoClock | PerMove | Bank | PerBoard | null;
  pause_ms?: number;
  robot_ms?: number;
  access?: "invited" | "open" | "private";
  watchers?: boolean;
  delay?: Delay | null;
  hold_ms?: number | null;
  substitute?: string | null;
  tempo_ms?: number;
  warn_ms?: number;
  correction_ms?: number;
  expiry?: ("forced" | "robot") | null;
  sits?: "anybody" | "invited";
  next_ms?: number | null;
}
/**
 * The clock rule of a table without any time limit.
 */
export interface NoClock {
  kind: "none";
}
/**
 * A clock rule that allows `move_ms` for every decision.
 */
export interface PerMove {
  kind: "move";
  move_ms: number;
}
/**
 * A clock rule that allows each seat `bank_ms` for a whole deal, and `increment_ms` more per decision.
 */
export interface Bank {
  kind: "bank";
  bank_ms: number;
  increment_ms?: number;
}
/**
 * A clock rule that allows `board_ms` for a whole board, and after that `overtime_ms` for each decision.
 *
 * `move_ms` limits the time for each single decision, even while time for the board is left; null sets no limit.
 */
export interface PerBoard {
  kind: "board";
  board_ms: number;
  overtime_ms?: number;
  move_ms?: number | null;
}
/**
 * The delay with which watchers see the table: `ms` milliseconds and `boards` boards.
 */
export interface Delay {
  ms?: number;
  boards?: number;
}
/**
 * A finished deal that a new table plays again against robots, from a position of the deal.
 *
 * `deal` is the id of the deal, as in `GET /v1/games/{game}`. The calls, cards and other moves before the position have been made: they are the first `moves` moves of the deal (0: the deal is played from its beginning). The player who opens the table has the seat with the number `seat`, and every other seat needs a house robot.
 */
export interface PlayAgain {
  deal: string;
  moves?: number;
  seat?: number;
}
/**
 * Open a match: two tables that play the same boards; answered by `done` with `table` and `other`.
 *
 * The fields that `match` shares with `open` have the same meaning as in `open`. `seats` are the house robots of the first table (the open room), `other_seats` the house robots of the second table (the closed room). A match that is opened without `boards` has `count` boards. In a bridge match the default of the option `undo` is `law25`.
 */
export interface MatchRequest {
  t: "match";
  game: string;
  count?: number;
  options?: Options1;
  name?: string;
  boards?: string | null;
  policy?: Policy1;
  seats?: {
    [k: string]: string | null;
  };
  other_seats?: {
    [k: string]: string | null;
  };
  id?: number;
}
/**
 * The policy of a table: the rules about people and time that its host has set.
 *
 * `hands` decides when watchers see hidden hands: when the board is over (`after`) or at once (`live`). With each value of `hands`, a player may let a watcher look into the player's own hand (`show`). `clock` is the clock rule of the table; null means the default clock of the game. `pause_ms` is the pause between the result of a deal and the next deal. With `next_ms`, a table where players have seats waits `next_ms` instead of `pause_ms` (null is the same as no `next_ms`); in both cases, the next deal begins earlier if all present players send `next`, and later if a player sends `wait`. `robot_ms` is the time that a house robot takes for every action, whatever cards it holds.
 *
 * `access` decides which players may join the table, to sit or to watch. An `open` table is listed in the lobby, and every player may join it. Every player with a token who knows the id of a `private` table may join it. Only invited players may join an `invited` table. With `sits` `anybody`, every player who may join may also take a free seat. With `sits` `invited`, only the host, directors, commentators and invited players may take a free seat. With `watchers` false, only the host, seated players, directors and commentators may follow the table.
 *
 * With a `delay`, watchers see the whole table, with every hand, but later, by the time and the number of boards in the `delay`. A delay of 0 `ms` and 0 `boards` is the same as `hands` `live`. The seat of an absent player stays free for this player for `hold_ms` (null: without a limit). When `hold_ms` is over, the house robot `substitute` plays the seat, or another player may sit there, until the absent player is back. `tempo_ms` is the minimum time between two actions that the server shows (0: no minimum). If `tempo_ms` is not 0, the server also acts for a present player who has only one legal action. The server warns the players who have to act when `warn_ms` of their time are left.
 *
 * `expiry` decides what happens when a player's time runs out. With `expiry` `forced`, the server makes some legal action for a player when the player's time runs out. With `expiry` `robot`, after a player's time has run out, the robot of the seat (or the substitute) plays until the player acts, sits down or watches as `seat`; from the next decision on, the player plays again. An action that a player sends after the time has run out still counts if the robot has not yet made the decision. If `expiry` or `substitute` is null, the default of the game is used: `expiry` is `robot` in Spades and `forced` in the other games, and `substitute` is `sampler` in bridge and Spades (`plain` if the server does not have `sampler`) and `friendly` in Hanabi.
 *
 * A table with directors stays open for `correction_ms` after its last result, so that the directors can rule on finished boards (Law 79C). A table without directors closes when `pause_ms` have passed after its last result.
 */
export interface Policy1 {
  hands?: "after" | "live";
  clock?: NoClock | PerMove | Bank | PerBoard | null;
  pause_ms?: number;
  robot_ms?: number;
  access?: "invited" | "open" | "private";
  watchers?: boolean;
  delay?: Delay | null;
  hold_ms?: number | null;
  substitute?: string | null;
  tempo_ms?: number;
  warn_ms?: number;
  correction_ms?: number;
  expiry?: ("forced" | "robot") | null;
  sits?: "anybody" | "invited";
  next_ms?: number | null;
}
/**
 * Open tables that play the same boards; answered by `done` with `board_set` and `tables`.
 *
 * The boards are secret until every table of the set has played them or is closed: until then, watchers see nothing of a board, and each player sees only what happens at the player's own table. The fields that `open_set` shares with `match` have the same meaning as in `match`; `seats` are the house robots of each table. `GET /v1/sets/{set}` compares the results.
 */
export interface OpenSetRequest {
  t: "open_set";
  game: string;
  tables: number;
  count?: number;
  options?: Options2;
  name?: string;
  boards?: string | null;
  policy?: Policy2;
  seats?: {
    [k: string]: string | null;
  };
  id?: number;
}
/**
 * The policy of a table: the rules about people and time that its host has set.
 *
 * `hands` decides when watchers see hidden hands: when the board is over (`after`) or at once (`live`). With each value of `hands`, a player may let a watcher look into the player's own hand (`show`). `clock` is the clock rule of the table; null means the default clock of the game. `pause_ms` is the pause between the result of a deal and the next deal. With `next_ms`, a table where players have seats waits `next_ms` instead of `pause_ms` (null is the same as no `next_ms`); in both cases, the next deal begins earlier if all present players send `next`, and later if a player sends `wait`. `robot_ms` is the time that a house robot takes for every action, whatever cards it holds.
 *
 * `access` decides which players may join the table, to sit or to watch. An `open` table is listed in the lobby, and every player may join it. Every player with a token who knows the id of a `private` table may join it. Only invited players may join an `invited` table. With `sits` `anybody`, every player who may join may also take a free seat. With `sits` `invited`, only the host, directors, commentators and invited players may take a free seat. With `watchers` false, only the host, seated players, directors and commentators may follow the table.
 *
 * With a `delay`, watchers see the whole table, with every hand, but later, by the time and the number of boards in the `delay`. A delay of 0 `ms` and 0 `boards` is the same as `hands` `live`. The seat of an absent player stays free for this player for `hold_ms` (null: without a limit). When `hold_ms` is over, the house robot `substitute` plays the seat, or another player may sit there, until the absent player is back. `tempo_ms` is the minimum time between two actions that the server shows (0: no minimum). If `tempo_ms` is not 0, the server also acts for a present player who has only one legal action. The server warns the players who have to act when `warn_ms` of their time are left.
 *
 * `expiry` decides what happens when a player's time runs out. With `expiry` `forced`, the server makes some legal action for a player when the player's time runs out. With `expiry` `robot`, after a player's time has run out, the robot of the seat (or the substitute) plays until the player acts, sits down or watches as `seat`; from the next decision on, the player plays again. An action that a player sends after the time has run out still counts if the robot has not yet made the decision. If `expiry` or `substitute` is null, the default of the game is used: `expiry` is `robot` in Spades and `forced` in the other games, and `substitute` is `sampler` in bridge and Spades (`plain` if the server does not have `sampler`) and `friendly` in Hanabi.
 *
 * A table with directors stays open for `correction_ms` after its last result, so that the directors can rule on finished boards (Law 79C). A table without directors closes when `pause_ms` have passed after its last result.
 */
export interface Policy2 {
  hands?: "after" | "live";
  clock?: NoClock | PerMove | Bank | PerBoard | null;
  pause_ms?: number;
  robot_ms?: number;
  access?: "invited" | "open" | "private";
  watchers?: boolean;
  delay?: Delay | null;
  hold_ms?: number | null;
  substitute?: string | null;
  tempo_ms?: number;
  warn_ms?: number;
  correction_ms?: number;
  expiry?: ("forced" | "robot") | null;
  sits?: "anybody" | "invited";
  next_ms?: number | null;
}
/**
 * Take a free seat of a table, or take one's own seat back; answered by `done`.
 *
 * When a player has sat down, every connection of this player that follows the table gets the view of the seat in place of its earlier view. A connection that does not follow the table gets the view of the seat only after it sends `watch`. A player has at most one seat at a table. With `move` true, a player moves to this seat from another seat of the table, which is possible only between boards.
 *
 * During a board, a player may take a seat without consent only if it is the player's own seat of this board, or if the seat became free in this board because its player stood up or was absent too long, and the host invited the player before the board. If a player needs consent to sit down, all other players of the board have to agree by `consent`: the server refuses `sit` as `forbidden` and sends `appoint` to these players. When all have agreed, the refused player gets a `notice` of kind `agreed` and sends `sit` again. A player who has held or watched a hand of the board may take no other seat before the board is over.
 */
export interface SitRequest {
  t: "sit";
  table: string;
  seat: number;
  move?: boolean;
  id?: number;
}
/**
 * Leave one's seat; answered by `done`.
 *
 * If the seat that a player leaves has a house robot, this robot plays in the player's place. If the seat that a player leaves has no house robot, the policy's `substitute` plays the rest of the board.
 */
export interface StandRequest {
  t: "stand";
  table: string;
  id?: number;
}
/**
 * Ask for the next deal after the result of a deal; answered by `done`.
 *
 * Only a player with a seat may send `next`, and the host. The next deal begins at once when all players who have seats and are connected have sent `next`; robots need not send it. `next` also ends the wait of the player who sends it, and the `next` of the host ends the wait of every player. In matches and in sets of boards, the next board begins by the clock, and `next` and `wait` are refused.
 */
export interface NextRequest {
  t: "next";
  table: string;
  id?: number;
}
/**
 * Hold the next deal until the same player, or the host, sends `next`; answered by `done`.
 *
 * Only a player with a seat may send `wait`, between the result of a deal and the next deal.
 */
export interface WaitRequest {
  t: "wait";
  table: string;
  id?: number;
}
/**
 * Let a watcher look into one's own hand, or end this permission with `hand` false; answered by `done`.
 *
 * Only a player with a seat may send `show`. `player` is the id of the watcher who may see the hand, for example from a `knock`.
 */
export interface ShowRequest {
  t: "show";
  table: string;
  player: string;
  hand?: boolean;
  id?: number;
}
/**
 * Agree that a player becomes a director or commentator, or takes a seat, during this board.
 *
 * The answer to `consent` is `done`. A player withdraws the consent by sending `consent` with `agree` false.
 *
 * All players who have a seat, or were removed from a seat in this board, are asked for consent, because a new director or commentator sees every hand, and a new player sees one. `player` is the id of the future director or commentator, as in `appoint`. With the `office` `seat`, `player` is the id of the player who wants to take the seat with the number `seat`, or who gets it from the host. A player's consent counts until the board is over. When all players of the board have agreed, the refused `host` or `sit` request has to be sent again.
 */
export interface ConsentRequest {
  t: "consent";
  table: string;
  player: string;
  office?: "commentator" | "director" | "seat";
  agree?: boolean;
  seat?: number | null;
  id?: number;
}
/**
 * Change the table as its host; answered by `done`.
 *
 * A field of `host` that is null or left out changes nothing. New `options` replace all old options, and a new `policy` replaces the whole old policy. The host may change `options` only before the first deal of the table. A policy that lets watchers see hands earlier, or with a shorter `hold_ms`, may be set only between boards. During a board, the host may name a new director or commentator only if every other seated player has agreed by `consent`; the server sends `appoint` to the players who have not agreed. `seats` maps seat numbers to the names of house robots; null removes the robot from a seat. `pause` true pauses the table: clocks stop, acts are refused, and no board is dealt. `pause` false ends the pause of the table. At a Hanabi table, every player may send `pause`, not only the host. `add_ms` adds time to the current decision, and also to the time for the board or for every seat, if the clock rule has such a time. `terminate` true closes the table for good.
 *
 * `directors`, `commentators` and `invited` are complete lists of player ids, which replace the old lists. `onlookers` lists the players who may watch an `invited` table but never sit. `unwelcome` lists the players who may not join the table, unless they have a seat or are director or commentator. `place` maps seat numbers to the ids of the players who get these seats; null removes the player from a seat. A player who was removed from a seat may sit down again in the next board, or earlier if `place` names the player. During a board, `place` gives a player another seat than the player's own seat of this board only if all other players of the board have agreed by `consent` with the `office` `seat`, as for a new director; a player who was a director before the board began, and neither plays nor has seen a hand of the board, needs no consent. Besides the host, directors may send `seats`, `place`, `pause`, `add_ms` and `terminate`.
 *
 * The first host is the player who opened the table; the field `host` is the id of another player at the table who becomes the host.
 */
export interface HostRequest {
  t: "host";
  table: string;
  options?: Options3 | null;
  seats?: {
    [k: string]: string | null;
  } | null;
  policy?: Policy3 | null;
  pause?: boolean | null;
  terminate?: boolean;
  directors?: string[] | null;
  commentators?: string[] | null;
  invited?: string[] | null;
  place?: {
    [k: string]: string | null;
  } | null;
  add_ms?: number | null;
  host?: string | null;
  onlookers?: string[] | null;
  unwelcome?: string[] | null;
  id?: number;
}
/**
 * The policy of a table: the rules about people and time that its host has set.
 *
 * `hands` decides when watchers see hidden hands: when the board is over (`after`) or at once (`live`). With each value of `hands`, a player may let a watcher look into the player's own hand (`show`). `clock` is the clock rule of the table; null means the default clock of the game. `pause_ms` is the pause between the result of a deal and the next deal. With `next_ms`, a table where players have seats waits `next_ms` instead of `pause_ms` (null is the same as no `next_ms`); in both cases, the next deal begins earlier if all present players send `next`, and later if a player sends `wait`. `robot_ms` is the time that a house robot takes for every action, whatever cards it holds.
 *
 * `access` decides which players may join the table, to sit or to watch. An `open` table is listed in the lobby, and every player may join it. Every player with a token who knows the id of a `private` table may join it. Only invited players may join an `invited` table. With `sits` `anybody`, every player who may join may also take a free seat. With `sits` `invited`, only the host, directors, commentators and invited players may take a free seat. With `watchers` false, only the host, seated players, directors and commentators may follow the table.
 *
 * With a `delay`, watchers see the whole table, with every hand, but later, by the time and the number of boards in the `delay`. A delay of 0 `ms` and 0 `boards` is the same as `hands` `live`. The seat of an absent player stays free for this player for `hold_ms` (null: without a limit). When `hold_ms` is over, the house robot `substitute` plays the seat, or another player may sit there, until the absent player is back. `tempo_ms` is the minimum time between two actions that the server shows (0: no minimum). If `tempo_ms` is not 0, the server also acts for a present player who has only one legal action. The server warns the players who have to act when `warn_ms` of their time are left.
 *
 * `expiry` decides what happens when a player's time runs out. With `expiry` `forced`, the server makes some legal action for a player when the player's time runs out. With `expiry` `robot`, after a player's time has run out, the robot of the seat (or the substitute) plays until the player acts, sits down or watches as `seat`; from the next decision on, the player plays again. An action that a player sends after the time has run out still counts if the robot has not yet made the decision. If `expiry` or `substitute` is null, the default of the game is used: `expiry` is `robot` in Spades and `forced` in the other games, and `substitute` is `sampler` in bridge and Spades (`plain` if the server does not have `sampler`) and `friendly` in Hanabi.
 *
 * A table with directors stays open for `correction_ms` after its last result, so that the directors can rule on finished boards (Law 79C). A table without directors closes when `pause_ms` have passed after its last result.
 */
export interface Policy3 {
  hands?: "after" | "live";
  clock?: NoClock | PerMove | Bank | PerBoard | null;
  pause_ms?: number;
  robot_ms?: number;
  access?: "invited" | "open" | "private";
  watchers?: boolean;
  delay?: Delay | null;
  hold_ms?: number | null;
  substitute?: string | null;
  tempo_ms?: number;
  warn_ms?: number;
  correction_ms?: number;
  expiry?: ("forced" | "robot") | null;
  sits?: "anybody" | "invited";
  next_ms?: number | null;
}
/**
 * Make a ruling as a director of the table; answered by `done`.
 *
 * `ruling` is one of the rulings that the game defines. An unanswered ruling may be sent again: if the director's last ruling had the same content and the same `id` (not 0), the ruling is not made twice. Each new ruling needs an `id` that this director has not used before.
 */
export interface RuleRequest {
  t: "rule";
  table: string;
  ruling: Ruling;
  id?: number;
}
/**
 * Return the board to the position after `calls` calls and `cards` cards (Laws 21B and 25).
 *
 * `cards` is 0 if the board returns to a position in the auction.
 */
export interface BridgeRollBack {
  t: "roll_back";
  calls: number;
  cards?: number;
  reason?: string;
}
/**
 * Set the total number of declarer's tricks in a board to `tricks`.
 *
 * A director sets the number of declarer's tricks to decide a disputed claim (Law 70), or because a player withdraws an acceptance (Law 69B) or a concession (Law 71). `board` is the number of an earlier board to which the ruling applies. If `board` is null, the ruling is about the present board, and ends this board if it is not over.
 */
export interface BridgeAwardTricks {
  t: "tricks";
  tricks: number;
  board?: number | null;
  reason?: string;
}
/**
 * Void a claim and continue the play from the position of the claim (Law 68D).
 */
export interface BridgePlayGoesOn {
  t: "go_on";
  reason?: string;
}
/**
 * Assign an adjusted score (Law 12C1): `outcomes` with weights that add up to 100 for each side.
 *
 * `east_west` are outcomes for East-West alone; if it is null, `outcomes` are for both sides. `board` is the number of an earlier board that gets the assigned score. If `board` is null, the ruling gives the score of the present board, and ends this board if it is not over.
 */
export interface BridgeAssignScore {
  t: "assign";
  outcomes: BridgeOutcome[];
  east_west?: BridgeOutcome[] | null;
  board?: number | null;
  reason?: string;
}
/**
 * One outcome of an assigned score: a result of the board, with the weight of this result.
 *
 * The `weight` of such an outcome is a percentage. A null `contract` means that all players passed.
 */
export interface BridgeOutcome {
  weight: number;
  contract?: BridgeContract | null;
  tricks?: number | null;
}
/**
 * The final contract of an auction. `doubled` is 1 (not doubled), 2 (doubled) or 4 (redoubled).
 */
export interface BridgeContract {
  level: number;
  strain: BridgeStrain;
  declarer: BridgeSeat;
  doubled?: 1 | 2 | 4;
}
/**
 * Give an artificial adjusted score (Law 12C2): average plus, average or average minus for each side.
 *
 * `board` is the number of an earlier board that gets the artificial score. If `board` is null, the ruling gives the score of the present board, and ends this board if it is not over.
 */
export interface BridgeArtificialScore {
  t: "artificial";
  north_south: "average" | "minus" | "plus";
  east_west: "average" | "minus" | "plus";
  board?: number | null;
  reason?: string;
}
/**
 * Make an action in the game; answered by `done` once the action is stored.
 *
 * `n` is the number of this player's last applied action at this table (which the answer to `watch` tells) plus 1; the first action has `n` 1. `decision` is copied from the field `own.decision` of the view to which this action is the answer. `action` is one of the game's actions, for example `{"t": "call", "call": "1NT"}`. An unanswered `act` may be sent again unchanged as often as necessary: the action is made only once.
 */
export interface ActRequest {
  t: "act";
  table: string;
  n: number;
  action: Action;
  decision?: string | null;
  id?: number;
}
/**
 * The action by which a player makes a call in the auction.
 *
 * The opponents see the `alert` and the `explanation` of a call at once (with screens, only the screen-mate sees them), and partner sees them when the board is over. If partner explains the player's calls (option `explains`), the opponents see them when the board is over, too. `meaning` is the explanation as fields, which clients put into words of their own language; `explanation` says the same for other clients.
 */
export interface BridgeMakeCall {
  t: "call";
  call: BridgeCall;
  alert?: boolean;
  explanation?: string;
  meaning?: BridgeMeaning;
}
/**
 * The meaning of a call by the agreements of its partnership.
 *
 * `agreements` are the names of the agreement; with several, one of them applies. `hand` is what the call promises. `force` tells whether partner has to call once more (`round`) or until game is reached (`game`). `artificial` is true for a call that names no suit or strain of its own.
 *
 * `basis` is `agreement`, or `judgement` for a call that has an agreed meaning which the player's hand does not fit, or `none` if no agreement covers the call; the other fields are then empty. `made` is false if another player made the call: the meaning is then that of the same call by the player that explains.
 */
export interface BridgeMeaning {
  agreements?: BridgeAgreement[];
  hand?: BridgeHolding;
  force?: "game" | "none" | "round";
  artificial?: boolean;
  basis?: "agreement" | "judgement" | "none";
  made?: boolean;
}
/**
 * The name of an agreement in English; each `*` in `name` stands for the next suit of `suits`.
 *
 * `Jacoby transfer to *` with the suits `["H"]` is the Jacoby transfer to hearts. Clients translate the names that they know, and show the others as they are.
 */
export interface BridgeAgreement {
  name: string;
  suits?: Suit[];
}
/**
 * The content of a hand; all fields that are set apply together.
 *
 * `shape` is `balanced` (4-3-3-3, 4-4-3-2 or 5-3-3-2), `semibalanced` (also 5-4-2-2 and 6-3-2-2) or `unbalanced` (not balanced). `stopped` are suits in which the hand has a stopper. In each suit of `controls` the hand has the ace, the king or at most one card. In each suit of `fair` it has two of the top three cards or three of the top five. The number of aces is one of `aces`, that of kings one of `kings`. The hand is likely to take at least `tricks` tricks with its longest suit as trumps. Each entry of `either` is a list of holdings, of which the hand has at least one.
 */
export interface BridgeHolding {
  strength?: BridgeStrength[];
  lengths?: BridgeSuitLength[];
  shape?: "" | "balanced" | "semibalanced" | "unbalanced";
  longer?: BridgeLongerSuit[];
  stopped?: Suit[];
  honours?: BridgeSuitHonours[];
  fair?: Suit[];
  aces?: number[];
  kings?: number[];
  keycards?: BridgeKeyCardCount | null;
  queen?: BridgeTrumpQueenHeld | null;
  controls?: Suit[];
  tricks?: number;
  either?: BridgeHolding1[][];
}
/**
 * A range of points, from `low` to `high`; `high` is null if there is no upper limit.
 *
 * `kind` tells how points are counted: `hcp` are high cards alone (ace 4, king 3, queen 2, jack 1), `length` adds a point for each card of a suit beyond the fourth, `either` is a hand within the range by one of these two counts, and `support` adds points for short suits with `trumps` as trumps.
 */
export interface BridgeStrength {
  kind: "either" | "hcp" | "length" | "support";
  low?: number;
  high?: number | null;
  trumps?: Suit | null;
}
/**
 * The number of cards in a suit is at least `low` and at most `high`.
 */
export interface BridgeSuitLength {
  suit: Suit;
  low?: number;
  high?: number;
}
/**
 * `suit` has at least `by` cards more than the suit `than`; with `by` 0, at least as many.
 *
 * With `by` below 0, the suit `than` has at most that number of cards more than `suit`.
 */
export interface BridgeLongerSuit {
  suit: Suit;
  than: Suit;
  by?: number;
}
/**
 * `number` of the `of` highest cards of a suit.
 */
export interface BridgeSuitHonours {
  suit: Suit;
  number: number;
  of: number;
}
/**
 * The number of key cards (the four aces and the king of `trumps`) is one of `counts`.
 */
export interface BridgeKeyCardCount {
  trumps: Suit;
  counts: number[];
}
/**
 * The hand has the queen of `trumps`, or with `held` false lacks it.
 */
export interface BridgeTrumpQueenHeld {
  trumps: Suit;
  held: boolean;
}
/**
 * The content of a hand; all fields that are set apply together.
 *
 * `shape` is `balanced` (4-3-3-3, 4-4-3-2 or 5-3-3-2), `semibalanced` (also 5-4-2-2 and 6-3-2-2) or `unbalanced` (not balanced). `stopped` are suits in which the hand has a stopper. In each suit of `controls` the hand has the ace, the king or at most one card. In each suit of `fair` it has two of the top three cards or three of the top five. The number of aces is one of `aces`, that of kings one of `kings`. The hand is likely to take at least `tricks` tricks with its longest suit as trumps. Each entry of `either` is a list of holdings, of which the hand has at least one.
 */
export interface BridgeHolding1 {
  strength?: BridgeStrength[];
  lengths?: BridgeSuitLength[];
  shape?: "" | "balanced" | "semibalanced" | "unbalanced";
  longer?: BridgeLongerSuit[];
  stopped?: Suit[];
  honours?: BridgeSuitHonours[];
  fair?: Suit[];
  aces?: number[];
  kings?: number[];
  keycards?: BridgeKeyCardCount | null;
  queen?: BridgeTrumpQueenHeld | null;
  controls?: Suit[];
  tricks?: number;
  either?: BridgeHolding1[][];
}
/**
 * The action by which a player plays a card from the player's own hand or, as declarer, from dummy.
 */
export interface BridgePlayCard {
  t: "play";
  card: Card;
}
/**
 * Claim `tricks` of the remaining tricks, the current trick included, and concede the rest (Law 68).
 *
 * `line` is the claimer's statement of how the rest of the hand will be played. From the claim on, all players see the claimer's hand. A claim answers no required decision, so its `act` message has no `decision`.
 */
export interface BridgeClaim {
  t: "claim";
  tricks: number;
  line?: string;
}
/**
 * Accept or reject another player's claim or concession.
 *
 * In the view of each player that must vote on a claim, `own.votes` is set. A player that need not vote may doubt another player's claim by a `vote` with `accept` false (Law 68D). The `act` message of a vote may leave out `decision`; if it has a `decision`, this must be the current one.
 */
export interface BridgeVote {
  t: "vote";
  accept: boolean;
}
/**
 * Agree to continue the play after a claim was refused.
 *
 * After a refused claim, play continues once all four players agree (Law 68D2).
 */
export interface BridgePlayOn {
  t: "play_on";
}
/**
 * Say that one has no more questions about the auction before the opening lead is turned face up.
 *
 * At a table with the option `face_down_lead`, the lead is turned face up once leader's partner and declarer have said this (Law 41B).
 */
export interface BridgeNoQuestions {
  t: "no_questions";
}
/**
 * Ask to take back one's last call or card.
 *
 * Declarer may ask to take back the last card played from declarer's own hand or from dummy. The call or card is taken back at once if Law 25A allows it, otherwise when the opponents agree. A request for an undo answers no required decision, so its `act` message has no `decision`.
 */
export interface BridgeUndo {
  t: "undo";
  reason?: string;
}
/**
 * Accept or reject an undo request of the opponent in `seat`.
 *
 * The answer to an undo request is sent in an `act` message without `decision`.
 */
export interface BridgeGrant {
  t: "grant";
  seat: BridgeSeat;
  accept: boolean;
}
/**
 * Ask for the meaning of an opponent's call (Law 20F).
 *
 * A question about a call is sent in an `act` message without `decision`.
 */
export interface BridgeAsk {
  t: "ask";
  call: number;
  text?: string;
}
/**
 * Explain one's own earlier call to the opponents, or correct an explanation of it (Laws 20F and 21).
 *
 * With screens, explain one's own call or partner's call to the screen-mate. With the option `explains` `partner`, alert or explain partner's call, for all players to hear; a player of the declaring side may also correct, once the auction is over, what partner has said of the player's own call (Law 20F5). An explanation of an earlier call is sent in an `act` message without `decision`. Earlier explanations of the call remain in the record of the board. `meaning` is the explanation as fields, `text` says the same in words.
 */
export interface BridgeExplain {
  t: "explain";
  call: number;
  text: string;
  alert?: boolean;
  meaning?: BridgeMeaning;
}
/**
 * Submit the convention card of one's side (Law 40B2), as a text or an uploaded file.
 *
 * For an uploaded convention card, `file` is the value that the upload (`PUT /v1/tables/{id}/card`) returned; for a card in the field `text`, it is "". A new convention card of a side replaces the earlier convention card of that side. A convention card is submitted in an `act` message without `decision`.
 */
export interface BridgeLayCard {
  t: "system";
  name: string;
  text?: string;
  file?: string;
}
/**
 * Show board `board` of the replayed file (from 0) after the first `at` moves of its record.
 *
 * If the leader has tried moves, `seek` discards the tried moves. The `act` message with a `seek` has no `decision`.
 */
export interface ReplaySeek {
  t: "seek";
  board: number;
  at: number;
}
/**
 * While the leader of a replay has tried moves, show the position after `at` moves of the board.
 *
 * `at` counts the recorded moves before the first tried move, and the tried moves. To show a position of the record before the tried moves, the leader sends `seek`. The `act` message with a `rewind` has no `decision`.
 */
export interface ReplayRewind {
  t: "rewind";
  at: number;
}
/**
 * Try another call than the recorded one, for the seat in turn in the replay's shown position.
 *
 * A tried call does not change the recorded board.
 */
export interface ReplayTryCall {
  t: "try_call";
  call: BridgeCall;
}
/**
 * Try another card than the recorded one, for the seat in turn in the replay's shown position.
 *
 * A tried card does not change the recorded board.
 */
export interface ReplayTryCard {
  t: "try_card";
  card: Card;
}
/**
 * End the replay and close the table.
 *
 * At the end of a replay that was opened without a file, the table does not close: it shows the next random board.
 */
export interface ReplayFinish {
  t: "finish";
}
/**
 * Play a card from one's hand, or the last card of the deck if the option `deck_plays` allows it.
 */
export interface HanabiPlayCard {
  t: "play";
  card: number;
}
/**
 * Discard a card from one's hand; the players get a clue token back.
 */
export interface HanabiDiscard {
  t: "discard";
  card: number;
}
/**
 * Give a colour clue to player `to`; `color` is an index into the variant's `colors`.
 */
export interface HanabiColorClue {
  t: "color";
  to: number;
  color: number;
}
/**
 * Give a rank clue to player `to`.
 */
export interface HanabiRankClue {
  t: "rank";
  to: number;
  rank: number;
}
/**
 * Vote for the end of the game, or withdraw the vote with `end` false.
 *
 * The `act` message of a vote for the end of the game has no `decision`.
 */
export interface HanabiVote {
  t: "vote";
  end?: boolean;
}
/**
 * Try another move than the recorded one, for the seat in turn in the replay's shown position.
 *
 * A tried move does not change the recorded game. A tried `move` is a request of a player, as in a game: if the request is to play a card of an inverted suit, the card is discarded.
 */
export interface HanabiReplayTry {
  t: "try";
  move: HanabiPlayCard | HanabiDiscard | HanabiColorClue | HanabiRankClue;
}
/**
 * Bid a number of tricks, or nil, for the present hand.
 *
 * If the second partner states the side's total (`team_bid` is `second`), the `tricks` of the second partner's bid are this total.
 */
export interface SpadesMakeBid {
  t: "bid";
  bid: SpadesBid;
}
/**
 * A bid of `tricks` tricks, or a `nil`: a bid to win no trick. A bid of 0 tricks is not a nil.
 *
 * `blind` true: the player made the bid before looking at the hand, so it wins or loses more points.
 */
export interface SpadesBid {
  tricks?: number;
  nil?: boolean;
  blind?: boolean;
}
/**
 * Look at one's hand, and give up the right to bid blind.
 *
 * All players see that a player has looked at the hand before bidding. The `act` message of this look at the hand has no `decision`.
 */
export interface SpadesReveal {
  t: "reveal";
}
/**
 * Keep one of the two drawn cards; only in a game of two players.
 *
 * The drawn card that the player does not keep is out of play in this hand, and the opponent does not see it.
 */
export interface SpadesKeep {
  t: "keep";
  card: SpadesCard;
}
/**
 * Pass `own.passing` cards to partner, in the exchange after a bid of nil.
 *
 * The order of the cards that a player passes does not matter.
 */
export interface SpadesPass {
  t: "pass";
  cards: SpadesCard[];
}
/**
 * Play a card from one's hand to the current trick.
 */
export interface SpadesPlayCard {
  t: "play";
  card: SpadesCard;
}
/**
 * Try another bid, look, exchange or play than the recorded one, for the seat in turn in a replay.
 *
 * A tried move does not change the recorded hand.
 */
export interface SpadesReplayTry {
  t: "try";
  move: SpadesMakeBid | SpadesReveal | SpadesKeep | SpadesPass | SpadesPlayCard;
}
/**
 * Send a line of chat to a table that the client follows; answered by `done`.
 *
 * `to` names the people that receive the line of chat. A seated player's line of chat to `table` reaches seats and watchers; a watcher's line to `table` reaches watchers only. A line of chat to `partner` is refused during a board. Only a seated player may chat with `partner` or `opponents`. During a board, a watcher's line of chat reaches only the watchers who see exactly the same hands. A commentator's line of chat reaches all people who see all hands. A seated player never receives a watcher's line of chat. A director's line of chat reaches all seats and watchers. At a `replay`, every line of chat reaches all people who follow the table.
 */
export interface ChatRequest {
  t: "chat";
  table: string;
  text: string;
  to?: "director" | "kibitzers" | "opponents" | "partner" | "table";
  id?: number;
}
/**
 * Store a note on a card, in games that have notes; answered by `done`.
 *
 * A note with the text "" deletes the earlier note on the card. `card` is the index of the card in the deck; a number higher than these indexes means a pile: the number of cards in the deck plus the index of the suit. Until the game is over, only the author of a note and the watchers of the author's hand see the note; after the game, all people at the table see it. All notes of a player in one game together have at most 10,000 characters.
 */
export interface NoteRequest {
  t: "note";
  table: string;
  card: number;
  text: string;
  id?: number;
}
/**
 * List open tables, at most 50 per answer and at most once a second; answered by `lobby`.
 *
 * With a `game`, the lobby lists only tables of this game; with a `text`, only tables with this text in their name or id. To get the next page of the lobby, a client sends the `cursor` of the last answer.
 */
export interface LobbyRequest {
  t: "lobby";
  game?: string | null;
  text?: string | null;
  cursor?: string | null;
  id?: number;
}
/**
 * Wait for a seat at a table with other people; answered by `done` with the `table`, once seated.
 *
 * The queue has players of all servers of a site. A player gets a seat at a table that other players of the queue play already, between two boards, or at a new table when enough players wait for the same `game` and `pace`. With `robots` true, robots take the empty seats of a new table once the player that wants them has waited for 30 s. At the `pace` `usual` the table has the default clock of its game; at the `pace` `fast` each decision has 15 s. The table is open to all, with the default options of its game.
 *
 * While the player waits, the server sends `queued`. The wait ends with the connection; a client that is connected again sends `queue` again. A player waits in the queue once: a newer `queue` ends an older one, which is answered by `done` without a `table`. After `done` with a `table`, the client sends `watch` as `seat`.
 */
export interface QueueRequest {
  t: "queue";
  game: string;
  pace?: "fast" | "usual";
  robots?: boolean;
  id?: number;
}
/**
 * Stop waiting in the queue; answered by `done`, and the `queue` is answered by `done` without a table.
 *
 * A player who already has a seat keeps it.
 */
export interface UnqueueRequest {
  t: "unqueue";
  id?: number;
}
/**
 * Ask the server for a `pong`, which repeats the number `c`.
 */
export interface PingRequest {
  t: "ping";
  c?: number;
}
/**
 * The server's answer to the first message of a client, `hello`.
 *
 * `server` is the server's name and version. `durability` tells when an action is on the server's disk: before the server sends `done` (`always`), or at most a second later (`second`). The server pings a client that is silent for `heartbeat_s` seconds, and treats a client that is silent for 2.5 times `heartbeat_s` as disconnected. A client should treat a server that is silent for 2.5 times `heartbeat_s` as disconnected, too. `robots` are the house robots of this server; their names may be sent in `open`, `match` and `host`.
 */
export interface WelcomeUpdate {
  t: "welcome";
  you: You;
  server: string;
  limits: Limits;
  durability: string;
  heartbeat_s: number;
  now_ms: number;
  robots?: HouseRobot[];
}
/**
 * The player that the client plays for, with `id` ("" for a client without a token) and `name`.
 */
export interface You {
  id: string;
  name: string;
}
/**
 * The server's limits for one connection.
 *
 * `frame_bytes` is the maximum size of a frame that the client may send. A client may send `requests_burst` requests at once, and on average `requests_per_s` requests in a second. Of `lobby` requests, a client may send `lobby_per_s` in a second.
 */
export interface Limits {
  frame_bytes: number;
  requests_per_s: number;
  requests_burst: number;
  lobby_per_s?: number;
}
/**
 * A house robot of the server: its `name`, and the names of the `games` that it plays.
 *
 * A robot with several levels is listed once for each level: by its name at its usual level, and with the name `robot:level` at each other level, as `sampler` and `sampler:quick`.
 */
export interface HouseRobot {
  name: string;
  games: string[];
}
/**
 * A message with the whole view of a table for one audience, such as a seat.
 *
 * A new view replaces everything that the client knew of the table before. `audience` tells for which people the view is made, with the same values as `as` in `watch`; it changes when the player sits down, stands up or loses the permission to see a hand. The types of `pub` and `own` depend on the game, which the field `game` in them names. In the public view of a table, `own` is null. `deadline_ms` is the time at which the current decision expires; it is absent if no clock runs. `opens_ms` is the earliest time at which the server applies and shows the answer to the current decision; an earlier answer waits until that time. If the server applies answers at once, `opens_ms` is absent. `next_deal_ms` is the earliest time at which the server begins the next deal or game, after the result of the last one; it is absent during a deal, while the table is paused, while a player holds the next deal, and if no next deal follows. `next_seats` are the seats whose players have sent `next` since the result, and `wait_seats` those whose players hold the next deal by `wait`.
 */
export interface ViewUpdate {
  t: "view";
  table: string;
  epoch: string;
  version: number;
  audience: string | number;
  pub: Pub;
  now_ms: number;
  own?: Own | null;
  deadline_ms?: number | null;
  opens_ms?: number | null;
  next_deal_ms?: number | null;
  next_seats?: number[];
  wait_seats?: number[];
}
/**
 * The public half of the view of a bridge table: the fields that all people may see.
 *
 * `phase`: `deal` before the cards are dealt, `auction`, `play`, `claim` while players vote on a claim, `disputed` after a claim was refused, and `over` once the board has a `result`. `calls` and `plays` are the calls and cards so far, keyed by their order from 0. The dealer makes call 0, and plays 4k to 4k + 3 are trick k; calls and plays that are taken back are removed. `turn` is the seat whose hand must call or play, and `actor` is the seat of the player that decides (declarer, if `turn` is dummy); both are null if no hand must call or play. `tricks` are the numbers of tricks won by North-South and by East-West. From the opening lead to the end of the board, the field `dummy` has the cards that dummy still holds. Once the board is over, `hands` has the four dealt hands, North first. `last` is the latest event at the table, or null before the deal.
 *
 * `claim` is the claim on which the players now vote, or which is disputed. Once the board is over, `remarks` has the explanations of the calls; the key of an explanation is 4 times the index of the call, plus the seat of the player that explained it. `results` are the results of the latest 32 boards of the table, by board number. `tally` is set if the option `scoring` is not `duplicate`, `match` at a table of a match, and `board_set` at a table that plays its boards together with other tables. If the option `look_back` is `law`, `plays` has only the current trick. If the option `review` is false, `calls` becomes empty when the first card is played. `partner_robot` is true at a table with this option. `face_down` is set while the opening lead lies face down; then `turn` and `actor` are null.
 */
export interface BridgePub {
  game: "bridge";
  board: number;
  dealer: BridgeSeat;
  vulnerable: BridgeVulnerability;
  phase: "auction" | "claim" | "deal" | "disputed" | "over" | "play";
  calls: {
    [k: string]: BridgeCall;
  };
  plays: {
    [k: string]: BridgePlay;
  };
  /**
   * @minItems 2
   * @maxItems 2
   */
  tricks: [number, number];
  turn?: BridgeSeat | null;
  actor?: BridgeSeat | null;
  contract?: BridgeContract | null;
  dummy?: Card[] | null;
  result?: BridgeResult | null;
  hands?: [Card[], Card[], Card[], Card[]] | null;
  last?:
    | BridgeCutFor
    | BridgeDealt
    | BridgeCalled
    | BridgePlayed
    | BridgeClaimed
    | BridgeClaimEnded
    | BridgeUndone
    | BridgeRuled
    | null;
  claim?: BridgeClaimShown | null;
  remarks?: {
    [k: string]: BridgeRemark;
  } | null;
  results?: {
    [k: string]: BridgeResult;
  } | null;
  tally?: BridgeTally | null;
  match?: BridgeMatch | null;
  board_set?: BridgeBoardSet | null;
  partner_robot?: boolean;
  face_down?: BridgeFaceDownLead | null;
}
/**
 * A card that was played, and the seat of the hand from which it was played.
 */
export interface BridgePlay {
  seat: BridgeSeat;
  card: Card;
}
/**
 * The result of a board.
 *
 * `tricks` is the number of tricks that declarer won. If all players passed, `contract` and `tricks` are null; if the director adjusted the score, `tricks` is null. In a board's result, `score_ns` is the duplicate score in points (Law 77) of North-South; it is negative if East-West scored. `claimed` is true if the play ended by a claim or concession. `adjusted` is the director's ruling that adjusted the score, or null if no ruling did. For an assigned score, `score_ns` is the weighted mean of North-South's outcomes, rounded to whole points (a half is rounded away from 0); for an artificial score, `score_ns` is 0. `score_ew` is null if East-West's score is `score_ns` with the opposite sign; otherwise it is the weighted mean of the outcomes that the director assigned to East-West. In a result, `honours` is set only in rubber and four-deal Chicago.
 */
export interface BridgeResult {
  score_ns: number;
  contract?: BridgeContract | null;
  tricks?: number | null;
  claimed?: boolean;
  adjusted?: BridgeAssignScore | BridgeArtificialScore | null;
  honours?: BridgeHonours | null;
  score_ew?: number | null;
}
/**
 * Honours in one hand, that of the player in `seat`: 100 or 150 points above the line.
 */
export interface BridgeHonours {
  seat: BridgeSeat;
  points: number;
}
/**
 * The event that every seat drew a card, and the players moved to the seats that these cards decided.
 */
export interface BridgeCutFor {
  t: "cut";
  cards: Card[];
}
/**
 * The event that a board was dealt.
 */
export interface BridgeDealt {
  t: "dealt";
}
/**
 * The event that a seat made a call.
 */
export interface BridgeCalled {
  t: "called";
  seat: BridgeSeat;
  call: BridgeCall;
}
/**
 * The event that a card was played from a seat's hand.
 */
export interface BridgePlayed {
  t: "played";
  seat: BridgeSeat;
  card: Card;
}
/**
 * The event that a seat made a claim; `pub.claim` shows the claim.
 */
export interface BridgeClaimed {
  t: "claimed";
  seat: BridgeSeat;
}
/**
 * The event that a seat's claim ended.
 *
 * `how` is `objected` if a conceding defender's partner objected: then neither a concession nor a claim has occurred (Law 68B2).
 */
export interface BridgeClaimEnded {
  t: "claim_ended";
  seat: BridgeSeat;
  how: "accepted" | "objected" | "played_on" | "proven" | "refused";
}
/**
 * The event that a seat's call or card was taken back, together with everything after it.
 */
export interface BridgeUndone {
  t: "undone";
  seat: BridgeSeat;
}
/**
 * The event that the director made a ruling.
 */
export interface BridgeRuled {
  t: "ruled";
  ruling: BridgeRollBack | BridgeAwardTricks | BridgePlayGoesOn | BridgeAssignScore | BridgeArtificialScore;
}
/**
 * A claim to win `tricks` of the `left` tricks that remain; `line` is the claimer's statement of play.
 */
export interface BridgeClaimShown {
  seat: BridgeSeat;
  tricks: number;
  left: number;
  line: string;
  hand: Card[];
}
/**
 * The last explanation that the player in `seat` has given of a call, and the number of all of them.
 *
 * `said` is the number of explanations that this player gave of the call. `late` is true if the player gave the explanation after making the call, and not together with the call. `earlier` has the player's explanations before the last one, keyed by their order from 0, or is null if there are none. `meaning` is the explanation as fields; it is left out if the player gave only the text.
 */
export interface BridgeRemark {
  seat: BridgeSeat;
  alert: boolean;
  text: string;
  late?: boolean;
  said?: number;
  earlier?: {
    [k: string]: BridgeEarlierRemark;
  } | null;
  meaning?: BridgeMeaning;
}
/**
 * An alert or explanation of a call, to which the player has later added another explanation.
 *
 * `late` is true if the player gave the explanation after making the call, and not together with the call. `meaning` is the explanation as fields; it is left out if the player gave only the text.
 */
export interface BridgeEarlierRemark {
  alert: boolean;
  text: string;
  late?: boolean;
  meaning?: BridgeMeaning;
}
/**
 * The score of all deals at a table with `scoring` `rubber`, `chicago` or `total`.
 *
 * In each pair of numbers of a tally, the first is for North-South and the second for East-West. `number` counts the rubbers or chukkers from 1, and `deal` the deals within one of them, from 1. `games` are the numbers of games won in this rubber, and `part` the points of each side towards its next game. `lines` are the entries of the score sheet for the last finished deal, until the next deal begins. `earlier` are the entries of the score sheet for the deals of the rubber or chukker before the last finished deal. `points` are the points of each side in the present rubber or chukker. `stopped` is the total of the rubber plus the bonus that each side would get if the rubber ended now. `total` is the total of all deals that the present pairs have played together at this table. `players` has the points that each player won at this table, North first and waiting players last: the points of the player's own side minus the points of the opponents. On a deal for which the director assigned different scores to the two sides, a player wins only the score of the player's own side.
 */
export interface BridgeTally {
  number: number;
  deal: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  points: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  total: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  games?: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  part?: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  stopped?: [number, number];
  lines?: BridgeLine[];
  earlier?: BridgeLine[];
  players?: number[];
}
/**
 * One entry of a score sheet: `points` for a side, above the line or `below` it, for the reason `what`.
 *
 * On the score sheet, a contract has the entries `tricks` (below the line), `overtricks`, `undertricks`, `insult`, `small slam` and `grand slam`. Further entries of a score sheet are `honours`, `rubber`, `unfinished game` and `unfinished part-score`, and in Chicago `game` and `part-score`. An entry `score` of a score sheet is the duplicate score of a whole deal. An entry `adjusted` of a score sheet is the score that the director assigned to the side; if the director assigned different outcomes to the two sides, both sides or neither side may have an `adjusted` entry.
 */
export interface BridgeLine {
  side: BridgeSide;
  points: number;
  what: string;
  below?: boolean;
}
/**
 * The match to which a table belongs: its other table, and the boards that both tables have finished.
 *
 * The team that sits North-South in the `open` room sits East-West in the closed room. In a match, `imps` is the total of the team that sits North-South at this table. If one table of the match has ended without playing a board, the board still counts if it has an artificial score at the other table. A board that only one table of the match played does not count if its score is an assigned one, because there is no second score to compare.
 */
export interface BridgeMatch {
  room: string;
  other: string;
  boards: {
    [k: string]: BridgeCompared;
  };
  imps?: number;
}
/**
 * A board that both tables of a match have finished.
 *
 * `here` and `there` are the points of North-South at this table and at the other table of the match. `imps` are the IMPs of the team that sits North-South at this table. For an assigned score, the IMPs of each outcome are computed, and `imps` is their weighted mean (Law 12C1c). An artificial adjusted score gives 3, 0 or -3 IMPs without a comparison (Law 12C2). If the gain of one team is not the loss of the other, `imps` is the mean of the gain and the loss (Law 12C4), so it is 0 if both teams get average plus. `unplayed` names the table that will never play the board, or is null if both tables have played it: the points of an unplayed board are 0, and only the artificial score of the other table counts.
 */
export interface BridgeCompared {
  here: number;
  there: number;
  imps: number;
  unplayed?: ("here" | "there") | null;
}
/**
 * The set of boards that a table plays together with other tables: its id and the number of its tables.
 *
 * `boards` are the boards that this table has finished and that no other table of the set will play any more. `GET /v1/sets/{set}` compares the results of these boards.
 */
export interface BridgeBoardSet {
  id: string;
  tables: number;
  boards?: number[];
}
/**
 * An opening lead that lies face down: the leader's seat, and the two seats that may have questions.
 *
 * Both stay in `waiting` until the lead is turned up: the order of their answers is not told.
 */
export interface BridgeFaceDownLead {
  seat: BridgeSeat;
  waiting: BridgeSeat[];
}
/**
 * The public part of a replay's view: the shown position of a board with all four hands.
 *
 * The fields inherited from `BridgePub` show the board after its first `at` moves. A replayed board has `moves` moves: first the calls (their number is `auction`), then the cards. The last move of a replayed board may also be the recorded end of the board, such as a claim. While the leader of a replay tries calls and cards, `moves` counts the tried moves and the recorded moves before these. In a replay, `hands` has the four dealt hands from the beginning of the board. In a replay, `remarks` has the explanations of the calls up to the shown position. `file` is the name of the replayed file, `files_boards` the number of its boards, and `place` the index of the shown board, from 0. `tried` is null while a replay shows only recorded moves. While a replay shows calls or cards that the leader tried, `tried` is the index of the first of these moves. In a replay, `players` are the recorded names of the players, North first. `name` is the recorded name of the board, or "" if the board has only a number. In a replay, `comments` are the recorded comments on the shown position. At the end of an incomplete recorded board, `fault` is the reason why the record stops there. `finished` is true once the leader has ended the replay.
 */
export interface ReplayPub {
  game: "replay";
  board: number;
  dealer: BridgeSeat;
  vulnerable: BridgeVulnerability;
  phase: "auction" | "claim" | "deal" | "disputed" | "over" | "play";
  calls: {
    [k: string]: BridgeCall;
  };
  plays: {
    [k: string]: BridgePlay;
  };
  /**
   * @minItems 2
   * @maxItems 2
   */
  tricks: [number, number];
  turn?: BridgeSeat | null;
  actor?: BridgeSeat | null;
  contract?: BridgeContract | null;
  dummy?: Card[] | null;
  result?: BridgeResult | null;
  hands?: [Card[], Card[], Card[], Card[]] | null;
  last?:
    | BridgeCutFor
    | BridgeDealt
    | BridgeCalled
    | BridgePlayed
    | BridgeClaimed
    | BridgeClaimEnded
    | BridgeUndone
    | BridgeRuled
    | null;
  claim?: BridgeClaimShown | null;
  remarks?: {
    [k: string]: BridgeRemark;
  } | null;
  results?: {
    [k: string]: BridgeResult;
  } | null;
  tally?: BridgeTally | null;
  match?: BridgeMatch | null;
  board_set?: BridgeBoardSet | null;
  partner_robot?: boolean;
  face_down?: BridgeFaceDownLead | null;
  file: string;
  files_boards: number;
  place: number;
  at: number;
  moves: number;
  auction: number;
  tried?: number | null;
  /**
   * @minItems 4
   * @maxItems 4
   */
  players?: [string, string, string, string];
  name?: string;
  comments?: string[];
  fault?: string;
  finished?: boolean;
}
/**
 * The public half of the view of a Hanabi table: the fields that all people may see.
 *
 * `game_no` is the number of the game at the table, from 1; the archive uses the same number as board number. `options` do not contain the seed; `seeded` is true if a seed in the options chose the deck. `turn` is the seat that must act, or null if no seat must act, and `turns` the number of turns so far. `hands` has the cards of each hand as indexes in the deck, the oldest card first. An audience that sees the cards of a hand finds their suits and ranks in `own.cards`. `left` is the number of cards left in the deck. `cards` maps the index of each card that all players know to its suit and rank. `fates` maps the index of each card that left a hand to what happened to it. `piles` are the cards on the pile of each suit, and `directions` the directions of these piles. `clues` is the number of clue tokens, which may end in .5 in variants with `half_clues`. `best` is the highest score that is still possible. `given` are the clues given so far, keyed by their order from 0. `possible` maps each card in a hand to the set of cards that it can be according to the clues alone; a clue that did not touch the card excludes cards, too. Each set of cards in `possible` is one number: bit `8 * suit + rank` is 1 for each possible card. `characters` has the character of each seat, and is empty at a table without characters. `end_turn` is null until the deck is empty; then it is the number of the first turn that will not be played. `votes` has the seats of the players that at present vote for the end of the game. `deck` (the whole deck) and `seed` are null until the game is over.
 *
 * In a variant with a hole, players do not see whether a play succeeded until the game is over: `piles`, `strikes`, `score` and `best` are null, and the fate of a misplayed card is `played`.
 */
export interface HanabiPub {
  game: "hanabi";
  game_no: number;
  options: HanabiOptions;
  variant: HanabiVariant;
  seeded: boolean;
  phase: "deal" | "over" | "play";
  turns: number;
  hands: number[][];
  cards: {
    [k: string]: HanabiCard;
  };
  fates: {
    [k: string]: HanabiFate;
  };
  given: {
    [k: string]: HanabiGiven;
  };
  possible: {
    [k: string]: number;
  };
  clues: number;
  left: number;
  piles?: number[][] | null;
  directions?: ("down" | "finished" | "undecided" | "up")[] | null;
  strikes?: number | null;
  score?: number | null;
  best?: number | null;
  turn?: number | null;
  characters?: HanabiCharacter[];
  end_turn?: number | null;
  votes?: number[];
  result?: HanabiGameResult | null;
  deck?: HanabiCard[] | null;
  seed?: string | null;
  last?: HanabiDealt | HanabiMoved | HanabiClued | HanabiVoted | HanabiStopped | null;
}
/**
 * A variant of Hanabi: its suits, its clues, and the rules that it changes.
 *
 * `id` and `name` are the number and the name of the variant at Hanabi Live. `colors` and `ranks` are the possible clues; a colour clue is an index into `colors`. `stack` is the number of cards that complete a suit. `touch` tells which ranks a rank clue touches: only its own rank (`equal`), all odd or all even ranks (`odd_even`, with the clues 1 and 2), its own and all lower ranks (`up_to`), or its own and all higher ranks (`from`). `blind_colors` true: colour clues touch no card. `blind_ranks` true: rank clues touch no card. `synesthesia` true: a colour clue also touches the ranks for which `rank - 1` modulo the number of colours is the index of its colour (for START cards: the last colour). `single_rank` is a rank with one copy in each suit, and `scarce_ones` means that there are two copies of each 1. `half_clues` true: a discard or a finished suit gives back half a clue token. `alternating` true: colour clues and rank clues must alternate. `up_or_down` true: players may play a suit up from its 1, down from its 5, or in either direction from START. `sudoku` true: each suit starts at a different rank and continues with 1 after its highest rank. `hole` true: played cards are hidden, and a finished suit gives no clue token back. `moo` and `quack` change only the words with which players give clues, and no rule of the server.
 */
export interface HanabiVariant {
  id: number;
  name: string;
  suits: HanabiSuit[];
  colors: string[];
  ranks?: number[];
  stack?: number;
  special?: HanabiSpecialRank | null;
  touch?: "equal" | "from" | "odd_even" | "up_to";
  blind_colors?: boolean;
  blind_ranks?: boolean;
  synesthesia?: boolean;
  single_rank?: number | null;
  scarce_ones?: boolean;
  half_clues?: boolean;
  alternating?: boolean;
  up_or_down?: boolean;
  sudoku?: boolean;
  hole?: boolean;
  moo?: boolean;
  quack?: boolean;
}
/**
 * A suit, which is played from the 1 up to the 5 unless a field of the suit or the variant changes that.
 *
 * The `colors` of a suit are the colour clues that belong to the suit. `by_color` is `all` if every colour clue touches the cards of the suit, `none` if no colour clue does, and `usual` if only the clues in `colors` do; `by_rank` says the same of rank clues: `all`, `none`, or `usual` if only the clue with the card's rank does. `prism` true: only one colour clue touches each card: the clue with index `rank - 1` modulo the number of colours, or the last colour for START. `single` true: the suit has one copy of each rank. `inverted` true: if a player asks to play a card of the suit, the card is discarded; if a player asks to discard it, it is played. `reversed` true: the suit is played from the 5 down to the 1.
 */
export interface HanabiSuit {
  name: string;
  colors?: string[];
  by_color?: "all" | "none" | "usual";
  by_rank?: "all" | "none" | "usual";
  prism?: boolean;
  single?: boolean;
  inverted?: boolean;
  reversed?: boolean;
}
/**
 * A rank of a variant for which clues have special rules.
 *
 * `by_color` is `all` if every colour clue touches the cards of this rank, `none` if no colour clue does, and `usual` if only the usual colour clues do; `by_rank` says the same of rank clues.
 *
 * `deceptive` true: only one rank clue touches a card of this rank: `ranks[i]` of the variant, where `i` is the suit's index modulo the number of ranks.
 */
export interface HanabiSpecialRank {
  rank: number;
  by_color?: "all" | "none" | "usual";
  by_rank?: "all" | "none" | "usual";
  deceptive?: boolean;
}
/**
 * The identity of a card: its suit, as an index into the variant's suits, and its rank.
 */
export interface HanabiCard {
  suit: number;
  rank: number;
}
/**
 * The fate of a card that left a hand: what happened to it, in which turn, and the seat of that hand.
 *
 * `how` is `played`, `discarded`, or `misplayed` (a card that could not be played, which costs a strike).
 */
export interface HanabiFate {
  turn: number;
  seat: number;
  how: "discarded" | "misplayed" | "played";
}
/**
 * A clue that was given in turn number `turn`, and the cards that the clue touched.
 *
 * For a colour clue, `color` is an index into the variant's `colors` and `rank` is null; for a rank clue, `color` is null.
 */
export interface HanabiGiven {
  turn: number;
  giver: number;
  to: number;
  cards: number[];
  color?: number | null;
  rank?: number | null;
}
/**
 * A detrimental character of Hanabi Live, which restricts its player.
 *
 * Some characters concern one colour, rank or suit, which is drawn for each game: `metadata` is its number.
 */
export interface HanabiCharacter {
  id: number;
  name: string;
  metadata?: number;
}
/**
 * The result of a game.
 *
 * `end` is the reason why the game ended, `score` the official score, and `points` the number of cards on the piles.
 *
 * The official `score` is 0 unless the game ended normally. `turns` is the number of actions; if no move ended the game, the end counts as an action, too. `seat` is the seat of the player that caused the end of the game, or null if no player caused it.
 */
export interface HanabiGameResult {
  end: HanabiEnd;
  score: number;
  points: number;
  turns: number;
  seat?: number | null;
}
/**
 * The event that the cards were dealt.
 */
export interface HanabiDealt {
  t: "dealt";
}
/**
 * The event that a player played or discarded a card.
 *
 * `drawn` is the card that the player drew after playing or discarding, or null if the player drew no card. The field `pub.fates` of the view tells if the moved card was played, misplayed or discarded.
 */
export interface HanabiMoved {
  t: "moved";
  card: number;
  drawn?: number | null;
}
/**
 * The event that a player gave a clue; `number` is the key of the clue in `pub.given`.
 */
export interface HanabiClued {
  t: "clued";
  number: number;
}
/**
 * The event that the player in `seat` voted for the end of the game, or withdrew the vote.
 */
export interface HanabiVoted {
  t: "voted";
  seat: number;
  end: boolean;
}
/**
 * The event that the game ended although no move ended it, for example because the time ran out.
 */
export interface HanabiStopped {
  t: "stopped";
  ended: HanabiEnded;
}
/**
 * The reason why a game ended, and the seat of the player that caused the end (null: no player).
 */
export interface HanabiEnded {
  end: HanabiEnd;
  seat?: number | null;
}
/**
 * The public part of a Hanabi replay's view: the shown position of a game, and the whole deck.
 *
 * The fields inherited from `HanabiPub` show the game after its first `at` moves. A replayed game has `moves` moves; the last one may also be an end that no move caused, such as the end of a player's time. While the leader of a replay tries moves, `moves` counts the tried moves and the recorded moves before these. `game_no` is the number of the game in the file, from 1. In a replay, `deck` and `seed` are visible from the beginning of the game. A client that watches a replay `as` one seat gets what the player of that seat saw. `file` is the name of the replayed file, `files_boards` the number of its games, and `place` the index of the shown game, from 0. `tried` is null while a replay shows only recorded moves. While a replay shows moves that the leader tried, `tried` is the index of the first of these moves. `players` are the recorded names of the players by seat, and `notes` are the notes of these players at the end of the game. `id` is the number of the game at Hanabi Live. `finished` is true once the leader has ended the replay. `warnings` describe what the replay cannot show of this game, for example actions after its end or unknown options, each with its line number in the file.
 */
export interface HanabiReplayPub {
  game: "hanabi_replay";
  game_no: number;
  options: HanabiOptions;
  variant: HanabiVariant;
  seeded: boolean;
  phase: "deal" | "over" | "play";
  turns: number;
  hands: number[][];
  cards: {
    [k: string]: HanabiCard;
  };
  fates: {
    [k: string]: HanabiFate;
  };
  given: {
    [k: string]: HanabiGiven;
  };
  possible: {
    [k: string]: number;
  };
  clues: number;
  left: number;
  piles?: number[][] | null;
  directions?: ("down" | "finished" | "undecided" | "up")[] | null;
  strikes?: number | null;
  score?: number | null;
  best?: number | null;
  turn?: number | null;
  characters?: HanabiCharacter[];
  end_turn?: number | null;
  votes?: number[];
  result?: HanabiGameResult | null;
  deck?: HanabiCard[] | null;
  seed?: string | null;
  last?: HanabiDealt | HanabiMoved | HanabiClued | HanabiVoted | HanabiStopped | null;
  file: string;
  files_boards: number;
  place: number;
  at: number;
  moves: number;
  tried?: number | null;
  players?: string[];
  notes?: HanabiReplayNote[];
  id?: number | null;
  finished?: boolean;
  warnings?: string[];
}
/**
 * A player's note on a card.
 *
 * `card` is the index of the card in the deck; a number higher than these indexes means a pile: the number of cards in the deck plus the index of the suit.
 */
export interface HanabiReplayNote {
  seat: number;
  card: number;
  text: string;
}
/**
 * The public half of the view of a Spades table: the fields that all people may see.
 *
 * In the public half, `hand` is the number of the present hand, from 1. `phase`: `deal` before the cards are dealt, `draw` while two players draw their hands, `bidding`, `exchange`, `play`, and `over` once the hand has a `result`. `turn` is the seat that must act, or null if no seat must act. `bids` has the bid of each seat that has bid, and `numbers` the number of tricks that each side has bid so far, or null for a side that has bid no number. `revealed` are the seats of the players that looked at their hand before bidding, and `blind` the seats that may still bid blind. `plays` has the cards played so far, numbered from 0 in the order of play; each trick has one card of each player. `tricks` has the number of tricks that each seat has won. `broken` is true once spades have been broken. `scores` are the scores of the sides before this hand, and after the hand once it is over. `results` are the results of the latest 32 hands of the game, by hand number. While two players draw, `drawn` has the number of cards that each seat has kept. `winner` is the side that won the game, or null while the game continues. `last` is the latest event at the table, or null before the deal.
 */
export interface SpadesPub {
  game: "spades";
  rules: SpadesRules;
  hand: number;
  dealer: number;
  phase: "bidding" | "deal" | "draw" | "exchange" | "over" | "play";
  bids: {
    [k: string]: SpadesBid;
  };
  plays: {
    [k: string]: SpadesPlay;
  };
  tricks: number[];
  scores: SpadesScore[];
  revealed: {
    [k: string]: boolean;
  };
  numbers?: (number | null)[];
  turn?: number | null;
  blind?: number[];
  exchange?: SpadesExchange | null;
  broken?: boolean;
  drawn?: number[] | null;
  result?: SpadesHandResult | null;
  results?: {
    [k: string]: SpadesHandResult;
  } | null;
  winner?: number | null;
  last?: SpadesDealt | SpadesDrew | SpadesRevealed | SpadesMadeBid | SpadesPassed | SpadesPlayed | null;
}
/**
 * All rules of a Spades table, as in `pub.rules`; the defaults are those of the preset `classic`.
 *
 * `players` is the number of players, and `sides` is `pairs` (four or six players, with the partner in the opposite seat) or `solo` (two to six players, without partners). With three players, the deck has no two of clubs; with five players, no two of clubs and of diamonds; with six players, no twos. With two players, each player makes up the hand by drawing two cards again and again and keeping one of the two. `jokers` adds the highest spades: both jokers and the twos of diamonds and spades (`jjdd`), both jokers (`jja`), or both jokers and the two of spades (`jj2a`). With jokers, the twos of hearts and clubs are left out.
 *
 * `bidding` tells how players may bid: as they like (`free`), or they must bid the number of spades in their hand (`mirror`), must bid the number of their spades or nil (`whiz`), or one partner of each pair must bid nil (`suicide`). With `team_bid`, the bids of both partners are added (`sum`), or the second partner states the side's total (`second`). `least_bid` is the minimum bid of a player, `least_team` the minimum bid of a side if no partner bids nil, and `least_beside_nil` the minimum bid of a player whose partner bids nil. `least_total` is the minimum of the sum of the bids of all sides. `no_exact_total` true: the sum of all bids must differ from the number of tricks. `first_hand_bids_itself` true: there are no bids in the first hand, and each trick in it scores 10 points.
 *
 * `nil` and `blind_nil` are the points that these bids win or lose; 0 means that the bid does not exist. `double_nil` tells what happens if both partners bid nil: each nil counts by itself (`separate`), the second nil is `forbidden`, the pair wins or loses `double_nil_points` in total (`bonus`), or the pair wins the game if both succeed (`win`). `nil_pass` and `blind_nil_pass` are the numbers of cards that the player and the partner exchange after a nil and after a blind nil. With `failed_nil_tricks`, the tricks that a player wins after bidding nil count for the side's bid (`count`), count as bags only (`bag_only`), or do not count (`dead`). `blind_nils` is the maximum number of blind nils of a side in a hand; a side may bid a blind nil if it is at least `blind_nil_behind` points behind (0: always). `blind_bid` is the minimum number of tricks that a side may bid blind (0: a side may not bid tricks blind). In a blind bid of tricks, both partners must bid blind, and the points are multiplied by `blind_bid_times`. A side may bid tricks blind if it is at least `blind_bid_behind` points behind. `blind_after_first` true: no player may bid blind in the first hand.
 *
 * `set_penalty` tells what a side that wins fewer tricks than it bid (is set) loses: ten points for each trick that it bid (`10x_bid`) or for each trick that it is short (`10x_short`). An overtrick is a bag and scores `bag_points`. When a side has `bag_limit` bags (0: no limit), it loses `bag_penalty` points (`bag_penalty_to` is `self`), or the opponents get these points (`opponents`). After a penalty for bags, a side has `bag_limit` bags less (`bag_rollover` is `subtract`), or no bags (`reset`). `ten_for_200` true: a bid of 10 wins or loses 200 points. A side that bids and wins all tricks scores `boston` points (0: the same as for any other bid), or wins the game if `boston_wins` is true.
 *
 * The game ends when a side has `target` points, when a side has `floor` points or fewer, after `rounds` hands, or when a side was set in `sets_lose` hands. With `rounds` 0, the number of hands does not end the game; with `sets_lose` 0, the number of set hands does not. At the end of the game the highest score wins; if the highest scores are equal, the game continues. If no side has `target` points, a side that has `floor` points or fewer, or was set in `sets_lose` hands, loses to the other sides.
 *
 * `lead_spades` tells when a player may lead a spade: after spades are broken (`broken`), after a player discarded a spade on another suit (`discarded`), at any time (`anytime`), or only if the player has only spades (`only_if_forced`). `first_trick` is the rule for the first trick: a player may play a spade only from a hand of spades, and it does not break spades (`no_spades`); any card may be played (`free`); or all players play their lowest club (`low_club`). `first_leader` is the player that leads to the first trick: the player to the `left` of the dealer, the player with the lowest club (`low_club`), or the highest bidder (`high_bid`).
 */
export interface SpadesRules {
  players?: number;
  sides?: "pairs" | "solo";
  jokers?: "jj2a" | "jja" | "jjdd" | "none";
  bidding?: "free" | "mirror" | "suicide" | "whiz";
  team_bid?: "second" | "sum";
  least_bid?: number;
  least_team?: number;
  least_beside_nil?: number;
  least_total?: number;
  no_exact_total?: boolean;
  first_hand_bids_itself?: boolean;
  nil?: number;
  double_nil?: "bonus" | "forbidden" | "separate" | "win";
  double_nil_points?: number;
  nil_pass?: number;
  failed_nil_tricks?: "bag_only" | "count" | "dead";
  blind_nil?: number;
  blind_nils?: number;
  blind_nil_behind?: number;
  blind_nil_pass?: number;
  blind_bid?: number;
  blind_bid_times?: number;
  blind_bid_behind?: number;
  blind_after_first?: boolean;
  set_penalty?: "10x_bid" | "10x_short";
  bag_points?: number;
  bag_limit?: number;
  bag_penalty?: number;
  bag_penalty_to?: "opponents" | "self";
  bag_rollover?: "reset" | "subtract";
  ten_for_200?: boolean;
  boston?: number;
  boston_wins?: boolean;
  target?: number;
  floor?: number;
  rounds?: number;
  sets_lose?: number;
  lead_spades?: "anytime" | "broken" | "discarded" | "only_if_forced";
  first_trick?: "free" | "low_club" | "no_spades";
  first_leader?: "high_bid" | "left" | "low_club";
}
/**
 * A card that was played, and the seat that played it.
 */
export interface SpadesPlay {
  seat: number;
  card: SpadesCard;
}
/**
 * A side's points, its bags that count for the next penalty, and its number of set hands.
 */
export interface SpadesScore {
  points?: number;
  bags?: number;
  sets?: number;
}
/**
 * An exchange of cards after a nil: the player in `seat` must now pass cards to the player in `to`.
 *
 * `returning` is true if the player in `to` has already passed cards, and the player in `seat` must pass the same number of cards back.
 */
export interface SpadesExchange {
  seat: number;
  to: number;
  count: number;
  returning: boolean;
}
/**
 * The result of a hand: bids and tricks by seat, and the result of each side, side 0 first.
 *
 * With partners, the side of a seat is the seat number modulo half the number of players; in solo, each seat is a side. In a result, `bids` is empty if the hand had no bids. `winner` is the side that won the game with this hand, or null if the game continues.
 */
export interface SpadesHandResult {
  hand: number;
  dealer: number;
  bids: SpadesBid[];
  tricks: number[];
  sides: SpadesSideResult[];
  last_trick: SpadesPlay[];
  winner?: number | null;
}
/**
 * The result of a hand for one side.
 *
 * `bid` is the number of tricks that the side bid, or null if no partner bid a number of tricks. `points` and `bags` are the side's points and bags from this hand. `penalty` is the penalty for bags in this hand; it is not included in `points`. `set` is true if the side won fewer tricks than it bid.
 */
export interface SpadesSideResult {
  bid: number | null;
  tricks: number;
  points: number;
  bags: number;
  penalty: number;
  set: boolean;
  before: SpadesScore;
  after: SpadesScore;
}
/**
 * The event that a hand was dealt.
 */
export interface SpadesDealt {
  t: "dealt";
}
/**
 * The event that a seat kept one of the two cards that it drew.
 */
export interface SpadesDrew {
  t: "drew";
  seat: number;
}
/**
 * The event that a seat looked at its hand before bidding.
 */
export interface SpadesRevealed {
  t: "revealed";
  seat: number;
}
/**
 * The event that a seat made a bid.
 */
export interface SpadesMadeBid {
  t: "made_bid";
  seat: number;
  bid: SpadesBid;
}
/**
 * The event that a seat passed `count` cards to its partner.
 */
export interface SpadesPassed {
  t: "passed";
  seat: number;
  count: number;
}
/**
 * The event that a seat played a card.
 */
export interface SpadesPlayed {
  t: "played";
  seat: number;
  card: SpadesCard;
}
/**
 * The public part of a Spades replay's view: the shown position of a hand, and the cards of all players.
 *
 * The fields inherited from `SpadesPub` show the hand after its first `at` moves. A replayed hand has `moves` moves: draws, looks at hands, bids, exchanges and cards. While the leader of a replay tries moves, `moves` counts the tried moves and the recorded moves before these. In a replay, `results` does not have the results of earlier hands. `hands` has the cards that each player holds, `passes` the cards that each seat passed to its partner, and `laid_away` the cards that each of two players has drawn and not kept. `file` is the name of the replayed file, `files_boards` the number of its hands, and `place` the index of the shown hand, from 0. `tried` is null while a replay shows only recorded moves. While a replay shows moves that the leader tried, `tried` is the index of the first of these moves. `players` are the recorded names of the players by seat, and `table` is the recorded name of the table. `finished` is true once the leader has ended the replay.
 */
export interface SpadesReplayPub {
  game: "spades_replay";
  rules: SpadesRules;
  hand: number;
  dealer: number;
  phase: "bidding" | "deal" | "draw" | "exchange" | "over" | "play";
  bids: {
    [k: string]: SpadesBid;
  };
  plays: {
    [k: string]: SpadesPlay;
  };
  tricks: number[];
  scores: SpadesScore[];
  revealed: {
    [k: string]: boolean;
  };
  numbers?: (number | null)[];
  turn?: number | null;
  blind?: number[];
  exchange?: SpadesExchange | null;
  broken?: boolean;
  drawn?: number[] | null;
  result?: SpadesHandResult | null;
  results?: {
    [k: string]: SpadesHandResult;
  } | null;
  winner?: number | null;
  last?: SpadesDealt | SpadesDrew | SpadesRevealed | SpadesMadeBid | SpadesPassed | SpadesPlayed | null;
  file: string;
  files_boards: number;
  place: number;
  at: number;
  moves: number;
  hands?: SpadesCard[][];
  passes?: {
    [k: string]: SpadesCard[];
  } | null;
  laid_away?: SpadesCard[][];
  tried?: number | null;
  players?: string[];
  table?: string;
  finished?: boolean;
}
/**
 * The own half of the view of a bridge table: the fields that only one seat or group of people may see.
 *
 * `seat` is the seat whose hand this audience sees, and `hand` has the cards that this hand still holds. If the player in `seat` has to act, exactly one of `calls`, `cards`, `votes`, `play_on` and `no_questions` has the player's legal answers (for declarer, `cards` may be dummy's cards). For audiences that may see every hand, `hands` has the cards that the four hands still hold, North first.
 *
 * `may` lists the actions that the player may now send without a `decision`; `doubt` is a `vote` against a claim by a player whose vote is not required. `remarks` has the explanations of calls that this audience received, with the same keys as `pub.remarks`. `questions` has the questions about calls that this audience asked or has to answer; the key is 4 times the index of the call, plus the seat of the player that asks. `undos` has the requests to take back a call or card that this audience made or has to answer, by the seat of the player that asks. If the option `look_back` is `law`, `last_trick` is the last trick; if `look_back` or `review` removes cards or calls from the public half, audiences that see all hands get all of them in `plays` and `auction`. If dummy may see declarer's hand, `declarer` has the cards of declarer's hand. `systems` are the sides whose convention card this audience may open now. `record` and `times` are for directors only: all explanations and questions, and the time in milliseconds that each call, and then each played card, took. In the own half of a seat, `screens` is true if the table has the option `screens`. At a table with screens, a player may `explain` partner's calls, too. `partner_explains` is true if partner explains the calls of the player in `seat`, and the player those of partner. `lead` is the opening lead that this audience has chosen or may see while it lies face down.
 */
export interface BridgeOwn {
  game: "bridge";
  decision?: string | null;
  seat?: BridgeSeat | null;
  hand?: Card[] | null;
  calls?: BridgeCall[] | null;
  cards?: Card[] | null;
  hands?: [Card[], Card[], Card[], Card[]] | null;
  votes?: boolean[] | null;
  play_on?: boolean;
  may?: ("ask" | "claim" | "doubt" | "explain" | "grant" | "system" | "undo")[];
  remarks?: {
    [k: string]: BridgeRemark;
  } | null;
  questions?: {
    [k: string]: BridgeQuestion;
  } | null;
  undos?: {
    [k: string]: BridgeUndoAsked;
  } | null;
  last_trick?: BridgePlay[] | null;
  plays?: {
    [k: string]: BridgePlay;
  } | null;
  auction?: {
    [k: string]: BridgeCall;
  } | null;
  declarer?: Card[] | null;
  systems?: BridgeSide[];
  record?: {
    [k: string]: BridgeRemarked;
  } | null;
  times?: {
    [k: string]: number;
  } | null;
  screens?: boolean;
  partner_explains?: boolean;
  lead?: Card | null;
  no_questions?: boolean;
}
/**
 * A question by `seat` about the meaning of a call; `answered` is true if an explanation followed.
 */
export interface BridgeQuestion {
  seat: BridgeSeat;
  call: number;
  text: string;
  answered?: boolean;
}
/**
 * A player's request to take back a call or card.
 *
 * If the opponents agree, the first `calls` calls and the first `cards` played cards of the board remain.
 *
 * `answers` has the opponents' answers to an undo request by seat: true if the opponent agreed, false if not.
 */
export interface BridgeUndoAsked {
  reason: string;
  calls: number;
  cards: number;
  answers?: {
    [k: string]: boolean;
  };
}
/**
 * One explanation or question with its time, for the director.
 */
export interface BridgeRemarked {
  at_ms: number;
  seat: BridgeSeat;
  call: number;
  text: string;
  alert?: boolean;
  question?: boolean;
  meaning?: BridgeMeaning;
}
/**
 * The part of a replay's view for one audience: for the leader, the `calls` or `cards` to try now.
 *
 * In a replay, the leader's `seat` is 0, and the leader has no hand. In a replay, `decision` names the shown position. The own half of a replay's view is empty for all people except the leader.
 */
export interface ReplayOwn {
  game: "replay";
  decision?: string | null;
  seat?: BridgeSeat | null;
  hand?: Card[] | null;
  calls?: BridgeCall[] | null;
  cards?: Card[] | null;
  hands?: [Card[], Card[], Card[], Card[]] | null;
  votes?: boolean[] | null;
  play_on?: boolean;
  may?: ("ask" | "claim" | "doubt" | "explain" | "grant" | "system" | "undo")[];
  remarks?: {
    [k: string]: BridgeRemark;
  } | null;
  questions?: {
    [k: string]: BridgeQuestion;
  } | null;
  undos?: {
    [k: string]: BridgeUndoAsked;
  } | null;
  last_trick?: BridgePlay[] | null;
  plays?: {
    [k: string]: BridgePlay;
  } | null;
  auction?: {
    [k: string]: BridgeCall;
  } | null;
  declarer?: Card[] | null;
  systems?: BridgeSide[];
  record?: {
    [k: string]: BridgeRemarked;
  } | null;
  times?: {
    [k: string]: number;
  } | null;
  screens?: boolean;
  partner_explains?: boolean;
  lead?: Card | null;
  no_questions?: boolean;
}
/**
 * The own half of the view of a Hanabi table: the fields that only one seat or group of people may see.
 *
 * `cards` maps the index of each card that this audience sees in a hand to its suit and rank; for an audience that sees every hand, `cards` also has the cards that have left the hands. If the player in `seat` has to act, `plays`, `discards` and `clues` are the player's legal answers. A card of an inverted suit is discarded if the player asks to play it, and played if the player asks to discard it. `may` lists the actions that the player may now send without a `decision`.
 */
export interface HanabiOwn {
  game: "hanabi";
  decision?: string | null;
  seat?: number | null;
  cards?: {
    [k: string]: HanabiCard;
  };
  plays?: number[] | null;
  discards?: number[] | null;
  clues?: (HanabiColorClue | HanabiRankClue)[] | null;
  may?: "vote"[];
}
/**
 * The part of a Hanabi replay's view that only one audience, such as the leader, may see.
 *
 * For the leader of a replay, `plays`, `discards` and `clues` are the moves that the leader may try now for the seat in turn. In a replay, the leader has no `seat`, and `decision` names the shown position. In a replay, an audience that watches `as` a seat gets what the player of that seat knew: the visible `cards`, and in the player's turn the legal moves; this part of the view is empty if the game has no such seat. The own half of a replay's view is empty for all people except the leader and the watchers of a seat.
 */
export interface HanabiReplayOwn {
  game: "hanabi_replay";
  decision?: string | null;
  seat?: number | null;
  cards?: {
    [k: string]: HanabiCard;
  };
  plays?: number[] | null;
  discards?: number[] | null;
  clues?: (HanabiColorClue | HanabiRankClue)[] | null;
  may?: "vote"[];
}
/**
 * The own half of the view of a Spades table: the fields that only one seat or group of people may see.
 *
 * `seat` is the seat whose hand this audience sees, and `hand` has the cards of this hand, or is null while the player has not looked at them. If the player in `seat` has to act, exactly one of the following fields has the player's legal answers: `drawn` (two cards, one of which the player keeps), `bids`, `passing` (the number of cards to pass to partner) or `cards`. `may` lists the actions that the player may now send without a `decision`. `passed` and `received` are the cards that the player passed to partner and received from partner. `laid_away` are the cards that the player has drawn but not kept, in a game of two players. For audiences that may see every hand, `hands` are the hands of all seats, and `passes` the cards that each seat passed.
 */
export interface SpadesOwn {
  game: "spades";
  decision?: string | null;
  seat?: number | null;
  hand?: SpadesCard[] | null;
  drawn?: SpadesCard[] | null;
  bids?: SpadesBid[] | null;
  passing?: number | null;
  cards?: SpadesCard[] | null;
  may?: "reveal"[];
  passed?: SpadesCard[] | null;
  received?: SpadesCard[] | null;
  laid_away?: SpadesCard[] | null;
  hands?: SpadesCard[][] | null;
  passes?: {
    [k: string]: SpadesCard[];
  } | null;
}
/**
 * The part of a Spades replay's view that only one audience, such as the leader, may see.
 *
 * For the leader of a replay, `drawn`, `bids`, `passing` or `cards` are the moves that the leader may try now for the seat in turn, and `hand` has the cards of this seat. In a replay, `may` has `reveal` if the player in turn had not yet looked at the hand; the leader may try this look before a bid. In a replay, the leader has no `seat`, and `decision` names the shown position. The own half of a replay's view is empty for all people except the leader.
 */
export interface SpadesReplayOwn {
  game: "spades_replay";
  decision?: string | null;
  seat?: number | null;
  hand?: SpadesCard[] | null;
  drawn?: SpadesCard[] | null;
  bids?: SpadesBid[] | null;
  passing?: number | null;
  cards?: SpadesCard[] | null;
  may?: "reveal"[];
  passed?: SpadesCard[] | null;
  received?: SpadesCard[] | null;
  laid_away?: SpadesCard[] | null;
  hands?: SpadesCard[][] | null;
  passes?: {
    [k: string]: SpadesCard[];
  } | null;
}
/**
 * A message with the changes from the previous version of a view to this `version`.
 *
 * A field in the `pub` or `own` of a patch replaces the old value of the field, except that a map with whole numbers for keys is changed key by key: null deletes a key. If a patch leaves out `pub` or `own`, nothing in that half has changed. A patch with `own` null means that the view has no own half any more. If the previous view had no own half, the `own` of a patch is a whole own half. `deadline_ms`, `opens_ms`, `next_deal_ms`, `next_seats` and `wait_seats` replace those of the view; if one of these fields is absent, the view has no such time, or no such seats, any more. If the epoch of a patch is not that of the client's view, or its version is not exactly one more than the view's, the client ignores the patch and sends `watch`.
 */
export interface PatchUpdate {
  t: "patch";
  table: string;
  epoch: string;
  version: number;
  now_ms: number;
  pub?: PubChanges;
  own?: OwnChanges | null;
  deadline_ms?: number | null;
  opens_ms?: number | null;
  next_deal_ms?: number | null;
  next_seats?: number[];
  wait_seats?: number[];
}
/**
 * The changed fields of `BridgePub`.
 */
export interface BridgePubChanges {
  game?: "bridge";
  board?: number;
  dealer?: BridgeSeat;
  vulnerable?: BridgeVulnerability;
  phase?: "auction" | "claim" | "deal" | "disputed" | "over" | "play";
  calls?: {
    [k: string]: BridgeCall | null;
  };
  plays?: {
    [k: string]: BridgePlay | null;
  };
  /**
   * @minItems 2
   * @maxItems 2
   */
  tricks?: [number, number];
  turn?: BridgeSeat | null;
  actor?: BridgeSeat | null;
  contract?: BridgeContract | null;
  dummy?: Card[] | null;
  result?: BridgeResult | null;
  hands?: [Card[], Card[], Card[], Card[]] | null;
  last?:
    | BridgeCutFor
    | BridgeDealt
    | BridgeCalled
    | BridgePlayed
    | BridgeClaimed
    | BridgeClaimEnded
    | BridgeUndone
    | BridgeRuled
    | null;
  claim?: BridgeClaimShown | null;
  remarks?: {
    [k: string]: BridgeRemark;
  } | null;
  results?: {
    [k: string]: BridgeResult;
  } | null;
  tally?: BridgeTally | null;
  match?: BridgeMatch | null;
  board_set?: BridgeBoardSet | null;
  partner_robot?: boolean;
  face_down?: BridgeFaceDownLead | null;
}
/**
 * The changed fields of `ReplayPub`.
 */
export interface ReplayPubChanges {
  game?: "replay";
  board?: number;
  dealer?: BridgeSeat;
  vulnerable?: BridgeVulnerability;
  phase?: "auction" | "claim" | "deal" | "disputed" | "over" | "play";
  calls?: {
    [k: string]: BridgeCall | null;
  };
  plays?: {
    [k: string]: BridgePlay | null;
  };
  /**
   * @minItems 2
   * @maxItems 2
   */
  tricks?: [number, number];
  turn?: BridgeSeat | null;
  actor?: BridgeSeat | null;
  contract?: BridgeContract | null;
  dummy?: Card[] | null;
  result?: BridgeResult | null;
  hands?: [Card[], Card[], Card[], Card[]] | null;
  last?:
    | BridgeCutFor
    | BridgeDealt
    | BridgeCalled
    | BridgePlayed
    | BridgeClaimed
    | BridgeClaimEnded
    | BridgeUndone
    | BridgeRuled
    | null;
  claim?: BridgeClaimShown | null;
  remarks?: {
    [k: string]: BridgeRemark;
  } | null;
  results?: {
    [k: string]: BridgeResult;
  } | null;
  tally?: BridgeTally | null;
  match?: BridgeMatch | null;
  board_set?: BridgeBoardSet | null;
  partner_robot?: boolean;
  face_down?: BridgeFaceDownLead | null;
  file?: string;
  files_boards?: number;
  place?: number;
  at?: number;
  moves?: number;
  auction?: number;
  tried?: number | null;
  /**
   * @minItems 4
   * @maxItems 4
   */
  players?: [string, string, string, string];
  name?: string;
  comments?: string[];
  fault?: string;
  finished?: boolean;
}
/**
 * The changed fields of `HanabiPub`.
 */
export interface HanabiPubChanges {
  game?: "hanabi";
  game_no?: number;
  options?: HanabiOptions;
  variant?: HanabiVariant;
  seeded?: boolean;
  phase?: "deal" | "over" | "play";
  turns?: number;
  hands?: number[][];
  cards?: {
    [k: string]: HanabiCard | null;
  };
  fates?: {
    [k: string]: HanabiFate | null;
  };
  given?: {
    [k: string]: HanabiGiven | null;
  };
  possible?: {
    [k: string]: number | null;
  };
  clues?: number;
  left?: number;
  piles?: number[][] | null;
  directions?: ("down" | "finished" | "undecided" | "up")[] | null;
  strikes?: number | null;
  score?: number | null;
  best?: number | null;
  turn?: number | null;
  characters?: HanabiCharacter[];
  end_turn?: number | null;
  votes?: number[];
  result?: HanabiGameResult | null;
  deck?: HanabiCard[] | null;
  seed?: string | null;
  last?: HanabiDealt | HanabiMoved | HanabiClued | HanabiVoted | HanabiStopped | null;
}
/**
 * The changed fields of `HanabiReplayPub`.
 */
export interface HanabiReplayPubChanges {
  game?: "hanabi_replay";
  game_no?: number;
  options?: HanabiOptions;
  variant?: HanabiVariant;
  seeded?: boolean;
  phase?: "deal" | "over" | "play";
  turns?: number;
  hands?: number[][];
  cards?: {
    [k: string]: HanabiCard | null;
  };
  fates?: {
    [k: string]: HanabiFate | null;
  };
  given?: {
    [k: string]: HanabiGiven | null;
  };
  possible?: {
    [k: string]: number | null;
  };
  clues?: number;
  left?: number;
  piles?: number[][] | null;
  directions?: ("down" | "finished" | "undecided" | "up")[] | null;
  strikes?: number | null;
  score?: number | null;
  best?: number | null;
  turn?: number | null;
  characters?: HanabiCharacter[];
  end_turn?: number | null;
  votes?: number[];
  result?: HanabiGameResult | null;
  deck?: HanabiCard[] | null;
  seed?: string | null;
  last?: HanabiDealt | HanabiMoved | HanabiClued | HanabiVoted | HanabiStopped | null;
  file?: string;
  files_boards?: number;
  place?: number;
  at?: number;
  moves?: number;
  tried?: number | null;
  players?: string[];
  notes?: HanabiReplayNote[];
  id?: number | null;
  finished?: boolean;
  warnings?: string[];
}
/**
 * The changed fields of `SpadesPub`.
 */
export interface SpadesPubChanges {
  game?: "spades";
  rules?: SpadesRules;
  hand?: number;
  dealer?: number;
  phase?: "bidding" | "deal" | "draw" | "exchange" | "over" | "play";
  bids?: {
    [k: string]: SpadesBid | null;
  };
  plays?: {
    [k: string]: SpadesPlay | null;
  };
  tricks?: number[];
  scores?: SpadesScore[];
  revealed?: {
    [k: string]: boolean | null;
  };
  numbers?: (number | null)[];
  turn?: number | null;
  blind?: number[];
  exchange?: SpadesExchange | null;
  broken?: boolean;
  drawn?: number[] | null;
  result?: SpadesHandResult | null;
  results?: {
    [k: string]: SpadesHandResult;
  } | null;
  winner?: number | null;
  last?: SpadesDealt | SpadesDrew | SpadesRevealed | SpadesMadeBid | SpadesPassed | SpadesPlayed | null;
}
/**
 * The changed fields of `SpadesReplayPub`.
 */
export interface SpadesReplayPubChanges {
  game?: "spades_replay";
  rules?: SpadesRules;
  hand?: number;
  dealer?: number;
  phase?: "bidding" | "deal" | "draw" | "exchange" | "over" | "play";
  bids?: {
    [k: string]: SpadesBid | null;
  };
  plays?: {
    [k: string]: SpadesPlay | null;
  };
  tricks?: number[];
  scores?: SpadesScore[];
  revealed?: {
    [k: string]: boolean | null;
  };
  numbers?: (number | null)[];
  turn?: number | null;
  blind?: number[];
  exchange?: SpadesExchange | null;
  broken?: boolean;
  drawn?: number[] | null;
  result?: SpadesHandResult | null;
  results?: {
    [k: string]: SpadesHandResult;
  } | null;
  winner?: number | null;
  last?: SpadesDealt | SpadesDrew | SpadesRevealed | SpadesMadeBid | SpadesPassed | SpadesPlayed | null;
  file?: string;
  files_boards?: number;
  place?: number;
  at?: number;
  moves?: number;
  hands?: SpadesCard[][];
  passes?: {
    [k: string]: SpadesCard[];
  } | null;
  laid_away?: SpadesCard[][];
  tried?: number | null;
  players?: string[];
  table?: string;
  finished?: boolean;
}
/**
 * The changed fields of `BridgeOwn`.
 */
export interface BridgeOwnChanges {
  game?: "bridge";
  decision?: string | null;
  seat?: BridgeSeat | null;
  hand?: Card[] | null;
  calls?: BridgeCall[] | null;
  cards?: Card[] | null;
  hands?: [Card[], Card[], Card[], Card[]] | null;
  votes?: boolean[] | null;
  play_on?: boolean;
  may?: ("ask" | "claim" | "doubt" | "explain" | "grant" | "system" | "undo")[];
  remarks?: {
    [k: string]: BridgeRemark;
  } | null;
  questions?: {
    [k: string]: BridgeQuestion;
  } | null;
  undos?: {
    [k: string]: BridgeUndoAsked;
  } | null;
  last_trick?: BridgePlay[] | null;
  plays?: {
    [k: string]: BridgePlay;
  } | null;
  auction?: {
    [k: string]: BridgeCall;
  } | null;
  declarer?: Card[] | null;
  systems?: BridgeSide[];
  record?: {
    [k: string]: BridgeRemarked;
  } | null;
  times?: {
    [k: string]: number;
  } | null;
  screens?: boolean;
  partner_explains?: boolean;
  lead?: Card | null;
  no_questions?: boolean;
}
/**
 * The changed fields of `ReplayOwn`.
 */
export interface ReplayOwnChanges {
  game?: "replay";
  decision?: string | null;
  seat?: BridgeSeat | null;
  hand?: Card[] | null;
  calls?: BridgeCall[] | null;
  cards?: Card[] | null;
  hands?: [Card[], Card[], Card[], Card[]] | null;
  votes?: boolean[] | null;
  play_on?: boolean;
  may?: ("ask" | "claim" | "doubt" | "explain" | "grant" | "system" | "undo")[];
  remarks?: {
    [k: string]: BridgeRemark;
  } | null;
  questions?: {
    [k: string]: BridgeQuestion;
  } | null;
  undos?: {
    [k: string]: BridgeUndoAsked;
  } | null;
  last_trick?: BridgePlay[] | null;
  plays?: {
    [k: string]: BridgePlay;
  } | null;
  auction?: {
    [k: string]: BridgeCall;
  } | null;
  declarer?: Card[] | null;
  systems?: BridgeSide[];
  record?: {
    [k: string]: BridgeRemarked;
  } | null;
  times?: {
    [k: string]: number;
  } | null;
  screens?: boolean;
  partner_explains?: boolean;
  lead?: Card | null;
  no_questions?: boolean;
}
/**
 * The changed fields of `HanabiOwn`.
 */
export interface HanabiOwnChanges {
  game?: "hanabi";
  decision?: string | null;
  seat?: number | null;
  cards?: {
    [k: string]: HanabiCard | null;
  };
  plays?: number[] | null;
  discards?: number[] | null;
  clues?: (HanabiColorClue | HanabiRankClue)[] | null;
  may?: "vote"[];
}
/**
 * The changed fields of `HanabiReplayOwn`.
 */
export interface HanabiReplayOwnChanges {
  game?: "hanabi_replay";
  decision?: string | null;
  seat?: number | null;
  cards?: {
    [k: string]: HanabiCard | null;
  };
  plays?: number[] | null;
  discards?: number[] | null;
  clues?: (HanabiColorClue | HanabiRankClue)[] | null;
  may?: "vote"[];
}
/**
 * The changed fields of `SpadesOwn`.
 */
export interface SpadesOwnChanges {
  game?: "spades";
  decision?: string | null;
  seat?: number | null;
  hand?: SpadesCard[] | null;
  drawn?: SpadesCard[] | null;
  bids?: SpadesBid[] | null;
  passing?: number | null;
  cards?: SpadesCard[] | null;
  may?: "reveal"[];
  passed?: SpadesCard[] | null;
  received?: SpadesCard[] | null;
  laid_away?: SpadesCard[] | null;
  hands?: SpadesCard[][] | null;
  passes?: {
    [k: string]: SpadesCard[];
  } | null;
}
/**
 * The changed fields of `SpadesReplayOwn`.
 */
export interface SpadesReplayOwnChanges {
  game?: "spades_replay";
  decision?: string | null;
  seat?: number | null;
  hand?: SpadesCard[] | null;
  drawn?: SpadesCard[] | null;
  bids?: SpadesBid[] | null;
  passing?: number | null;
  cards?: SpadesCard[] | null;
  may?: "reveal"[];
  passed?: SpadesCard[] | null;
  received?: SpadesCard[] | null;
  laid_away?: SpadesCard[] | null;
  hands?: SpadesCard[][] | null;
  passes?: {
    [k: string]: SpadesCard[];
  } | null;
}
/**
 * The request `id`, or the action `n` at `table`, is done and stored (see `durability` in `welcome`).
 *
 * The answer to `open` names the new `table`. The answer to `watch` has the number `n` of the player's last applied action, or 0. The answer to `match` names the open room as `table` and the closed room as `other`. The answer to `open_set` has the id of the set as `board_set`, and the ids of its `tables`. The answer to `queue` names the `table` at which the player now has a seat, or no table if the wait has ended otherwise.
 */
export interface DoneUpdate {
  t: "done";
  id?: number;
  n?: number | null;
  table?: string | null;
  other?: string | null;
  board_set?: string | null;
  tables?: string[] | null;
}
/**
 * The request `id`, or the action `n` at `table`, is refused and has changed nothing.
 *
 * The `code` of a refusal is for programs, its `message` for people. `retry_ms` is the time to wait before sending the same request again. A refusal as `invalid_message` has an `id` only if the request's id was readable. If a table cannot show a file of records because the file belongs to another game, `game` is the game whose tables show this file.
 */
export interface RefusedUpdate {
  t: "refused";
  code: Code;
  message: string;
  id?: number;
  n?: number | null;
  table?: string | null;
  retry_ms?: number | null;
  game?: string | null;
}
/**
 * The people at a table. Every `people` message is a complete list, which replaces the previous one.
 *
 * `watchers` is the number of people who follow the table without a seat, `host` the id of the host. `paused` is true while the table is paused, and `called` is true while a player or the game itself calls for a director. `history`, the list of connections and disconnections of players, is sent to directors only.
 *
 * `directors` and `commentators` are the ids of the directors and commentators, who see all hands at once. If `hands` is `live`, watchers see all hands at once; if `delay` is set, watchers see all hands with that delay. If `hands` is not `live` and no `delay` is set, watchers see a hand when the board is over, or earlier if its player allows it.
 *
 * `uploaded_by` is the id of the player that uploaded the boards of the table, and so may know these boards even while sitting there. `uploaded_by` is "" if the operator of the server gave the boards, and null if the server deals. `again` is set at a table that plays a finished deal again, because its player may know all its cards; it is null at every other table.
 */
export interface PeopleUpdate {
  t: "people";
  table: string;
  seats: SeatRow[];
  watchers: number;
  host?: string | null;
  paused?: boolean;
  directors?: string[];
  commentators?: string[];
  called?: boolean;
  history?: CameOrWent[];
  hands?: "after" | "live";
  delay?: Delay | null;
  uploaded_by?: string | null;
  again?: PlayedAgain | null;
}
/**
 * A seat with its number, the id of its `player` and the name of its house `robot`, or null for none.
 *
 * If both `player` and `robot` are set, the player's time has run out, and the robot plays until the player acts, sits down or watches as `seat`. In a seat's row, `name` is the name of the player or the robot. In a seat's row, `here` is true for a connected player and for every robot. `owner` is the id of an absent player who may take the seat back at any time; until then another player or a robot plays the seat. `mark` is the beginning of the player's id if another player at the table has the same name; show it behind the name, as in `Ann (3f2a)`. If the `player` is a robot of another author, `robot_of` is the name of its owner; it is "" for a person. Show this to everybody at the table.
 */
export interface SeatRow {
  seat: number;
  name?: string;
  player?: string | null;
  robot?: string | null;
  here?: boolean;
  owner?: string | null;
  mark?: string;
  robot_of?: string;
}
/**
 * The event that the player in a seat connected or disconnected.
 */
export interface CameOrWent {
  seat: number;
  here: boolean;
  at_ms: number;
}
/**
 * The deal that a table plays again: its id `deal`, and the number of its first `moves` that stay.
 */
export interface PlayedAgain {
  deal: string;
  moves?: number;
}
/**
 * New lines of chat at a table.
 *
 * After a client's `watch`, the server sends the latest lines of chat in one message, the oldest first.
 */
export interface ChatUpdate {
  t: "chat";
  table: string;
  lines: Said[];
}
/**
 * One line of chat.
 *
 * `seat` is the author's seat, or null for a watcher. `to` names the people that receive the line of chat. `role` is `director` or `commentator`, or "" if the author is neither. `mark` is the beginning of the author's id if another person at the table has the same name. `robot_of` is the name of the owner of an author that is a robot, as in `people`; it is "" for a person.
 */
export interface Said {
  name: string;
  text: string;
  at_ms: number;
  seat?: number | null;
  to?: "director" | "kibitzers" | "opponents" | "partner" | "table";
  role?: "" | "commentator" | "director";
  mark?: string;
  robot_of?: string;
}
/**
 * A note on a card was stored; a `text` of "" means that the note was deleted.
 *
 * `seat` is the seat of the note's author: the client's own seat, or the seat whose hand the client watches.
 */
export interface NoteUpdate {
  t: "note";
  table: string;
  card: number;
  text: string;
  seat?: number | null;
}
/**
 * All notes of one player in the current game, by card number; `seat` is the seat of this player.
 *
 * After `watch`, a client gets the notes of its own seat, or of the seat that it watches. When the game is over, every client gets the notes of all players, one message for each seat with notes. The next game at the table starts without notes on cards.
 */
export interface NotesUpdate {
  t: "notes";
  table: string;
  seat: number;
  notes: {
    [k: string]: string;
  };
}
/**
 * The answer to `lobby`: open tables, those with the most people first.
 *
 * If there are more tables, the client sends `cursor` in its next `lobby` request to get the next page. `queues` has the games and paces for which players wait in the queue; it is on the first page only.
 */
export interface LobbyUpdate {
  t: "lobby";
  rows: TableRow[];
  id?: number;
  cursor?: string | null;
  queues?: QueueRow[];
}
/**
 * A table in the list of the lobby.
 *
 * The `status` of a table in the lobby is `open` or `closed`. `seats` has the same rows as in `people`, or no rows while the server has not loaded the table. `hands`, `delay`, `directors` and `commentators` have the same meaning as in `people`: they show which people can see the hidden hands. `clock` is the clock rule of the table, or null if the server has not loaded the table and the table has the default rule of its game.
 */
export interface TableRow {
  table: string;
  game: string;
  name: string;
  status: string;
  seats: SeatRow[];
  watchers: number;
  hands?: "after" | "live";
  delay?: Delay | null;
  directors?: string[];
  commentators?: string[];
  clock?: NoClock | PerMove | Bank | PerBoard | null;
}
/**
 * The number of `players` that wait in the queue for a `game` at a `pace`.
 */
export interface QueueRow {
  game: string;
  pace: "fast" | "usual";
  players: number;
}
/**
 * The state of a player's wait in the queue, sent when it begins and when the number of players changes.
 *
 * `players` is the number of players that wait for the same `game` and `pace`, this player among them; `seats` is the number of seats of a new table. `since_ms` is the time at which the wait began, and `robots_ms` the time at which robots fill a table, or null if the player does not want robots.
 */
export interface QueuedUpdate {
  t: "queued";
  game: string;
  pace: "fast" | "usual";
  players: number;
  seats: number;
  since_ms: number;
  robots_ms?: number | null;
}
/**
 * A message about an event of the whole server, or of one `table`.
 *
 * A notice of kind `hold` means: the server cannot reach its store; until it sends a notice of kind `go`, it refuses requests as `unavailable`. A notice of kind `closing` means: the table closes for good, or the client may no longer follow it; `message` has the reason. A notice of kind `clock` means: the players who must act have `left_ms` of their time left. A notice of kind `director` means: the directors of the table are called, for the reason in `message`; `seat` and `name` are those of the player who calls them, and `seat` is null if no player has called. A notice of kind `robot` means: the time of the client's player has run out; a robot plays for the player until the player acts, sits down or watches as `seat`. A notice of kind `seat` means: the host or a director has changed the seat with the number `seat`. If `player` in a notice of kind `seat` is the client's player, this player now has the seat; otherwise the client's player has lost the seat to the player with the id `player` and the name `name`, or to no player if `player` is null. A notice of kind `asked` means: the server has asked the players of the board whether `player` may take the seat `seat`, because the client's request needs their consent. A notice of kind `agreed` means: all players of the board have given the consent, and the client may send its refused request again.
 */
export interface NoticeUpdate {
  t: "notice";
  kind: "agreed" | "asked" | "clock" | "closing" | "director" | "go" | "hold" | "robot" | "seat";
  message?: string;
  table?: string | null;
  retry_ms?: number | null;
  left_ms?: number | null;
  seat?: number | null;
  player?: string | null;
  name?: string;
}
/**
 * The news of an event for one of its players, sent after `welcome` and whenever it changes.
 *
 * With the stage `seated`, the player has the seat number `seat` of the table with the id `table`, and the round ends at `ends_ms`. With `sits_out`, the player has no table in this round. With `waits`, no round is played now; the next one begins at `starts_ms`, null if a director begins it. With `over`, the player has no more rounds to play. `round` is the number of rounds that have begun, and `rounds` that of all rounds. `held` is True while a director has stopped the clock; the times are later by this pause once it ends. `warned` is True from the warning on that the time of the round ends soon. `told` is the newest announcement for this player.
 */
export interface EventNewsUpdate {
  t: "event";
  event: string;
  name: string;
  game: string;
  stage: "over" | "seated" | "sits_out" | "waits";
  round: number;
  rounds: number;
  table?: string | null;
  seat?: number | null;
  starts_ms?: number | null;
  ends_ms?: number | null;
  held?: boolean;
  warned?: boolean;
  told?: Told | null;
}
/**
 * A director's announcement, which was made at `at_ms`.
 */
export interface Told {
  at_ms: number;
  text: string;
}
/**
 * A request to the player of a seat: the watcher `player` wants to see the hand of this seat.
 *
 * To let the watcher see the hand, the player of the seat sends `show`. `robot_of` is the name of the owner of a watcher that is a robot, as in `people`.
 */
export interface KnockUpdate {
  t: "knock";
  table: string;
  player: string;
  name: string;
  robot_of?: string;
}
/**
 * A request to a player of the board to agree to a change that shows hands to `player`.
 *
 * With the `office` `director` or `commentator`, the host wants to give `player` this office, in which people see every hand. With the `office` `seat`, `player` wants to take the seat with the number `seat`, or the host wants to give `player` this seat. To agree to the change, the player of the board sends `consent`. `name` is the name of `player`, or "" if `player` is not at the table. `robot_of` is the name of the owner of a `player` that is a robot, as in `people`.
 */
export interface AppointUpdate {
  t: "appoint";
  table: string;
  player: string;
  office: "commentator" | "director" | "seat";
  name?: string;
  seat?: number | null;
  robot_of?: string;
}
/**
 * The answer to `ping`; `c` is the value of the ping.
 */
export interface PongUpdate {
  t: "pong";
  now_ms: number;
  c?: number;
}
