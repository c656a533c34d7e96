"""Several people at one screen, where things are hidden from each other."""

import re

import pytest
from playwright.sync_api import expect
from setups import hiding_game
from visitor import Visit, Visitor

GAME = hiding_game()
COVER = re.compile("^I am ")


@pytest.fixture
def screen(visit: Visit) -> Visitor:
    visitor = visit()
    visitor.set_up(GAME, "screen")
    visitor.page.get_by_role("button", name=COVER).wait_for()
    return visitor


def names(screen: Visitor) -> list[str]:
    return screen.page.locator(".players .name").all_inner_texts()


def uncover(screen: Visitor, name: str) -> None:
    screen.page.get_by_role("heading", name=f"Give the device to {name}", exact=True).wait_for()
    screen.button(f"I am {name}").click()
    screen.wait_for_board()


PLACES = ("ahead", "level")


def scores(screen: Visitor) -> list[str]:
    """All that is said of them but who is ahead, which the other's figure changes, too."""
    found = screen.page.locator(".players .score").all_inner_texts()
    return ["\n".join(line for line in text.splitlines() if line not in PLACES) for text in found]


def act_to_the_end(screen: Visitor) -> list[str]:
    """Do what is offered last, step by step, until nothing more is; the texts of all of it."""
    done = []
    cover = screen.page.get_by_role("button", name=COVER)
    while True:
        done.append(screen.choose_last())
        offered = screen.page.locator("[data-action]").or_(cover)
        offered.first.wait_for(state="attached")
        if cover.count():
            return done


def without_names(screen: Visitor) -> list[str]:
    """All that is seen or read aloud, whoever it is said to."""
    name = "|".join(map(re.escape, names(screen)))
    return [re.sub(name, "somebody", text) for text in screen.said()]


def board_of(screen: Visitor, name: str) -> str:
    """What the board of somebody's says aloud."""
    board = screen.page.locator(f".stage [aria-label^='{name}. ']").first
    return board.get_attribute("aria-label") or ""


def test_nobody_sees_what_another_at_the_same_screen_hides(screen: Visitor) -> None:
    first, second = names(screen)
    # the first card, which all may know, is announced once
    said_on_cover = [
        re.sub(r"(?m)^.+(?=Turn: somebody)", "", text) for text in without_names(screen)
    ]
    uncover(screen, first)
    log = screen.page.get_by_role("region", name="Log")
    before = scores(screen), board_of(screen, first), log.inner_text()
    secrets = [text.split()[-1] for text in act_to_the_end(screen)[:-1]]
    assert secrets

    # covered: nothing of either is in the document; what is said is what was said before
    assert screen.page.locator(".stage svg, [data-action], [data-throw], .score").count() == 0
    assert without_names(screen) == said_on_cover

    # the second sees the first as they were before the turn, and themselves as they are
    uncover(screen, second)
    assert (scores(screen), board_of(screen, first), log.inner_text()) == before
    expect(screen.page.locator("[data-snapshot] > header")).to_contain_text(second)
    screen.choose_last()
    expect(screen.page.locator(".players .score").last).not_to_contain_text(before[0][1])
    assert scores(screen)[0] == before[0][0]

    # a reload gives nothing away: it asks again who is there
    screen.page.reload()
    screen.page.get_by_role("button", name=COVER).wait_for()
    assert screen.page.locator(".stage svg").count() == 0

    # when both have finished, everything is shown to both
    uncover(screen, second)
    while scores(screen)[0] == before[0][0]:
        screen.choose_last()
    assert board_of(screen, first) != before[1]
    for secret in secrets:
        expect(log).to_contain_text(secret)


def without_words(text: str) -> str:
    return re.sub(r"[a-z]{3,}|\s", "", text)


def test_the_text_board_is_that_of_whoever_looks(screen: Visitor) -> None:
    first, second = names(screen)
    screen.switch_on_text_board()
    board = screen.page.locator(".stage pre")

    screen.button(f"I am {first}").click()
    expect(board).to_contain_text(first)
    before = board.inner_text()
    screen.choose_last()
    expect(board).not_to_have_text(before, use_inner_text=True)
    act_to_the_end(screen)
    assert board.count() == 0

    screen.button(f"I am {second}").click()
    expect(board).to_contain_text(second)
    seen = board.inner_text()
    assert without_words(seen) == without_words(before)  # a word may say that the first is done
    screen.choose_last()
    expect(board).not_to_have_text(seen, use_inner_text=True)
    expect(screen.page.locator(".bar > details")).to_have_attribute("open", "")  # to go on with

    seen = board.inner_text()
    screen.page.locator("header button[lang=es]").click()
    expect(board).not_to_have_text(seen, use_inner_text=True)


def test_steps_are_taken_back_until_the_turn_is_done(screen: Visitor) -> None:
    first, _ = names(screen)
    uncover(screen, first)
    screen.offered()
    before = screen.snapshot, board_of(screen, first)
    undo = screen.button(f"↶ Take back ({first})")
    steps = 0
    while screen.page.locator("[data-action]").count() > 1:  # the last of all ends the turn
        screen.choose_last()
        screen.offered()
        steps += 1
    for _ in range(steps):
        last = screen.snapshot
        undo.click()
        screen.wait_past(last)
    assert (screen.snapshot, board_of(screen, first)) == before
    expect(undo).to_have_count(0)

    act_to_the_end(screen)
    assert undo.count() == 0
