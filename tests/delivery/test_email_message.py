"""What a mail says, and how it is made."""

import os
import re
from html.parser import HTMLParser

import pytest

from app.delivery import leases
from app.delivery.channels import email
from app.delivery.outbox import write_message
from tests.delivery.outbox import put, row, run, state, wait

ANN = "ann@example.org"
STOP = "https://play.example.org/stop/" + "a1B2" * 40


@pytest.fixture(autouse=True)
def _site(app, monkeypatch):
    monkeypatch.setitem(app.config, "SITE_URL", "https://play.example.org")
    monkeypatch.setitem(app.config, "MAIL_FROM", "Dead Drop <post@example.org>")


def one(app, mailbox, *says, target=ANN, **params):
    """Send one mail and return it."""
    number = put(app, "mail", target, *says, **params)
    run(app)
    assert state(app, number) == "done", row(app, number).reason
    return mailbox.mails[-1].message


def parts(message):
    """Return the text and the HTML of a mail."""
    return (message.get_body([kind]).get_content() for kind in ("plain", "html"))


def test_headers(app, mailbox):
    message = one(app, mailbox, stop=STOP)
    number = message["Message-ID"].removeprefix("<").partition("@")[0]
    assert dict(message.items()) | {"Date": "", "Content-Type": ""} == {
        "From": "Dead Drop <post@example.org>",
        "To": ANN,
        "Subject": "Your turn",
        "Message-ID": f"<{number}@play.example.org>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{STOP}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "MIME-Version": "1.0",
        "Date": "",
        "Content-Type": "",
    }
    assert message["Date"].datetime.tzinfo
    assert (mailbox.mails[0].sender, mailbox.hello) == ("post@example.org", "play.example.org")


def test_a_long_unsubscribe_address_is_not_folded(app, mailbox):
    one(app, mailbox, stop=STOP)
    assert f"\r\nList-Unsubscribe: <{STOP}>\r\n".encode() in mailbox.mails[0].raw


def test_where_nothing_can_be_ended_nothing_is_offered(app, mailbox):
    message = one(app, mailbox)
    assert message["List-Unsubscribe"] is None
    assert message["List-Unsubscribe-Post"] is None
    assert all("Stop sending me" not in part for part in parts(message))


def test_text_and_html_say_the_same_with_all_links(app, mailbox):
    message = one(app, mailbox, "Ann gave a clue.", "Bob <b>waits</b> & waits.", stop=STOP)
    text, html = parts(message)
    assert text.replace("\r\n", "\n") == (
        "Your turn\n\nAnn gave a clue.\nhttps://play.example.org/games/0\n\n"
        "Bob <b>waits</b> & waits.\nhttps://play.example.org/games/1\n\n"
        f"-- \nYou play here.\nStop sending me e-mails like this\n{STOP}\n"
    )
    assert re.findall('href="([^"]+)"', html) == [
        "https://play.example.org/games/0",
        "https://play.example.org/games/1",
        STOP,
    ]
    assert "Bob &lt;b&gt;waits&lt;/b&gt; &amp; waits." in html
    assert message.get_content_type() == "multipart/alternative"


def test_the_html_loads_nothing_and_runs_nothing(app, mailbox):
    _text, html = parts(one(app, mailbox, stop=STOP))
    tags, attributes = set(), set()
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, given: (tags.add(tag), attributes.update(name for name, _ in given))
    parser.feed(html)
    assert tags == {"html", "head", "meta", "title", "style", "body", "main", "h1", "p", "a", "footer"}
    assert attributes == {"lang", "charset", "name", "content", "class", "href"}
    assert "url(" not in html
    assert "prefers-color-scheme: dark" in html


def test_it_is_in_the_readers_language(app, mailbox, monkeypatch):
    spoken = []
    monkeypatch.setitem(
        app.jinja_env.globals, "_", lambda text: spoken.append(str(app.jinja_env.globals["language"]()))
    )
    _text, html = parts(one(app, mailbox, language="fr", stop=STOP))
    assert '<html lang="fr">' in html
    assert spoken == ["fr", "fr"]


def test_letters_of_all_kinds(app, mailbox, monkeypatch):
    monkeypatch.setitem(app.config, "MAIL_FROM", '"Bücher, Spiele" <post@example.org>')
    message = one(app, mailbox, "Zoë 🕵️ à toi.", title="Ton tour à Łódź " * 12)
    assert message["From"].addresses[0].display_name == "Bücher, Spiele"
    assert message["Subject"] == ("Ton tour à Łódź " * 12).strip()
    assert all("Zoë 🕵️ à toi." in part for part in parts(message))
    assert mailbox.mails[0].raw.isascii()


