"""The site's languages: which one a reader gets, and that nothing is missing in any of them."""

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from babel.dates import format_skeleton
from babel.messages.catalog import Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from app.i18n.languages import LANGUAGES, force_language, locale
from app.i18n.times import format_by_skeleton
from tests.visitor import Visitor

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = ROOT / "app" / "translations"
TRANSLATED = [code for code in LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"%\(\w+\)\w|%%|<[^>]*>")


def read(code: str) -> list[Message]:
    with (CATALOGUES / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return [message for message in read_po(file) if message.id]


def texts(value: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


@pytest.fixture(scope="module")
def gathered(tmp_path_factory) -> set[str | tuple[str, ...]]:
    """Every sentence that the code asks for now."""
    pot = tmp_path_factory.mktemp("messages") / "messages.pot"
    command = [str(Path(sys.executable).with_name("pybabel")), "--quiet", "extract", "-F", "pyproject.toml"]
    subprocess.run([*command, "-k", "lazy_gettext", "-o", str(pot), "app", "templates"], cwd=ROOT, check=True)
    with pot.open("rb") as file:
        return {message.id for message in read_po(file) if message.id}


@pytest.mark.parametrize("code", TRANSLATED)
class TestCatalogues:
    """After a change of sentences: `make messages`, then translate what is empty."""

    def test_every_sentence_is_there_and_no_other(self, code, gathered):
        assert {message.id for message in read(code)} == gathered, "run `make messages`"

    def test_all_is_translated(self, code):
        missing = [message.id for message in read(code) if not all(texts(message.string))]
        assert missing == []

    def test_nothing_is_fuzzy(self, code):
        assert [message.id for message in read(code) if message.fuzzy] == []

    def test_placeholders_and_tags_are_kept(self, code):
        for message in read(code):
            wanted = {frozenset(PLACEHOLDER.findall(text)) for text in texts(message.id)}
            for text in texts(message.string):
                assert frozenset(PLACEHOLDER.findall(text)) in wanted, message.id

    def test_plurals_have_as_many_forms_as_the_language(self, code):
        assert {len(texts(message.string)) for message in read(code) if message.pluralizable} <= {2}

    def test_what_is_compiled_is_what_is_written(self, code):
        with (CATALOGUES / code / "LC_MESSAGES" / "messages.mo").open("rb") as file:
            compiled = {texts(message.id): texts(message.string) for message in read_mo(file) if message.id}
        written = {texts(message.id): texts(message.string) for message in read(code)}
        assert compiled == written, "run `make messages`"

    def test_nothing_breaks_an_attribute(self, code):
        """Sentences stand in aria-labels and titles, where a straight quotation mark would end them."""
        plain = [text for message in read(code) for text in texts(message.string) if "<" not in text]
        assert [text for text in plain if '"' in text] == []


class TestWhichLanguage:
    """The account's, else the cookie's, else what the browser asks for, else English."""

    def test_what_the_browser_asks_for(self, nobody):
        for asked, given in (("fr-CH,fr;q=0.9", "fr"), ("it", "it"), ("de,it;q=0.5", "it"), ("de", "en"), ("", "en")):
            assert f'<html lang="{given}">' in nobody.get("/", accept_language=asked).text, asked

    def test_the_cookie_comes_before(self, nobody):
        answer = nobody.post("/language", language="it", next="/rules")
        assert (answer.status_code, answer.location) == (303, "/rules")
        assert '<html lang="it">' in nobody.get("/rules", accept_language="fr").text

    def test_the_account_comes_first(self, app, ann):
        ann.post("/language", language="fr")
        elsewhere = Visitor(app, "Ann", ann.user)
        elsewhere.client.set_cookie("language", "it")
        assert '<html lang="fr">' in elsewhere.get("/", accept_language="en").text

    def test_from_a_refused_form_it_leads_back_to_the_form_s_page(self, ann):
        """A form's own address may not be a page."""
        answer = ann.post("/decks", headers={"Referer": "http://localhost/decks"}, name="Mine", words="too few")
        assert answer.status_code == 422
        assert 'name="next" value="/decks"' in answer.text

    @pytest.mark.parametrize("language", ["", "xx", "en\x00", "../fr"])
    def test_a_language_that_there_is_not(self, nobody, language):
        assert nobody.post("/language", language=language).status_code == 303
        assert '<html lang="en">' in nobody.get("/").text

    @pytest.mark.parametrize("target", ["//evil.example", "https://evil.example/", "/\\evil.example", ""])
    def test_only_back_into_the_site(self, nobody, target):
        assert nobody.post("/language", language="fr", next=target).location == "/"

    def test_a_new_account_keeps_the_language_it_was_made_in(self, app, nobody):
        nobody.get("/", accept_language="fr")
        fields = {"name": "Nell", "password": "a password that is long"}
        nobody.post("/signup", headers={"Accept-Language": "fr"}, **fields)
        assert '<html lang="fr">' in nobody.get("/", accept_language="it").text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("skeleton", ["yMMMM", "MMMMEd", "MMMEd"])
def test_a_date_is_written_as_babel_writes_it(context, language, skeleton):
    days = [date(2026, 12, 31), date(2027, 1, 1), date(2028, 2, 29)]
    with force_language(language):
        told = [format_by_skeleton(day, skeleton) for day in days]
        assert told == [format_skeleton(skeleton, day, locale=locale()) for day in days]
