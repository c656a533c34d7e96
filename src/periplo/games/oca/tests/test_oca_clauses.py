"""Every clause of the goose game as a position and a sentence, in the order of the rules."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from periplo.core.errors import BadPosition, BadRecord, IllegalAction
from periplo.core.state import TABLE, Event
from periplo.games.oca import GAME
from periplo.play.match import Match
from periplo.play.record import split_action

START, WELL, GARDEN = 0, 31, 63
IN_THE_WELL = (WELL, -1)
GEESE = (5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59)
OWN = (60, 55, 47, 44, 40, 37, 33, 28, 25, 20)
NEVER_RESTED_ON = (6, 12, 15, 39, 42, 48, 58)
THROWS = [f"{a}+{b}" for a in range(1, 7) for b in range(a, 7)]
STAY, SWAP = 21, 22

Flock = dict[str, Any]
Position = dict[str, Any]
Stray = int | tuple[int, int]  # its square, or its square and `held`


# a position in one line


def flock(
    bearer: int = START,
    held: int = 0,
    *,
    strays: Iterable[Stray] = (),
    home: int | None = None,
    eggs: int | None = None,
    throws: int = 0,
    spent: bool = False,
    own: int | None = None,
) -> Flock:
    """A flock; unless told, whoever is not astray is at home and eggs are those of the strays."""
    pieces = [stray if isinstance(stray, tuple) else (stray, 0) for stray in strays]
    return {
        "square": own,
        "bearer": bearer,
        "held": held,
        "strays": [{"at": at, "held": held} for at, held in pieces],
        "home": home,
        "eggs": sum(at == GARDEN for at, _ in pieces) if eggs is None else eggs,
        "throws": throws,
        "spent": spent,
    }


def race(
    *flocks: Flock,
    turn: int = 0,
    number: int = 1,
    dice: list[int] | None = None,
    owed: int = 0,
    **options: Any,
) -> Match:
    """A match at this position; flocks are of 12 people unless `home` is told."""
    set_up = {
        "squares": [one["square"] or own for one, own in zip(flocks, OWN, strict=False)],
        "flock": [
            12 if one["home"] is None else 1 + len(one["strays"]) + one["home"] for one in flocks
        ],
        **options,
    }
    start = _written(flocks, set_up, number, turn, dice, owed, None)
    return Match(GAME, GAME.seat_names[: len(flocks)], set_up, start=start)


def then(
    match: Match,
    *flocks: Flock,
    turn: int = 1,
    number: int = 1,
    dice: list[int] | None = None,
    owed: int = 0,
    winner: int | None = None,
) -> Position:
    """The whole position that `match` should have come to."""
    return _written(flocks, match.record.options, number, turn, dice, owed, winner)


def _written(
    flocks: tuple[Flock, ...],
    options: dict[str, Any],
    number: int,
    turn: int,
    dice: list[int] | None,
    owed: int,
    winner: int | None,
) -> Position:
    written = []
    for one, square, people in zip(flocks, options["squares"], options["flock"], strict=True):
        home = people - 1 - len(one["strays"]) if one["home"] is None else one["home"]
        written.append({**one, "square": square, "home": home})
    return {
        "race": number,
        "turn": turn,
        "phase": "swap" if dice else "throw" if winner is None else "over",
        "dice": dice,
        "owed": owed,
        "winner": winner,
        "flocks": written,
    }


def throw(match: Match, *dice: str) -> None:
    for pair in dice:
        _write(match, pair)


def decide(match: Match, text: str) -> None:
    _write(match, f"{match.position()['turn'] + 1}: {text}")


def _write(match: Match, written: str) -> None:
    """Play it twice: the race must go on in the same way where nobody listens to the events."""
    unheard = match.state.copy()
    match.write(written)
    actor, text = split_action(written)
    unheard.apply(actor, GAME.parse(unheard, actor, text))
    assert GAME.position(unheard) == match.position()


# small readers


def told(match: Match, clause: str) -> list[str]:
    """The kinds of the last action's events that follow from a clause."""
    return [event["kind"] for event in match.events[-1] if event["rule"] == clause]


def events(match: Match, kind: str) -> list[Event]:
    return [event for event in match.events[-1] if event["kind"] == kind]


def bearer(match: Match, seat: int = 0) -> tuple[int, int]:
    one = match.position()["flocks"][seat]
    return one["bearer"], one["held"]


def strays(match: Match, seat: int = 0) -> list[tuple[int, int]]:
    return [(one["at"], one["held"]) for one in match.position()["flocks"][seat]["strays"]]


def decisions(match: Match) -> dict[str, list[str]]:
    """What seats may decide; nothing while the table is to throw."""
    return {actor: texts for actor, texts in match.legal().items() if actor != "table"}


# ---- seats throw in turn


def test_flocks_throw_in_seat_order_and_the_first_follows_the_last() -> None:
    """OCA-1: seats throw in turn, in seat order."""
    match = race(flock(), flock(), flock())
    turns = []
    for _ in range(4):
        assert match.legal() == {"table": THROWS}
        throw(match, "1+3")
        turns.append(match.position()["turn"])
    assert turns == [1, 2, 0, 1]
    assert match.position() == then(match, flock(8, throws=2), flock(4, throws=1),
                                    flock(4, throws=1), turn=1)  # fmt: skip


def test_no_flock_acts_while_the_dice_are_to_be_thrown() -> None:
    """OCA-1: a seat has nothing to decide before the throw."""
    match = race(flock(20, own=20), flock(40))
    for actor in (0, 1, TABLE):
        assert not match.state.is_legal(actor, STAY)
        with pytest.raises(IllegalAction, match="flock 1 throws the dice now") as refused:
            match.state.apply(actor, STAY)
        assert refused.value.clause == "OCA-1"
    assert match.state.legal(0) == []
    assert match.position() == then(match, flock(20), flock(40), turn=0)


# ---- winning and turning back


def test_the_first_bearer_exactly_on_63_wins_and_nothing_else_moves() -> None:
    """OCA-2: no stray moves, nothing is paid, the turn stays with the winner."""
    match = race(flock(60, strays=[28, 16], throws=3), flock(31, -1, strays=[4], throws=3))
    throw(match, "1+2")
    assert match.position() == then(
        match,
        flock(63, strays=[28, 16], throws=4),
        flock(31, -1, strays=[4], throws=3),
        turn=0,
        winner=0,
    )
    assert told(match, "OCA-2") == ["won"]
    assert told(match, "OCA-3") == []
    assert match.legal() == {}
    assert match.state.outcomes() == []
    assert match.state.legal(TABLE) == []
    assert match.state.winners() == [0]


def test_nobody_acts_after_the_win() -> None:
    """OCA-2: the race stops at once."""
    match = race(flock(60, throws=3), flock(30))
    throw(match, "1+2")
    with pytest.raises(BadRecord, match="the game is over"):
        throw(match, "1+1")
    with pytest.raises(IllegalAction, match="the game is over"):
        match.state.apply(TABLE, 0)


def test_the_second_flock_can_win_and_keeps_the_turn() -> None:
    """OCA-2: whoever arrives first wins, whatever its seat."""
    match = race(flock(62), flock(53, throws=9), flock(30), turn=1)
    throw(match, "4+6")
    assert match.position() == then(
        match, flock(62), flock(63, throws=10), flock(30), turn=1, winner=1
    )


def test_a_goose_can_carry_the_bearer_to_the_win() -> None:
    """OCA-2: 55 and a throw of 4 walks over the goose on 59 to 63."""
    match = race(flock(55, throws=3), flock())
    throw(match, "1+3")
    assert match.position() == then(match, flock(63, throws=4), flock(), turn=0, winner=0)


def test_a_leap_over_62_wins() -> None:
    """OCA-2: the square just past 62 is the garden."""
    match = race(flock(throws=3), flock(62))
    throw(match, "1+2")
    assert match.position() == then(match, flock(63, throws=4), flock(62), turn=0, winner=0)
    assert told(match, "OCA-8") == ["leapt"]


def test_what_is_beyond_63_is_walked_back() -> None:
    """OCA-3: the examples of the rules: 61 and 1+3 makes 65, which is 61."""
    match = race(flock(61), flock())
    throw(match, "1+3")
    assert match.position() == then(match, flock(61, throws=1), flock())
    assert told(match, "OCA-3") == ["turned"]


def test_the_way_back_can_lead_to_the_tomb() -> None:
    """OCA-3: the examples of the rules: 60 and 2+6 makes 68, which is 58, which leads to 1."""
    match = race(flock(60), flock(20))
    throw(match, "2+6")
    assert match.position() == then(match, flock(1, throws=1), flock(20))
    assert told(match, "OCA-3") == ["turned"]
    assert told(match, "OCA-18") == ["sent"]


def test_the_way_back_can_lead_to_prison_and_strays_turn_too() -> None:
    """OCA-3: 62 and 12 makes 74, which is 52; a stray on 53 turns at 63 as well."""
    match = race(flock(62, strays=[53]), flock())
    throw(match, "6+6")
    assert match.position() == then(match, flock(52, 2, strays=[61, 1], throws=1), flock())


# ---- the own square


def test_a_bearer_that_walks_to_its_own_square_may_swap() -> None:
    """OCA-4: the decision comes before the strays move, and the position tells the dice."""
    match = race(flock(17, strays=[4], own=20), flock(40))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(20, strays=[4], throws=1), flock(40), turn=0, dice=[1, 2]
    )
    assert match.legal() == {"1": ["stay", "swap 2"]}
    assert match.state.legal(0) == [STAY, SWAP + 1]
    assert match.state.legal(TABLE) == []
    assert match.state.outcomes() == []


