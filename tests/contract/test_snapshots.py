"""What a seat is shown of a match, for every game: its own view, its own legal actions."""

from periplo import TABLE, Dice, Match
from periplo.core.words import LANGUAGES
from periplo.play.record import actor_name
from periplo.play.snapshots import build_snapshot, footnotes

STEPS = 80


def test_a_snapshot_is_the_view_of_its_seat_and_nothing_more(game_id: str) -> None:
    match, dice = Match.new(game_id, 2), Dice("snapshot")
    game = match.game
    for _ in range(STEPS):
        state = match.state
        if state.over():
            break
        for seats in ((), (0,), (1,), (0, 1)):
            shown = build_snapshot(game, state, seats)
            viewer = seats[0] if seats else None
            assert shown["view"] == game.view(state, viewer)
            assert set(shown["legal"]) <= {str(seat + 1) for seat in seats}
            for seat in seats:
                texts = shown["legal"].get(str(seat + 1), [])
                assert texts == [game.text(state, seat, action) for action in state.legal(seat)]
            each = {str(seat + 1): state.seen_by(seat) for seat in seats}
            if state.hides() and len(seats) == 2:
                assert shown["views"] == {seat: game.position(seen) for seat, seen in each.items()}
                assert shown["standings"] == {seat: seen.scores() for seat, seen in each.items()}
                derived = {seat: game.derived(seen) for seat, seen in each.items()}
                assert shown["derived_by_seat"] == derived
            else:
                assert not {"views", "standings", "derived_by_seat"} & set(shown)
            assert len(shown["headline"]) in (0, state.seats)
            translated = [shown["prompt"], shown["question"]]
            assert all(set(each) == set(LANGUAGES) for each in translated if each is not None)
        seen = state.seen_by(TABLE)
        assert build_snapshot(game, state, ())["actors"] == [actor_name(a) for a in seen.actors()]
        actor = state.next_actor()
        drawn = state.draw(dice) if actor == TABLE else state.pick(actor, dice)
        events = match.play(actor, drawn)
        beside = footnotes(game, match.state, events)
        assert len(beside) == len(events)
        assert all(set(each) == set(LANGUAGES) for each in beside if each is not None)


def test_whoever_throws_is_a_seat_or_the_table(game_id: str) -> None:
    """Somebody's dice are thrown only while the table is to act."""
    match, dice = Match.new(game_id, 2), Dice("thrower")
    for _ in range(STEPS):
        state = match.state
        if state.over():
            break
        actor = state.next_actor()
        thrower = state.thrower()
        assert thrower == TABLE or (actor == TABLE and 0 <= thrower < state.seats)
        match.play(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))
    shown = build_snapshot(match.game, match.state, ())
    assert shown["over"] == match.state.over()
