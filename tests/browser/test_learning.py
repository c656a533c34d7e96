"""A guided first game: who has never seen a game gets through its lessons by pressing what they
see.
"""

import re

import pytest
from playwright.sync_api import expect
from visitor import PHONE, PRESSABLE, Visit, Visitor

import periplo
from periplo.play.lessons import course

TAUGHT = [game_id for game_id in periplo.game_ids() if course(game_id).lessons]
MOST_PRESSES = 8  # for one step: to choose a piece, then where it goes
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# what each thing is called; "" for what lies under another
LABELS = """all => all.map((one) => {
  one.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = one.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return one.contains(top) ? one.getAttribute('aria-label') ?? one.innerText : ''
})"""


class Learner:
    """Somebody at a game's lessons."""

    def __init__(self, visitor: Visitor, game_id: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.seen: list[str] = []
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
            self.press_another(pressed)
            if self.place != before:
                return
        raise AssertionError(f"{before}: pressed {pressed}")

    def do_wrong(self) -> None:
        """The same, until that was not it; what was it is begun again."""
        before, pressed = self.place, set[str]()
        for _ in range(MOST_PRESSES):
            self.press_another(pressed)
            if self.page.locator("[data-verdict=other]").count():
                return
            if self.place != before:
                self.begin_again()
        raise AssertionError(f"{before}: pressed {pressed}")

    def press_another(self, pressed: set[str]) -> None:
        """What was not pressed before, first what has come since the last press."""
        offered = self.page.locator(PRESSABLE)
        offered.first.wait_for()
        labels: list[str] = offered.evaluate_all(LABELS)
        fresh = [label for label in labels if label and label not in pressed]
        assert fresh, f"{self.place}: nothing but {labels}"
        chosen = min(fresh, key=self.seen.count)
        self.seen = labels
        pressed.add(chosen)
        offered.nth(labels.index(chosen)).click()
        self.wait_until_ready()

    def begin_again(self) -> None:
        self.page.get_by_role("button", name="↺ Again").click()
        self.page.locator(".learn[data-step='0']").wait_for()
        self.wait_until_ready()

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


def first_with(part: str) -> tuple[str, str, int]:
    """A game, a lesson of it, and the first step with this part."""
    return next(
        (game_id, lesson.id, n)
        for game_id in TAUGHT
        for lesson in course(game_id).lessons
        for n, step in enumerate(lesson.steps)
        if getattr(step, part)
    )


def test_what_a_clause_forbids_is_answered_by_it(visit: Visit) -> None:
    game_id, lesson, steps = first_with("ask")
    learner = Learner(visit(), game_id)
    learner.open(lesson)
    for _ in range(steps):
        learner.do_step()
    learner.page.locator("[data-try]").first.click()
    answer = learner.page.locator("[data-verdict=refused]")
    expect(answer).to_contain_text("That is not allowed.")
    expect(answer.get_by_role("link")).to_have_attribute("href", re.compile(f"/rules/{game_id}#."))
    learner.wait_until_ready()
    assert learner.place == (lesson, steps)
    learner.do_step()


def test_what_is_allowed_but_not_the_best_is_explained(visit: Visit) -> None:
    game_id, lesson = next(
        (game_id, lesson.id)
        for game_id in TAUGHT
        for lesson in course(game_id).lessons
        if lesson.steps[0].wrong
    )
    learner = Learner(visit(), game_id)
    learner.open(lesson)
    learner.do_wrong()
    assert learner.place == (lesson, 0)
    learner.do_step()
    expect(learner.page.locator("[data-verdict]")).to_have_count(0)


def test_a_lost_page_loses_nothing(visit: Visit) -> None:
    learner = Learner(visit(), TAUGHT[0])
    long = next(one for one in course(TAUGHT[0]).lessons if len(one.steps) > 1)
    learner.open(long.id)
    learner.do_step()
    learner.page.reload()
    learner.wait_until_ready()
    assert learner.place == (long.id, 1)
    learner.begin_again()
    assert learner.place == (long.id, 0)


def test_lessons_are_learned_by_keyboard(visit: Visit) -> None:
    game_id = next(
        game_id
        for game_id in TAUGHT
        if [bool(step.throw) for step in course(game_id).lessons[0].steps] == [True]
    )
    first, second = course(game_id).lessons[:2]
    learner = Learner(visit(), game_id)
    learner.visitor.tab_to(PRESSABLE)
    learner.page.keyboard.press("Enter")
    expect(learner.page.locator("[data-next]")).to_be_focused()
    assert learner.place == (first.id, 1)
    learner.page.keyboard.press("Enter")
    learner.page.locator(f".learn[data-lesson={second.id}]").wait_for()