def test_who_stays_on_its_own_square_then_moves_its_strays() -> None:
    """OCA-4: `stay` changes no places."""
    match = race(flock(17, strays=[4], own=20), flock(40))
    throw(match, "1+2")
    decide(match, "stay")
    assert match.position() == then(match, flock(20, strays=[7], throws=1), flock(40))
    assert told(match, "OCA-4") == ["stayed"]


def test_who_swaps_changes_squares_and_then_moves_its_strays() -> None:
    """OCA-4: `swap 2` is with the second seat."""
    match = race(flock(17, strays=[4], own=20), flock(40), flock(33))
    throw(match, "1+2")
    assert decisions(match) == {"1": ["stay", "swap 2", "swap 3"]}
    decide(match, "swap 2")
    assert match.position() == then(match, flock(40, strays=[7], throws=1), flock(20), flock(33))
    assert told(match, "OCA-4") == ["swapped"]


def test_the_last_flock_may_swap_and_the_first_throws_next() -> None:
    """OCA-4: the partner may sit before or after."""
    match = race(flock(40), flock(), flock(30, own=33), turn=2)
    throw(match, "1+2")
    assert decisions(match) == {"3": ["stay", "swap 1"]}
    decide(match, "swap 1")
    assert match.position() == then(match, flock(33), flock(), flock(40, throws=1), turn=0)


@pytest.mark.parametrize(
    ("start", "own", "owed", "clause"),
    [(4, 17, 1, "OCA-9"), (13, 10, 1, "OCA-11"), (37, 34, 1, "OCA-14"), (46, 51, 2, "OCA-16")],
)
def test_a_bearer_sent_to_its_own_square_may_swap(
    start: int, own: int, owed: int, clause: str
) -> None:
    """OCA-4: bridge, bird, stairs and tower count; what they ask is owed while deciding."""
    match = race(flock(start, own=own), flock(30))
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(own, throws=1), flock(30), turn=0, dice=[1, 1], owed=owed
    )
    assert decisions(match) == {"1": ["stay", "swap 2"]}
    assert told(match, clause) == ["owes", "sent"]
    assert told(match, "OCA-24") == []
    decide(match, "swap 2")
    assert match.position() == then(match, flock(30, strays=[1] * owed, throws=1), flock(own))


@pytest.mark.parametrize(
    ("rival", "own", "owed"), [(19, 20, 0), (4, 8, 0), (5, 17, 1), (47, 51, 2), (14, 10, 1)]
)
def test_a_bearer_that_leaps_to_its_own_square_may_swap(rival: int, own: int, owed: int) -> None:
    """OCA-4: by the leap itself, by a goose behind it or by the square that sends it on."""
    match = race(flock(own=own), flock(rival))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(own, throws=1), flock(rival), turn=0, dice=[1, 2], owed=owed
    )
    assert decisions(match) == {"1": ["stay", "swap 2"]}


@pytest.mark.parametrize(
    ("start", "dice", "own"), [(61, "1+3", 61), (10, "1+3", 22), (55, "6+6", 47), (60, "2+4", 60)]
)
def test_a_bearer_that_walks_by_geese_or_turns_back_to_its_own_square_may_swap(
    start: int, dice: str, own: int
) -> None:
    """OCA-4: any walk counts, one that ends where it began too."""
    match = race(flock(start, own=own), flock(30))
    throw(match, dice)
    assert bearer(match) == (own, 0)
    assert decisions(match) == {"1": ["stay", "swap 2"]}


def test_partners_stand_on_1_to_62_and_on_another_square() -> None:
    """OCA-4: START and the bearer's own square are no squares to change with."""
    match = race(flock(17, own=20), flock(START), flock(20), flock(1), flock(62), flock(31, -1))
    throw(match, "1+2")
    assert decisions(match) == {"1": ["stay", "swap 4", "swap 5", "swap 6"]}
    assert match.state.legal(0) == [STAY, SWAP + 3, SWAP + 4, SWAP + 5]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_swap_with_nobody_fit_for_it_is_refused(seat: int) -> None:
    """OCA-4: oneself, a bearer on START, one on the same square, a seat that is not there."""
    match = race(flock(17, own=20), flock(START), flock(20), flock(40))
    throw(match, "1+2")
    action = SWAP + (seat if seat < 3 else 9)
    assert not match.state.is_legal(0, action)
    before = match.position()
    with pytest.raises(IllegalAction, match="with another bearer on 1 to 62") as refused:
        match.state.apply(0, action)
    assert refused.value.clause == "OCA-4"
    assert match.position() == before


def test_nobody_throws_before_the_decision() -> None:
    """OCA-4: the table and the other seats wait."""
    match = race(flock(17, own=20), flock(40))
    throw(match, "1+2")
    for actor, action in ((TABLE, 0), (1, STAY)):
        with pytest.raises(IllegalAction, match="flock 1 decides first") as refused:
            match.state.apply(actor, action)
        assert refused.value.clause == "OCA-4"
    with pytest.raises(BadRecord, match="it is the turn of: 1"):
        throw(match, "1+1")


@pytest.mark.parametrize("rival", [START, 20])
def test_with_nobody_to_swap_with_there_is_no_decision(rival: int) -> None:
    """OCA-4: the throw goes on at once."""
    match = race(flock(17, strays=[4], own=20), flock(rival))
    throw(match, "1+2")
    assert match.position() == then(match, flock(20, strays=[7], throws=1), flock(rival))


def test_strays_never_swap() -> None:
    """OCA-4: neither on their flock's square nor as partners."""
    match = race(flock(40, strays=[17], own=20), flock(30))
    throw(match, "1+2")
    assert match.position() == then(match, flock(43, strays=[20], throws=1), flock(30))
    match = race(flock(17, own=20), flock(START, strays=[40]))
    throw(match, "1+2")
    assert match.position() == then(match, flock(20, throws=1), flock(strays=[40]))


def test_a_foreign_own_square_offers_nothing() -> None:
    """OCA-4: only one's own flock's square counts."""
    match = race(flock(17, own=25), flock(40, own=20))
    throw(match, "1+2")
    assert match.position() == then(match, flock(20, throws=1), flock(40))


@pytest.mark.parametrize(
    ("own", "dice"), [(10, "1+1"), (8, "1+3"), (7, "1+4"), (7, "2+3"), (4, "2+6"), (4, "4+4")]
)
def test_a_bearer_the_mill_sends_back_to_its_own_square_may_not_swap(own: int, dice: str) -> None:
    """OCA-4: never by the mill, OCA-10."""
    match = race(flock(own, own=own), flock(30))
    throw(match, dice)
    assert match.position() == then(match, flock(own, throws=1), flock(30))
    assert told(match, "OCA-10") == ["sent"]


@pytest.mark.parametrize(("own", "dice"), [(40, "1+1"), (38, "1+3"), (37, "2+3"), (30, "1+5"),
                                           (22, "4+6"), (60, "6+6")])  # fmt: skip
def test_a_bearer_the_labyrinth_sends_back_to_its_own_square_may_not_swap(
    own: int, dice: str
) -> None:
    """OCA-4: never by the labyrinth, OCA-15; the pledge for 42 is paid."""
    match = race(flock(own, own=own), flock(21))
    throw(match, dice)
    assert match.position() == then(match, flock(own, strays=[1], throws=1), flock(21))
    assert told(match, "OCA-15") == ["owes", "sent"]


@pytest.mark.parametrize("dice", ["3+6", "4+5"])
def test_gathering_offers_no_swap(dice: str) -> None:
    """OCA-4: never by OCA-19, from the own square neither."""
    match = race(flock(20, own=20), flock(40))
    throw(match, dice)
    assert match.position()["phase"] == "throw"
    assert match.position()["turn"] == 1


def test_a_swap_that_ends_on_own_squares_offers_no_other() -> None:
    """OCA-4: never by OCA-4, for neither of the two."""
    match = race(flock(17, own=20), flock(40, own=25), flock(25, own=40))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(40, throws=1), flock(20), flock(25))
    assert decisions(match) == {}


def test_a_bearer_that_covers_offers_no_swap() -> None:
    """OCA-4: never by OCA-24, which comes after the decision."""
    match = race(flock(4, own=17, home=0, strays=[20] * 9), flock(40))
    throw(match, "1+1")
    assert decisions(match) == {"1": ["stay", "swap 2"]}
    decide(match, "stay")
    assert match.position() == then(
        match, flock(1, strays=[22] * 9, throws=1, spent=True), flock(40)
    )


def test_a_decision_can_be_taken_up_from_a_written_position() -> None:
    """OCA-4: with the dice and what the bearer owes; no throw need lead there."""
    match = race(flock(20, strays=[IN_THE_WELL, 4], own=20, throws=1), flock(40), flock(),
                 dice=[1, 1], owed=2)  # fmt: skip
    assert match.legal() == {"1": ["stay", "swap 2"]}
    decide(match, "swap 2")
    # the stray crosses the bridge and owes a third pledge
    assert match.position() == then(
        match, flock(40, strays=[IN_THE_WELL, 17, 1, 1, 1], throws=1), flock(20), flock()
    )


def test_bearers_exchange_what_they_have_to_miss() -> None:
    """OCA-R4: squares and `held` change hands."""
    match = race(flock(17, own=20), flock(52, 2))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(52, 2, throws=1), flock(20))


@pytest.mark.parametrize("square", [1, 2, 3, 19, 23, 26, 31, 52, 53, 59])
def test_no_square_acts_on_those_who_swap(square: int) -> None:
    """OCA-R4: no pledge, leap, walk or wait comes of a swap."""
    match = race(flock(17, own=20), flock(square), flock(10))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(square, throws=1), flock(20), flock(10))


