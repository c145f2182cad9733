"""Sending messages to webhooks, as JSON in Discord's format, which several other services accept."""

import json
import re
from collections.abc import Callable

from app.delivery.channels import safe_http
from app.delivery.models import Delivery
from app.delivery.outbox import Item, Message, absolute_url

MAX_CONTENT = 2000  # characters of a message, Discord's limit
MAX_TITLE, MAX_SENTENCE = 200, 400  # characters of its parts before escaping

MARKUP = re.compile(r"[\\*_~`|<>#\[\]]|(?<=@)|(?<=:)(?=//)|^(?=[-+])|^(?=\d+\.)")
ZERO_WIDTH = "\u200b"


def send(delivery: Delivery, message: Message, begin_handover: Callable[[], None]) -> None:
    """Post a message to the webhook that is the delivery's target. Raises DeliveryError.

    Calls `begin_handover` just before the request.
    """
    body = {"username": "Dead Drop", "content": render_content(message), "allowed_mentions": {"parse": []}}
    headers = {"Content-Type": "application/json"}
    answer = safe_http.post(delivery.target, headers, json.dumps(body).encode(), begin_handover)
    safe_http.require_success(answer, "webhook's server")


def render_content(message: Message) -> str:
    """Return a message as Markdown: title, sentences and links.

    If the text would be too long, the last line links to `/next` instead of the remaining items.
    """
    lines = [f"**{escape_markup(message.title, MAX_TITLE)}**"]
    rest = f"… <{absolute_url('/next')}>"
    for number, item in enumerate(message.items, start=1):
        line, last = _render_item(item), number == len(message.items)
        if len("\n".join([*lines, line] if last else [*lines, line, rest])) > MAX_CONTENT:
            return "\n".join([*lines, rest])
        lines.append(line)
    return "\n".join(lines)


def escape_markup(text: str, most: int) -> str:
    """Return text in one line, cut to `most` characters and escaped: it cannot format, mention anybody or be a link."""
    line = re.sub(r"[^\S\u00a0\u202f]+", " ", text).strip()  # no-break spaces stay
    line = line if len(line) <= most else line[: most - 1] + "…"
    return MARKUP.sub(lambda found: f"\\{found[0]}" if found[0] else ZERO_WIDTH, line)


def _render_item(item: Item) -> str:
    return f"{escape_markup(item.sentence, MAX_SENTENCE)} <{item.url}>"
