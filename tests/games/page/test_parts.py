"""What a page shows already is left out of the next answer, and nothing else: it ends as one that is loaded anew."""

import itertools
import random
import re
from collections.abc import Iterator

import pytest
from flask_babel import force_locale
from werkzeug.datastructures import MultiDict

from app import rules
from app.games.chat import messages, reactions
from app.games.store.errors import ActionRefused
from app.games.store.snapshot import load_snapshot
from app.games.table import marks
from app.games.table.unread_moves import Visit
from app.games.web import rendering
from app.games.web.reader import load_reader
from app.games.web.rendering import TablePage
from app.http.fragments.fragment_cache import placeholder
from app.http.fragments.looks import Looks
from app.http.fragments.parts import Fragment, assemble, part
from app.i18n.languages import LANGUAGES, LOCALES
from tests.games.page.partial_answers import SAME, take_in
from tests.games.secrecy.test_secrets import advance
from tests.games.tables import CLUE, lay

WATCHES, RETURNS = Visit(opened=False), Visit(opened=False, since=1, until=3)
LOOK = re.compile(r'data-look="([^"]*)"')


def known(fragment: Fragment) -> set[bytes]:
    """The digests of the parts of a fragment, as a process keeps them."""
    looks = Looks()
    looks.add("", fragment)
    return {*looks.find("", fragment.look)}


def act(rng, table) -> None:
    """Let somebody play, point, write, react or take a note."""
    advance(rng, table)
    person = rng.choice([*table.people.values()]).user.id
    with table.app.test_request_context():
        for does in (
            lambda: marks.toggle_mark(table.code, person, rng.randrange(20)),
            lambda: messages.post_line(table.code, person, rng.choice(["so?", "<b>no</b>", "which & why"])),
            lambda: reactions.react(table.code, person, rng.choice([*reactions.REACTIONS])[0]),
        ):
            if rng.random() < 0.3:
                try:
                    does()
                except (ActionRefused, rules.IllegalMove):
                    continue


def render(table, seat, language, visit=WATCHES) -> Fragment:
    """What one who sits there, or watches, sees now."""
    user = table.people[seat].user.id if seat else None
    with table.app.test_request_context(headers={"HX-Request": "true"}), force_locale(LOCALES.get(language, language)):
        game = load_snapshot(table.code)
        page = TablePage(game, seat, load_reader(game, user, watching=False), visit, "")
        return rendering.render_table(page, MultiDict(), {})[1]


def readers_of(table) -> list[tuple]:
    """Every seat and a watcher, in each language, coming back or not."""
    return [*itertools.product([*table.people, None], LANGUAGES, (WATCHES, RETURNS))]


def compare(rng, table, steps, readers) -> Iterator[float]:
    """Play, and compare what each reader's page comes to with what it would be anew; return what share was sent."""
    shown = {reader: [render(table, *reader)] for reader in readers}
    for _ in range(steps):
        for _ in range(rng.randint(1, 2)):
            act(rng, table)
        for reader in rng.sample(readers, 5):
            before, after = rng.choice(shown[reader][-3:]), render(table, *reader)
            answer = str(after.without(known(before)))
            assert take_in(str(before.without(frozenset())), answer) == str(after.without(frozenset())), reader
            shown[reader].append(after)
            yield len(answer) / len(after.without(frozenset()))


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_a_page_ends_as_one_that_is_loaded_anew(ann, bob, cat, dan, variant):
    table = seated(variant, ann, bob, cat, dan)
    shares = [*compare(random.Random(variant), table, 3, readers_of(table))]
    assert len(shares) == 15
    assert min(shares) < 0.3


@pytest.mark.parametrize("clock", ["", "live 120"])
@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_many_pages_end_as_ones_that_are_loaded_anew(ann, bob, cat, dan, variant, clock):
    """At each table to a third of its readers, and at every third table to the same ones."""
    rng, compared = random.Random(f"{variant} {clock}"), 0
    for number in itertools.count():
        table = seated(variant, ann, bob, cat, dan, clock=clock)
        compared += len([*compare(rng, table, 10, readers_of(table)[number % 3 :: 3])])
        if compared >= 250:
            break