def test_a_bearer_can_swap_itself_into_the_well() -> None:
    """OCA-R4: it is held there without a pledge, and the other walks from 20."""
    match = race(flock(17, own=20), flock(*IN_THE_WELL))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(*IN_THE_WELL, throws=1), flock(20))
    throw(match, "1+1", "1+1")
    assert match.position() == then(match, flock(*IN_THE_WELL, throws=2), flock(22, throws=1))


def test_a_swap_is_no_falling_into_the_well() -> None:
    """OCA-R4: who takes the place of a free bearer on 31 frees nobody there."""
    match = race(flock(17, own=20, strays=[IN_THE_WELL]), flock(31))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(31, strays=[IN_THE_WELL], throws=1), flock(20))
    assert told(match, "OCA-13") == ["waits"]


# ---- geese


@pytest.mark.parametrize(
    ("start", "dice", "end"),
    [
        (1, "1+3", 13),  # 5 9 13
        (10, "2+2", 22),  # 14 18 22
        (8, "2+4", 20),  # 14 20
        (13, "2+3", 28),  # 18 23 28
        (22, "1+4", 37),  # 27 32 37
        (40, "1+4", 55),  # 45 50 55
        (46, "1+3", 1),  # 50 54 58, the tomb
        (18, "1+1", 20),  # the goose it stands on does not act again
        (49, "1+4", 62),  # 54 59 64, walked back
        (62, "2+3", 49),  # 67 is 59, then 54, then 49
        (51, "2+6", 51),  # 59, then 67 which is 59 again, then 51
        (61, "2+4", 53),  # 67 is 59, then 53
        (57, "4+6", 49),  # 67 is 59, then 49
        (55, "6+6", 47),  # 67 is 59, then 47
        (61, "5+6", 43),  # 72 is 54, then 43
        (62, "5+5", 44),  # 72 is 54, then 44
    ],
)
def test_on_a_goose_the_piece_walks_the_total_again(start: int, dice: str, end: int) -> None:
    """OCA-5: and goes on backwards once it has turned back; strays walk the same way."""
    match = race(flock(start), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(end, throws=1), flock())
    match = race(flock(52, 2, strays=[start]), flock())
    throw(match, dice)
    assert (end, 0) in strays(match)


def test_a_goose_can_lead_to_the_inn_the_prison_and_the_tower() -> None:
    """OCA-5: where the walk ends the square acts: 9 14 19; 59 52; 59 48."""
    match = race(flock(4), flock())
    throw(match, "1+4")
    assert match.position() == then(match, flock(19, 1, strays=[1], throws=1), flock())
    match = race(flock(60), flock())
    throw(match, "3+4")
    assert match.position() == then(match, flock(52, 2, strays=[1], throws=1), flock())
    match = race(flock(56), flock())
    throw(match, "5+6")
    assert match.position() == then(match, flock(51, strays=[1, 1], throws=1), flock())


def walk(start: int, total: int) -> tuple[int, int, int, int]:
    """By the rules, with nobody to leap over: where, `held`, pledges, and geese met."""
    at, step, geese = start, total, 0
    before = start
    while True:
        before, at = at, at + step
        if at > GARDEN:
            at, step = GARDEN - (at - GARDEN), -step
        if at not in GEESE or geese == 3:
            break
        geese += 1
    sent = {6: 17, 12: before, 15: 10, 39: 34, 42: start, 48: 51, 58: 1}
    held = {19: 1, WELL: -1, 52: 2}
    pledges = {2: 3, 6: 1, 15: 1, 19: 1, WELL: 1, 39: 1, 42: 1, 48: 2, 52: 1}
    return sent.get(at, at), held.get(at, 0), pledges.get(at, 0), geese


def test_every_walk_from_every_square_ends_where_the_rules_say() -> None:
    """OCA-5: all squares and throws; the third repetition is the last, and none needs it."""
    most = 0
    for start in sorted(set(range(GARDEN)) - set(NEVER_RESTED_ON)):
        for dice in THROWS:
            total = int(dice[0]) + int(dice[2])
            if total == 9:
                continue
            at, held, pledges, geese = walk(start, total)
            match = race(flock(start, throws=3, own=4 if start != 4 else 7), flock())
            throw(match, dice)
            assert bearer(match) == (at, held), (start, dice)
            # those who are called out to the square of the bearer come home again
            paid = pledges if at not in (1, GARDEN) else 0
            assert strays(match) == [(1, 0)] * paid, (start, dice)
            assert match.state.over() == (at == GARDEN)
            most = max(most, geese)
    assert most == 2


def test_the_geese_stand_where_the_classic_board_has_them() -> None:
    """OCA-R1: walks go on from these squares and from no other."""
    met = set()
    for start in sorted(set(range(GARDEN)) - set(NEVER_RESTED_ON)):
        for dice in THROWS:
            match = race(flock(start), flock())
            throw(match, dice)
            met |= {event["from"] for event in events(match, "walked") if event["rule"] == "OCA-5"}
    assert tuple(sorted(met)) == GEESE
    assert tuple(GAME.board()["geese"]) == GEESE


# ---- the dice squares


@pytest.mark.parametrize("start", [START, 22, 30, 62])
@pytest.mark.parametrize(("dice", "end"), [("3+6", 26), ("6+3", 26), ("4+5", 53), ("5+4", 53)])
def test_3_and_6_go_to_26_and_4_and_5_to_53(start: int, dice: str, end: int) -> None:
    """OCA-6: at any time in the game, also where a walk would meet a square that acts."""
    match = race(flock(start, throws=7), flock(30))
    throw(match, dice)
    assert match.position() == then(match, flock(end, throws=8), flock(30))
    assert told(match, "OCA-6") == ["gathered"]


@pytest.mark.parametrize(("start", "end"), [(20, 26), (47, 53)])
def test_nothing_happens_to_who_walks_to_a_dice_square(start: int, end: int) -> None:
    """OCA-6: 26 and 53 do nothing else."""
    match = race(flock(start, strays=[4]), flock(30))
    throw(match, "1+5")
    assert match.position() == then(match, flock(end, strays=[10], throws=1), flock(30))


def test_square_2_asks_three_pledges() -> None:
    """OCA-7: the examples of the rules: home 11, 1+1 from START: three strays, home 8."""
    match = race(flock(home=11), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(2, strays=[1, 1, 1], home=8, throws=1), flock())
    assert events(match, "owes") == [
        {"rule": "OCA-7", "kind": "owes", "seat": 0, "piece": "bearer", "at": 2, "pledges": 3}
    ]
    assert events(match, "called") == [{"rule": "OCA-24", "kind": "called", "seat": 0, "people": 3}]


# ---- leapfrog


@pytest.mark.parametrize("rival", [START, 1, 2, 3])
def test_with_nobody_ahead_a_piece_stays_on_3(rival: int) -> None:
    """OCA-8: competitors are looked for on 4 to 62."""
    match = race(flock(), flock(rival))
    throw(match, "1+2")
    assert match.position() == then(match, flock(3, throws=1), flock(rival))
    assert told(match, "OCA-8") == ["no_leap"]


def test_a_piece_leaps_over_the_nearest_competitor() -> None:
    """OCA-8: to the square just past it."""
    match = race(flock(), flock(30), flock(2), flock(24), flock(45))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(25, throws=1), flock(30), flock(2), flock(24), flock(45)
    )
    assert told(match, "OCA-8") == ["leapt"]


@pytest.mark.parametrize(
    ("rival", "end", "held", "owed"),
    [
        (4, 8, 0, 0),  # a goose walks the throw's total on
        (5, 17, 0, 1),  # the bridge
        (8, 9, 0, 0),  # a goose to the mill, which sends it back to the goose
        (13, 17, 0, 0),  # a goose
        (14, 10, 0, 1),  # the bird
        (18, 19, 1, 1),  # the inn
        (25, 26, 0, 0),  # a dice square
        (30, 31, -1, 1),  # the well
        (31, 35, 0, 0),  # a goose
        (38, 34, 0, 1),  # the stairs
        (41, START, 0, 1),  # the labyrinth sends it back to where the throw began
        (47, 51, 0, 2),  # the tower
        (51, 52, 2, 1),  # the prison
        (53, 57, 0, 0),  # a goose
        (57, 1, 0, 0),  # the tomb
        (61, 62, 0, 0),
    ],
)
def test_a_leaper_meets_the_square_it_lands_on(rival: int, end: int, held: int, owed: int) -> None:
    """OCA-8: that square acts normally."""
    match = race(flock(), flock(rival))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(end, held, strays=[1] * owed, throws=1), flock(rival)
    )
    assert told(match, "OCA-8") == ["leapt"]


def test_a_leap_from_1_walks_the_smaller_total_on() -> None:
    """OCA-8: 1 and 1+1 comes to 3 too, leaps over 4 to the goose on 5 and walks 2."""
    match = race(flock(1), flock(4))
    throw(match, "1+1")
    assert match.position() == then(match, flock(7, throws=1), flock(4))


def test_a_leap_into_the_labyrinth_goes_back_to_1_where_the_throw_began() -> None:
    """OCA-8: the person pledged for 42 then meets the bearer on 1 and goes home."""
    match = race(flock(1), flock(41))
    throw(match, "1+1")
    assert match.position() == then(match, flock(1, home=11, throws=1), flock(41))
    assert told(match, "OCA-15") == ["owes", "sent"]
    assert told(match, "OCA-22") == ["reunited"]


def test_nobody_leaps_over_their_own_flock() -> None:
    """OCA-8: a stray on 3 does not leap over its own bearer or another stray."""
    for leapfrog in ("bearers", "pieces"):
        match = race(flock(20, strays=[43, 1]), flock(), leapfrog=leapfrog)
        throw(match, "1+1")
        # 43 walks over the goose on 45 to 47
        assert match.position() == then(match, flock(22, strays=[47, 3], throws=1), flock())


