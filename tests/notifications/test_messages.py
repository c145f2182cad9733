"""What messages say, and that they say only what is still true when they are sent."""

import re

import pytest
from sqlalchemy import update

from app.accounts.models import User
from app.db import db
from app.delivery import deliverer
from app.notifications import notices
from app.notifications.models import Notice
from app.notifications.reminders import messages
from app.notifications.settings import preferences, test_message
from tests.notifications.turn_notices import (
    CHANNELS,
    DAY,
    HOUR,
    OTHER,
    SAYS,
    TOPIC,
    align,
    deliveries,
    later,
    said,
    statements,
    wait,
)

pytestmark = pytest.mark.usefixtures("context")


class TestWhatIsSaid:
    def test_a_turn(self, app, reached, bob):
        align(wait(reached, within=DAY, beside=bob))
        later(app, HOUR)
        for channel in CHANNELS:
            message = said(reached, channel)
            assert message.title == "Your turn: Duet"
            [item] = message.items
            assert item.sentence.startswith("It is your turn to guess in your game with Bob. You have until ")
            assert re.search(r"\(2[23] hours left\)\.$", item.sentence)
            assert item.url == "http://127.0.0.1:8000/games/abcdefgh"
            assert message.tag == TOPIC
            assert (message.unsubscribe is None) == (channel != "mail")

    def test_without_a_deadline_no_time_is_named(self, app, reached, bob):
        align(wait(reached, beside=bob))
        later(app, HOUR)
        assert said(reached).items[0].sentence == "It is your turn to guess in your game with Bob."

    @pytest.mark.parametrize(
        ("after", "title"),
        [(1, "Your turn: Duet"), (19, "Still your turn: Duet"), (23.2, "Time is running out: Duet")],
    )
    def test_the_stages(self, app, reached, after, title):
        align(wait(reached, within=DAY))
        later(app, after * HOUR)
        assert said(reached).title == title

    def test_a_nudge(self, app, reached, bob):
        align(wait(reached))
        notices.nudge_users(TOPIC, bob.user.id)
        later(app)
        message = said(reached)
        assert message.title == "Bob is waiting for you: Duet"
        assert "Bob asks you to take your turn." in message.items[0].sentence

    def test_news(self, app, reached):
        notices.create_news([reached.user.id], TOPIC, "over", "/games/abcdefgh", SAYS)
        later(app)
        message = said(reached)
        assert message.title == "News: Duet"
        assert message.items[0].sentence == "The game is over. See the result and the whole key."

    def test_several_are_one_with_the_most_pressing_first(self, app, reached):
        align(wait(reached, within=3 * DAY), topic="game:a")
        align(wait(reached, within=2 * DAY), topic="game:b")
        align(wait(reached), topic="game:c")
        notices.create_news([reached.user.id], "game:d", "over", "/games/d", SAYS)
        later(app, HOUR)
        message = said(reached)
        assert message.title == "3 games are waiting for you"
        assert message.tag == "notices"
        hours = [re.search(r"\d+ \w+ left", item.sentence) for item in message.items]
        assert [found and found[0] for found in hours] == ["46 hours left", "2 days left", None, None]
        assert "game is over" in message.items[3].sentence
        assert all(item.sentence.startswith("Duet: ") for item in message.items)

    def test_the_one_whose_time_runs_out_is_named(self, app, reached):
        align(wait(reached, within=DAY))
        align(wait(reached, within=3 * DAY), topic=OTHER)
        later(app, 23.2 * HOUR)
        message = said(reached)
        assert message.title == "Time is running out: Duet"
        assert len(message.items) == 2

    def test_several_news(self, app, reached):
        for topic in (TOPIC, OTHER):
            notices.create_news([reached.user.id], topic, "over", "/games/abcdefgh", SAYS)
        later(app)
        assert said(reached).title == "2 news items for you"

    def test_one_notice_is_told_once_by_its_most_pressing_call(self, app, reached, bob):
        preferences.save_preference(reached.user.id, rhythm=1440)
        align(wait(reached), topic=OTHER)
        later(app, HOUR)
        deliverer.deliver_due(channels=["mail"])
        align(wait(reached, ago=HOUR, within=DAY))
        later(app)
        notices.nudge_users(TOPIC, bob.user.id)
        later(app)
        assert [item[1] for item in deliveries(reached)[-1].params["items"]] == ["turn", "nudge"]
        message = said(reached)
        assert (message.title, len(message.items)) == ("Bob is waiting for you: Duet", 1)

    @pytest.mark.parametrize(("language", "zone", "time"), [
        ("en", "Europe/Rome", r"\d\d:\d\d (today|tomorrow) \("),
        ("fr", "America/New_York", r"\d\d:\d\d( aujourd’hui)? \("),
        ("it", "UTC", r"\d\d:\d\d UTC di (oggi|domani) \("),
    ])  # fmt: skip
    def test_in_the_reader_s_language_and_time_zone(self, app, reached, language, zone, time):
        db.session.execute(update(User).where(User.id == reached.user.id).values(language=language, timezone=zone))
        align(wait(reached, within=DAY))
        later(app, HOUR)
        message = said(reached)
        assert message.language == language
        assert re.search(time, message.items[0].sentence)

    def test_nothing_that_lies_on_the_table(self, app, reached):
        """Whatever a game may have kept with a notice: only what its sentence takes is told."""
        align(wait(reached, within=DAY))
        secret = {**SAYS, "clue": "SQUIRREL", "words": ["ACORN"], "key": "gg..xx"}
        db.session.execute(update(Notice).values(params=secret))
        later(app, HOUR)
        for channel in CHANNELS:
            written = repr(said(reached, channel)).casefold()
            assert [word for word in ("squirrel", "acorn", "gg..xx") if word in written] == []


class TestTrying:
    def test_a_test_reaches_every_channel(self, reached):
        for channel in CHANNELS:
            assert test_message.enqueue_test(reached.user.id, channel) == 1
        db.session.commit()
        assert {said(reached, channel).title for channel in CHANNELS} == {"A test message from Dead Drop"}

    def test_there_may_be_nothing_to_try(self, ann):
        assert [test_message.enqueue_test(ann.user.id, channel) for channel in CHANNELS] == [0, 0, 0]

    def test_not_where_it_was_given_up_since(self, reached):
        test_message.enqueue_test(reached.user.id, "mail")
        preferences.save_preference(reached.user.id, mail=False)
        assert said(reached) is None


def test_a_mail_as_it_arrives(app, reached, tmp_path):
    align(wait(reached, within=DAY))
    later(app, HOUR)
    deliverer.deliver_due(channels=["mail"])
    [mail] = (tmp_path / "mail").glob("*.eml")
    text = mail.read_text()
    assert "Subject: Your turn: Duet" in text
    assert re.search(r"List-Unsubscribe: <http://127.0.0.1:8000/notices/stop/[\w.-]+>", text)
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in text


def test_writing_looks_at_all_notices_at_once(app, reached, new_visitor):
    for number in range(20):
        align(wait(reached, beside=new_visitor(f"Bob {number}")), topic=f"game:{number}")
    later(app, HOUR)
    [mail] = deliveries(reached)
    with statements() as sent:
        assert len(messages.write_reminders(mail).items) == 20
    assert len(sent) == 5  # the recipient, the notices, the people, the clues, and what is sent
