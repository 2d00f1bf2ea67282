"""Options of Spades: the rules of a table, and presets for them."""

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
    """All rules of a table, as in `pub.rules`; the defaults are those of the preset `classic`.

    The `players` sit in `pairs` (four or six players, partners opposite) or play `solo` (two to six). The
    deck of three players lacks the two of clubs, that of five also the two of diamonds, and that of six all
    four twos. Two players draw their hands card by card. `jokers` adds the highest spades: both jokers and
    the twos of diamonds and spades (`jjdd`), both jokers (`jja`), or both jokers and the two of spades
    (`jj2a`). With jokers, the twos of hearts and clubs are left out.

    `bidding`: players bid freely (`free`), must bid the number of spades in their hand (`mirror`), must bid
    that number or nil (`whiz`), or one partner of each pair must bid nil (`suicide`). `team_bid`: the bids of
    both partners are added (`sum`), or the second partner states the side's total (`second`). `least_bid` is
    the minimum number for a player, `least_team` the minimum for a side whose partners both bid numbers, and
    `least_beside_nil` the minimum for the partner of a nil. `least_total` is the minimum for the sum of all
    sides' bids. `no_exact_total`: the bids may not add up to exactly the number of tricks.
    `first_hand_bids_itself`: the first hand has no bids, and a trick in it is worth 10.

    `nil` and `blind_nil` are the points that these bids win or lose; 0 means that the bid does not exist.
    `double_nil`: if both partners bid nil, each nil counts by itself (`separate`), or this is `forbidden`, or
    the pair wins or loses `double_nil_points` in total (`bonus`), or it wins the game (`win`). `nil_pass` and
    `blind_nil_pass` are the numbers of cards that the bidder and the partner exchange. `failed_nil_tricks`:
    the tricks of a failed nil count for the side's bid (`count`), count as bags only (`bag_only`), or do not
    count (`dead`). `blind_nils` is the maximum number of blind nils of a side in a hand, allowed if the side
    is at least `blind_nil_behind` points behind (0: always). `blind_bid` is the minimum number that a side
    may bid blind (0: blind bids are not allowed). Both partners must then bid blind, and the bid counts
    `blind_bid_times` the points. A side may bid blind if it is at least `blind_bid_behind` points behind.
    `blind_after_first`: nothing may be bid blind in the first hand.

    `set_penalty`: a side that is set loses ten points for each trick that it bid (`10x_bid`) or for each
    trick that it is short (`10x_short`). An overtrick is a bag and scores `bag_points`. Every `bag_limit`
    bags (0: no limit) cost `bag_penalty`, or give it to the opponents (`bag_penalty_to`); then `bag_rollover`
    either subtracts that number of bags or resets the bags to 0. `ten_for_200`: a bid of 10 wins or loses
    200. A side that bids and wins all tricks scores `boston` (0: the score of any other bid), or wins the
    game (`boston_wins`).

    The game ends when a side has `target` points, when a side has `floor` points or fewer, after `rounds`
    hands, or when a side was set in `sets_lose` hands (0: the game does not end for that reason). At the end
    the highest score wins; if the highest scores are equal, the game continues. If the target is not reached,
    a side that fell to the floor, or was set too often, loses to a side that did not.

    `lead_spades`: spades may be led when spades are broken (`broken`), when they were broken by a discard of
    a spade on another suit (`discarded`), at any time (`anytime`), or only if the leader has no other suit
    (`only_if_forced`). `first_trick`: spades may be played only from a hand without other cards, and do not
    break spades (`no_spades`); or there is no restriction (`free`); or all players play their lowest club
    (`low_club`). `first_leader`: the player to the `left` of the dealer, the holder of the lowest club
    (`low_club`), or the highest bidder (`high_bid`).
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

    The fields are those of `Rules`. A null field has its value from `preset`. `classic`: the bids of partners
    are added, nil 100, blind nil 200 with an exchange of two cards, 10 bags cost 100, the game ends at 500
    points or -200. `seed`: the second partner states the total, nil 50, blind nil 100, 250 or -250 points.
    `mirror`, `whiz` and `suicide` are `classic` with that bidding and without blind bids. `solo`: each player
    alone, nil 50, nothing blind. A rule of the preset is ignored if it cannot apply at the table: rules for
    partners apply only in pairs, and blind bids only if neither `bidding` nor the draw of two players
    excludes them. In suicide bidding with any preset, the partner of the nil bids at least four.
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
"""The rules of each preset."""