def test_a_stray_leaps_over_the_bearers_of_others() -> None:
    """OCA-8: strays walk like bearers."""
    match = race(flock(20, strays=[1]), flock(36))
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[37], throws=1), flock(36))


@pytest.mark.parametrize(("answer", "own", "other", "stray"), [("stay", 20, 40, 43),
                                                               ("swap 2", 40, 20, 21)])  # fmt: skip
def test_a_leaper_looks_where_competitors_stand_at_that_moment(
    answer: str, own: int, other: int, stray: int
) -> None:
    """OCA-8: after a swap the rival is nearer: 21 rather than 41, a goose, and on to 43."""
    match = race(flock(18, strays=[1], own=20), flock(40))
    throw(match, "1+1")
    decide(match, answer)
    assert match.position() == then(match, flock(own, strays=[stray], throws=1), flock(other))


def test_strays_of_others_are_no_competitors_unless_the_table_says_so() -> None:
    """OCA-R2: `leapfrog` is "bearers", or "pieces"."""
    choices: tuple[dict[str, Any], ...] = ({}, {"leapfrog": "bearers"})
    for options in choices:
        match = race(flock(), flock(30, strays=[20]), **options)
        throw(match, "1+2")
        assert bearer(match) == IN_THE_WELL  # over 30
    match = race(flock(), flock(30, strays=[35, 20, 3, 1]), leapfrog="pieces")
    throw(match, "1+2")
    assert match.position() == then(match, flock(21, throws=1), flock(30, strays=[35, 20, 3, 1]))


def test_among_pieces_a_bearer_may_be_the_nearest() -> None:
    """OCA-R2: all pieces of the others, bearers too."""
    match = race(flock(), flock(30, strays=[40]), flock(16, strays=[34]), leapfrog="pieces")
    throw(match, "1+2")
    assert bearer(match) == (17, 0)


def test_strays_in_the_garden_are_out_of_the_way() -> None:
    """OCA-R2: nobody leaps over a piece on 63."""
    match = race(flock(), flock(strays=[63, 2]), leapfrog="pieces")
    throw(match, "1+2")
    assert match.position() == then(match, flock(3, throws=1), flock(strays=[63, 2]))


def test_the_mill_sends_a_leaper_back_to_the_horse() -> None:
    """OCA-8a: over 11 to 12, back to 3, and there is nobody to leap back over."""
    match = race(flock(), flock(11))
    throw(match, "1+2")
    assert match.position() == then(match, flock(3, throws=1), flock(11))
    assert told(match, "OCA-8") == ["leapt"]
    assert told(match, "OCA-8a") == ["sent"]
    assert told(match, "OCA-10") == []


def test_a_leaper_sent_back_leaps_over_1_to_start() -> None:
    """OCA-8a: the examples of the rules: a rival on 11 and rivals on 1."""
    match = race(flock(), flock(11), flock(1), flock(1))
    throw(match, "1+2")
    assert match.position() == then(match, flock(throws=1), flock(11), flock(1), flock(1))
    assert told(match, "OCA-8a") == ["sent"]


def test_a_leaper_sent_back_leaps_over_2_to_1() -> None:
    """OCA-8a: only where nobody is on 1."""
    match = race(flock(), flock(2), flock(11))
    throw(match, "1+2")
    assert match.position() == then(match, flock(1, throws=1), flock(2), flock(11))


def test_a_competitor_on_1_goes_before_one_on_2() -> None:
    """OCA-8a: 2 counts only otherwise."""
    match = race(flock(), flock(2), flock(11), flock(1))
    throw(match, "1+2")
    assert match.position() == then(match, flock(throws=1), flock(2), flock(11), flock(1))


def test_only_a_leap_over_11_meets_the_mill_so() -> None:
    """OCA-8a: a nearer rival decides, and one farther than 11 leads past the mill."""
    match = race(flock(), flock(11), flock(10), flock(1))
    throw(match, "1+2")
    assert bearer(match) == (11, 0)
    match = race(flock(), flock(13), flock(1))
    throw(match, "1+2")
    assert bearer(match) == (17, 0)


def test_a_stray_that_leaps_to_the_mill_is_sent_back_too() -> None:
    """OCA-8a: to START, and it is still astray there."""
    match = race(flock(20, strays=[1]), flock(11), flock(1))
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[START], throws=1), flock(11), flock(1))


def test_ones_own_pieces_are_nothing_to_leap_back_over() -> None:
    """OCA-8a: competitors only, as in the leap forward."""
    match = race(flock(1, strays=[2, 1]), flock(11), leapfrog="pieces")
    throw(match, "1+1")
    # bearer and stray both end on 3 and meet there; the other stray walks from 2 to 4
    assert match.position() == then(match, flock(3, strays=[4], throws=1), flock(11))


@pytest.mark.parametrize(
    ("rivals", "leapfrog", "end"),
    [([11, 1], "pieces", START), ([11, 2], "pieces", 1), ([11, 3], "pieces", 3),
     ([1], "bearers", 3), ([2], "bearers", 3)],
)  # fmt: skip
def test_strays_count_backwards_as_the_table_has_it(
    rivals: list[int], leapfrog: str, end: int
) -> None:
    """OCA-8a: OCA-R2 decides who is a competitor."""
    other = flock(START if 11 in rivals else 11, strays=rivals)
    match = race(flock(), other, leapfrog=leapfrog)
    throw(match, "1+2")
    assert match.position() == then(match, flock(end, throws=1), other)
    assert told(match, "OCA-8a") == ["sent"]


# ---- the squares that act


def test_the_bridge_asks_one_and_leads_to_17() -> None:
    """OCA-9: the examples of the rules: 4 and 1+1."""
    match = race(flock(4), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(17, strays=[1], home=10, throws=1), flock())
    assert told(match, "OCA-9") == ["owes", "sent"]
    assert told(match, "OCA-24") == ["called"]


@pytest.mark.parametrize(
    ("start", "dice"),
    [(START, "6+6"), (1, "5+6"), (2, "4+6"), (2, "5+5"), (4, "2+6"), (5, "3+4"), (7, "1+4"),
     (8, "2+2"), (9, "1+2"), (10, "1+1")],
)  # fmt: skip
def test_the_mill_sends_a_piece_back_to_a_square_that_does_not_act(start: int, dice: str) -> None:
    """OCA-10: no pledge on 2, no walk from the geese on 5 and 9."""
    match = race(flock(start), flock(40))
    throw(match, dice)
    assert match.position() == then(match, flock(start, throws=1), flock(40))
    assert told(match, "OCA-10") == ["sent"]


def test_the_mill_sends_a_stray_back_too() -> None:
    """OCA-10: a stray on 2 that throws 10 stays on 2 and owes nothing."""
    match = race(flock(20, strays=[2]), flock())
    throw(match, "4+6")
    assert match.position() == then(match, flock(30, strays=[2], throws=1), flock())


def test_the_mill_sends_a_piece_back_to_the_goose_before_it() -> None:
    """OCA-10: the stop just before it, not the square the throw began on."""
    match = race(flock(20, strays=[START]), flock(8))
    throw(match, "1+2")
    # the bearer walks over the goose on 23 to 26; the stray leaps to 9, walks to 12, back to 9
    assert match.position() == then(match, flock(26, strays=[9], throws=1), flock(8))
    assert told(match, "OCA-10") == ["sent"]
    assert told(match, "OCA-8a") == []


def test_the_bird_asks_one_and_leads_to_10() -> None:
    """OCA-11: from 13 by 1+1."""
    match = race(flock(13), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(10, strays=[1], throws=1), flock())
    assert told(match, "OCA-11") == ["owes", "sent"]


def test_the_inn_asks_one_and_keeps_the_piece_for_a_throw() -> None:
    """OCA-12: it misses the next throw and walks with the one after."""
    match = race(flock(17), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(19, 1, strays=[1], throws=1), flock())
    assert told(match, "OCA-12") == ["owes", "held"]
    throw(match, "1+3", "1+2")
    assert bearer(match) == (19, 0)
    throw(match, "1+3", "1+2")
    assert bearer(match) == (22, 0)


@pytest.mark.parametrize("dice", ["1+4", "2+3", "1+6", "2+5", "3+4"])
def test_no_throw_frees_from_the_inn(dice: str) -> None:
    """OCA-12: 5 and 7 free from the well and the prison only."""
    match = race(flock(19, 1), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(19, throws=1), flock())
    assert told(match, "OCA-20") == ["missed"]


# ---- the well


def test_who_falls_into_the_well_owes_one_and_is_held() -> None:
    """OCA-13: from 29 by 1+1."""
    match = race(flock(29), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(*IN_THE_WELL, strays=[1], throws=1), flock())
    assert told(match, "OCA-13") == ["owes", "held"]


@pytest.mark.parametrize("dice", [d for d in THROWS if int(d[0]) + int(d[2]) not in (5, 7)])
def test_the_well_holds_whatever_is_thrown_but_5_or_7(dice: str) -> None:
    """OCA-13: bearer and stray alike, 3+6 and 4+5 included."""
    match = race(flock(*IN_THE_WELL), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(*IN_THE_WELL, throws=1), flock())
    match = race(flock(10, own=60, strays=[IN_THE_WELL]), flock())
    throw(match, dice)
    assert IN_THE_WELL in strays(match)


@pytest.mark.parametrize(
    ("dice", "end"), [("1+4", 46), ("2+3", 46), ("1+6", 38), ("2+5", 38), ("3+4", 38)]
)
def test_5_or_7_leads_out_of_the_well(dice: str, end: int) -> None:
    """OCA-13: the examples of the rules: 2+3 walks to 36, 41 and 46."""
    match = race(flock(*IN_THE_WELL), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(end, throws=1), flock())
    assert told(match, "OCA-13") == ["climbed_out"]
    match = race(flock(20, strays=[IN_THE_WELL]), flock())
    throw(match, dice)
    assert strays(match) == [(end, 0)]


