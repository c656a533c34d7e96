"""The last exam: EUR-14."""

from periplo.games.europa.tests.racing import (
    SQUARES,
    N,
    exam,
    legal,
    others_on,
    own,
    play,
    position,
    question_in,
    start,
    team,
    why_not,
)


def test_the_finish_is_entered_by_exact_count() -> None:
    """[EUR-14]"""
    where = position("die", team(2, N - 3, flags=6), team(1), die=3)
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == N
    assert (after["phase"], after["deck"], after["exam"]) == ("card", "murcia", [0, 0])


def test_a_taken_finish_holds_nobody_else() -> None:
    """[EUR-5] The finish holds one: the walk stops before it."""
    where = position(
        "die", team(2, N - 3, flags=6), team(1, N, flags=6, failed=True), die=3, turn=0
    )
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == N - 1
    assert after["phase"] == "throw"


def test_two_right_answers_win() -> None:
    """[EUR-14]"""
    card, right, wrong = question_in("murcia")
    after = play(exam(1, 1), f"card {card}", f"1: answer {right}")
    assert (after["phase"], after["turn"], after["winner"]) == ("over", 0, 0)
    assert (after["exam"], after["deck"], after["card"]) == ([2, 1], None, None)
    match = start(exam(1, 0))
    match.write(f"card {card}")
    match.write(f"1: answer {right}")
    assert match.state.scores() == [7, 0]
    assert match.state.winners() == [0]
    assert match.legal() == {}
    assert play(exam(0, 0), f"card {card}", f"1: answer {wrong}")["exam"] == [0, 1]


def test_two_wrong_answers_fail() -> None:
    """[EUR-14]"""
    card, _, wrong = question_in("murcia")
    after = play(exam(1, 1), f"card {card}", f"1: answer {wrong}")
    assert after["teams"][0]["failed"]
    assert (after["phase"], after["turn"], after["exam"]) == ("throw", 1, [0, 0])


def test_a_team_that_failed_must_leave_backwards() -> None:
    """[EUR-14] It can neither decline nor keep a plane."""
    where = position("die", team(2, N, flags=6, failed=True), team(1), die=2)
    assert legal(where) == ["move"]
    assert why_not(where, 0, "pass") == "EUR-14"
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == N - 2
    assert not after["teams"][0]["failed"]
    where = position("die", team(2, N, flags=6, failed=True), team(1), die="plane")
    assert legal(where) == [*(f"fly {SQUARES[city]['city']}" for city in own(2)), "move"]
    assert why_not(where, 0, "keep") == "EUR-14"


def test_a_failed_team_that_is_blocked_stays_failed() -> None:
    """[EUR-5] [EUR-14]"""
    where = position("die", team(2, N, flags=6, failed=True), *others_on([N - 1, N - 2], 2), die=2)
    after = play(where, "1: move")
    assert after["teams"][0]["at"] == N
    assert after["teams"][0]["failed"]


def test_a_failed_team_may_fly_from_its_reserve_and_come_in_again() -> None:
    """[EUR-14]"""
    where = position("turn", team(2, N, flags=6, failed=True, planes=1), team(1))
    after = play(where, f"1: fly {SQUARES[own(2)[-1]]['city']}")
    assert after["teams"][0]["at"] == own(2)[-1]
    assert not after["teams"][0]["failed"]
    assert after["phase"] == "throw"
