"""Draws that can be checked: each follows from the secret, and a wrong one is found."""

import hmac
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from periplo import TABLE, BadRecord, Dice, Match
from periplo.play.draws import (
    Proof,
    commitment,
    draw_dice,
    draw_key,
    new_secret,
    proof_from_json,
    verify,
)

NOBODY: dict[int, str] = {}
SOME = {2: "cd" * 32, 0: "11" * 32}


def proof_of_a_game(
    game_id: str, contributions: dict[int, str] = NOBODY, seats: int = 3, steps: int = 60
) -> Proof:
    """Played as the server does: the table by the secret, the seats anyhow."""
    secret = new_secret()
    key = draw_key(secret, contributions)
    match = Match.new(game_id, seats)
    dice, draws = Dice(1), 0
    while not match.state.over() and len(match.record.actions) < steps:
        actor = match.state.next_actor()
        if actor == TABLE:
            match.play(actor, match.state.draw(draw_dice(key, draws)))
            draws += 1
        else:
            match.play(actor, match.state.pick(actor, dice))
    return Proof(match.record, commitment(secret), secret, contributions)


@pytest.mark.parametrize("contributions", [NOBODY, SOME])
def test_what_the_secret_gave_is_right(game_id: str, contributions: dict[int, str]) -> None:
    proof = proof_from_json(proof_of_a_game(game_id, contributions).to_json())
    found = verify(proof)
    assert found["right"]
    assert found["contributed"] == len(contributions)
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
        match.replay(written)
    raise AssertionError("the table never had a choice")


def test_a_whole_table_is_computed_again_without_our_own_code(game_id: str) -> None:
    """As docs/protocol.md says it: nothing of periplo.play.draws is used."""
    written_proof = proof_of_a_game(game_id, SOME).to_json()
    secret = bytes.fromhex(written_proof["secret"])
    assert sha256(secret).hexdigest() == written_proof["commitment"]
    said = b"periplo contributions 1=" + b"11" * 32 + b" 3=" + b"cd" * 32
    assert written_proof["contributions"] == {"1": "11" * 32, "3": "cd" * 32}
    key = hmac.digest(secret, said, "sha256")
    match, draws = Match.new(game_id, 3), 0
    for written in written_proof["record"]["actions"]:
        if TABLE in match.state.actors():
            dice = Dice(hmac.digest(key, b"periplo draw %d" % draws, "sha256").hex())
            drawn = match.game.text(match.state, TABLE, match.state.draw(dice))
            assert written == drawn
            draws += 1
        match.write(written)
    assert draws > 0


def test_changed_contributions_are_found(game_id: str) -> None:
    proof = proof_of_a_game(game_id, SOME, steps=200)
    for changed in (NOBODY, SOME | {0: "12" + "11" * 31}, SOME | {1: "11" * 32}, {0: SOME[0]}):
        found = verify(replace(proof, contributions=changed))
        assert not found["right"], changed
        assert "give" in found["wrong"]


def test_a_proof_of_an_older_version_still_verifies() -> None:
    written_proof = proof_of_a_game("oca").to_json()
    del written_proof["contributions"], written_proof["entered"]
    found = verify(proof_from_json(written_proof))
    assert (found["right"], found["contributed"]) == (True, 0)


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (["11" * 32], "must be an object"),
        ({"4": "11" * 32}, "no seat '4'"),
        ({"0": "11" * 32}, "no seat '0'"),
        ({"01": "11" * 32}, "no seat '01'"),
        ({"1": "AB" * 32}, "seat 1: must be 64"),
        ({"1": "11" * 32 + "\n"}, "seat 1: must be 64"),
        ({"1": None}, "seat 1: must be 64"),
    ],
)
def test_odd_contributions_are_refused_by_name(broken: object, why: str) -> None:
    written_proof = proof_of_a_game("oca").to_json() | {"contributions": broken}
    with pytest.raises(BadRecord, match=why):
        proof_from_json(written_proof)


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"1": 1}, "must be a list"),
        ([0], "no action 0"),
        ([61], "no action 61"),
        ([True], "no action"),
        ([2, 1], "ascending"),
        ([1, 1], "ascending"),
    ],
)
def test_odd_numbers_of_what_people_decided_are_refused_by_name(broken: object, why: str) -> None:
    written_proof = proof_of_a_game("oca").to_json() | {"entered": broken}
    with pytest.raises(BadRecord, match=why):
        proof_from_json(written_proof)


def test_no_throw_can_be_listed_as_what_a_person_decided(game_id: str) -> None:
    proof = proof_of_a_game(game_id)
    first = next(n for n, one in enumerate(proof.record.actions, 1) if ": " not in str(one))
    assert "nothing is judged" in verify(replace(proof, entered=(first,)))["wrong"]


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
