"""Forgetting the deliveries of old."""

from datetime import datetime

from sqlalchemy import select

from app.db import delete_old
from app.post.models import Delivery


def forget(before: datetime) -> int:
    """Delete the deliveries that ended before a time; return how many.

    The oldest come first by their ids, for which there is an index, and so are found without a search.
    """
    return delete_old(select(Delivery.id).where(Delivery.ended_at < before).order_by(Delivery.id), Delivery.id)
