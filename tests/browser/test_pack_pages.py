"""Question packs made in the browser: written, brought, shared, played with."""

import re
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import FilePayload, Page, expect
from test_pages import check_both_themes
from visitor import PHONE, Visit, Visitor

from periplo.core.words import LANGUAGES
from periplo.games import game
from periplo.games.europa import editing, pictures

GAME = "europa"
MOST_TURNS = 200
HEAD = "country,language,question,right,wrong 1,wrong 2,wrong 3"
ASKED = re.compile(r"^Which [a-z-]+ \d\?$")


def make(visitor: Visitor, way: str, title: str = "Rivers") -> Page:
    visitor.go("/packs")
    visitor.page.get_by_label("What it is called").fill(title)
    visitor.button(way).click()
    visitor.page.wait_for_url("**/packs/*")
    visitor.page.get_by_label("Title of the pack").wait_for()
    return visitor.page


def add_question(page: Page, ask: str) -> None:
    page.get_by_role("button", name="Add a question").click()
    form = page.get_by_role("group", name="English")
    # a new question is led to: what is typed goes into it
    expect(form.get_by_label("Question")).to_be_focused()
    page.keyboard.type(ask)
    form.get_by_label("Right answer").fill("this")
    for n, answer in enumerate(("that", "those", "these"), 1):
        form.get_by_label(f"Wrong answer {n}").fill(answer)


def wait_until_saved(page: Page) -> None:
    expect(page.locator("[data-state=saved]")).to_be_visible()


def faults(page: Page) -> list[str]:
    return page.locator("[data-faults] li").all_inner_texts()


def rows() -> list[str]:
    return [
        f"{deck},en,Which {deck} {i}?,this,that,those,these"
        for deck in game(GAME).board()["decks"]
        for i in range(3)
    ]


def file_of(path: Path, *more: str) -> Path:
    path.write_text("\n".join(["# missing decks: built-in", HEAD, *rows(), *more]))
    return path


def test_a_pack_is_written_by_hand_and_checked_while_it_is(visit: Visit) -> None:
    visitor = visit()
    page = make(visitor, "Make an empty one")
    assert visitor.page.get_by_text("There are no questions").count() == 1
    page.get_by_label("Questions on").select_option("spain")
    for n in (1, 2):
        add_question(page, f"Which river {n}?")
    wait_until_saved(page)
    (fault,) = faults(page)
    assert "Spain has 2 questions" in fault
    add_question(page, "Which river 3?")
    page.get_by_role("group", name="English").get_by_label("Wrong answer 2").fill("that")
    wait_until_saved(page)
    (fault,) = faults(page)
    assert "The same wrong answer, “that”, is given twice" in fault
    assert visitor.button("Publish and play").is_disabled()
    page.locator("[data-faults] button").click()
    field = page.get_by_role("group", name="English").get_by_label("Wrong answer 2")
    expect(field).to_be_focused()
    field.fill("such")
    wait_until_saved(page)
    assert page.get_by_text("No faults: ready to play").is_visible()
    page.get_by_role("button", name="Show it as players see it").click()
    dialog = page.get_by_role("dialog", name="As players see it")
    assert dialog.get_by_text("Which river 3?").is_visible()
    assert dialog.get_by_role("button", name="such").count() == 1
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Delete this question").click()
    assert page.get_by_text("Spain: 2 questions").is_visible()
    visitor.button("↶ Undo").click()
    assert page.get_by_text("Spain: 3 questions").is_visible()
    wait_until_saved(page)


def test_what_is_not_saved_outlives_a_reload_and_a_lost_network(visit: Visit) -> None:
    visitor = visit()
    visitor.forgive("Failed to load resource", "net::ERR_INTERNET_DISCONNECTED")
    page = make(visitor, "Make an empty one")
    page.get_by_label("Questions on").select_option("spain")
    visitor.context.set_offline(True)
    add_question(page, "What is kept?")
    expect(page.locator("[data-state=offline]")).to_be_visible()
    visitor.context.set_offline(False)
    page.route(
        "**/api/packs/*",
        lambda route: route.abort() if route.request.method == "PUT" else route.continue_(),
    )
    page.reload()
    page.get_by_label("Questions on").select_option("spain")
    assert page.get_by_text("What is kept?").is_visible()
    page.unroute("**/api/packs/*")
    wait_until_saved(page)