def test_seven_bits_pass_every_server(app, mailbox):
    message = one(app, mailbox, "Zoë.", title="À toi")
    assert mailbox.mails[0].raw.isascii()
    assert all("Zoë." in part for part in parts(message))


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\x0b", "\x0c", "\x1e", "\x85", "\u2028"])
def test_a_title_cannot_add_headers(app, mailbox, end):
    message = one(app, mailbox, title=f"Hi{end}Bcc: eve@example.org{end}{end}Body")
    assert message["Subject"] == "Hi Bcc: eve@example.org Body"
    assert message["Bcc"] is None
    assert mailbox.mails[0].recipients == [ANN]


@pytest.mark.parametrize(
    "target",
    [
        "ann@example.org\r\nBcc: eve@example.org",
        "ann@example.org\nRCPT TO:<eve@example.org>",
        "ann",
        "@example.org",
        "ann@",
        "ann@a..b",
        "ann@" + "a" * 64 + ".org",
        "ann@straße.example",  # which is not strasse.example
        "a" * 250 + "@example.org",
    ],
)
def test_what_is_no_address_is_given_up(app, mailbox, target):
    number = put(app, "mail", target)
    run(app)
    failed = row(app, number)
    assert failed.state == "failed"
    assert failed.reason in ("The e-mail address is not valid.", "The e-mail address cannot be written to.")
    assert mailbox.mails == []


def test_an_odd_address_is_quoted(app, mailbox):
    message = one(app, mailbox, target="ann,bob@example.org")
    assert mailbox.mails[0].recipients == ['"ann,bob"@example.org']
    assert [address.username for address in message["To"].addresses] == ["ann,bob"]


def test_a_domain_with_letters_of_its_own_is_written_in_ascii(app, mailbox):
    one(app, mailbox, target="ann@Bücher.example")
    assert mailbox.mails[0].recipients == ["ann@xn--bcher-kva.example"]
    assert mailbox.mails[0].raw.isascii()


def test_an_address_with_letters_of_its_own_needs_a_server_that_can(app, new_mailbox):
    old = new_mailbox(enable_SMTPUTF8=False)
    number = put(app, "mail", "jürg@bücher.example")
    run(app)
    assert (state(app, number), old.mails) == ("failed", [])
    assert row(app, number).reason == "The mail server cannot write to an address with letters such as these."
    one(app, mailbox := new_mailbox(), target="jürg@bücher.example", title="Für dich")
    assert mailbox.mails[0].recipients == ["jürg@xn--bcher-kva.example"]
    assert "To: jürg@xn--bcher-kva.example\r\nSubject: Für dich\r\n".encode() in mailbox.mails[0].raw


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("http://127.0.0.1:8000", "[127.0.0.1]"),
        ("http://[::1]:8000", "[IPv6:::1]"),
        ("https://bücher.example", "xn--bcher-kva.example"),
    ],
)
def test_the_sites_name_in_mails(app, mailbox, monkeypatch, url, domain):
    monkeypatch.setitem(app.config, "SITE_URL", url)
    assert one(app, mailbox)["Message-ID"].endswith(f"@{domain}>")
    assert mailbox.hello == domain


def test_without_a_server_mails_become_files(app, tmp_path, monkeypatch):
    folder = tmp_path / "var" / "mail"
    monkeypatch.setitem(app.config, "MAIL_DIR", folder)
    number = put(app, "mail", ANN, "Bob waits.")
    assert mail_goes(app) == "files"
    run(app)
    assert state(app, number) == "done"
    assert [file.name for file in folder.iterdir()] == [f"{number}.eml"]
    assert b"\r\nTo: ann@example.org\r\n" in (folder / f"{number}.eml").read_bytes()


def test_a_file_is_written_once_however_often_it_is_sent(app, tmp_path, monkeypatch):
    """The first time, the deliverer is gone after the file was written."""
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path)
    number = put(app, "mail", ANN)
    with app.app_context():
        delivery = leases.claim_next(["mail"])
        email.send(delivery, write_message(delivery), lambda: None)
    wait(app, minutes=7)
    run(app)
    assert state(app, number) == "done"
    assert [file.name for file in tmp_path.iterdir()] == [f"{number}.eml"]


def test_a_folder_that_cannot_be_written_to_is_tried_again(app, tmp_path, monkeypatch):
    (tmp_path / "mail").write_text("a file")
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path / "mail")
    number = put(app, "mail", ANN)
    run(app)
    assert (state(app, number), os.listdir(tmp_path)) == ("waiting", ["mail"])


def test_with_neither_it_is_given_up_at_once(app):
    number = put(app, "mail", ANN)
    assert mail_goes(app) == "nowhere"
    run(app)
    assert (state(app, number), row(app, number).reason) == ("failed", "This site sends no e-mail.")


def test_with_a_server_the_folder_is_not_used(app, mailbox, tmp_path, monkeypatch):
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path)
    assert mail_goes(app) == "smtp"
    one(app, mailbox)
    assert list(tmp_path.iterdir()) == []


def mail_goes(app):
    """Where mails go, as pages say it."""
    with app.app_context():
        return email.transport()
