"""The verdict on every door: could a second guest of one person see a hand, result or board by it too early?

Each verdict gives its reason in words. A door that could lead to a hand is `Shut`, by attempts that use it in
a live deal, or `Proven` shut by another test. A door is `Open` if it shows something by right, and `Safe` if
nothing hidden lies behind it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tests.secrecy.doors import bridge_attempts as bridge
from tests.secrecy.doors import other_attempts as other
from tests.secrecy.doors.stage import Stage

Attempt = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class Verdict:
    """The judgement of one door, with its reason."""

    reason: str


class Safe(Verdict):
    """A door behind which nothing hidden lies."""


class Open(Verdict):
    """A door that shows something to a person with a right to it."""


@dataclass(frozen=True)
class Shut(Verdict):
    """A door that could show a hand; each of the attempts uses it, and is told nothing."""

    attempts: tuple[Attempt, ...]


@dataclass(frozen=True)
class Proven(Verdict):
    """A door that could show a hand; the tests of this file prove that it does not."""

    file: str


def shut(reason: str, *attempts: Attempt) -> Shut:
    """Return the verdict on a door that these attempts try."""
    return Shut(reason, attempts)


WORLDS = "tests/secrecy/test_noninterference.py"
SPADES = "tests/secrecy/test_spades_worlds.py"
HANABI = "tests/secrecy/test_hanabi_worlds.py"

_NAMES = Safe("it names the thing that is asked for and gives no right to it")
REPLAYS = ("replay", "hanabi_replay", "spades_replay")

_ECHO = Safe("it only says which answer belongs to which request")
_NEW_TABLE = Safe("it makes a new table, of which no card has been dealt; it tells nothing of other tables")
_TIME = Safe("it changes times for everybody alike, and no person comes to a chair or a hand by it")
_UNKNOWN = Safe("the server answers 501: it has no accounts and no friends")
_STATIC = Safe("the answer is the same for everybody, and says nothing of any table")
_OWN_SESSION = Safe("it concerns only the guest that sends it with the secret token")
_REPLAY = Safe("the deal that is shown was uploaded by the leader as a record, and no live deal is behind it")
_PRESENCE = Safe("it names the people at a table, as `people` does to everybody with the right to enter")
_WORLDS = Proven(
    "the actions of one hand change no byte that others are sent, but for what the rules show", WORLDS
)
_SPADES = Proven(
    "the bids, exchanges and cards of one seat change only what the rules of Spades show", SPADES
)
_HANABI = Proven("a move changes only what the rules of Hanabi show to each seat and to watchers", HANABI)

_EVENTS = Proven(
    "a draw is shown once it is published, and a result once no table will play its board any more, in this"
    " round or, with boards that move, in a later one; only directors, who play in no event that they direct,"
    " see more",
    "tests/events/test_shown.py",
)
_MEANINGS = Proven(
    "a seated player is told the agreements of partner's robot on the auction, whatever cards are dealt",
    "tests/web/test_meanings.py",
)

_CHAIRS = (
    bridge.placed_in_a_players_chair_and_put_back,
    bridge.sits_down_where_the_host_has_removed_the_player,
    bridge.sits_down_where_the_host_has_removed_the_player_invited_before_the_deal,
    bridge.a_host_who_plays_takes_another_chair,
    bridge.a_new_host_seats_the_new_host,
    bridge.consents_only_by_guests_of_the_host,
    bridge.one_player_agrees_and_the_others_do_not,
    bridge.two_players_change_seats_in_mid_deal,
    bridge.a_director_who_has_seen_hands_seats_a_second_guest,
    bridge.a_host_gives_the_table_away_and_agrees_as_a_player,
    bridge.the_only_player_left_agrees_to_the_own_second_guest,
)
_SITTING = (
    bridge.sits_down_where_a_player_has_stood_up,
    bridge.sits_down_in_an_absent_players_chair_uninvited,
    bridge.sits_down_in_a_robots_chair_in_mid_deal,
    bridge.waits_for_a_short_drop_with_no_hold_at_all,
    bridge.a_player_stands_up_and_takes_another_chair,
    bridge.a_watcher_of_open_hands_sits_down,
    bridge.a_robot_takes_over_from_a_player_without_time,
    bridge.sits_down_where_the_only_player_has_stood_up,
    bridge.sits_down_where_the_hosts_only_opponent_has_stood_up,
    bridge.waits_for_a_short_drop_of_the_only_player,
    bridge.a_host_gives_the_table_away_and_agrees_as_a_player,
    bridge.the_only_player_left_agrees_to_the_own_second_guest,
    bridge.reads_open_hands_over_http_and_sits_down,
)
_OFFICES = (
    bridge.a_director_is_named_in_mid_deal,
    bridge.consents_only_by_guests_of_the_host,
    bridge.one_player_agrees_and_the_others_do_not,
    bridge.an_officer_is_named_when_the_only_opponent_has_stood_up,
    bridge.a_host_who_plays_in_one_room_changes_the_other,
    bridge.comes_to_the_finished_room_in_the_pause,
)
_MATCHES = (
    bridge.comes_to_the_finished_room_in_the_pause,
    bridge.a_player_of_the_other_room_asks_for_the_finished_deal,
    bridge.a_player_of_the_finished_room_goes_to_the_other,
    bridge.a_host_who_plays_in_one_room_changes_the_other,
    bridge.the_second_guest_watches_a_match_with_open_hands,
)
_SETS = (
    bridge.comes_to_a_finished_table_of_a_set_in_the_pause,
    bridge.a_player_of_another_table_of_the_set_asks_for_the_finished_deal,
    bridge.a_player_of_a_finished_table_goes_to_another_of_the_set,
    bridge.a_host_who_plays_in_a_set_changes_another_table,
    bridge.the_second_guest_watches_every_table_of_a_set_with_open_hands,
    bridge.the_comparison_of_a_set_is_asked_for_before_its_last_table_has_played,
)
_COMPARISON = shut(
    "a comparison has only boards that every table of the set has played, or plays no more",
    bridge.the_comparison_of_a_set_is_asked_for_before_its_last_table_has_played,
    bridge.a_board_that_moves_to_another_table_is_asked_for_when_its_round_is_over,
)
_VIEWS = shut(
    "a view with a hand is for its player, for an office, or by the player's permission; the right is"
    " judged by the table at each change of a chair or the policy",
    bridge.asks_for_every_view,
    bridge.the_archive_gives_nothing_of_a_deal_that_goes_on,
    other.a_players_second_guest_looks_for_the_players_own_hand,
)
_READING = shut(
    "over HTTP the same views and records are given as over the websocket, judged in the same place, also of"
    " a table that only the archive has",
    bridge.the_archive_gives_nothing_of_a_deal_that_goes_on,
    bridge.a_closed_private_table_is_asked_for_when_only_the_archive_has_it,
    bridge.comes_to_the_finished_room_in_the_pause,
    bridge.a_board_that_moves_to_another_table_is_asked_for_when_its_round_is_over,
    other.a_substitute_asks_for_a_hand_of_an_event_that_another_table_has_yet_to_play,
    other.a_substitute_asks_for_a_deck_of_a_race_that_another_team_has_yet_to_play,
)

REQUESTS: dict[str, Verdict] = {
    "request hello": _OWN_SESSION,
    "request hello.client": _STATIC,
    "request hello.token": Safe("the token is secret, and known to its own guest only"),
    "request watch": _VIEWS,
    "request watch.as": _VIEWS,
    "request watch.as=seat": _VIEWS,
    "request watch.as=all": _VIEWS,
    "request watch.as=director": _VIEWS,
    "request watch.as=commentator": _VIEWS,
    "request watch.as=number": shut(
        "a hand is watched by permission of its player, and its watcher holds no other",
        bridge.asks_for_every_view,
        bridge.a_hand_is_shown_and_then_another_is_held,
        bridge.a_player_stands_up_to_watch_open_hands,
        other.a_hand_of_hanabi_is_shown_to_a_watcher_who_then_plays,
        other.a_blind_bidders_hand_is_shown_to_the_own_second_guest,
    ),
    "request watch.as=public": shut(
        "the public view has no hidden card, and that of a match comes late",
        bridge.asks_for_every_view,
        bridge.the_second_guest_watches_a_match_with_open_hands,
    ),
    **dict.fromkeys(
        ("request watch.epoch", "request watch.version"),
        shut(
            "a resumed view is judged as a new one, and the epoch of another gives no right",
            bridge.resumes_the_view_of_another,
        ),
    ),
    "request unwatch": Safe("it ends what a connection is sent"),
    "request open": _NEW_TABLE,
    "request open.game": _NEW_TABLE,
    "request open.options": Safe(
        "options are those of the new table; a seed of Hanabi, from which the deck follows, is hidden from"
        " its players, and shown to all as `seeded`"
    ),
    "request open.name": shut(
        "a name, even that of another table, is only a text",
        bridge.a_second_table_is_opened_with_the_same_name,
    ),
    "request open.policy": Open(
        "what watchers see is decided before the first deal, and told to all in `people`"
    ),
    "request open.boards": shut(
        "the player that uploads boards may know them, and `people` names that player to everybody as"
        " `uploaded_by`; nobody else is given a later board of the set",
        bridge.later_boards_of_an_uploaded_set_are_asked_for,
    ),
    "request open.seats": Safe("a seat is given to a house robot, which tells nobody its cards"),
    "request open.again": shut(
        "a deal is played again once everybody who may follow its table may see it; its own players have no"
        " more rights here, because a friend may still have to play it",
        bridge.a_deal_that_goes_on_is_played_again,
        bridge.a_deal_is_played_again_before_delayed_watchers_have_seen_it,
        bridge.a_deal_of_a_private_table_is_played_again_by_an_uninvited_guest,
        bridge.a_board_of_a_set_is_played_again_before_all_tables_have_played_it,
        bridge.a_board_of_a_match_is_played_again_before_the_other_room_has_played_it,
        bridge.a_board_that_moves_to_another_table_is_asked_for_when_its_round_is_over,
        other.a_hand_of_an_event_is_played_again_before_all_tables_have_played_it,
    ),
    "request match": shut(
        "a deal that one room has finished is for the people of that deal until the other room has played it",
        bridge.a_second_table_is_opened_with_the_same_name,
    ),
    "request match.game": _NAMES,
    "request match.count": _NEW_TABLE,
    "request match.options": _NEW_TABLE,
    "request match.name": _NAMES,
    "request match.boards": Open(
        "the player that uploads boards may know them, and `people` names that player to all as `uploaded_by`"
    ),
    "request match.policy": Open(
        "what watchers see is decided before the first deal, and told to all in `people`"
    ),
    "request match.seats": Safe("a seat is given to a house robot, which tells nobody its cards"),
    "request match.other_seats": Safe("a seat is given to a house robot, which tells nobody its cards"),
    "request open_set": shut(
        "a deal that some tables of a set have finished is for the people of the deal until the last table"
        " has played it, and nobody at one table comes to another",
        *_SETS,
    ),
    "request open_set.game": _NAMES,
    "request open_set.tables": _NEW_TABLE,
    "request open_set.count": _NEW_TABLE,
    "request open_set.options": _NEW_TABLE,
    "request open_set.name": shut(
        "a name, even that of another set, is only a text",
        bridge.the_comparison_of_a_set_is_asked_for_before_its_last_table_has_played,
    ),
    "request open_set.boards": Open(
        "the player that uploads boards may know them, and `people` names that player to all as `uploaded_by`"
    ),
    "request open_set.policy": shut(
        "what watchers see is decided before the first deal; hands that are open to watchers are shown when"
        " every table of the set has played them",
        bridge.the_second_guest_watches_every_table_of_a_set_with_open_hands,
    ),
    "request open_set.seats": Safe("a seat is given to a house robot, which tells nobody its cards"),
    "request sit": shut(
        "in mid-deal a chair is taken by consent of its players, or by a player invited before the deal",
        *_SITTING,
        bridge.sits_down_where_the_host_has_removed_the_player,
        bridge.an_onlooker_becomes_a_player_in_mid_deal,
        bridge.a_director_leaves_the_office_to_play,
        bridge.a_reopened_deal_is_played_on_by_its_own_players_only,
        bridge.comes_to_the_finished_room_in_the_pause,
        bridge.a_player_of_the_finished_room_goes_to_the_other,
        bridge.comes_to_a_finished_table_of_a_set_in_the_pause,
        bridge.a_player_of_a_finished_table_goes_to_another_of_the_set,
        other.a_second_guest_sits_at_a_table_of_spades,
        other.a_players_second_guest_looks_for_the_players_own_hand,
    ),
    "request sit.seat": shut("it names the chair; each is judged alike", *_SITTING),
    "request sit.move": shut(
        "players move only between deals",
        bridge.a_player_stands_up_and_takes_another_chair,
        bridge.two_players_change_seats_in_mid_deal,
    ),
    **dict.fromkeys(
        ("request next", "request wait"),
        shut(
            "between deals the players say when the next one begins, and watchers, a set and a match do not",
            bridge.watchers_and_second_guests_ask_for_the_next_deal,
            bridge.a_board_of_a_set_is_hurried_or_held,
        ),
    ),
    "request stand": shut(
        "a chair that falls free in mid-deal is not free for everybody, and its player holds no other hand",
        bridge.sits_down_where_a_player_has_stood_up,
        bridge.a_player_stands_up_and_takes_another_chair,
        bridge.a_player_stands_up_to_watch_open_hands,
        bridge.a_player_of_the_finished_room_goes_to_the_other,
    ),
    **dict.fromkeys(
        ("request show", "request show.player"),
        shut(
            "a player shows the own hand to a watcher, never to a player, and never another hand; its"
            " watcher takes no other chair of the deal; a hand that its player has not seen is not shown",
            bridge.a_hand_is_shown_and_then_another_is_held,
            bridge.a_hand_is_shown_by_the_wrong_person,
            other.a_blind_bidders_hand_is_shown_to_the_own_second_guest,
            other.a_hand_of_hanabi_is_shown_to_a_watcher_who_then_plays,
        ),
    ),
    "request show.hand": shut(
        "a permission that is withdrawn ends the look", bridge.a_hand_is_shown_and_then_another_is_held
    ),
    **dict.fromkeys(
        (
            "request consent",
            "request consent.player",
            "request consent.office",
            "request consent.office=director",
            "request consent.office=commentator",
        ),
        shut(
            "every player of the deal must agree, also those that the host has removed; nobody else counts",
            bridge.consents_only_by_guests_of_the_host,
            bridge.one_player_agrees_and_the_others_do_not,
            bridge.an_officer_is_named_when_the_only_opponent_has_stood_up,
        ),
    ),
    **dict.fromkeys(
        ("request consent.office=seat", "request consent.seat"),
        shut(
            "a consent is to one chair for one player, of every player of the deal",
            bridge.one_player_agrees_and_the_others_do_not,
        ),
    ),
    "request consent.agree": shut(
        "a consent that is withdrawn counts no more", bridge.one_player_agrees_and_the_others_do_not
    ),
    "request host": shut("each field is judged by itself", *_CHAIRS, *_OFFICES),
    "request host.options": shut(
        "options change before the first deal only",
        bridge.options_are_changed_in_mid_deal,
        bridge.a_host_who_plays_in_one_room_changes_the_other,
    ),
    "request host.seats": shut(
        "a robot in a chair, or its removal, opens the chair to nobody",
        bridge.sits_down_where_the_host_has_removed_the_player,
        bridge.sits_down_in_a_robots_chair_in_mid_deal,
    ),
    "request host.policy": shut(
        "nothing comes sooner to anybody in mid-deal: not hands, not chairs, not watchers",
        bridge.opens_a_chair_by_a_shorter_hold,
        bridge.hands_are_opened_in_mid_deal,
        bridge.a_delay_is_made_shorter_in_mid_deal,
        bridge.watchers_are_let_in_to_open_hands_in_mid_deal,
        bridge.watchers_are_allowed_at_open_hands_in_mid_deal,
        bridge.reserved_chairs_are_opened_in_mid_deal,
    ),
    **dict.fromkeys(
        ("request host.pause", "request host.add_ms", "request host.terminate"),
        shut(
            "a deal that is paused or ended stays hidden, and its record is never given",
            bridge.the_table_is_paused_given_time_and_ended_in_mid_deal,
        ),
    ),
    **dict.fromkeys(
        ("request host.directors", "request host.commentators"),
        shut(
            "an office that sees every hand is given in mid-deal by consent of all players; between deals it"
            " is told in `people` of the table (and not in the other room of a match)",
            *_OFFICES[:4],
        ),
    ),
    "request host.invited": shut(
        "an invitation in mid-deal opens neither a chair nor a hand of that deal",
        bridge.sits_down_where_a_player_has_stood_up,
        bridge.sits_down_in_an_absent_players_chair_uninvited,
        bridge.watchers_are_let_in_to_open_hands_in_mid_deal,
    ),
    "request host.place": shut(
        "the host seats another person in mid-deal by consent of the deal's players",
        *_CHAIRS,
        other.the_seeds_host_kicks_a_player_for_a_second_guest,
        other.a_second_guest_sits_at_a_table_of_spades,
    ),
    "request host.host": shut(
        "a new host has no more rights than the old one", bridge.a_new_host_seats_the_new_host
    ),
    "request host.onlookers": shut(
        "an onlooker never sits, and none is let in to open hands in mid-deal",
        bridge.watchers_are_let_in_to_open_hands_in_mid_deal,
        bridge.an_onlooker_becomes_a_player_in_mid_deal,
    ),
    "request host.unwelcome": shut(
        "a guest that is pardoned in mid-deal does not see its open hands",
        bridge.an_unwelcome_guest_is_pardoned_at_open_hands_in_mid_deal,
    ),
    **dict.fromkeys(
        ("request rule", "request rule.ruling"),
        shut(
            "only a director without a chair rules in mid-deal",
            bridge.a_director_who_plays_rules_or_looks,
            bridge.a_watcher_rules,
        ),
    ),
    **dict.fromkeys(
        ("request act", "request act.n", "request act.action", "request act.decision"),
        shut(
            "only the player of a chair acts, and a refusal depends on no card that the sender cannot see",
            bridge.a_watcher_acts_for_a_player,
            other.a_watcher_of_hanabi_acts_and_votes,
        ),
    ),
    **dict.fromkeys(
        (
            "request chat",
            "request chat.text",
            "request chat.to",
            "request chat.to=table",
            "request chat.to=opponents",
            "request chat.to=partner",
            "request chat.to=kibitzers",
            "request chat.to=director",
        ),
        shut(
            "a line reaches only people that see as many hands as its author, and players hear no watcher",
            bridge.talk_about_hands_reaches_only_people_that_see_them,
        ),
    ),
    **dict.fromkeys(
        ("request note", "request note.card", "request note.text"),
        shut(
            "a note is for its author and the watchers of the author's hand until the game is over",
            other.notes_on_cards_are_read_by_others,
        ),
    ),
    "request lobby": shut(
        "a row names the table, its people and its clock, and not what happens at it",
        bridge.a_second_table_is_opened_with_the_same_name,
    ),
    "request lobby.game": _NAMES,
    "request lobby.text": _NAMES,
    "request lobby.cursor": Safe("the cursor is a place in the list of open tables"),
    "request queue": shut(
        "the queue lets a player sit down by the same command as the player's own `sit`, and only between"
        " boards: there two guests of one person may meet, as at every open table",
        bridge.waits_in_the_queue_for_the_table_that_is_played,
    ),
    "request queue.game": _NAMES,
    "request queue.pace": _TIME,
    "request queue.pace=usual": _TIME,
    "request queue.pace=fast": _TIME,
    "request queue.robots": Safe("a robot in an empty seat tells nobody its cards"),
    "request unqueue": shut(
        "it ends a wait, and changes no seat that the player has",
        bridge.waits_in_the_queue_for_the_table_that_is_played,
    ),
    "request ping": _ECHO,
    "request ping.c": _ECHO,
}

POLICIES: dict[str, Verdict] = {
    **dict.fromkeys(
        ("policy hands", "policy hands=live"),
        shut(
            "hands are opened between deals only; a table with open hands says so to everybody in `people`",
            bridge.hands_are_opened_in_mid_deal,
            bridge.a_player_stands_up_to_watch_open_hands,
        ),
    ),
    "policy hands=after": shut(
        "watchers see no hand before the deal is over",
        bridge.the_archive_gives_nothing_of_a_deal_that_goes_on,
    ),
    **dict.fromkeys(
        ("policy access", "policy access=private", "policy access=open", "policy access=invited"),
        shut(
            "no more people are let in to open hands in mid-deal",
            bridge.watchers_are_let_in_to_open_hands_in_mid_deal,
        ),
    ),
    "policy watchers": shut(
        "watchers are not allowed in mid-deal where hands are open",
        bridge.watchers_are_allowed_at_open_hands_in_mid_deal,
    ),
    "policy delay": shut(
        "a delay is made shorter between deals only",
        bridge.a_delay_is_made_shorter_in_mid_deal,
        bridge.hands_are_opened_in_mid_deal,
    ),
    "policy hold_ms": shut(
        "a chair of an absent player is not opened sooner in mid-deal, and never after a short drop",
        bridge.opens_a_chair_by_a_shorter_hold,
        bridge.waits_for_a_short_drop_with_no_hold_at_all,
        bridge.sits_down_in_an_absent_players_chair_uninvited,
    ),
    **dict.fromkeys(
        ("policy sits", "policy sits=anybody", "policy sits=invited"),
        shut(
            "the right to a free chair gives no right to come into this deal",
            bridge.reserved_chairs_are_opened_in_mid_deal,
        ),
    ),
    **dict.fromkeys(
        ("policy expiry", "policy expiry=robot"),
        shut(
            "the chair of a player without time is played by a robot, and stays the player's",
            bridge.a_robot_takes_over_from_a_player_without_time,
        ),
    ),
    **dict.fromkeys(
        (
            "policy clock",
            "policy pause_ms",
            "policy next_ms",
            "policy robot_ms",
            "policy tempo_ms",
            "policy warn_ms",
        ),
        _TIME,
    ),
    "policy expiry=forced": Proven("the server makes a legal action that the rules choose", WORLDS),
    "policy substitute": Safe("it names a house robot, which tells nobody its cards"),
    "policy correction_ms": Safe("it is the time for corrections after the last result"),
}

_BY_REQUEST = Safe("it is only the typed form of a request, whose own doors are judged field by field")

COMMANDS: dict[str, Verdict] = {
    "command MakeAction": _BY_REQUEST,
    "command ChangeTable": _BY_REQUEST,
    "command MakeRuling": _BY_REQUEST,
    "command Look": _VIEWS,
    "command Return": shut(
        "a chair goes back to its own player only", bridge.a_robot_takes_over_from_a_player_without_time
    ),
    "command Expire": shut(
        "an absent player's chair goes to a robot, and not to the next that comes",
        bridge.sits_down_in_an_absent_players_chair_uninvited,
    ),
    "command Credit": _TIME,
    "command Abandon": Safe(
        "the server ends a table without people; the record of its live deal is never given"
    ),
    "command Unseat": shut(
        "a chair that an operator takes away is no more open than one that a host takes away",
        bridge.an_operator_takes_a_chair_away_and_a_second_guest_sits_down,
    ),
    **dict.fromkeys(
        ("command Terminate", "command Rename"),
        shut(
            "an operator ends a table or changes a name; the cards of its live deal stay hidden",
            bridge.an_operator_changes_a_name_and_ends_the_table_in_mid_deal,
        ),
    ),
    "command Adjudicate": shut(
        "the result of the other room is told when both rooms have played the deal",
        *_MATCHES[:2],
    ),
    "command Reseat": Safe(
        "only an event sends it, and a seat changes hands before the cards are dealt alone"
    ),
    "command Pause": Safe("only an event sends it, and a pause of the table shows nothing"),
    "command Direct": Safe(
        "only an event sends it, and its directors, who do not play in it, see every hand"
    ),
    "command Barrier": Safe("it changes nothing, and its answer says only that it was reached"),
    "audience Public": _VIEWS,
    "audience Seated": _VIEWS,
    "audience Kibitzer": _VIEWS,
    "audience AllHands": _VIEWS,
    "audience Director": _VIEWS,
    "audience Commentator": _VIEWS,
}

MOVES: dict[str, Verdict] = {
    "act bridge.call": shut(
        "an alert or explanation is for the opponents, and not for a second guest of partner",
        bridge.partner_hears_no_alert_by_a_second_guest,
    ),
    "act bridge.play": _WORLDS,
    "act bridge.play_on": _WORLDS,
    "act bridge.no_questions": shut(
        "only leader's partner and declarer have the lead turned up, and only its leader sees it before",
        bridge.a_lead_that_lies_face_down_is_looked_at,
    ),
    "unprompted bridge.claim": shut(
        "a claim out of time is refused by what everybody knows",
        bridge.partner_hears_no_undo_claim_or_vote_that_shows_cards,
        bridge.a_watcher_acts_for_a_player,
    ),
    "unprompted bridge.vote": shut(
        "only the players that a claim concerns vote",
        bridge.partner_hears_no_undo_claim_or_vote_that_shows_cards,
    ),
    "unprompted bridge.undo": shut(
        "an undo goes back in the public calls and cards, and no hand is shown by it",
        bridge.partner_hears_no_undo_claim_or_vote_that_shows_cards,
    ),
    "unprompted bridge.grant": shut(
        "an answer to an undo shows no hand", bridge.partner_hears_no_undo_claim_or_vote_that_shows_cards
    ),
    **dict.fromkeys(
        ("unprompted bridge.ask", "unprompted bridge.explain"),
        shut(
            "a question and its answer are for the two opponents, and not for a second guest of partner",
            bridge.partner_hears_no_alert_by_a_second_guest,
        ),
    ),
    "unprompted bridge.system": shut(
        "a convention card is what its player wrote before the deal's calls, and holds no hand",
        bridge.partner_hears_no_alert_by_a_second_guest,
    ),
    **{
        f"ruling bridge.{name}": shut(
            "only a director without a chair rules in mid-deal", bridge.a_director_who_plays_rules_or_looks
        )
        for name in ("roll_back", "tricks", "go_on", "assign", "artificial")
    },
    **dict.fromkeys(("act spades.bid", "act spades.play", "act spades.keep", "act spades.pass"), _SPADES),
    "unprompted spades.reveal": shut(
        "a player that looks at the own hand shows it to nobody else",
        other.a_revealed_hand_is_seen_by_its_own_player_only,
    ),
    **{f"act hanabi.{name}": _HANABI for name in ("play", "discard", "color", "rank")},
    "unprompted hanabi.vote": shut(
        "only players vote to end the game", other.a_watcher_of_hanabi_acts_and_votes
    ),
    **dict.fromkeys(
        (
            "act replay.finish",
            "act replay.try_call",
            "act replay.try_card",
            "act hanabi_replay.finish",
            "act hanabi_replay.try",
            "act spades_replay.finish",
            "act spades_replay.try",
            *(f"unprompted {game}.{name}" for game in REPLAYS for name in ("seek", "rewind")),
            *(f"group {game}.showing" for game in REPLAYS),
        ),
        _REPLAY,
    ),
    "group bridge.call_meanings": _MEANINGS,
    "group bridge.convention_cards": Safe(
        "a card is what a player wrote of the own system, and holds no hand"
    ),
    "group bridge.directing": shut(
        "only a director without a chair rules in mid-deal", bridge.a_director_who_plays_rules_or_looks
    ),
    "group bridge.sharing": shut(
        "a deal that one table of a match or set has finished is for the people of that deal until no other"
        " table will play it",
        *_MATCHES,
        *_SETS,
    ),
    "group bridge.comparing": Proven(
        "a comparison holds results alone, and only of the boards that it is given: those that every table of"
        " the set has played, or plays no more",
        "tests/games/bridge/scores/test_ranking.py",
    ),
    **{
        f"group {game}.competing": Proven(
            "the tables of an event are for their players until every table has played, and a comparison"
            " holds only what may be shown",
            "tests/secrecy/test_events.py",
        )
        for game in ("bridge", "spades", "hanabi")
    },
    "group bridge.playing_again": shut(
        "a new table begins with the cards of a finished deal only, which is open to all by then",
        bridge.a_deal_that_goes_on_is_played_again,
        bridge.a_board_of_a_set_is_played_again_before_all_tables_have_played_it,
    ),
    "group spades.playing_again": shut(
        "as at bridge, a new table begins with the cards of a finished hand, which is open to all by then",
        other.a_hand_of_an_event_is_played_again_before_all_tables_have_played_it,
    ),
    "group bridge.seating": Safe("seats are drawn before the cards are dealt"),
    "group hanabi.note_taking": shut(
        "a note is for its author and the watchers of the author's hand until the game is over",
        other.notes_on_cards_are_read_by_others,
    ),
    **{
        f"group {game}.dueling": Safe("a duel is a set of tables between robots, counted after its last deal")
        for game in ("bridge", "spades", "hanabi")
    },
}

MESSAGES: dict[str, Verdict] = {
    "message welcome": _STATIC,
    "message view": _VIEWS,
    "message patch": shut(
        "a patch holds what changed between two views of its own audience",
        bridge.partner_hears_no_alert_by_a_second_guest,
        bridge.resumes_the_view_of_another,
    ),
    "message done": _ECHO,
    "message refused": shut(
        "a refusal depends on no card that the asker cannot see",
        bridge.a_watcher_acts_for_a_player,
        bridge.placed_in_a_players_chair_and_put_back,
    ),
    "message people": shut(
        "it names people, chairs and watchers of hands, and no card",
        bridge.a_hand_is_shown_and_then_another_is_held,
    ),
    "message chat": shut(
        "a line reaches only people that see as many hands as its author",
        bridge.talk_about_hands_reaches_only_people_that_see_them,
    ),
    **dict.fromkeys(
        ("message note", "message notes"),
        Proven(
            "a note is sent to its author and the watchers of the author's hand until the game is over",
            HANABI,
        ),
    ),
    "message lobby": shut(
        "a row names the table, its people and its clock", bridge.a_second_table_is_opened_with_the_same_name
    ),
    "message queued": Safe("it tells how many players wait for a game, and names neither players nor tables"),
    "message notice": Safe("it tells of pauses, time, calls for a director and of the receiver's own chair"),
    "message event": _EVENTS,
    "message knock": Safe("it names a watcher to the player of the hand that the watcher asks for"),
    "message appoint": Safe("it names to a player the person that needs consent to an office or a chair"),
    "message pong": _ECHO,
    "seed event HAND_DEALT": shut(
        "the event with the hand is for the player of the chair", other.an_observer_of_the_seed_follows_a_hand
    ),
    "seed event HAND_REVEALED": Safe("it is sent to the player alone that has looked at the own hand"),
    **dict.fromkeys(
        (
            "seed event GAME_STARTED",
            "seed event BID_PLACED",
            "seed event CARD_PLAYED",
            "seed event TRICK_COMPLETE",
            "seed event TURN_CHANGED",
        ),
        shut(
            "it is public: a bid, a card on the table, a turn", other.an_observer_of_the_seed_follows_a_hand
        ),
    ),
    "seed event BLIND_NIL_EXCHANGE_PROMPT": Proven(
        "it asks two partners for cards; others are told of it only that it happens",
        "tests/web/spades_rest/test_secrecy.py",
    ),
    **dict.fromkeys(
        ("seed event HAND_SCORED", "seed event GAME_OVER"), Open("a hand that is over is public at its table")
    ),
    **{
        f"seed event {name}": _PRESENCE
        for name in (
            "SEAT_TAKEN",
            "SEAT_VACATED",
            "OBSERVER_JOINED",
            "OBSERVER_LEFT",
            "HOST_CHANGED",
            "PLAYER_DISCONNECTED",
            "PLAYER_RECONNECTED",
            "PLAYER_KICKED",
            "KICKED_FROM_TABLE",
            "TABLE_CREATED",
            "TABLE_UPDATED",
            "TABLE_REMOVED",
            "TABLE_VISIBILITY_CHANGED",
        )
    },
    **dict.fromkeys(
        ("seed event INVITE_RECEIVED", "seed event INVITE_DECLINED"),
        Safe("a link of an invitation gives no chair once the game has begun"),
    ),
    **{
        f"seed event {name}": _ECHO
        for name in ("AUTHENTICATED", "ERROR", "JOINED", "JOINED_LOBBY", "LEFT", "LEFT_LOBBY", "JOIN_DENIED")
    },
    "seed message AUTH": _OWN_SESSION,
    "seed message JOIN": shut(
        "a table is followed from the own chair, or as an observer without a hand",
        other.an_observer_of_the_seed_follows_a_hand,
        bridge.the_archive_gives_nothing_of_a_deal_that_goes_on,
    ),
    "seed message LEAVE": Safe("it ends what a connection is sent"),
    "seed message JOIN_LOBBY": Safe("the lobby's events are rows of tables, without what happens at them"),
    "seed message LEAVE_LOBBY": Safe("it ends what a connection is sent"),
}

_API = "/api/tables/{table}"
_FORBIDDEN_IN_GAME = shut(
    "after the game has begun no chair is given by the seed's API but to its own player",
    other.the_seeds_host_assigns_a_seat_of_the_game,
    other.the_seeds_host_kicks_a_player_for_a_second_guest,
)
_PLAYING = shut(
    "only the player of a chair acts, and sees the own hand", other.an_observer_of_the_seed_plays_for_a_player
)
_LINKS = shut(
    "a link gives no chair once the game has begun, and a watcher by link sees what watchers see",
    other.links_and_invitations_of_the_seed_are_used_in_mid_game,
)
_LEAVING = shut(
    "a robot plays for a player that leaves, and nobody comes into the chair",
    other.a_player_of_the_seeds_table_leaves_for_a_second_guest,
)

_DELETION = shut(
    "a deleted player leaves the seat as one that is absent, and has no successor",
    bridge.a_player_is_deleted_for_a_second_guest,
)
_LISTS = shut(
    "a list has only those deals whose records the caller may download, judged in the same place",
    bridge.the_lists_of_the_players_of_a_set_are_asked_for_before_its_last_table_has_played,
    bridge.the_lists_of_the_players_of_a_match_are_asked_for_before_both_rooms_have_played,
    bridge.a_deal_that_goes_on_is_looked_for_in_lists,
)
_CODES = shut(
    "a code makes the same player on another device, with the rights and the past of this player alone",
    bridge.a_second_guest_becomes_a_player_by_a_code,
    bridge.a_friend_who_has_seen_a_hand_comes_back_by_a_code,
)

ADDRESSES: dict[str, Verdict] = {
    "http POST /v1/guests": Safe("it makes a guest, without a right at any table"),
    "http GET /v1/players/{player}/games": _LISTS,
    **{
        f"query /v1/players/{{player}}/games {field}": _LISTS
        for field in ("before", "limit", "game", "since", "until")
    },
    "http GET /v1/players/me/export": shut(
        "an export has only those of the player's own deals that the player may download",
        bridge.the_lists_of_the_players_of_a_set_are_asked_for_before_its_last_table_has_played,
        bridge.the_lists_of_the_players_of_a_match_are_asked_for_before_both_rooms_have_played,
    ),
    "http DELETE /v1/players/me": _DELETION,
    "query /v1/players/me confirm": _DELETION,
    "http POST /v1/players/me/codes": _CODES,
    "http POST /v1/tokens": _CODES,
    "http DELETE /v1/tokens": _CODES,
    "query /v1/tokens which": _CODES,
    "http GET /v1/tables": _READING,
    "http POST /v1/tables": shut(
        "it makes a new table and tells nothing of others", bridge.a_second_table_is_opened_with_the_same_name
    ),
    "http POST /v1/matches": shut(
        "it makes new tables and tells nothing of others", bridge.a_second_table_is_opened_with_the_same_name
    ),
    "http POST /v1/sets": shut(
        "it makes new tables and tells nothing of others",
        bridge.the_comparison_of_a_set_is_asked_for_before_its_last_table_has_played,
    ),
    "http GET /v1/events": Safe("it lists the names of events"),
    "http POST /v1/events": _NEW_TABLE,
    "http POST /v1/events/{event}": _EVENTS,
    "http GET /v1/events/{event}": _EVENTS,
    "http GET /v1/events/{event}/ranking": _EVENTS,
    "http GET /v1/events/{event}/results": _EVENTS,
    "query /v1/events/{event}/results format": _EVENTS,
    "query /v1/events/{event}/results version": _EVENTS,
    "http GET /v1/sets/{set}": _COMPARISON,
    "query /v1/sets/{set} scoring": _COMPARISON,
    "query /v1/sets/{set} format": _COMPARISON,
    "http GET /v1/tables/{table}": _READING,
    "http GET /v1/tables/{table}/invitation": shut(
        "the link of a table shows its host, its game and its options, and nothing of its deals",
        bridge.an_invitation_is_read_in_mid_deal,
    ),
    "http GET /v1/reach": Safe("it names the server's own addresses, to a client on the server's machine"),
    **dict.fromkeys(
        ("http POST /v1/tables/{table}/sit", "http POST /v1/tables/{table}/stand"),
        shut("it is the same request over HTTP", bridge.chairs_are_left_and_asked_for_over_http),
    ),
    "http POST /v1/tables/{table}/teams": shut(
        "a program of a team sits down like any other guest, so that in mid-deal all players have to agree",
        bridge.a_host_reserves_a_seat_for_a_program_in_mid_deal,
    ),
    "http GET /v1/tables/{table}/stream": _READING,
    "http GET /v1/tables/{table}/analysis": _READING,
    "http GET /v1/tables/{table}/card/{side}": _READING,
    "http GET /v1/tables/{table}/meanings": _MEANINGS,
    "http GET /v1/games/{game}": _READING,
    "http GET /v1/games/{game}/analysis": _READING,
    "query /v1/games/{game} format": _READING,
    "query /v1/games/{game} turn": _READING,
    "query /v1/games/{game} as": _READING,
    "query /v1/games/{game} dd": _READING,
    "query /v1/tables access": _NEW_TABLE,
    "query /v1/matches access": _NEW_TABLE,
    "query /v1/sets access": _NEW_TABLE,
    "query /v1/tables/{table} as": _READING,
    "query /v1/tables/{table}/stream as": _READING,
    "query /v1/tables/{table}/card/{side} as": Safe("a convention card holds no hand, whoever asks"),
    "query /v1/tables/{table}/card name": _NAMES,
    "http POST /v1/tables/{table}/act": shut(
        "only the player of a chair acts", bridge.a_watcher_acts_for_a_player
    ),
    "http PUT /v1/tables/{table}/card": Safe("a convention card is what its player wrote, and holds no hand"),
    **{
        f"query {path} {field}": _NAMES
        for path, field in (
            ("/v1/tables", "game"),
            ("/v1/tables", "text"),
            ("/v1/tables", "cursor"),
            ("/v1/tables", "name"),
            ("/v1/matches", "game"),
            ("/v1/matches", "name"),
            ("/v1/sets", "game"),
            ("/v1/sets", "name"),
            ("/v1/sets", "tables"),
            ("/api/lobby/tables", "has_seats"),
            ("/api/lobby/tables", "search"),
        )
    },
    **{
        f"http GET {path}": _STATIC
        for path in (
            "/",
            "/files/{name}",
            "/v1/schema.json",
            "/v1/schemas",
            "/v1/schemas/{game}",
            "/v1/openapi.json",
            "/v1/asyncapi.json",
            "/api/openapi.json",
            "/healthz",
            "/readyz",
        )
    },
    "http GET /api/build-info": _STATIC,
    "http GET /metrics": Proven(
        "no number depends on a hidden card, and no label names one", "tests/secrecy/test_canary.py"
    ),
    "socket /v1/ws": Safe("each of its messages is judged by itself"),
    "socket /": Safe("each of its messages is judged by itself"),
    "http POST /api/auth/guest": Safe("it makes a guest, without a right at any table"),
    "http POST /api/auth/logout": _OWN_SESSION,
    **{
        f"http {address}": _UNKNOWN
        for address in (
            "POST /api/auth/register",
            "GET /api/auth/verify-email",
            "POST /api/auth/resend-verification",
            "POST /api/auth/login",
            "POST /api/auth/forgot-password",
            "POST /api/auth/reset-password",
            "GET /api/profile/{player}",
            "GET /api/players/search",
            "POST /api/friends/request",
            "POST /api/friends/accept",
            "POST /api/friends/decline",
            "GET /api/friends",
            "DELETE /api/friends/{player}",
            "GET /api/friends/{player}/table",
            "POST /api/friends/{player}/go-to-table",
            "POST /api/players/{player}/block",
            "DELETE /api/players/{player}/block",
            "GET /api/players/blocked",
        )
    },
    f"http GET {_API}/state": shut(
        "the state has the asker's own hand only",
        other.an_observer_of_the_seed_follows_a_hand,
        bridge.the_archive_gives_nothing_of_a_deal_that_goes_on,
    ),
    **{f"http POST {_API}/{name}": _PLAYING for name in ("bid", "reveal-hand", "blind-nil-exchange", "play")},
    "http GET /api/tables": _READING,
    "http GET /api/lobby/tables": _READING,
    "http GET /api/player/table": _READING,
    "http POST /api/tables": shut(
        "it makes a new table, with its host in a chair", other.an_observer_of_the_seed_follows_a_hand
    ),
    f"http POST {_API}/sit": shut(
        "nobody but its own player takes a chair once the game has begun",
        other.the_seeds_host_assigns_a_seat_of_the_game,
        other.the_seeds_host_kicks_a_player_for_a_second_guest,
        other.a_player_of_the_seeds_table_leaves_for_a_second_guest,
    ),
    f"http POST {_API}/assign-seat": _FORBIDDEN_IN_GAME,
    f"http POST {_API}/kick": _FORBIDDEN_IN_GAME,
    f"http POST {_API}/add-bot": shut(
        "a bot takes a free chair before the game only", other.the_seeds_host_assigns_a_seat_of_the_game
    ),
    f"http POST {_API}/change-seat": _LEAVING,
    f"http POST {_API}/stand": _LEAVING,
    f"http POST {_API}/leave": _LEAVING,
    f"http POST {_API}/arrive": _LEAVING,
    f"http POST {_API}/join": _LEAVING,
    f"http POST {_API}/join-link": _LINKS,
    f"http GET {_API}/join-link": _LINKS,
    f"http POST {_API}/spectator-link": _LINKS,
    f"http POST {_API}/invite": _LINKS,
    f"http POST {_API}/visibility": _LINKS,
    "http POST /api/tables/join-link/{token}": _LINKS,
    "http POST /api/tables/spectator-link/{token}": _LINKS,
    "http POST /api/invites/{invite}/decline": _LINKS,
    f"http POST {_API}/transfer-host": shut(
        "a new host has no more rights than the old one", other.the_seeds_host_changes_in_mid_game
    ),
    f"http POST {_API}/terminate": shut(
        "a hand that is ended stays hidden", other.the_seeds_host_changes_in_mid_game
    ),
}

VERDICTS: dict[str, Verdict] = {**REQUESTS, **POLICIES, **COMMANDS, **MOVES, **MESSAGES, **ADDRESSES}
ROOMS_OF_THE_SERVER = ("command ", "audience ", "group ", "socket ")
"""The doors of the server's own rooms: no message names them, so an attempt cannot be seen to use them."""
