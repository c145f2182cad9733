"""A sentence in another language, as the site's catalogue has it."""

from flask import Flask
from flask_babel import force_locale

from app.i18n.languages import _


def said(app: Flask, language: str, sentence: str, **values: object) -> str:
    """Return what readers of that language are shown for an English sentence."""
    with app.test_request_context(), force_locale(language):
        return _(sentence, **values)
