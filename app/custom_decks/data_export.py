"""A user's decks, for the data export."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import selectinload, undefer

from app.accounts.settings import data_export
from app.accounts.settings.data_export import iso_time
from app.custom_decks.models import CustomDeck, DeckVersion
from app.db import db


def export_decks(user_id: int) -> list[dict[str, Any]]:
    """Return a user's decks as dicts, oldest first, with all versions; deleted decks are included."""
    versions = selectinload(CustomDeck.versions).options(undefer(DeckVersion.lines))
    own = select(CustomDeck).where(CustomDeck.owner_id == user_id).order_by(CustomDeck.id).options(versions)
    return [
        {
            "code": deck.code,
            "sharing": deck.sharing,
            "made": iso_time(deck.created_at),
            "deleted": iso_time(deck.deleted_at),
            "versions": [_version(each) for each in deck.versions],
        }
        for deck in db.session.scalars(own)
    ]


def _version(version: DeckVersion) -> dict[str, Any]:
    return {
        "number": version.number,
        "name": version.name,
        "language": version.language,
        "made": iso_time(version.created_at),
        "words": version.lines,
    }


data_export.sections["decks"] = export_decks
