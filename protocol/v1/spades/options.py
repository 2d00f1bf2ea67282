"""How Spades is played: every house rule as one value, and the presets to start from."""

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
    """All rules of a table, as `pub.rules` shows them; the defaults are those of preset `classic`.

    `players` sit in `pairs` (four or six, partners opposite) or play `solo` (two to six). Three leave out the
    two of clubs, five that of diamonds too, six all four twos; two draw their hands card by card. `jokers`:
    the top spades are both jokers and the twos of diamonds and spades (`jjdd`), both jokers (`jja`), or both
    jokers and the two of spades (`jj2a`); the twos of hearts and clubs are out.

    `bidding` is `free`, or one must bid the spades one holds (`mirror`), these or nil (`whiz`), or one
    partner must bid nil (`suicide`). `team_bid`: the numbers of both partners add up, or the `second` of them
    states the side's total. `least_bid` is the least number of a player, `least_team` that of a side whose
    partners both bid numbers, `least_beside_nil` that of a nil's partner. `least_total`: all sides together
    bid at least so many. `no_exact_total`: they do not bid exactly all tricks. `first_hand_bids_itself`: the
    first hand has no bids, and a trick is worth 10.

    `nil` and `blind_nil` are points won or lost, 0 where there is none. `double_nil`: nil of both partners
    counts `separate`, is `forbidden`, wins or costs `double_nil_points` as a whole (`bonus`), or wins the
    game (`win`). `nil_pass` and `blind_nil_pass` cards go to the partner and as many back. The tricks of a
    failed nil `count` for the side's bid, are `bag_only`, or nothing (`dead`). So many `blind_nils` may a
    side bid, when it is `blind_nil_behind` points behind (0: whenever). `blind_bid` is the least number that
    a side may bid blind (0: none), both partners alike, for `blind_bid_times` the points, when it is
    `blind_bid_behind` points behind. `blind_after_first`: nothing is blind in the first hand.

    A side that is set loses ten points for each trick it bid (`10x_bid`) or lacks (`10x_short`). An overtrick
    is a bag and `bag_points`; `bag_limit` of them (0: no limit) cost `bag_penalty`, or give it to the
    opponents, and are subtracted, or all of them reset. `ten_for_200`: a bid of 10 wins or loses 200. A bid
    of all tricks that is made scores `boston` (0: as any other), or wins the game (`boston_wins`).

    The game ends when a side has `target` points, when one has as few as `floor`, after `rounds` hands, or
    when one was set in `sets_lose` of them (each 0: not by that). The highest score wins, and a tie plays on;
    unless the target is reached, who has come to the floor or was set so often loses to who has not.

    `lead_spades`: when spades are broken, when broken by a spade that was played to another suit
    (`discarded`), `anytime`, or `only_if_forced`. `first_trick`: no spades while anything else is held
    (such a spade breaks nothing), `free`, or everybody plays his lowest club (`low_club`). `first_leader`: to
    the `left` of the dealer, who holds the lowest club, or who has bid highest.
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
    """How a Spades table is played: a preset, and what differs from it. The fields are those of `Rules`.

    What is null is as in `preset`: `classic` (summed bids, nil 100, blind nil 200 with two cards each way,
    10 bags cost 100, 500 points or -200), `seed` (the second partner states the total, nil 50, blind nil 100,
    250 or -250), `mirror`, `whiz`, `suicide`, or `solo` (each alone, nil 50, nothing blind). What cannot be
    at such a table is left out of the preset: partners' rules where two, three or five play or `sides` are
    `solo`, and blind bids where `bidding` or the draw leaves no room for them. By whatever preset, in suicide
    the partner of the nil bids four or more.
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
"""The rules that each preset stands for."""
