"""A guided first game: who has never seen a game gets through its lessons by pressing what they
see.
"""

import pytest
from playwright.sync_api import expect
from visitor import PHONE, PRESSABLE, Visit, Visitor

import periplo
from periplo.play.lessons import course

TAUGHT = [game_id for game_id in periplo.game_ids() if course(game_id).lessons]
OFFERED = f"{PRESSABLE}:not([data-aside], [data-aside] *)"
MOST_PRESSES = 8  # for one step: to choose a piece, then where it goes
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Learner:
    """Somebody at a game's lessons."""

    def __init__(self, visitor: Visitor, game_id: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        visitor.go("/")
        card = self.page.locator("article", has=self.page.locator(f"a[href='/new/{game_id}']"))
        card.get_by_role("link", name="Learn in 3 minutes").click()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Until everything has been shown, and something can be done."""
        self.page.evaluate(FRAMES)
        self.page.locator(".learn[data-ready=true]").wait_for()

    @property
    def place(self) -> tuple[str, int]:
        """The lesson, and how many of its steps are done."""
        learn = self.page.locator(".learn")
        step = int(learn.get_attribute("data-step") or 0)
        return learn.get_attribute("data-lesson") or "", step

    def open(self, lesson: str) -> None:
        ids = [one.id for one in course(self.page.url.rpartition("/")[2]).lessons]
        self.page.locator(".dots button").nth(ids.index(lesson)).click()
        self.page.locator(f".learn[data-lesson={lesson}]").wait_for()
        self.wait_until_ready()

    def ask_to_be_shown(self) -> None:
        show = self.page.get_by_role("button", name="Show me")
        if show.count():
            show.click()
            self.wait_until_ready()

    def do_step(self) -> None:
        """What the board offers is pressed, each thing once, until that was it."""
        self.ask_to_be_shown()
        before, pressed = self.place, set[str]()
        for _ in range(MOST_PRESSES):
            offered = self.page.locator(OFFERED)
            offered.first.wait_for()
            labels = offered.evaluate_all(
                "all => all.map(one => one.getAttribute('aria-label') ?? one.innerText)"
            )
            fresh = [n for n, label in enumerate(labels) if label not in pressed]
            assert fresh, f"{before}: nothing but {labels}"
            pressed.add(labels[fresh[0]])
            offered.nth(fresh[0]).click()
            self.wait_until_ready()
            if self.place != before:
                return
        raise AssertionError(f"{before}: pressed {pressed}")

    def is_done(self) -> bool:
        return self.page.locator("[data-next]").count() > 0


@pytest.mark.parametrize("taught", TAUGHT)
def test_somebody_new_gets_through_all_lessons_and_plays(visit: Visit, taught: str) -> None:
    learner = Learner(visit(viewport=PHONE), taught)
    for lesson in course(taught).lessons:
        assert learner.place == (lesson.id, 0)
        while not learner.is_done():
            learner.do_step()
        assert learner.place == (lesson.id, len(lesson.steps))
        assert learner.visitor.overflow() == 0
        assert learner.page.locator("[aria-live] .wrong").count() == 0
        learner.page.locator("[data-next]").click()
        if lesson is not course(taught).lessons[-1]:
            learner.page.locator(f".learn:not([data-lesson={lesson.id}])").wait_for()
            learner.wait_until_ready()
    learner.page.wait_for_url("**/t/*")
    learner.visitor.wait_for_board()
    learner.visitor.go(f"/learn/{taught}")
    learner.wait_until_ready()
    assert learner.place == (course(taught).lessons[0].id, 0)
    assert learner.page.locator(".dots .done").count() == len(course(taught).lessons)


def test_a_lost_page_loses_nothing(visit: Visit) -> None:
    learner = Learner(visit(), TAUGHT[0])
    long = next(one for one in course(TAUGHT[0]).lessons if len(one.steps) > 1)
    learner.open(long.id)
    learner.do_step()
    learner.page.reload()
    learner.wait_until_ready()
    assert learner.place == (long.id, 1)
    learner.page.get_by_role("button", name="↺ Again").click()
    learner.page.locator(".learn[data-step='0']").wait_for()
    learner.wait_until_ready()
    assert learner.place == (long.id, 0)


def test_lessons_are_learned_by_keyboard(visit: Visit) -> None:
    game_id = next(one for one in TAUGHT if course(one).lessons[0].steps[0].throw)
    learner = Learner(visit(), game_id)
    first, second = course(game_id).lessons[:2]
    learner.visitor.tab_to(OFFERED)
    learner.page.keyboard.press("Enter")
    expect(learner.page.locator("[data-next]")).to_be_focused()
    assert learner.place == (first.id, 1)
    learner.page.keyboard.press("Enter")
    learner.page.locator(f".learn[data-lesson={second.id}]").wait_for()
