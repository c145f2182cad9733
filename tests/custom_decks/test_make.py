"""POST /decks: making a deck of one's own (K1, K5)."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from app import decks
from app.accounts import rate_limits
from app.custom_decks import service
from tests.custom_decks.deck_words import greek, kept, made, numbered, refusal, report, save, upload


def load(person, code: str, number: int = 1):
    with person.app.app_context():
        return decks.load(f"{code}.{number}")


class TestWhatTheyBring:
    """Each gets its clear answer."""

    def test_two_thousand_words_of_greek(self, ann):
        """As a file, pasted, and in the longer code of a form without a file."""
        words = greek(2000)
        for answer in (
            upload(ann, "\n".join(words).encode(), language="el", name="Αλεπούδες"),
            save(ann, words, language="el"),
        ):
            assert answer.status_code == 303, refusal(answer)
            code = answer.location.rpartition("/")[2]
            deck = load(ann, code)
            assert list(dict.fromkeys(deck)) == words
            assert deck.language == "el"
        assert "2000 words kept." in ann.get(f"/decks/{code}").text

    def test_forty_nine_words(self, ann):
        """K1."""
        answer = save(ann, numbered(49))
        assert answer.status_code == 422
        assert refusal(answer) == "That is only 49 words; a deck needs at least 50. Write one word per line."
        assert kept(answer).split("\n") == numbered(49)
        assert "You have no decks yet." in ann.get("/decks").text

    def test_forty_nine_because_one_is_there_twice(self, ann):
        answer = save(ann, [*numbered(49), "W7"])
        assert "That is only 49 words" in refusal(answer)
        assert "1 duplicate (ignoring capitals and accents): W7" in report(ann, answer)

    def test_2001_words(self, ann):
        """K5."""
        answer = save(ann, numbered(2001))
        assert (answer.status_code, refusal(answer)) == (422, "That is 2001 words; a deck can have at most 2000.")

    def test_three_megabytes(self, ann):
        answer = upload(ann, b"word\n" * 600_000)
        assert answer.status_code == 413
        assert "That is too large: the limit is 256 KiB" in answer.text
        assert "Dead Drop</a>" in answer.text, "a page like any other"

    def test_latin_1(self, ann):
        answer = upload(ann, "\n".join([*numbered(50), "été"]).encode("latin-1"))
        assert answer.status_code == 422
        assert "not in UTF-8" in refusal(answer)
        assert "“Save as” and the encoding UTF-8" in refusal(answer)

    def test_a_form_of_the_same_word_twice(self, ann):
        answer = save(ann, [*numbered(50), "cat", "cats"])
        assert "a clue for one gives away the other: cat = cats" in report(ann, answer)
        assert "52 words kept." in ann.get(answer.location).text

    def test_control_characters(self, ann):
        answer = save(ann, [*numbered(50), "c\x00at", "\u202edog"])
        assert "2 words kept without their invisible characters: cat, dog" in report(ann, answer)

    def test_lone_surrogates(self, ann):
        """A browser cannot send one; in a hand-made form they are as good as lost."""
        fields = {"csrf_token": ann.csrf_token(), "name": "Mine", "words": "\r\n".join([*numbered(50), "c\ud800at"])}
        parts = [f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}' for name, text in fields.items()]
        body = "\r\n".join([*parts, "--x--", ""]).encode("utf-8", "surrogatepass")
        answer = ann.client.post("/decks", data=body, content_type="multipart/form-data; boundary=x")
        assert "1 unreadable or damaged word" in report(ann, answer)

    def test_words_from_right_to_left(self, ann):
        code = made(ann, [*numbered(50), "שלום"], name="עברית", language="he")
        page = ann.get(f"/decks/{code}").text
        assert "<bdi>שלום</bdi>" in page
        assert "<h1><bdi>עברית</bdi></h1>" in page

    @pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00", b"PK\x03\x04\xff\xff"])
    def test_a_file_that_is_no_text(self, ann, data):
        assert upload(ann, data).status_code == 422

    @pytest.mark.parametrize("words", ["", "cat, dog, horse", "# nothing", "\x00"])
    def test_hardly_anything(self, ann, words):
        assert save(ann, words).status_code == 422


class TestTheForm:
    """What is refused leaves it as it was sent."""

    def test_the_text_of_a_file_is_put_into_the_form(self, ann):
        answer = upload(ann, "\n".join(numbered(49)).encode(), name="Deux", language="fr", sharing="link")
        assert kept(answer).split("\n") == numbered(49)
        assert 'value="Deux"' in answer.text
        assert '<option selected value="fr">' in answer.text
        assert 'checked id="sharing-1"' in answer.text

    def test_a_file_that_cannot_be_read_leaves_what_was_typed(self, ann):
        assert kept(upload(ann, b"\xe9t\xe9", words="cat\ndog")) == "cat\ndog"

    def test_a_file_takes_the_place_of_what_was_typed(self, ann):
        answer = upload(ann, "\n".join(numbered(50)).encode(), words="cat")
        assert "cat" not in load(ann, answer.location.rpartition("/")[2])

    def test_without_a_file_the_field_for_it_may_be_sent_empty(self, ann):
        assert upload(ann, b"", words="\n".join(numbered(50))).status_code == 303

    @pytest.mark.parametrize("name", ["", "  ", "\x00", "x" * 61, "\u3164", "a\ufffdb"])
    def test_names_that_are_none(self, ann, name):
        answer = save(ann, numbered(50), name=name)
        assert answer.status_code == 422
        assert "name" in refusal(answer)

    @pytest.mark.parametrize("fields", [{"language": "tlh"}, {"sharing": "everyone"}, {"language": "en\x00"}])
    def test_choices_that_there_are_not(self, ann, fields):
        answer = save(ann, numbered(50), **fields)
        assert (answer.status_code, refusal(answer)) == (422, "Not a valid choice.")

    def test_what_is_not_sent_takes_its_default(self, ann):
        answer = ann.post("/decks", headers={"Accept-Language": "fr"}, name="Mine", words="\n".join(numbered(50)))
        assert load(ann, answer.location.rpartition("/")[2]).language == "en", "the account's language"
        assert "Private: only you" in ann.get(answer.location).text

    def test_markup_is_text(self, ann):
        code = made(ann, [*numbered(50), "<b>bold</b>"], name="<script>")
        page = ann.get(f"/decks/{code}").text
        assert "<b>bold" not in page
        assert "<script>" not in page


class TestWho:
    """Accounts, so often, and so many."""

    def test_a_visitor_signs_in_first(self, nobody):
        answer = save(nobody, numbered(50))
        assert (answer.status_code, answer.location.partition("?")[0]) == (303, "/login")
        assert "<textarea" not in nobody.get("/decks").text

    def test_a_guest_signs_up_first(self, nobody):
        nobody.post("/lobbies", name="Eve")
        answer = save(nobody, numbered(50))
        assert (answer.status_code, answer.location) == (303, "/signup?next=/decks")
        assert "<textarea" not in nobody.get("/decks").text

    def test_without_token_none_is_made(self, ann):
        assert ann.client.post("/decks", data={"name": "Mine"}).status_code == 400

    def test_sixty_tries_an_hour(self, ann):
        with ann.app.app_context():
            for _ in range(60):
                rate_limits.enforce(f"deck {ann.user.id}")
        answer = save(ann, numbered(50))
        assert (answer.status_code, "Too many tries" in refusal(answer)) == (429, True)
        assert kept(answer).split("\n") == numbered(50)

    def test_a_hundred_decks(self, ann, bob, monkeypatch):
        monkeypatch.setattr(service, "MAX_DECKS", 2)
        codes = [made(ann, numbered(50, start)) for start in (0, 50)]
        answer = save(ann, numbered(50, 100))
        assert (answer.status_code, refusal(answer)) == (422, "You already have 2 decks. Delete one first.")
        made(bob, numbered(50))
        ann.post(f"/decks/{codes[0]}/delete")
        made(ann, numbered(50, 100))

    def test_two_clicks_make_one(self, ann):
        assert made(ann, numbered(50)) == made(ann, numbered(50)) != made(ann, numbered(50), name="Another")

    def test_two_clicks_at_one_moment_too(self, ann):
        token, clients = ann.csrf_token(), [ann.app.test_client() for _ in range(2)]
        form = {"csrf_token": token, "name": "Mine", "words": "\n".join(numbered(50))}
        for client in clients:
            client._cookies.update(ann.client._cookies)
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda client: client.post("/decks", data=form), clients))
        assert len({answer.location for answer in answers}) == 1
