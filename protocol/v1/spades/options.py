"""The options of Spades: the rules of a table, and presets, which are named sets of rules."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Preset = Literal["classic", "seed", "mirror", "whiz", "suicide", "solo"]
Players = Annotated[int, Meta(ge=2, le=6)]
Sides = Literal["pairs", "solo"]
Jokers = Literal["none", "jjdd", "jja", "jj2a"]
Bidding = Literal["free", "mirror", "whiz", "suicide"]
TeamBid = Literal["sum", "second"]
Tricks = Annotated[int, Meta(ge=0, le=17)]
Points = Annotated[int, Meta(ge=0, le=1000)]
DoubleNil = Literal["separate", "forbidden", "bonus", "win"]
Passing = Annotated[int, Meta(ge=0, le=4)]
FailedNil = Literal["count", "bag_only", "dead"]
BlindNils = Annotated[int, Meta(ge=1, le=2)]
Times = Annotated[int, Meta(ge=2, le=4)]
SetPenalty = Literal["10x_bid", "10x_short"]
BagPoints = Annotated[int, Meta(ge=0, le=10)]
Count = Annotated[int, Meta(ge=0, le=999)]
PenaltyTo = Literal["self", "opponents"]
Rollover = Literal["subtract", "reset"]
Target = Annotated[int, Meta(ge=0, le=10_000)]
Floor = Annotated[int, Meta(ge=-10_000, le=0)]
LeadSpades = Literal["broken", "discarded", "anytime", "only_if_forced"]
FirstTrick = Literal["no_spades", "free", "low_club"]
FirstLeader = Literal["left", "low_club", "high_bid"]


class Rules(Struct, frozen=True, kw_only=True, gc=False):
    """All rules of a Spades table, as in `pub.rules`; the defaults are those of the preset `classic`.

    `players` is the number of players, and `sides` is `pairs` (four or six players, with the partner in the
    opposite seat) or `solo` (two to six players, without partners). With three players, the deck has no two
    of clubs; with five players, no two of clubs and of diamonds; with six players, no twos. With two players,
    each player makes up the hand by drawing two cards again and again and keeping one of the two. `jokers`
    adds the highest spades: both jokers and the twos of diamonds and spades (`jjdd`), both jokers (`jja`), or
    both jokers and the two of spades (`jj2a`). With jokers, the twos of hearts and clubs are left out.

    `bidding` tells how players may bid: as they like (`free`), or they must bid the number of spades in their
    hand (`mirror`), must bid the number of their spades or nil (`whiz`), or one partner of each pair must bid
    nil (`suicide`). With `team_bid`, the bids of both partners are added (`sum`), or the second partner
    states the side's total (`second`). `least_bid` is the minimum bid of a player, `least_team` the minimum
    bid of a side if no partner bids nil, and `least_beside_nil` the minimum bid of a player whose partner
    bids nil. `least_total` is the minimum of the sum of the bids of all sides. `no_exact_total` true: the sum
    of all bids must differ from the number of tricks. `first_hand_bids_itself` true: there are no bids in the
    first hand, and each trick in it scores 10 points.

    `nil` and `blind_nil` are the points that these bids win or lose; 0 means that the bid does not exist.
    `double_nil` tells what happens if both partners bid nil: each nil counts by itself (`separate`), the
    second nil is `forbidden`, the pair wins or loses `double_nil_points` in total (`bonus`), or the pair wins
    the game if both succeed (`win`). `nil_pass` and `blind_nil_pass` are the numbers of cards that the player
    and the partner exchange after a nil and after a blind nil. With `failed_nil_tricks`, the tricks that a
    player wins after bidding nil count for the side's bid (`count`), count as bags only (`bag_only`), or do
    not count (`dead`). `blind_nils` is the maximum number of blind nils of a side in a hand; a side may bid a
    blind nil if it is at least `blind_nil_behind` points behind (0: always). `blind_bid` is the minimum
    number of tricks that a side may bid blind (0: a side may not bid tricks blind). In a blind bid of tricks,
    both partners must bid blind, and the points are multiplied by `blind_bid_times`. A side may bid tricks
    blind if it is at least `blind_bid_behind` points behind. `blind_after_first` true: no player may bid
    blind in the first hand.

    `set_penalty` tells what a side that wins fewer tricks than it bid (is set) loses: ten points for each
    trick that it bid (`10x_bid`) or for each trick that it is short (`10x_short`). An overtrick is a bag and
    scores `bag_points`. When a side has `bag_limit` bags (0: no limit), it loses `bag_penalty` points
    (`bag_penalty_to` is `self`), or the opponents get these points (`opponents`). After a penalty for bags, a
    side has `bag_limit` bags less (`bag_rollover` is `subtract`), or no bags (`reset`). `ten_for_200` true: a
    bid of 10 wins or loses 200 points. A side that bids and wins all tricks scores `boston` points (0: the
    same as for any other bid), or wins the game if `boston_wins` is true.

    The game ends when a side has `target` points, when a side has `floor` points or fewer, after `rounds`
    hands, or when a side was set in `sets_lose` hands. With `rounds` 0, the number of hands does not end the
    game; with `sets_lose` 0, the number of set hands does not. At the end of the game the highest score wins;
    if the highest scores are equal, the game continues. If no side has `target` points, a side that has
    `floor` points or fewer, or was set in `sets_lose` hands, loses to the other sides.

    `lead_spades` tells when a player may lead a spade: after spades are broken (`broken`), after a player
    discarded a spade on another suit (`discarded`), at any time (`anytime`), or only if the player has only
    spades (`only_if_forced`). `first_trick` is the rule for the first trick: a player may play a spade only
    from a hand of spades, and it does not break spades (`no_spades`); any card may be played (`free`); or all
    players play their lowest club (`low_club`). `first_leader` is the player that leads to the first trick:
    the player to the `left` of the dealer, the player with the lowest club (`low_club`), or the highest
    bidder (`high_bid`).
    """

    players: Players = 4
    sides: Sides = "pairs"
    jokers: Jokers = "none"
    bidding: Bidding = "free"
    team_bid: TeamBid = "sum"
    least_bid: Tricks = 1
    least_team: Tricks = 0
    least_beside_nil: Tricks = 0
    least_total: Tricks = 0
    no_exact_total: bool = False
    first_hand_bids_itself: bool = False
    nil: Points = 100
    double_nil: DoubleNil = "separate"
    double_nil_points: Points = 400
    nil_pass: Passing = 0
    failed_nil_tricks: FailedNil = "count"
    blind_nil: Points = 200
    blind_nils: BlindNils = 1
    blind_nil_behind: Points = 100
    blind_nil_pass: Passing = 2
    blind_bid: Tricks = 0
    blind_bid_times: Times = 2
    blind_bid_behind: Points = 100
    blind_after_first: bool = False
    set_penalty: SetPenalty = "10x_bid"
    bag_points: BagPoints = 1
    bag_limit: Count = 10
    bag_penalty: Points = 100
    bag_penalty_to: PenaltyTo = "self"
    bag_rollover: Rollover = "subtract"
    ten_for_200: bool = False
    boston: Points = 0
    boston_wins: bool = False
    target: Target = 500
    floor: Floor = -200
    rounds: Count = 0
    sets_lose: Count = 0
    lead_spades: LeadSpades = "broken"
    first_trick: FirstTrick = "no_spades"
    first_leader: FirstLeader = "left"


class Options(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The options of a Spades table: a preset, and the rules that differ from it.

    All fields except `preset` have the same meaning as in `Rules`. For a field that is null, the rule of the
    preset applies. `classic`: the bids of partners are added, a nil scores 100, a blind nil scores 200 and
    the partners exchange two cards, 10 bags cost 100, and the game ends at 500 or -200 points. `seed`: the
    second partner states the side's total, a nil scores 50, a blind nil scores 100, and the game ends at 250
    or -250 points. `mirror`, `whiz` and `suicide` are like `classic`, with the `bidding` of that name and
    without blind bids. `solo` is like `classic`, but without partners and blind bids, and a nil scores 50. A
    rule of the preset is ignored if it is impossible with the other options: without partners, the rules for
    partners are ignored; rules for blind bids are ignored with two players, and if `bidding` makes blind bids
    impossible. With `bidding` `suicide` and any preset, the partner of the player that bids nil must bid at
    least four.
    """

    preset: Preset = "classic"
    players: Players | None = None
    sides: Sides | None = None
    jokers: Jokers | None = None
    bidding: Bidding | None = None
    team_bid: TeamBid | None = None
    least_bid: Tricks | None = None
    least_team: Tricks | None = None
    least_beside_nil: Tricks | None = None
    least_total: Tricks | None = None
    no_exact_total: bool | None = None
    first_hand_bids_itself: bool | None = None
    nil: Points | None = None
    double_nil: DoubleNil | None = None
    double_nil_points: Points | None = None
    nil_pass: Passing | None = None
    failed_nil_tricks: FailedNil | None = None
    blind_nil: Points | None = None
    blind_nils: BlindNils | None = None
    blind_nil_behind: Points | None = None
    blind_nil_pass: Passing | None = None
    blind_bid: Tricks | None = None
    blind_bid_times: Times | None = None
    blind_bid_behind: Points | None = None
    blind_after_first: bool | None = None
    set_penalty: SetPenalty | None = None
    bag_points: BagPoints | None = None
    bag_limit: Count | None = None
    bag_penalty: Points | None = None
    bag_penalty_to: PenaltyTo | None = None
    bag_rollover: Rollover | None = None
    ten_for_200: bool | None = None
    boston: Points | None = None
    boston_wins: bool | None = None
    target: Target | None = None
    floor: Floor | None = None
    rounds: Count | None = None
    sets_lose: Count | None = None
    lead_spades: LeadSpades | None = None
    first_trick: FirstTrick | None = None
    first_leader: FirstLeader | None = None


PRESETS: dict[Preset, Rules] = {
    "classic": Rules(),
    "seed": Rules(team_bid="second", least_bid=0, nil=50, blind_nil=100, target=250, floor=-250),
    "mirror": Rules(bidding="mirror", least_bid=0, blind_nil=0, blind_nil_pass=0),
    "whiz": Rules(bidding="whiz", least_bid=0, blind_nil=0, blind_nil_pass=0),
    "suicide": Rules(bidding="suicide", least_bid=0, least_beside_nil=4, blind_nil=0, blind_nil_pass=0),
    "solo": Rules(sides="solo", nil=50, blind_nil=0, blind_nil_pass=0),
}
"""The rules of each preset of Spades, such as `classic` or `solo`."""
