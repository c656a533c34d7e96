"""What a rehearsal proposes is what the table might do, as likely as the rules have it."""

from collections import Counter

import pytest

import periplo
from periplo import Dice, Match
from periplo.core.state import TABLE
from periplo.table.proposing import propose_outcome, to_enter


@pytest.mark.parametrize("seed", range(20))
def test_a_throw_is_drawn_as_the_game_draws_it(seed: int) -> None:
    match = Match.new("oca", 2)
    drawn = match.state.draw(Dice(seed))
    proposed = propose_outcome(match.game, match.state, Dice(seed))
    assert proposed == match.game.text(match.state, TABLE, drawn)


def test_doubles_are_half_as_likely_as_other_throws() -> None:
    match = Match.new("oca", 2)
    found = Counter(
        str(propose_outcome(match.game, match.state, Dice(seed))) for seed in range(3600)
    )
    doubles = sum(found[f"{face}+{face}"] for face in range(1, 7))
    assert 500 < doubles < 700  # 600 of 3,600
    assert len(found) == 21


@pytest.mark.parametrize(
    ("game", "seats", "kinds"),
    [
        ("girumgo", 2, [37, 1, 1]),  # every wheel, who begins, the die
        ("camino", 3, [3, 1]),  # every board, the card
        ("europa", 3, [3, 2, 1]),  # every route, the order of play, the die
        ("poleana", 2, [1, 1]),
    ],
)
def test_what_is_set_up_together_is_proposed_as_one(
    game: str, seats: int, kinds: list[int]
) -> None:
    match, dice = Match.new(game, seats), Dice(1)
    for count in kinds:
        proposed = propose_outcome(periplo.game(game), match.state, dice)
        texts = [proposed] if isinstance(proposed, str) else proposed
        assert len(texts) == count
        assert isinstance(proposed, str) == (count == 1)
        for text in texts:
            match.write(text)


def test_what_is_entered_as_one_names_the_seat_or_the_place_of_each_outcome() -> None:
    dealt = Match.new("camino", 3, {})
    assert to_enter(dealt.game, dealt.state) == {
        "slots": [{"seat": 0}, {"seat": 1}, {"seat": 2}],
        "each_once": True,  # nobody gets a board that somebody has
    }
    dealt.play(TABLE, dealt.game.parse(dealt.state, TABLE, "board 2"))
    found = to_enter(dealt.game, dealt.state)
    assert found is not None
    assert found["slots"] == [{"seat": 1}, {"seat": 2}]
    wheels = Match.new("girumgo", 2, {})
    found = to_enter(wheels.game, wheels.state)
    assert found is not None
    assert [slot["place"] for slot in found["slots"]] == wheels.game.board({})["wheels"]
    assert not found["each_once"]
    for game in ("oca", "poleana", "europa"):
        match = Match.new(game, 2, {})
        assert to_enter(match.game, match.state) is None, game