def test_a_newcomer_frees_the_bearer_of_another_flock() -> None:
    """OCA-13: it walks from its flock's next throw on; the newcomer stays."""
    match = race(flock(*IN_THE_WELL), flock(29), turn=1)
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(31), flock(*IN_THE_WELL, strays=[1], throws=1), turn=0
    )
    assert told(match, "OCA-13") == ["released", "owes", "held"]
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(33, throws=1), flock(*IN_THE_WELL, strays=[1], throws=1)
    )


def test_a_newcomer_frees_the_stray_of_another_flock() -> None:
    """OCA-13: any piece of any flock."""
    match = race(flock(20, strays=[IN_THE_WELL, 4]), flock(40, strays=[29]), turn=1)
    throw(match, "1+1")
    # the second bearer meets the labyrinth and goes back to 40
    assert match.position() == then(
        match,
        flock(20, strays=[31, 4]),
        flock(40, strays=[IN_THE_WELL, 1, 1], throws=1),
        turn=0,
    )
    assert events(match, "released") == [
        {"rule": "OCA-13", "kind": "released", "seat": 0, "piece": "stray", "from": 31, "to": 31}
    ]


def test_a_bearer_frees_its_own_stray_which_waits_for_the_next_throw() -> None:
    """OCA-13: it was held when the dice fell and the throw was neither 5 nor 7."""
    match = race(flock(29, strays=[IN_THE_WELL]), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(*IN_THE_WELL, strays=[31, 1], throws=1), flock())
    throw(match, "1+1", "1+1")
    assert bearer(match) == IN_THE_WELL
    assert strays(match) == [(33, 0), (3, 0)]


@pytest.mark.parametrize(("start", "dice", "stray"), [(26, "2+3", 46), (24, "3+4", 38)])
def test_a_bearer_frees_its_own_stray_which_walks_at_once_on_5_or_7(
    start: int, dice: str, stray: int
) -> None:
    """OCA-13: 5 or 7 is walked even by whom the newcomer has freed."""
    match = race(flock(start, strays=[IN_THE_WELL]), flock())
    throw(match, dice)
    assert match.position() == then(
        match, flock(*IN_THE_WELL, strays=[stray, 1], throws=1), flock()
    )


def test_a_stray_frees_its_own_bearer_which_waits_for_the_next_throw() -> None:
    """OCA-13: the bearer had its turn before the stray fell in."""
    match = race(flock(*IN_THE_WELL, strays=[29]), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(31, strays=[IN_THE_WELL, 1], throws=1), flock())
    assert told(match, "OCA-13") == ["waits", "released", "owes", "held"]
    throw(match, "1+1", "1+1")
    assert bearer(match) == (33, 0)


def test_on_7_the_bearer_climbs_out_before_its_stray_falls_in() -> None:
    """OCA-13: nobody is left to be freed."""
    match = race(flock(*IN_THE_WELL, strays=[24]), flock())
    throw(match, "3+4")
    assert match.position() == then(match, flock(38, strays=[IN_THE_WELL, 1], throws=1), flock())
    assert told(match, "OCA-13") == ["climbed_out", "owes", "held"]


def test_of_two_strays_that_fall_in_together_the_second_stays() -> None:
    """OCA-13: each owes, the first is freed by the second."""
    match = race(flock(20, strays=[29, 29]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(22, strays=[31, IN_THE_WELL, 1, 1], throws=1), flock()
    )


def test_a_stray_freed_by_one_that_comes_behind_walks_with_the_next_throw() -> None:
    """OCA-13: it had waited already when the other fell in."""
    match = race(flock(20, strays=[IN_THE_WELL, 29]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(22, strays=[31, IN_THE_WELL, 1], throws=1), flock()
    )
    throw(match, "1+1", "1+1")
    assert strays(match) == [(33, 0), IN_THE_WELL, (3, 0)]


def test_a_free_piece_on_31_walks_like_any_other() -> None:
    """OCA-13: only `held` holds; the one held beside it stays."""
    match = race(flock(31, strays=[31, IN_THE_WELL]), flock())
    throw(match, "1+1")
    # bearer and free stray come to 33 together, where they meet
    assert match.position() == then(match, flock(33, strays=[IN_THE_WELL], throws=1), flock())


def test_a_bearer_swapped_into_the_well_is_freed_by_its_own_stray() -> None:
    """OCA-13: the stray moves after the swap and is the newcomer."""
    match = race(flock(18, strays=[29], own=20), flock(*IN_THE_WELL))
    throw(match, "1+1")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(31, strays=[IN_THE_WELL, 1], throws=1), flock(20))
    throw(match, "1+1", "1+1")
    assert bearer(match, 0) == (33, 0)
    assert bearer(match, 1) == (22, 0)


def test_a_bearer_swapped_into_the_well_has_walked_its_throw() -> None:
    """OCA-13: the throw of 7 that led it to its own square does not lead it out."""
    match = race(flock(13, own=20), flock(*IN_THE_WELL))
    throw(match, "3+4")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(*IN_THE_WELL, throws=1), flock(20))


@pytest.mark.parametrize(
    ("start", "dice", "stray"), [(13, "3+4", (38, 0)), (17, "1+2", IN_THE_WELL)]
)
def test_after_a_decision_the_stray_in_the_well_walks_only_on_5_or_7(
    start: int, dice: str, stray: tuple[int, int]
) -> None:
    """OCA-13: the decision changes nothing for it."""
    match = race(flock(start, strays=[IN_THE_WELL], own=20), flock(40))
    throw(match, dice)
    decide(match, "stay")
    assert match.position() == then(match, flock(20, strays=[stray], throws=1), flock(40))


# ---- more squares that act


def test_the_stairs_ask_one_and_lead_to_34() -> None:
    """OCA-14: from 37 by 1+1."""
    match = race(flock(37), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(34, strays=[1], throws=1), flock())
    assert told(match, "OCA-14") == ["owes", "sent"]


@pytest.mark.parametrize(
    ("start", "dice"),
    [(40, "1+1"), (30, "1+5"), (22, "4+6"), (36, "2+4"), (34, "4+4"), (32, "5+5"), (60, "6+6")],
)
def test_the_labyrinth_sends_a_piece_back_to_where_its_throw_began(start: int, dice: str) -> None:
    """OCA-15: even after a goose; that square does not act, be it a goose, and 42 asks one."""
    match = race(flock(start), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(start, strays=[1], throws=1), flock())
    assert told(match, "OCA-15") == ["owes", "sent"]


def test_a_stray_in_the_labyrinth_owes_and_goes_back_too() -> None:
    """OCA-15: from 30 over the goose on 36."""
    match = race(flock(20, strays=[30]), flock())
    throw(match, "1+5")
    assert match.position() == then(match, flock(26, strays=[30, 1], throws=1), flock())


def test_the_labyrinth_sends_a_free_piece_back_to_31_where_it_frees_nobody() -> None:
    """OCA-15: it ends there free, and owes for 42 alone."""
    match = race(flock(31), flock(*IN_THE_WELL))
    throw(match, "5+6")
    assert match.position() == then(match, flock(31, strays=[1], throws=1), flock(*IN_THE_WELL))
    assert told(match, "OCA-13") == []


def test_a_stray_sent_back_to_31_leaves_its_own_flock_in_the_well() -> None:
    """OCA-15: the stray held beside it stays held."""
    match = race(flock(20, own=60, strays=[31, IN_THE_WELL]), flock())
    throw(match, "5+6")
    # the bearer itself falls in and frees the stray that was held, which waits
    assert match.position() == then(
        match, flock(*IN_THE_WELL, strays=[31, 31, 1, 1], throws=1), flock()
    )
    match = race(flock(40, strays=[31, IN_THE_WELL]), flock())
    throw(match, "5+6")
    assert match.position() == then(
        match, flock(51, strays=[31, IN_THE_WELL, 1], throws=1), flock()
    )


def test_the_tower_asks_two_and_leads_to_51() -> None:
    """OCA-16: from 46 by 1+1."""
    match = race(flock(46), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(51, strays=[1, 1], throws=1), flock())
    assert told(match, "OCA-16") == ["owes", "sent"]


@pytest.mark.parametrize(("start", "dice"), [(44, "4+4"), (47, "1+4")])
def test_the_prison_asks_one_and_holds_for_two_throws(start: int, dice: str) -> None:
    """OCA-17: even when a throw of 5 led there."""
    match = race(flock(start), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(52, 2, strays=[1], throws=1), flock())
    assert told(match, "OCA-17") == ["owes", "held"]


def test_a_prisoner_misses_two_throws_and_walks_with_the_third() -> None:
    """OCA-17: unless a throw frees it."""
    match = race(flock(52, 2), flock())
    seen = []
    for dice in ("1+3", "6+6", "1+3"):
        throw(match, dice)
        seen.append(bearer(match))
        throw(match, "1+3")
    assert seen == [(52, 1), (52, 0), (56, 0)]


@pytest.mark.parametrize("held", [1, 2])
@pytest.mark.parametrize(("dice", "end"), [("1+4", 57), ("2+3", 57), ("1+6", 60), ("3+4", 60)])
def test_5_or_7_frees_from_prison_at_once_and_is_walked(held: int, dice: str, end: int) -> None:
    """OCA-17: 5 walks to 57; 7 walks over the goose on 59 and back to 60."""
    match = race(flock(52, held), flock())
    throw(match, dice)
    assert match.position() == then(match, flock(end, throws=1), flock())
    assert told(match, "OCA-17") == ["climbed_out"]
    match = race(flock(1, strays=[(52, held)], own=4), flock())
    throw(match, dice)
    assert strays(match)[0] == (end, 0)