def test_a_file_with_faults_is_not_taken_over(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    visitor.go("/packs")
    bad = file_of(tmp_path / "class.csv", "atlantis,en,Where?,a,b,c,d", "spain,en,<b>,a,a,c,d")
    chooser = visitor.page.get_by_label("Choose a file")
    chooser.set_input_files(bad)
    visitor.page.get_by_text("2 faults. Nothing was taken over.").wait_for()
    last = len(rows()) + 4
    first, second = faults(visitor.page)
    assert first.startswith(f"Row {last - 1}")
    assert "“atlantis” is no country of the game" in first
    assert second.startswith(f"Row {last}")
    assert "column “wrong 1”" in second
    check_both_themes(visitor)
    file_of(bad)
    chooser.set_input_files(bad)
    visitor.page.get_by_text(f"class.csv: no faults, {len(rows())} questions.").wait_for()
    visitor.button("Make a pack of it").click()
    expect(visitor.page.get_by_label("Title of the pack")).to_have_value("class")


def test_a_pack_is_edited_by_a_colleague_and_played_by_others(visit: Visit, tmp_path: Path) -> None:
    teacher, colleague, other = visit(), visit(), visit(viewport=PHONE)
    teacher.go("/packs")
    teacher.page.get_by_label("Choose a file").set_input_files(file_of(tmp_path / "class.csv"))
    teacher.button("Make a pack of it").click()
    page = teacher.page
    page.get_by_label("Title of the pack").wait_for()
    teacher.button("Share").click()
    teacher.button("Publish").click()
    teacher.button("Make an edit link").click()
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog.locator("input[readonly]")).to_have_count(2)
    links = [field.input_value() for field in dialog.locator("input[readonly]").all()]
    read_link, edit_link = links
    assert read_link.endswith("/play")

    # somebody who edits it, too; nothing of either is lost
    colleague.page.goto(edit_link)
    title = colleague.page.get_by_label("Title of the pack")
    expect(title).to_have_value("class")
    assert "edit=" not in colleague.page.url
    title.fill("class of Tartu")
    wait_until_saved(colleague.page)
    page.keyboard.press("Escape")
    teacher.forgive("409")
    page.get_by_label("Search all questions").fill("Which malta 1")
    page.get_by_role("button", name="Which malta 1?").click()
    page.get_by_role("group", name="English").get_by_label("Explanation").fill("So it is.")
    teacher.button("Put mine on top").click()
    wait_until_saved(page)
    expect(page.get_by_label("Title of the pack")).to_have_value("class of Tartu")
    colleague.page.reload()
    colleague.page.get_by_label("Search all questions").fill("So it is")
    assert colleague.page.get_by_text("1 question found").is_visible()

    # somebody who only plays
    other.page.goto(read_link)
    other.page.get_by_role("heading", name="class").wait_for()
    assert other.overflow() == 0
    other.page.get_by_role("link", name="Play with it").click()
    other.page.wait_for_url("**/new/*")
    other.fill_in_table("bot:medium")
    chosen = other.page.get_by_label("Question pack").locator("option:checked")
    assert chosen.inner_text() == "class of Tartu"
    other.open_table()
    other.wait_for_board()
    dice = Random(1)
    for _ in range(MOST_TURNS):
        assert other.choose(dice)
        if other.page.get_by_text(ASKED).count():
            return
    raise AssertionError("no question was asked")


