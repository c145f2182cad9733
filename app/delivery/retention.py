"""Deletion of old deliveries."""

from datetime import datetime

from sqlalchemy import select

from app.db import delete_in_batches
from app.delivery.models import Delivery


def delete_old_deliveries(before: datetime) -> int:
    """Delete the deliveries that ended before a time; return how many. Commits each batch.

    Ordered by id, which is indexed: the oldest rows come first without a sort.
    """
    return delete_in_batches(select(Delivery.id).where(Delivery.ended_at < before).order_by(Delivery.id), Delivery.id)