def test_the_tomb_leads_to_1_and_asks_nothing() -> None:
    """OCA-18: from 56 by 1+1, a stray too."""
    match = race(flock(56), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(1, throws=1), flock())
    assert told(match, "OCA-18") == ["sent"]
    match = race(flock(20, strays=[56]), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[1], throws=1), flock())


# ---- gathering


def test_on_3_and_6_the_strays_go_home_and_nobody_walks() -> None:
    """OCA-19: also from the inn, the prison and a free place on 31; those on 63 stay."""
    match = race(
        flock(40, strays=[63, 63, (52, 1), 50, 31, (19, 1), 2, START]), flock(10, strays=[30])
    )
    throw(match, "3+6")
    assert match.position() == then(
        match, flock(26, strays=[63, 63], home=9, throws=1), flock(10, strays=[30])
    )
    assert told(match, "OCA-6") == ["gathered"]
    assert events(match, "came_home") == [
        {"rule": "OCA-19", "kind": "came_home", "seat": 0, "people": 6}
    ]


@pytest.mark.parametrize(("square", "held"), [(52, 2), (52, 1), (19, 1), (31, 0)])
def test_gathering_frees_the_bearer_of_inn_and_prison(square: int, held: int) -> None:
    """OCA-19: and a bearer that is free on 31 gathers like any other."""
    match = race(flock(square, held, strays=[5]), flock())
    throw(match, "4+5")
    assert match.position() == then(match, flock(53, throws=1), flock())


def test_a_stray_in_the_well_does_not_gather() -> None:
    """OCA-19: it stays there, held; the one that is free beside it goes home."""
    match = race(flock(40, strays=[31, IN_THE_WELL, 7]), flock())
    throw(match, "3+6")
    assert match.position() == then(match, flock(26, strays=[IN_THE_WELL], throws=1), flock())


@pytest.mark.parametrize(("dice", "to"), [("3+6", 26), ("4+5", 53)])
def test_with_the_bearer_in_the_well_the_strays_go_to_the_dice_square(dice: str, to: int) -> None:
    """OCA-19: free, instead of home; one that is free on 31 too, and those on 63 stay."""
    match = race(flock(*IN_THE_WELL, strays=[63, (52, 2), 31, (19, 1), 7]), flock(22))
    throw(match, dice)
    assert match.position() == then(
        match, flock(*IN_THE_WELL, strays=[63, to, to, to, to], home=6, throws=1), flock(22)
    )
    assert told(match, "OCA-19") == ["gathered"] * 5


def test_a_free_bearer_on_31_leaves_its_stray_in_the_well() -> None:
    """OCA-19: whoever is held in the well stays, whoever it is."""
    match = race(flock(31, strays=[IN_THE_WELL, 3]), flock())
    throw(match, "4+5")
    assert match.position() == then(match, flock(53, strays=[IN_THE_WELL], throws=1), flock())


def test_gathering_leaves_a_rival_in_the_well_alone() -> None:
    """OCA-19: only the throwing flock gathers, and nobody falls in."""
    match = race(flock(31), flock(*IN_THE_WELL, strays=[50]))
    throw(match, "3+6")
    assert match.position() == then(match, flock(26, throws=1), flock(*IN_THE_WELL, strays=[50]))


# ---- missing throws


def test_a_bearer_that_misses_lets_the_dice_move_its_strays() -> None:
    """OCA-20: the dice are thrown all the same."""
    match = race(flock(19, 1, strays=[(52, 2), 10]), flock())
    throw(match, "1+2")
    assert match.position() == then(match, flock(19, strays=[(52, 1), 13], throws=1), flock())
    assert told(match, "OCA-20") == ["missed", "missed"]


def test_a_stray_that_misses_lets_the_others_walk() -> None:
    """OCA-20: each piece counts its own throws to miss."""
    match = race(flock(20, strays=[(52, 2), (52, 1), (19, 1), 4]), flock())
    throw(match, "1+3")
    assert match.position() == then(
        match, flock(24, strays=[(52, 1), 52, 19, 8], throws=1), flock()
    )
    throw(match, "1+3", "1+3")
    assert strays(match) == [(56, 0), (52, 0), (31, -1), (8, 0), (1, 0)]  # 12 sends 8 back


def test_the_throws_of_others_are_no_missed_throws() -> None:
    """OCA-20: missing counts down at one's own throws."""
    match = race(flock(20), flock(52, 2), flock(19, 1))
    throw(match, "1+2")
    # 23 is a goose: the first bearer walks on to 26
    assert match.position() == then(match, flock(26, throws=1), flock(52, 2), flock(19, 1))


def test_a_throw_that_frees_one_is_missed_by_another() -> None:
    """OCA-20: 7 frees from prison and is missed in the inn."""
    match = race(flock(19, 1, strays=[(52, 2)]), flock())
    throw(match, "3+4")
    assert match.position() == then(match, flock(19, strays=[60], throws=1), flock())


# ---- golden races


def test_a_win_with_the_third_throw_starts_everything_again() -> None:
    """OCA-21: two eggs, strays home, waits, throws and covering forgotten, eggs kept."""
    match = race(
        flock(*IN_THE_WELL, strays=[63, (52, 2), 1], eggs=4, throws=3, spent=True),
        flock(60, strays=[63, 63, 30], eggs=3, throws=2),
        flock(19, 1, strays=[20], throws=2),
        turn=1,
    )
    throw(match, "1+2")
    assert match.position() == then(match, flock(eggs=4), flock(eggs=5), flock(), number=2, turn=0)
    assert told(match, "OCA-2") == ["won"]
    assert told(match, "OCA-21") == ["golden"]
    assert match.legal() == {"table": THROWS}
    assert match.state.winners() == []


@pytest.mark.parametrize(("throws", "golden"), [(0, True), (1, True), (2, True), (3, False)])
def test_the_fourth_throw_is_too_late_for_eggs(throws: int, golden: bool) -> None:
    """OCA-21: the first, second or third throw of the flock in this race."""
    match = race(flock(60, throws=throws), flock(20, throws=1))
    throw(match, "1+2")
    if golden:
        assert match.position() == then(match, flock(eggs=2), flock(), number=2, turn=0)
    else:
        assert match.position() == then(
            match, flock(63, throws=4), flock(20, throws=1), turn=0, winner=0
        )
        assert told(match, "OCA-21") == []


@pytest.mark.parametrize(
    ("golden_races", "number", "golden"),
    [(0, 1, False), (1, 1, True), (1, 2, False), (2, 2, True), (2, 3, False), (5, 5, True)],
)
def test_only_the_first_races_are_golden(golden_races: int, number: int, golden: bool) -> None:
    """OCA-21: `race` must not be beyond `golden_races`."""
    match = race(flock(60, eggs=7), flock(20), number=number, golden_races=golden_races)
    throw(match, "1+2")
    if golden:
        assert match.position() == then(match, flock(eggs=9), flock(), number=number + 1, turn=0)
    else:
        assert match.position() == then(
            match, flock(63, eggs=7, throws=1), flock(20), number=number, turn=0, winner=0
        )


def test_a_whole_golden_game_from_the_beginning() -> None:
    """OCA-21: seat 1 and seat 2 win a golden race each, and a third race ends the game."""
    match = Match(GAME, GAME.seat_names[:2], {"squares": [60, 55], "flock": [12, 12]})
    golden = ["4+5", "1+1", "4+6"]  # 53, the other on 2, then 63
    throw(match, *golden)
    assert match.position()["race"] == 2
    throw(match, "1+1", *golden)
    assert match.position()["race"] == 3
    assert match.position()["turn"] == 0
    throw(match, *golden)
    assert match.position() == then(
        match, flock(63, eggs=2, throws=2), flock(2, strays=[1, 1, 1], eggs=2, throws=1),
        number=3, turn=0, winner=0,
    )  # fmt: skip


# ---- meeting one's bearer


def test_a_stray_that_comes_to_its_bearer_goes_home() -> None:
    """OCA-22: at the end of the throw."""
    match = race(flock(52, 2, strays=[41, 20]), flock())
    throw(match, "5+6")
    # 41 walks to 52 and owes; 20 falls into the well and owes
    assert match.position() == then(
        match, flock(52, 1, strays=[IN_THE_WELL, 1, 1], throws=1), flock()
    )
    assert told(match, "OCA-22") == ["reunited"]


def test_strays_called_out_at_the_beginning_catch_up_with_their_bearer() -> None:
    """OCA-22: three throws from START: 2, then 8 by the goose, then back to 8 by the mill."""
    match = race(flock(), flock())
    throw(match, "1+1", "6+6", "1+2", "6+6")
    assert match.position() == then(match, flock(8, strays=[4, 4, 4], throws=2), flock(throws=2),
                                    turn=0)  # fmt: skip
    throw(match, "1+3")
    assert match.position() == then(match, flock(8, home=11, throws=3), flock(throws=2))
    assert told(match, "OCA-22") == ["reunited"] * 3


def test_all_strays_that_meet_their_bearer_go_home_together() -> None:
    """OCA-22: the one that pays for them stays out."""
    match = race(flock(19, 1, strays=[(19, 1), 17, 17, 4]), flock())
    throw(match, "1+1")
    # one stray goes on missing at the inn, two enter it, the last crosses the bridge to 17
    assert match.position() == then(
        match, flock(19, strays=[17, 1, 1, 1], home=7, throws=1), flock()
    )
    assert told(match, "OCA-22") == ["reunited"] * 3