def seated(variant, *people, **options):
    return lay(variant, dict(zip(rules.VARIANTS[variant].seats, people, strict=False)), **options)


def ask(who, table, look="", **headers):
    """Poll as a browser does that tells where its requests come from."""
    sent = {"HX-Request": "true", "Sec-Fetch-Site": "same-origin", "HX-Look": look} | headers
    return who.client.get(f"/games/{table.code}", headers=sent)


def look_of(answer) -> str:
    (look,) = LOOK.findall(answer.text)
    return look


def test_only_what_changed_is_sent(duet, ann, bob):
    first = ask(ann, duet)
    bob.post(f"/games/{duet.code}/talk", text="hello")
    duet.send("b", f"clue {CLUE} 2")
    second = ask(ann, duet, look_of(first))
    assert len(second.text) < len(first.text)
    assert {"rest", "tabs"} & {*SAME.findall(second.text)}
    assert "data-same" not in ask(ann, duet).text
    third = ask(ann, duet, look_of(second))
    assert look_of(third) == look_of(second)
    assert len(third.text) < 0.1 * len(first.text)


def test_a_look_is_of_one_seat_of_one_table(classic, duet, ann, bob, zed):
    """Nobody can ask whether others are shown what they make up."""
    look = look_of(ask(ann, classic))
    assert "data-same" in ask(ann, classic, look).text
    for who, table in ((bob, classic), (zed, classic), (ann, duet)):
        assert "data-same" not in ask(who, table, look).text


def test_who_is_not_proved_to_be_on_the_site_is_sent_all(classic, ann):
    """Its forms need tokens, which the parts that it has may lack."""
    look = look_of(ask(ann, classic))
    assert "data-same" not in ask(ann, classic, look, **{"Sec-Fetch-Site": "cross-site"}).text
    assert "data-same" not in ann.get(f"/games/{classic.code}", hx_look=look).text


def test_a_refusal_is_whole_and_so_is_what_follows_it(classic, ann):
    """What was typed, and why it was refused, is nothing that the next look knows of."""
    look = look_of(ask(ann, classic))
    headers = {"HX-Request": "true", "Sec-Fetch-Site": "same-origin", "HX-Look": look}
    refused = ann.post(f"/games/{classic.code}/moves", headers, move="clue", word="", number="1", seen="0")
    assert refused.status_code == 422
    assert look_of(refused) == ""
    assert "data-same" not in refused.text
    assert "data-same" not in ask(ann, classic, "").text


def test_a_digest_heeds_what_is_filled_in_but_no_version_and_no_table(app):
    """So that a part is the same after each move, and is shared by all tables."""
    marks = (placeholder(name) for name in ("code", "version", "note"))
    filled = {"code": "abcdefgh", "version": 1, "note": ""}
    with app.test_request_context():
        whole = assemble("<main>{}</main>".format(part('<p id="told">{} {} {}</p>'.format(*marks))))
        first = Fragment(whole, **filled)
        same = Fragment(whole, **filled | {"code": "bcdefghj", "version": 2})
        noted = Fragment(whole, **filled | {"note": "<b>"})
    assert str(noted.without(frozenset())) == '<main><p id="told">abcdefgh 1 &lt;b&gt;</p></main>'
    assert same.look == first.look
    assert str(same.without(known(first))) == '<main><p id="told" data-same></p></main>'
    assert noted.look != first.look
    assert noted.without(known(first)) == noted.without(frozenset())


def test_looks_are_bounded():
    looks = Looks(maxsize=2)
    fragments = [FakeFragment(str(number)) for number in range(3)]
    for fragment in fragments:
        looks.add("", fragment)
    assert [bool(looks.find("", fragment.look)) for fragment in fragments] == [False, True, True]


class FakeFragment:
    def __init__(self, look: str) -> None:
        self.look = look

    def digests(self) -> bytes:
        return b"x" * 9
