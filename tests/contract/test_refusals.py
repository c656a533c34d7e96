"""A refusal names the clause that forbids the action: each game's `tests/refusals.toml` says which.

docs/adding-a-game.md says how its rows are written.
"""

from typing import Any

import pytest
from every_test import times
from setups import read_row, rows_of, setups, wander

import periplo
from periplo import NOBODY, TABLE, Dice, Match, State
from periplo.core.words import ENGLISH, Words
from periplo.play.lessons import changed
from periplo.play.record import split_action

KEYS = {"seats", "options", "actions", "position", "refused"}


def situation(game_id: str, row: dict[str, Any]) -> State:
    unknown = set(row) - KEYS
    assert not unknown, f"unknown: {sorted(unknown)}; there are {sorted(KEYS)}"
    game, options = periplo.game(game_id), row.get("options", {})
    match = Match.new(game_id, row.get("seats", game.fewest_seats), options)
    for action in row.get("actions", []):
        match.write(action)
    if "position" not in row:
        return match.state
    return game.load(changed(match.position(), row["position"]), options)


@pytest.mark.parametrize(("refusing", "name", "row"), rows_of("refusals.toml"))
def test_a_refusal_names_the_clause_that_forbids_the_action(
    refusing: str, name: str, row: Any
) -> None:
    game, clauses = periplo.game(refusing), Words(refusing, ENGLISH).clause_ids()
    state = situation(refusing, read_row(row))
    before = game.position(state)
    assert row.get("refused"), f"[{name}] refuses nothing"
    for written, clause in row["refused"]:
        assert clause in clauses, f"{written}: {clause} is no clause"
        actor, text = split_action(written)
        action = game.parse(state, actor, text)
        assert not state.is_legal(actor, action), f"{written} is legal"
        with pytest.raises(periplo.IllegalAction) as refused:
            state.apply(actor, action)
        assert (written, refused.value.clause) == (written, clause), refused.value.why
        assert game.position(state) == before


def test_every_clause_that_refuses_has_a_row(game_id: str) -> None:
    """Whatever cannot be done, wherever a game may be: by which clauses is it refused?"""
    cases = [case.values for case in rows_of("refusals.toml") if case.values[0] == game_id]
    known = {clause for _, _, row in cases for _, clause in read_row(row).get("refused", [])}
    found: dict[str, str] = {}
    game, dice = periplo.game(game_id), Dice("refused")
    for seats, options in setups(game_id):
        state, count = game.new(seats, options), game.action_count(game.read_setup(seats, options))
        for _ in times(400):
            if state.over():
                break
            for actor in (*state.actors() * 10, TABLE, NOBODY, *range(state.seats)):
                for action in [int(dice.below(count)) for _ in range(3)]:
                    if not state.is_legal(actor, action):
                        clause, why = state.refusal(actor, action)
                        found.setdefault(clause, why)
            state.apply(*wander(game, state, dice))
    lacking = {clause: why for clause, why in found.items() if clause not in known}
    assert lacking == {}, f"{game_id}: tests/refusals.toml has no row for {sorted(lacking)}"
