"""Draws that can be checked: each follows from the secret, and a wrong one is found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from periplo import TABLE, BadRecord, Dice, Match
from periplo.play.draws import (
    Proof,
    commitment,
    draw_dice,
    new_secret,
    proof_from_json,
    verify,
)


def proof_of_a_game(game_id: str, steps: int = 60) -> Proof:
    """Played as the server does: the table by the secret, the seats anyhow."""
    secret = new_secret()
    match = Match.new(game_id, 2)
    dice, draws = Dice(1), 0
    while not match.state.over() and len(match.record.actions) < steps:
        actor = match.state.next_actor()
        if actor == TABLE:
            match.play(actor, match.state.draw(draw_dice(secret, draws)))
            draws += 1
        else:
            match.play(actor, match.state.pick(actor, dice))
    return Proof(match.record, commitment(secret), secret)


def test_what_the_secret_gave_is_right(game_id: str) -> None:
    proof = proof_from_json(proof_of_a_game(game_id).to_json())
    found = verify(proof)
    assert found["right"]
    assert found["wrong"] is None
    assert found["draws"] > 0


def test_another_throw_is_found(game_id: str) -> None:
    proof = proof_of_a_game(game_id)
    match = Match.at_start(proof.record)
    for number, written in enumerate(proof.record.actions):
        texts = match.legal().get("table", [])
        others = [text for text in texts if text != written]
        if others and written in texts:
            proof.record.actions[number:] = [others[0]]
            assert f"action {number + 1}" in verify(proof)["wrong"]
            return
        match.write(written)
    raise AssertionError("the table never had a choice")


def test_another_secret_is_found() -> None:
    proof = proof_of_a_game("oca")
    found = verify(Proof(proof.record, proof.commitment, new_secret()))
    assert not found["right"]
    assert "SHA-256" in found["wrong"]


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_every_draw_has_dice_of_its_own(one: int, other: int) -> None:
    secret = "ab" * 32
    same = draw_dice(secret, one).word() == draw_dice(secret, other).word()
    assert same == (one == other)


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (["record"], "one JSON object"),
        ({"commitment": "0" * 64, "secret": "0" * 64}, "record: is missing"),
        ({"periplo": 1, "actions": []}, "ask the table for its proof"),
        ({"record": {}, "commitment": "x", "secret": "0" * 64}, "commitment: must be 64"),
        ({"record": {}, "commitment": "0" * 64, "secret": 7}, "secret: must be 64"),
        ({"record": {}, "commitment": "0" * 64, "secret": "0" * 64}, "periplo: is missing"),
    ],
)
def test_what_is_no_proof_is_refused_by_name(broken: object, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        proof_from_json(broken)