def test_a_copy_of_ours_is_whole_and_can_be_saved_as_a_file(visit: Visit) -> None:
    visitor = visit()
    page = make(visitor, "Begin with a copy of ours", "Ours")
    assert page.get_by_text("No faults: ready to play").is_visible()
    assert page.get_by_text("Every country has enough questions for a full game.").is_visible()
    visitor.button("Save as a file").click()
    for ending in editing.ENDINGS:
        with page.expect_download() as download:
            visitor.button(f".{ending}").click()
        assert download.value.suggested_filename == f"Ours.{ending}"
    page.keyboard.press("Escape")
    check_both_themes(visitor)
    page.locator("li .head").first.click()
    check_both_themes(visitor)
    page.set_viewport_size(PHONE)
    assert visitor.overflow() == 0
    visitor.go("/packs")
    assert visitor.overflow() == 0
    check_both_themes(visitor)


def test_a_pack_of_somebody_elses_is_not_shown(visit: Visit) -> None:
    owner, stranger = visit(), visit()
    address = make(owner, "Make an empty one").url
    stranger.forgive("403")
    stranger.page.goto(address)
    stranger.page.get_by_text("is not yours to edit").wait_for()
    owner.button("Delete the pack").click()
    owner.button("Yes, delete it").click()
    owner.page.get_by_text("You have no packs yet.").wait_for()


def picture(format: str) -> bytes:
    file = BytesIO()
    Image.new("RGB", (320, 200), "teal").save(file, format)
    return file.getvalue()


def test_a_picture_is_added_and_described(visit: Visit) -> None:
    visitor = visit()
    page = make(visitor, "Begin with a copy of ours")
    page.locator("li .head").first.click()
    file: FilePayload = {"name": "a.png", "mimeType": "image/png", "buffer": picture("PNG")}
    page.get_by_label("Add a picture").set_input_files(file)
    page.locator("img[src^='data:image/webp']").wait_for()
    wait_until_saved(page)
    expect(page.locator("[data-faults] li")).to_have_count(3)
    for language in ("English", "Spanish", "Italian"):
        group = page.get_by_role("group", name=language)
        group.get_by_label("What is on the picture").fill("A sea")
    wait_until_saved(page)
    assert page.get_by_text("No faults: ready to play").is_visible()
    page.get_by_role("button", name="Show it as players see it").click()
    shown = page.get_by_role("dialog", name="As players see it").get_by_role("img", name="A sea")
    assert shown.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 320
    page.keyboard.press("Escape")
    visitor.forgive("400")
    broken: FilePayload = {"name": "a.png", "mimeType": "image/png", "buffer": b"<svg/>"}
    page.get_by_label("Another picture").set_input_files(broken)
    page.get_by_text("This picture cannot be used.").wait_for()
    page.get_by_role("button", name="Take the picture away").click()
    wait_until_saved(page)
    assert page.get_by_text("No faults: ready to play").is_visible()


def test_a_picture_is_shown_with_its_question(visit: Visit) -> None:
    draft = editing.copy()
    for entry in draft["entries"]:
        entry["picture"] = pictures.address_of(picture("WEBP"))
        for language in LANGUAGES:
            entry[language]["alt"] = "A sea"
    visitor = visit(viewport=PHONE)
    visitor.go("/packs")
    file: FilePayload = {
        "name": "seas.jsonl",
        "mimeType": "application/jsonl",
        "buffer": editing.export(draft, "jsonl"),
    }
    visitor.page.get_by_label("Choose a file").set_input_files(file)
    visitor.button("Make a pack of it").click()
    visitor.button("Publish and play").click()
    visitor.page.wait_for_url("**/new/*")
    visitor.fill_in_table("bot:medium")
    visitor.open_table()
    visitor.wait_for_board()
    dice = Random(1)
    for _ in range(MOST_TURNS):
        assert visitor.choose(dice)
        widths = visitor.page.get_by_role("img", name="A sea").evaluate_all(
            "(all) => Promise.all(all.map((one) => one.decode().then(() => one.naturalWidth)))"
        )
        if widths:
            assert set(widths) == {320}
            assert visitor.overflow() == 0
            return
    raise AssertionError("no question was asked")
