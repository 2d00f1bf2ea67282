"""The protocol's types for Hanabi: cards, clues, actions, variants and views."""

from protocol.v1.hanabi.actions import (
    Action as Action,
)
from protocol.v1.hanabi.actions import (
    Clue as Clue,
)
from protocol.v1.hanabi.actions import (
    ColorClue as ColorClue,
)
from protocol.v1.hanabi.actions import (
    Deal as Deal,
)
from protocol.v1.hanabi.actions import (
    Discard as Discard,
)
from protocol.v1.hanabi.actions import (
    OutOfTime as OutOfTime,
)
from protocol.v1.hanabi.actions import (
    PlayCard as PlayCard,
)
from protocol.v1.hanabi.actions import (
    RankClue as RankClue,
)
from protocol.v1.hanabi.actions import (
    Vote as Vote,
)
from protocol.v1.hanabi.ends import (
    End as End,
)
from protocol.v1.hanabi.nouns import (
    Card as Card,
)
from protocol.v1.hanabi.nouns import (
    Character as Character,
)
from protocol.v1.hanabi.nouns import (
    Direction as Direction,
)
from protocol.v1.hanabi.nouns import (
    Ended as Ended,
)
from protocol.v1.hanabi.nouns import (
    Fate as Fate,
)
from protocol.v1.hanabi.nouns import (
    Given as Given,
)
from protocol.v1.hanabi.nouns import (
    Order as Order,
)
from protocol.v1.hanabi.nouns import (
    SeatNumber as SeatNumber,
)
from protocol.v1.hanabi.options import (
    Options as Options,
)
from protocol.v1.hanabi.options import (
    Seed as Seed,
)
from protocol.v1.hanabi.variants import (
    START as START,
)
from protocol.v1.hanabi.variants import (
    Rank as Rank,
)
from protocol.v1.hanabi.variants import (
    Special as Special,
)
from protocol.v1.hanabi.variants import (
    SpecialRank as SpecialRank,
)
from protocol.v1.hanabi.variants import (
    Suit as Suit,
)
from protocol.v1.hanabi.variants import (
    SuitNumber as SuitNumber,
)
from protocol.v1.hanabi.variants import (
    Touch as Touch,
)
from protocol.v1.hanabi.variants import (
    Variant as Variant,
)
from protocol.v1.hanabi.views import (
    Clued as Clued,
)
from protocol.v1.hanabi.views import (
    Dealt as Dealt,
)
from protocol.v1.hanabi.views import (
    GameResult as GameResult,
)
from protocol.v1.hanabi.views import (
    HanabiOwn as HanabiOwn,
)
from protocol.v1.hanabi.views import (
    HanabiPub as HanabiPub,
)
from protocol.v1.hanabi.views import (
    Last as Last,
)
from protocol.v1.hanabi.views import (
    Moved as Moved,
)
from protocol.v1.hanabi.views import (
    Phase as Phase,
)
from protocol.v1.hanabi.views import (
    Stopped as Stopped,
)
from protocol.v1.hanabi.views import (
    Voted as Voted,
)
