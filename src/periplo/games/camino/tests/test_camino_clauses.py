"""El camino, clause by clause: a position and a sentence each."""

from itertools import combinations, permutations
from typing import Any

import pytest

from periplo import Dice, IllegalAction, Match
from periplo.core.playout import play_randomly
from periplo.games.camino import GAME
from periplo.games.camino.board import CARDS, CELLS, COLOUR, COLOURS, NEAR, NUMBER, STARTS

NAMES = ("A", "B", "C", "D")


def seat(path: str, board: int = 1, **changes: Any) -> dict[str, Any]:
    """A seat whose path runs from tail to head: `seat("d4 c3", scored={"3": 3})`."""
    return {"board": board, "path": path.split(), "end": None, "left": "", "done": False,
            "scored": {}} | changes  # fmt: skip


def match(*seats: dict[str, Any], played: int = 0, **changes: Any) -> Match:
    """A match about to turn up a card, after `played` cards from the highest down."""
    position = {"round": played + 1, "phase": "card", "card": None,
                "played": list(range(15, 15 - played, -1)), "reached": {},
                "seats": list(seats)} | changes  # fmt: skip
    return Match(GAME, NAMES[: len(seats)], None, position)


def play(game: Match, *written: str) -> Match:
    for action in written:
        game.write(action)
    return game


def path(game: Match, seat: int = 0) -> str:
    return " ".join(game.position()["seats"][seat]["path"])


def scored(game: Match, seat: int = 0) -> dict[str, int]:
    found: dict[str, int] = game.position()["seats"][seat]["scored"]
    return found


def refused(game: Match, actor: int, text: str) -> str:
    """The clause that forbids the action."""
    before = game.position()
    with pytest.raises(IllegalAction) as error:
        game.state.apply(actor, GAME.parse(game.state, actor, text))
    assert game.position() == before
    return error.value.clause