def test_the_stray_of_a_partner_meets_its_bearer_after_a_swap() -> None:
    """OCA-22: strays of any flock, at the end of anybody's throw."""
    match = race(flock(17, own=20), flock(40, strays=[20, 5]), flock(33))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(
        match, flock(40, throws=1), flock(20, strays=[5], home=10), flock(33)
    )
    assert events(match, "reunited") == [
        {"rule": "OCA-22", "kind": "reunited", "seat": 1, "at": 20}
    ]


def test_a_partner_meets_its_stray_in_the_middle_of_a_race_too() -> None:
    """OCA-22: the stray walked ahead of a swap that comes two throws later."""
    match = race(flock(17, own=20), flock(38, strays=[18], own=55), flock(33, own=47), turn=1)
    throw(match, "1+1", "1+1", "1+2")
    decide(match, "swap 2")
    assert match.position() == then(
        match, flock(40, throws=1), flock(20, home=11, throws=1), flock(35, throws=1)
    )


def test_a_bearer_that_swaps_meets_its_own_stray_too() -> None:
    """OCA-22: the stray walks first, from 37 to the square its bearer has changed to."""
    match = race(flock(17, strays=[37], own=20), flock(40))
    throw(match, "1+2")
    decide(match, "swap 2")
    assert match.position() == then(match, flock(40, throws=1), flock(20))


def test_strays_of_flocks_that_do_not_throw_go_home_too() -> None:
    """OCA-22: from an odd position, at the end of the first throw."""
    match = race(
        flock(20, strays=[8]),
        flock(30, strays=[33, 30, 30, 7]),
        flock(START, strays=[START, START]),
        flock(19, 1, strays=[(19, 1), 19]),
    )
    throw(match, "1+3")
    assert match.position() == then(
        match,
        flock(24, strays=[8], throws=1),  # the mill sent the stray back
        flock(30, strays=[33, 7]),
        flock(),
        flock(19, 1),
    )


def test_on_31_nobody_goes_home() -> None:
    """OCA-22: held or free, there strays and bearer stand together."""
    well = flock(31, strays=[31, IN_THE_WELL])
    match = race(flock(20), well, flock(31, strays=[31]))
    throw(match, "1+3")
    assert match.position() == then(match, flock(24, throws=1), well, flock(31, strays=[31]))
    match = race(flock(*IN_THE_WELL, strays=[31, 20]), flock())
    throw(match, "5+6")
    # one stray comes back to 31 from the labyrinth, the other falls in and frees the bearer
    assert match.position() == then(
        match, flock(31, strays=[31, IN_THE_WELL, 1, 1], throws=1), flock()
    )


def test_strays_and_bearer_sent_to_start_meet_there() -> None:
    """OCA-22: START included."""
    match = race(flock(1, strays=[1, 1]), flock(11), flock(1))
    throw(match, "1+1")
    assert match.position() == then(match, flock(home=11, throws=1), flock(11), flock(1))
    assert told(match, "OCA-8a") == ["sent"] * 3
    assert told(match, "OCA-22") == ["reunited"] * 2
    match = race(flock(strays=[START]), flock())
    throw(match, "6+6")  # both are sent back by the mill
    assert match.position() == then(match, flock(home=11, throws=1), flock())


def test_who_was_just_called_out_meets_a_bearer_on_1() -> None:
    """OCA-22: it comes after paying."""
    match = race(flock(56, strays=[17]), flock())
    throw(match, "1+1")
    # the bearer goes by the tomb to 1; the stray at the inn owes one
    assert match.position() == then(match, flock(1, strays=[(19, 1)], home=10, throws=1), flock())
    assert [event["kind"] for event in match.events[-1][-2:]] == ["called", "reunited"]


# ---- pledges


