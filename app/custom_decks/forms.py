"""The form for a new deck and for editing one."""

from typing import Any

from werkzeug.datastructures import FileStorage, MultiDict
from wtforms import IntegerField, RadioField, SelectField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than the stubs
from wtforms.validators import Optional

from app.custom_decks.labels import SHARING_LABELS
from app.custom_decks.languages import LANGUAGES
from app.custom_decks.models import CustomDeck
from app.custom_decks.word_list import NotUtf8, decode_file
from app.i18n.languages import Form, language, lazy_gettext
from app.refusals import Refusal

NOT_UTF8 = lazy_gettext(
    "This file is not in UTF-8, so some letters may come out wrong. Open it in your editor, choose “Save "
    "as” and the encoding UTF-8, then upload it again; or paste the words here."
)


class DeckForm(Form):
    """The settings and words of a deck; fields that are not sent have their defaults.

    `number` is that of the version on which the edit is based.
    """

    name = StringField(lazy_gettext("Deck name"), default="")
    language = SelectField(
        lazy_gettext("Language of the words"), choices=[SelectChoice(*item) for item in LANGUAGES.items()]
    )
    number = IntegerField(validators=[Optional()])
    words = TextAreaField(lazy_gettext("Words"), default="")
    sharing = RadioField(
        lazy_gettext("Who can use it"),
        choices=[SelectChoice(*item) for item in SHARING_LABELS.items()],
        default="private",
    )

    def __init__(self, sent: MultiDict[str, str] | None = None, deck: CustomDeck | None = None) -> None:
        """Fill the form with what was sent, else with the deck's latest version, else with the defaults."""
        super().__init__(sent, **_current_values(deck) if deck else {"language": language()})

    def use_file(self, file: FileStorage | None) -> None:
        """Replace the typed words by the text of an uploaded file, if there is one; raise Refusal if it is not text."""
        data = file.read() if file else b""
        if data:
            try:
                self.words.data = decode_file(data)
            except NotUtf8:
                raise Refusal(str(NOT_UTF8), "file") from None

    def raise_for_errors(self) -> None:
        """Validate the form, and raise Refusal with the first error, if any."""
        if not self.validate():
            name, errors = next(iter(self.errors.items()))
            raise Refusal(str(next(iter(errors))), str(name))

    def edited_number(self) -> int | None:
        """Return the number of the version on which the edit is based, or None if it was not sent."""
        number: int | None = self.number.data if self.number.raw_data else None
        return number

    def settings(self) -> dict[str, Any]:
        """Return name, language and sharing as keyword arguments of `service.create` and `service.revise`."""
        return {"name": self.name.data or "", "language": self.language.data, "sharing": self.sharing.data}


def as_text(lines: list[list[str]]) -> str:
    """Return a deck's lines as text for the form: a line each, with ` / ` between the two sides of a card."""
    return "\n".join(" / ".join(line) for line in lines)


def _current_values(deck: CustomDeck) -> dict[str, Any]:
    now = deck.latest
    return {
        "number": deck.number,
        "name": now.name,
        "language": now.language,
        "words": as_text(now.lines),
        "sharing": deck.sharing,
    }