def test_the_map_has_61_cells_six_colours_and_nine_numbers() -> None:
    """CAM-R1: our own map, as the rules draw it."""
    rows = [[cell for cell in CELLS if cell[0] == row] for row in "abcdefghi"]
    assert [len(row) for row in rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    shown = {
        "a": "R10 G P G Y9", "b": "B A Y B P A", "c": "P G R3 A R Y B", "d": "Y A B Y P G P G",
        "e": "B6 R G P R A B2 R Y5", "f": "P Y B G B Y A B", "g": "R A Y4 R A G P",
        "h": "P R P B R Y", "i": "G8 A R G A7",
    }  # fmt: skip
    for row, cells in shown.items():
        for i, cell in enumerate(cells.split(), 1):
            index = CELLS.index(f"{row}{i}")
            assert COLOURS[COLOUR[index]] == cell[0]
            assert NUMBER[index] == int(cell[1:] or 0)
    touching = {CELLS[i] for i in range(61) if NEAR[CELLS.index("d4")] >> i & 1}
    assert touching == {"c3", "c4", "d3", "d5", "e4", "e5"}


def test_the_cards_are_all_the_sets_of_four_colours_and_six_show_one_twice() -> None:
    """CAM-R2: fifteen cards; card 1 has red twice, card 11 nothing twice."""
    cards = [card.replace("+", "") for card in CARDS]
    sets = ["".join(dict.fromkeys(card)) for card in cards]
    assert sorted("".join(sorted(s)) for s in sets) == sorted(
        "".join(sorted(s)) for s in combinations("RGBYAP", 4)
    )
    doubled = {n: card for n, card in enumerate(cards, 1) if len(card) == 5}
    assert {n: next(c for c in card if card.count(c) == 2) for n, card in doubled.items()} == {
        1: "R", 3: "G", 6: "A", 7: "B", 10: "Y", 12: "P",
    }  # fmt: skip


def test_boards_are_dealt_in_seat_order_and_differ_only_in_the_start_cell() -> None:
    """CAM-1: four boards, each to one seat, each equally likely among those left."""
    game = Match.new("camino", 3)
    assert game.legal() == {"table": ["board 1", "board 2", "board 3", "board 4"]}
    play(game, "board 3", "board 1")
    assert game.legal() == {"table": ["board 2", "board 4"]}
    assert [float(chance) for _, chance in game.state.outcomes()] == [0.5, 0.5]
    play(game, "board 4")
    assert [path(game, s) for s in range(3)] == [STARTS[2], STARTS[0], STARTS[3]]
    assert [path(game, s) for s in range(3)] == ["f5", "d4", "f4"]
    assert game.position()["phase"] == "card"


def test_no_board_is_dealt_twice() -> None:
    """CAM-1: a board that somebody has is not dealt again."""
    game = play(Match.new("camino", 2), "board 3")
    assert refused(game, -1, "board 3") == "CAM-1"
    assert refused(game, 0, "stop") == "CAM-1"


def test_a_card_is_turned_up_for_everyone_and_never_again() -> None:
    """CAM-2: the same card for all; a played one is gone."""
    game = play(match(seat("d4"), seat("d5", 2), played=2), "card 9")
    assert [s["left"] for s in game.position()["seats"]] == ["RBAP", "RBAP"]
    play(game, "2: stop", "1: stop")
    assert game.position()["played"] == [15, 14, 9]
    assert refused(game, -1, "card 9") == "CAM-2"
    assert refused(game, 0, "head c3") == "CAM-2"
    assert len(game.legal()["table"]) == 12


def test_squares_of_the_card_are_used_in_any_order_each_once() -> None:
    """CAM-2: the rules' own example, board 1 and card 11."""
    game = play(match(seat("d4")), "card 11", "1: head d3", "1: head e3", "1: head d2")
    assert game.position()["seats"][0]["left"] == "Y"
    play(game, "1: head d1")
    assert path(game) == "d4 d3 e3 d2 d1"
    assert game.legal() == {"1": ["stop"]}  # nothing left, but it still says so
    assert refused(game, 0, "head e1") == "CAM-2"  # it touches the 6, which is blue


def test_a_colour_shown_twice_may_be_used_twice() -> None:
    """CAM-2: card 1 shows red twice: e5 and e8 would need more, c3 and e5 do not."""
    game = play(match(seat("d4")), "card 1", "1: head e5")
    assert game.position()["seats"][0]["left"] == "RGBY"
    play(game, "1: head f4", "1: head g4")
    assert game.position()["seats"][0]["left"] == "BY"


def test_a_seat_may_use_no_square_at_all() -> None:
    """CAM-2: none, some or all."""
    game = play(match(seat("d4")), "card 2", "1: stop")
    assert path(game) == "d4"
    assert game.position()["round"] == 2


def test_seats_act_at_the_same_time_and_order_changes_nothing() -> None:
    """CAM-2: any interleaving of the same actions leads to the same position."""
    mine = ["1: head d3", "1: head e3", "1: stop"]
    yours = ["2: head c4", "2: stop"]
    found = set()
    for order in set(permutations([0, 0, 0, 1, 1])):
        queues = [list(mine), list(yours)]
        game = play(match(seat("d4"), seat("d5", 2)), "card 11")
        play(game, *(queues[who].pop(0) for who in order))
        found.add(str(game.position()))
    assert len(found) == 1


def test_whoever_has_stopped_waits_for_the_others() -> None:
    """CAM-2: the round ends with the last stop; end, left and done are then cleared."""
    game = play(match(seat("d4"), seat("d5", 2)), "card 11", "1: head d3", "1: stop")
    assert list(game.legal()) == ["2"]
    first = game.position()["seats"][0]
    assert (first["end"], first["left"], first["done"]) == ("head", "GYA", True)
    assert refused(game, 0, "head e3") == "CAM-2"
    play(game, "2: stop")
    first = game.position()["seats"][0]
    assert (first["end"], first["left"], first["done"]) == (None, "", False)


def test_the_others_lines_are_hidden_until_the_round_is_over() -> None:
    """CAM-2: path, scored, end, left and reached as they stood; done as it is."""
    game = play(match(seat("d4"), seat("d5", 2)), "card 2", "1: head c3", "1: stop")
    other = game.view(1)
    assert other["seats"][0] == seat("d4", left="RGBA", done=True)
    assert other["reached"] == {}
    own = game.view(0)
    assert own["seats"][0]["scored"] == {"3": 3}
    assert own["reached"] == {"3": 1}
    assert game.view(None)["seats"][0] == seat("d4", left="RGBA", done=True)
    play(game, "2: stop")
    assert game.view(1) == game.view(None) == game.position()


def test_both_who_reach_a_number_in_one_round_see_it_reached() -> None:
    """CAM-2: an entry is shown to whoever made it, also if another was quicker."""
    game = match(seat("d4"), seat("d5 c4", 2), seat("f5", 3))
    play(game, "card 2", "1: head c3", "2: head c3")
    assert game.view(0)["reached"] == game.view(1)["reached"] == {"3": 1}
    assert game.view(2)["reached"] == game.view(None)["reached"] == {}
    assert scored(game, 0) == scored(game, 1) == {"3": 3}


def test_views_do_not_depend_on_what_they_hide() -> None:
    """CAM-2: two positions that differ only in hidden things give the same view."""
    compared = 0
    for number in range(30):
        state = GAME.new(3)
        dice = Dice("hidden", number)
        play_randomly(state, dice, 4 + dice.below(60))
        while not state.over() and state.actors() != [0, 1, 2]:
            play_randomly(state, dice, 1)
        if state.over():
            continue
        other = state.copy()
        for drawing in (state, other):  # seats 2 and 3 draw differently, seat 1 looks on
            for rival in (1, 2):
                for _ in range(dice.below(4)):
                    steps = [action for action in drawing.legal(rival) if action > 0]
                    if steps:
                        drawing.apply(rival, steps[dice.below(len(steps))])
        assert GAME.view(state, 0) == GAME.view(other, 0)
        assert GAME.view(state, None) == GAME.view(other, None)
        compared += GAME.position(state) != GAME.position(other)
    assert compared > 10


def test_nothing_in_a_view_reveals_the_cards_to_come() -> None:
    """CAM-2: the pack has no order until a card is turned up."""
    game = play(match(seat("d4"), played=3), "card 1")
    assert set(game.view(0)) == {"round", "phase", "card", "played", "reached", "seats"}
    assert game.view(0)["played"] == [15, 14, 13]


def test_a_path_goes_from_cell_to_touching_cell_and_never_back() -> None:
    """CAM-3: no jump, no cell twice."""
    game = play(match(seat("d4 d3")), "card 2")
    assert refused(game, 0, "head a1") == "CAM-3"
    assert refused(game, 0, "head d4") == "CAM-3"
    assert refused(game, 0, "tail d3") == "CAM-3"


def test_a_path_may_run_beside_itself() -> None:
    """CAM-R3: e3 touches d3 and e4 touches both d3's path and d4: no matter."""
    game = play(match(seat("d4 d3")), "card 13", "1: head e3", "1: head e4", "1: stop")
    assert path(game) == "d4 d3 e3 e4"


def test_in_one_round_a_path_grows_from_one_end_only() -> None:
    """CAM-4: the first step decides; in the next round it may be the other."""
    game = play(match(seat("d4 d3")), "card 2")
    assert any(text.startswith("tail") for text in game.legal()["1"])
    play(game, "1: head e3")
    assert not any(text.startswith("tail") for text in game.legal()["1"])
    assert refused(game, 0, "tail c3") == "CAM-4"
    play(game, "1: stop", "card 3", "1: tail c3")
    assert path(game) == "c3 d4 d3 e3"
    assert game.position()["seats"][0]["end"] == "tail"
    assert refused(game, 0, "head e4") == "CAM-4"


def test_a_path_of_one_cell_has_only_a_head() -> None:
    """CAM-4: with just the start cell, `tail` is not offered."""
    game = play(match(seat("d4")), "card 2")
    assert not any(text.startswith("tail") for text in game.legal()["1"])
    assert refused(game, 0, "tail d3") == "CAM-4"


def test_the_first_to_reach_a_number_scores_all_of_it_and_later_ones_half() -> None:
    """CAM-5: 7 gives 4 to whoever comes two rounds later."""
    first = seat("d4 d5 d6 d7 e8 f8 g7 h6 i5", scored={"7": 7})
    late = seat("d5 e6 f6 g6 h5", 2)
    game = match(first, late, played=3, reached={"7": 1})
    play(game, "card 2", "2: head i5", "1: stop", "2: stop")
    assert scored(game, 1) == {"7": 4}
    assert game.position()["reached"] == {"7": 1}


def test_several_in_the_same_round_all_score_in_full() -> None:
    """CAM-5: and the round of the first entry is kept."""
    game = match(seat("d4"), seat("d5 c4", 2), played=1)
    events = play(game, "card 2", "2: head c3").write("1: head c3")
    assert scored(game, 0) == scored(game, 1) == {"3": 3}
    assert game.position()["reached"] == {"3": 2}
    assert [event["rule"] for event in events] == ["CAM-4", "CAM-5"]


def test_the_total_is_the_numbers_minus_the_empty_cells() -> None:
    """CAM-6: numbers 3 6 8 9 first, 2 5 7 10 late come to 39; ten empty cells leave 29."""
    full, late = (3, 6, 8, 9), (2, 5, 7, 10)
    assert sum(full) + sum((number + 1) // 2 for number in late) == 39
    game = match(seat("d4 c3", scored={"3": 3}), played=1, reached={"3": 1})
    assert game.state.scores() == [3 - 59]
    assert Match.new("camino", 1).state.scores() == [-61]


def test_the_game_is_over_after_fifteen_cards() -> None:
    """CAM-6: the last round stays 15, and everything is counted."""
    game = play(match(seat("d4"), seat("d5 c4", 2), played=14), "card 1", "1: head c3", "1: stop")
    events = game.write("2: stop")
    position = game.position()
    assert (position["phase"], position["round"], len(position["played"])) == ("over", 15, 15)
    assert game.state.scores() == [3 - 59, -59]
    assert [event["kind"] for event in events if event["rule"] == "CAM-6"] == ["counted"] * 2
    assert game.legal() == {}


def test_equal_totals_share_the_win() -> None:
    """CAM-R4: two at the top both win, the third does not."""
    game = match(seat("d4 d3"), seat("d5 d6", 2), seat("f5", 3), played=14)
    play(game, "card 1", "1: stop", "2: stop", "3: stop")
    assert game.state.winners() == [0, 1]
    assert GAME.new(2).winners() == []


def test_alone_a_number_after_a_higher_one_scores_half() -> None:
    """CAM-7: 4, then 7, then 5, then 9 score 4, 7, 3, 9 (here by what is on the path)."""
    walk = "g3 g4 f5 f6 g6 h5 i4"
    game = match(seat(walk, 3, scored={"4": 4}), played=5, reached={"4": 2})
    play(game, "card 2", "1: head i5", "1: stop")
    assert scored(game) == {"4": 4, "7": 7}
    back = match(seat("e7 e6 f5", 3, scored={"2": 2}) | {"path": ["e7", "e6", "f5", "f6"]},
                 played=5, reached={"2": 2})  # fmt: skip
    assert back.state.scores() == [2 - 57]


def test_alone_a_lower_number_after_a_higher_one_is_halved_at_either_end() -> None:
    """CAM-7: the 3 at the head, the 2 later at the tail: 1 point, rounded up from a half."""
    game = match(seat("e6 d5 d4 c3", scored={"3": 3}), played=2, reached={"3": 1})
    events = play(game, "card 2").write("1: tail e7")
    assert scored(game) == {"2": 1, "3": 3}
    assert game.position()["reached"] == {"2": 3, "3": 1}
    assert events[-1]["rule"] == "CAM-7"


def test_alone_nobody_else_can_come_first() -> None:
    """CAM-7 stands instead of CAM-5: an earlier round in `reached` halves nothing by itself."""
    game = play(match(seat("d4")), "card 2", "1: head c3")
    assert scored(game) == {"3": 3}


def test_over_forty_alone_is_splendid() -> None:
    """CAM-7: emitted at the end, at 41 and not at 40; the path covers every cell."""
    rows = [[cell for cell in CELLS if cell[0] == row] for row in "abcdefghi"]
    snake = [cell for i, row in enumerate(rows) for cell in (row if i % 2 == 0 else row[::-1])]
    for halved, total in (((8, 9, 10), 41), ((2, 8, 9, 10), 40)):
        numbers = {n: (n + 1) // 2 if n in halved else n for n in range(2, 11)}
        written = {str(number): points for number, points in numbers.items()}
        game = match(
            seat(" ".join(snake), scored=written), played=14, reached=dict.fromkeys(written, 1)
        )
        events = play(game, "card 1").write("1: stop")
        assert game.state.scores() == [total]
        assert any(event["kind"] == "splendid" for event in events) == (total > 40)