def test_two_strays_that_enter_a_pledge_square_owe_twice() -> None:
    """OCA-23: each piece owes for itself."""
    match = race(flock(30, strays=[17, 17]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(34, strays=[(19, 1), (19, 1), 1, 1], home=7, throws=1), flock()
    )
    assert events(match, "called") == [{"rule": "OCA-24", "kind": "called", "seat": 0, "people": 2}]


def test_bearer_and_strays_owe_together() -> None:
    """OCA-23: two for the tower, one for the bridge, three for square 2."""
    match = race(flock(46, strays=[4, START]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(51, strays=[17, 2, 1, 1, 1, 1, 1, 1], home=3, throws=1), flock()
    )
    assert [(event["rule"], event["pledges"]) for event in events(match, "owes")] == [
        ("OCA-16", 2),
        ("OCA-9", 1),
        ("OCA-7", 3),
    ]


def test_who_is_called_out_walks_from_the_next_throw_on() -> None:
    """OCA-24: in the throw that calls it out it stays on 1."""
    match = race(flock(), flock())
    throw(match, "1+1")
    assert strays(match) == [(1, 0)] * 3
    throw(match, "1+3", "1+2")
    assert match.position()["flocks"][0]["bearer"] == 8  # 5 is a goose
    assert strays(match) == [(4, 0)] * 3


def test_the_last_people_at_home_pay_exactly() -> None:
    """OCA-24: home may end empty without anybody covering."""
    match = race(flock(home=3, strays=[20] * 6), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(2, strays=[22] * 6 + [1] * 3, home=0, throws=1), flock()
    )


def test_home_1_owes_3_and_the_bearer_covers_and_meets_who_was_called_out() -> None:
    """OCA-24: the case the clause tells; `spent` ends false."""
    match = race(flock(home=1, strays=[20] * 8), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(1, strays=[22] * 8, home=1, throws=1, spent=False), flock()
    )
    assert told(match, "OCA-24") == ["called", "covered"]
    assert told(match, "OCA-22") == ["reunited"]


def test_with_an_empty_home_the_bearer_covers_it_all() -> None:
    """OCA-24: one walk to 1 for all that is unpaid, and `spent` becomes true."""
    match = race(flock(home=0, strays=[20] * 9), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(1, strays=[22] * 9, home=0, throws=1, spent=True), flock()
    )
    assert events(match, "covered") == [
        {"rule": "OCA-24", "kind": "covered", "seat": 0, "from": 2, "to": 1, "pledges": 3}
    ]


@pytest.mark.parametrize("start", [17, 29, 50])
def test_a_bearer_that_covers_is_free_of_inn_well_and_prison(start: int) -> None:
    """OCA-24: the bearer goes to 1, free of anything; the well is empty again."""
    match = race(flock(start, home=0, strays=[21] * 9), flock(*IN_THE_WELL))
    throw(match, "1+1")
    rival = flock(31) if start == 29 else flock(*IN_THE_WELL)
    # 23 is a goose: the strays walk on to 25. From 50, a bearer on a goose walks to 52.
    assert match.position() == then(
        match, flock(1, strays=[25] * 9, home=0, throws=1, spent=True), rival
    )


def test_a_bearer_on_start_covers_by_going_to_1() -> None:
    """OCA-24: even forwards: the labyrinth sent the leaper back to START, owing one."""
    match = race(flock(home=0, strays=[20] * 9), flock(41))
    throw(match, "1+2")
    assert match.position() == then(
        match, flock(1, strays=[26] * 9, home=0, throws=1, spent=True), flock(41)
    )


def test_a_bearer_that_has_swapped_covers_from_where_it_is() -> None:
    """OCA-24: paying comes after the decision; the partner keeps the square it got."""
    match = race(flock(46, own=51, home=0, strays=[20] * 9), flock(30))
    throw(match, "1+1")
    decide(match, "swap 2")
    assert match.position() == then(
        match, flock(1, strays=[22] * 9, home=0, throws=1, spent=True), flock(51)
    )
    assert events(match, "covered")[0]["from"] == 30
    assert events(match, "covered")[0]["pledges"] == 2


def test_pledges_of_strays_are_covered_by_the_bearer_too() -> None:
    """OCA-24: the flock pays, whoever owes."""
    match = race(flock(20, home=0, strays=[34] * 7 + [17, 4]), flock())
    throw(match, "1+1")
    # 36 is a goose: seven walk on to 38
    assert match.position() == then(
        match,
        flock(1, strays=[38] * 7 + [(19, 1), 17], home=0, throws=1, spent=True),
        flock(),
    )


def test_a_covering_bearer_meets_a_stray_that_came_to_1_by_the_tomb() -> None:
    """OCA-24: so there is somebody at home, and `spent` ends false."""
    match = race(flock(home=0, strays=[56] + [20] * 8), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(1, strays=[22] * 8, home=1, throws=1, spent=False), flock()
    )


def test_a_spent_flock_sends_its_most_advanced_strays_back_to_1() -> None:
    """OCA-R6: one for each unpaid pledge; those on 63 are left in peace."""
    match = race(flock(home=0, spent=True, strays=[63, 63, 44, 44, 33, 20, 20, 20, 20]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match,
        flock(2, strays=[63, 63, 22, 22, 22, 22, 1, 1, 1], home=0, spent=True, throws=1),
        flock(),
    )
    assert [event["from"] for event in events(match, "sent")] == [46, 46, 35]
    assert told(match, "OCA-24") == ["sent"] * 3


def test_on_one_square_the_stray_with_more_to_miss_goes_back_first() -> None:
    """OCA-R6: highest square, then higher `held`, and it is free on 1."""
    match = race(flock(4, home=0, spent=True, strays=[63] * 6 + [(52, 2), (52, 1), 20]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(17, strays=[63] * 6 + [52, 22, 1], home=0, spent=True, throws=1), flock()
    )


def test_on_31_the_free_stray_goes_back_before_the_one_held() -> None:
    """OCA-R6: 0 is more than -1."""
    match = race(flock(20, home=0, spent=True, strays=[63] * 6 + [IN_THE_WELL, 29, 2]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match,
        flock(22, strays=[63] * 6 + [IN_THE_WELL, 4, 1], home=0, spent=True, throws=1),
        flock(),
    )


def test_a_prisoner_of_the_well_goes_back_when_nobody_is_farther() -> None:
    """OCA-R6: free, and the well is empty."""
    match = race(flock(4, home=0, spent=True, strays=[IN_THE_WELL] + [20] * 8), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(17, strays=[22] * 8 + [1], home=0, spent=True, throws=1), flock()
    )


def test_a_pledge_lapses_with_no_stray_to_send_back() -> None:
    """OCA-R6: strays on START, 1 and 63 cannot pay."""
    match = race(flock(START, home=0, spent=True, strays=[63] * 8 + [56]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(2, strays=[63] * 8 + [1], home=0, spent=True, throws=1), flock()
    )
    assert told(match, "OCA-24") == []
    match = race(flock(29, home=0, spent=True, strays=[63] * 8 + [1]), flock(11), flock(1))
    throw(match, "1+1")  # the stray ends on START, the bearer in the well
    assert match.position() == then(
        match,
        flock(*IN_THE_WELL, strays=[63] * 8 + [START], home=0, spent=True, throws=1),
        flock(11),
        flock(1),
    )


def test_one_pledge_is_paid_by_a_stray_and_the_others_lapse() -> None:
    """OCA-R6: who is sent back to 1 does not pay twice."""
    match = race(flock(home=0, spent=True, strays=[63] * 8 + [20]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(2, strays=[63] * 8 + [1], home=0, spent=True, throws=1), flock()
    )
    assert told(match, "OCA-24") == ["sent"]


def test_a_stray_on_2_and_one_on_62_can_pay() -> None:
    """OCA-R6: a square from 2 to 62, both included."""
    match = race(flock(4, home=0, spent=True, strays=[63] * 7 + [62, START]), flock())
    throw(match, "1+1")
    # 62 turns back to 62; the stray from START comes to 2 and owes three more
    assert match.position() == then(
        match, flock(17, strays=[63] * 7 + [1, 1], home=0, spent=True, throws=1), flock()
    )
    assert [event["from"] for event in events(match, "sent") if event["rule"] == "OCA-24"] == [
        62,
        2,
    ]


def test_a_spent_flock_with_people_at_home_pays_with_them_first() -> None:
    """OCA-R6: then with its strays; the one just called out does not pay again."""
    match = race(flock(home=1, spent=True, strays=[63] * 7 + [20]), flock())
    throw(match, "1+1")
    assert match.position() == then(
        match, flock(2, strays=[63] * 7 + [1, 1], home=0, spent=True, throws=1), flock()
    )
    assert told(match, "OCA-24") == ["called", "sent"]


def test_a_flock_with_somebody_at_home_can_cover_again() -> None:
    """OCA-24: `spent` becomes false at the end of its own throw, not of another's."""
    match = race(flock(20, home=9), flock(40, home=1, spent=True, strays=[30] * 8))
    throw(match, "1+3")
    assert match.position()["flocks"][1]["spent"] is True
    throw(match, "1+3")
    assert match.position()["flocks"][1]["spent"] is False


def test_a_meeting_lets_a_flock_cover_again() -> None:
    """OCA-24: after OCA-22 there is somebody at home."""
    match = race(flock(18, home=0, spent=True, strays=[63] * 8 + [16]), flock())
    throw(match, "1+1")
    # the bearer walks to 20, and so does the stray, over the goose on 18
    assert match.position() == then(
        match, flock(20, strays=[63] * 8, home=1, spent=False, throws=1), flock()
    )


def test_gathering_lets_a_flock_cover_again() -> None:
    """OCA-24: its strays are at home."""
    match = race(flock(40, home=0, spent=True, strays=[63] * 8 + [20]), flock())
    throw(match, "3+6")
    assert match.position() == then(
        match, flock(26, strays=[63] * 8, home=1, spent=False, throws=1), flock()
    )


def test_the_dice_fall_on_a_flock_with_nobody_at_home_and_nothing_owed() -> None:
    """OCA-24: without a pledge nobody covers, and `spent` stays as it was."""
    for spent in (False, True):
        match = race(flock(20, home=0, spent=spent, strays=[7] * 9), flock())
        throw(match, "1+3")
        assert match.position() == then(
            match, flock(24, strays=[11] * 9, home=0, spent=spent, throws=1), flock()
        )


# ---- scores and eggs


def test_a_score_counts_squares_eggs_and_strays() -> None:
    """OCA-25: at any time; strays on 63 cost nothing."""
    match = race(flock(20, strays=[63, 62, START], eggs=2), flock(1), flock())
    assert match.state.scores() == [3 * 20 + 2 * 189 - 2 * 9, 3, 0]
    assert match.state.winners() == []


def test_the_winner_wins_whatever_the_scores() -> None:
    """OCA-25: scores rank the others."""
    match = race(flock(60, strays=[5] * 9, throws=3), flock(62, strays=[63], eggs=9), flock(30))
    throw(match, "1+2")
    assert match.state.scores() == [63 * 3 - 9 * 9 + 189, 62 * 3 + 9 * 189, 30 * 3]
    assert match.state.winners() == [0]


def test_eggs_of_golden_races_are_scored_in_the_next() -> None:
    """OCA-25: two eggs are worth 378, and the win of a golden race nothing more."""
    match = race(flock(60), flock(20))
    throw(match, "1+2")
    assert match.state.scores() == [378, 0]


def test_the_table_may_set_its_own_points() -> None:
    """OCA-R3: a missing key takes its default, and points need not be whole."""
    flocks = flock(20, strays=[63, 30], throws=3), flock(60, throws=3)
    points = {"square": 0.5, "stray": 1}
    match = race(*flocks, turn=1, points=points)
    assert match.state.scores() == [10 + 189 + 1, 30]
    throw(match, "1+2")
    assert match.state.scores() == [10 + 189 + 1, 31.5 + 189]
    match = race(*flocks, turn=1, points={"win": -1, "egg": 2.25})
    throw(match, "1+2")
    assert match.state.scores() == [60 + 2.25 - 9, 189 - 1]


@pytest.mark.parametrize(("start", "dice"), [(60, "1+2"), (55, "1+3"), (51, "6+6")])
def test_a_stray_exactly_on_63_wins_an_egg_and_stays_there(start: int, dice: str) -> None:
    """OCA-25b: it does not win the race, and the next throws leave it."""
    match = race(flock(20, strays=[start], throws=9), flock())
    throw(match, dice)
    moved = match.position()["flocks"][0]
    assert (moved["strays"][0], moved["eggs"]) == ({"at": 63, "held": 0}, 1)
    assert match.position()["winner"] is None
    assert told(match, "OCA-25b") == ["egg"]
    throw(match, "1+3", "1+3")
    assert strays(match)[0] == (63, 0)
    assert match.position()["flocks"][0]["eggs"] == 1


def test_a_stray_beyond_63_wins_no_egg() -> None:
    """OCA-25b: it must arrive exactly."""
    match = race(flock(20, strays=[62]), flock())
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[62], eggs=0, throws=1), flock())


def test_a_stray_that_leaps_over_62_wins_an_egg() -> None:
    """OCA-25b: two of them win two, beside the eggs that were there."""
    match = race(flock(20, strays=[1, 1], eggs=5), flock(62))
    throw(match, "1+1")
    assert match.position() == then(match, flock(22, strays=[63, 63], eggs=7, throws=1), flock(62))


# ---- what is kept outside


def test_a_judged_throw_is_two_dice_and_nothing_else() -> None:
    """OCA-26: throwers, repeats, penalties and rulings have no place in the position."""
    match = race(flock(20), flock(30))
    assert set(match.position()) == {
        "race", "turn", "phase", "dice", "owed", "winner", "flocks"
    }  # fmt: skip
    for key in ("penalties", "judge", "repeats", "council"):
        with pytest.raises(BadPosition, match=key):
            GAME.load({**match.position(), key: 0}, match.record.options)
    for _ in range(30):  # the same throw may come any number of times
        throw(match, "1+1")
    assert match.record.actions == ["1+1"] * 30


# ---- the order of a throw


def test_the_bearer_moves_first_and_then_strays_from_the_most_advanced_back() -> None:
    """OCA-R5: then paying, then the next seat."""
    match = race(flock(10, strays=[27, 23, 19]), flock())
    throw(match, "1+3")
    firsts = [
        (event["piece"], event["from"])
        for event in events(match, "walked")
        if event["rule"] == "OCA-1"
    ]
    assert firsts == [("bearer", 10), ("stray", 27), ("stray", 23), ("stray", 19)]
    # they all fall into the well, one after the other, and the last one is held
    assert match.position() == then(
        match, flock(22, strays=[31, 31, IN_THE_WELL, 1, 1, 1], throws=1), flock()
    )
    assert match.events[-1][-1]["kind"] == "called"


def test_strays_are_written_from_the_most_advanced_back() -> None:
    """OCA-R5: geese may carry the one behind past the one before."""
    match = race(flock(10, strays=[22, 19, 19]), flock())
    throw(match, "1+3")
    # 19 walks by 23 and 27 to 31, past the one that comes to 26
    assert match.position() == then(
        match, flock(22, strays=[31, IN_THE_WELL, 26, 1, 1], throws=1), flock()
    )


# ---- a clause is no clause without its scenario


def test_every_clause_has_its_scenario() -> None:
    """OCA-26: the last clause; a test names its clause first thing in its docstring."""
    clauses = tomllib.loads((Path(__file__).parent.parent / "clauses.toml").read_text("utf-8"))
    told_of = {
        str(test.__doc__).partition(":")[0]
        for name, test in globals().items()
        if name.startswith("test_")
    }
    assert set(clauses) - told_of == set()
    assert told_of - set(clauses) == set()
