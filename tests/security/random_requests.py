"""Requests as nobody would send them who means well: drawn by a seeded generator, as the bytes of HTTP."""

import json
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote, urlencode

from tests.security import api_table
from tests.security.corpus import CORPUS
from tests.security.sample_site import KINDS, SampleSite
from tests.security.table import ROWS

API = [row for row in api_table.ROWS if row.pattern not in api_table.STREAMS]  # which never end
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "BREW")
VALUES = (
    "", "0", "-1", "1", "25", "999999", "9999999999999999999999", "1e9", "NaN", "٣", "¼", "true", "\0",
    "a\0b", "%00", "\r\n", "{", "[]", "null", "-", ",,,", "\n" * 500, "a@b.example", "aaaaaaaa.1", "http://[::1",
    "é" * 1000, "x" * 70_000, "a\u0301" * 3000, "\u202e", "\U0001f600" * 50, "0001-01-01", "9999-12-31", "2031-02-30",
    "Europe/Rome", "../../etc/passwd", "en-base", "duet", "clue tree 2", "guess 7", 'clue "a b" 1 for 1,2',
    "https://hooks.example.org/1", "http://127.0.0.1:1/",
)  # fmt: skip
BYTES = (b"%ff", b"%ed%a0%80", b"%00", b"\xff\xfe", b"%", b"%zz", b"+", b"%c0%af", b"%e2%80%ae", b"\x80")
TAGS = (
    b"", b" ", b"x", b"7 game:zzzzzzzz:0", b"7 game:zzzzzzzz:-1", b"7 game:zzzzzzzz:1e5", b"- " + b"a:1 " * 1000,
    b"7 " + b"9" * 4000 + b":1", b"7 x:" + b"9" * 18, b"7 x:" + b"9" * 19, b"7 x:" + b"9" * 4000, b"\xff\xfe:\x80:1",
    "7 é:1".encode(), "7 x:٣".encode(), b"7  x:1", b"7 :1", b"7 x:", b"7 x:1" + b" " * 3000,
    b"7 " + b"x:" * 2000 + b"1",
)  # fmt: skip
HEADERS = {
    b"HX-Request": (b"true", b"false", b"\xff"),
    b"HX-Current-URL": (b"http://[", b"//zqx.example/", b"http://127.0.0.1/%ff", b"\xff" * 50, b"x" * 5000),
    b"Referer": (b"http://[::1", b"https://zqx.example/x", b"\x80", b"http://127.0.0.1:99999999/"),
    b"Accept-Language": (
        b"*",
        b"fr;q=nan",
        b"it;q=1e400,en;q=-1",
        b"x" * 4000,
        b"\xff",
        b"fr-\x80",
        b";;;=,",
        b"en;q=2",
    ),
    b"Range": (b"bytes=0-0", b"bytes=-1", b"bytes=9-1", b"bytes=0-1,3-4,5-6", b"lines=1", b"bytes=" + b"9" * 300),
    b"If-None-Match": (b"*", b'W/"x"', b'"' * 300, b"\xff"),
    b"If-Modified-Since": (b"yesterday", b"Fri, 31 Feb 9999 25:61:61 GMT", b"\x80"),
    b"X-Forwarded-For": (b"127.0.0.1", b"::1, x", b"\xff", b"1" * 2000),
    b"X-Forwarded-Host": (b"zqx.example",),
    b"Forwarded": (b"for=127.0.0.1;host=zqx.example",),
    b"X-Request-ID": (b"../../x", b"x" * 3000, b"\xff"),
    b"Authorization": (b"Bearer x", b"Basic !", b"\xff"),
    b"Content-Encoding": (b"gzip", b"br"),
    b"Expect": (b"100-continue", b"a miracle"),
    b"User-Agent": (b"", b"<script>zqx(1)</script>", b"\xff" * 900),
}
TYPES = (
    b"application/x-www-form-urlencoded", b"application/x-www-form-urlencoded; charset=utf-16", b"application/json",
    b"multipart/form-data; boundary=zqx", b"multipart/form-data", b"multipart/form-data; boundary=", b"text/plain",
    b"\xff",
)  # fmt: skip
COOKIES = (
    b"session=\xff\xfe", b"session=" + b"." * 50, b"session=eyJfdXNlcl9pZCI6IjEuMCJ9.x.y", b"remember=1|" + b"a" * 128,
    b"remember=\xe9|x", b"push=1; language=zqx; timezone=../../x", b"language=fr; timezone=Europe/Rome", b"=; =; ;;",
)  # fmt: skip


@dataclass(frozen=True)
class RandomRequests:
    """Draws requests for the sample site; `cookies` are the visitors' own, by kind, `tokens` what their forms carry."""

    sample: SampleSite
    cookies: dict[str, str]
    tokens: dict[str, str]
    tags: list[bytes] = field(default_factory=list)  # that the site has sent

    def request(self, rng: Random) -> bytes:
        """One request: the bytes of its head and body."""
        row, kind = rng.choice(ROWS if rng.random() < 0.8 else API), rng.choice(KINDS)
        method = row.method if rng.random() < 0.92 else rng.choice(METHODS)
        head, body = [], b""
        query = b"?" + self._form(rng, row.form, kind) if method in ("GET", "HEAD") and rng.random() < 0.6 else b""
        if method not in ("GET", "HEAD"):
            media, body = self._json(rng, row.form) if row in API else self._body(rng, row.form, kind)
            head = [b"Content-Type: " + media, b"Content-Length: %d" % len(body)]
        if row in API:
            head.append(b"Authorization: Bearer " + self._bearer(rng, kind))
        head += [b"Cookie: " + self._cookie(rng, kind), *self._headers(rng)]
        line = b"%s %s%s HTTP/1.1" % (method.encode(), self._path(rng, row.pattern), query)
        return b"\r\n".join([line, b"Host: 127.0.0.1", b"Connection: close", *head, b"", body])

    def _path(self, rng: Random, pattern: str) -> bytes:
        if rng.random() < 0.1:
            name = rng.choice([name for name in self.sample.places if name in pattern] or ["classic"])
            pattern = pattern.replace(f"<{name}>", rng.choice([*self.sample.places.values(), *VALUES[:12], *CORPUS]))
        path = quote(self.sample.address(pattern)).encode() or b"/"
        if rng.random() < 0.08:
            place = rng.randrange(1, len(path) + 1)
            path = path[:place] + rng.choice((*BYTES[:9], b"/", b"//", b"/../", b";x", b"x" * 3000)) + path[place:]
        return path if path.isascii() else b"/"

    def _form(self, rng: Random, form: str, kind: str) -> bytes:
        """Fields, urlencoded: the row's own, with some values changed, some missing, and some that nobody asked for."""
        fields = [pair.partition("=")[::2] for pair in self.sample.address(form).split("&") if pair]
        changed = [(name, self._value(rng) if rng.random() < 0.4 else value) for name, value in fields]
        kept = [pair for pair in changed if rng.random() < 0.9]
        kept += [
            (rng.choice(("next", "seen", "name", "card", "since", "user", "zqx")), self._value(rng))
            for _ in range(rng.choice((0, 0, 1, 3)))
        ]
        if rng.random() < 0.9:
            kept.append(("csrf_token", self.tokens[kind]))
        encoded = urlencode(kept, errors="replace").encode()
        if rng.random() < 0.1:
            encoded += b"&x=" + rng.choice(BYTES) * rng.choice((1, 500))
        return encoded[:3000] if rng.random() < 0.5 else encoded[:7000]

    def _value(self, rng: Random) -> str:
        return rng.choice((rng.choice(VALUES), rng.choice(CORPUS), rng.choice([*self.sample.places.values()])))

    def _body(self, rng: Random, form: str, kind: str) -> tuple[bytes, bytes]:
        """A body and its media type, which may not belong together."""
        chance = rng.random()
        if chance < 0.7:
            return TYPES[0], self._form(rng, form, kind)
        if chance < 0.8:
            return b"multipart/form-data; boundary=zqx", self._parts(rng, kind)
        if chance < 0.85:
            return TYPES[0], b"&".join(b"x%d=1" % number for number in range(rng.choice((900, 3000, 12_000))))
        if chance < 0.88:
            return TYPES[0], b"csrf_token=%s&words=" % self.tokens[kind].encode() + b"tree%0A" * 40_000
        return rng.choice(TYPES), rng.choice((rng.randbytes(300), self._parts(rng, kind), b'{"a":' * 5000, b""))

    def _json(self, rng: Random, form: str) -> tuple[bytes, bytes]:
        """A body of JSON: the row's own, with some values changed, some missing, and some that nobody asked for."""
        if rng.random() < 0.1:
            return rng.choice(TYPES), rng.choice((rng.randbytes(300), b'{"a":' * 5000, b"", b"[]", b"\xff", b'"x"'))
        sent = {name: self._json_value(rng, value) for name, value in json.loads(form or "{}").items()}
        if rng.random() < 0.2:
            sent[rng.choice(("seen", "seat", "sure", "tokens", "decks", "zqx"))] = self._json_value(rng, 0, 1)
        return b"application/json", json.dumps(sent).encode()

    def _json_value(self, rng: Random, value: object, chance: float = 0.4) -> object:
        odd = (None, True, -1, 0.5, 10**30, [], {}, [[]], self._value(rng))
        return rng.choice(odd) if rng.random() < chance else value

    def _bearer(self, rng: Random, kind: str) -> bytes:
        token = self.sample.tokens.get(kind, "").encode()
        return token if rng.random() < 0.9 else rng.choice((b"", b"dd_", token[:-1], token * 100, b"\xff\xfe", b"x y"))

    def _parts(self, rng: Random, kind: str) -> bytes:
        """A form of several parts, with a file, some of it broken."""
        file = rng.choice((rng.randbytes(2000), "αβγ\n".encode() * 500, b"\xff\xfe" + b"a\0" * 400, b"tree\n" * 60))
        parts = [b'name="csrf_token"\r\n\r\n' + self.tokens[kind].encode(), b'name="name"\r\n\r\nMine']
        parts += [b'name="file"; filename="' + rng.choice((b"a.txt", b"../x", b"\xff", b'"')) + b'"\r\n\r\n' + file]
        parts += [b'name="x%d"\r\n\r\n1' % number for number in range(rng.choice((0, 0, 1500)))]
        body = (
            b"".join(b"--zqx\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--zqx--\r\n"
        )
        return body if rng.random() < 0.7 else body[: rng.randrange(len(body))]

    def _cookie(self, rng: Random, kind: str) -> bytes:
        """The visitor's own cookies, or what is left of them."""
        cookie = self.cookies[kind].encode()
        if rng.random() < 0.85 or not cookie:
            return cookie
        place = rng.randrange(len(cookie))
        flipped = cookie[:place] + bytes([cookie[place] ^ 1 << rng.randrange(7) or 65]) + cookie[place + 1 :]
        other = self.cookies[rng.choice(KINDS)].encode()
        odd = rng.choice((flipped, cookie[:place], cookie + b"; " + other, cookie + b"x" * 3000, *COOKIES))
        return odd.replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"")

    def _headers(self, rng: Random) -> list[bytes]:
        head = [name + b": " + rng.choice(values) for name, values in HEADERS.items() if rng.random() < 0.04]
        if rng.random() < 0.3:
            head.append(b"HX-Request: true")
            if rng.random() < 0.6:
                head.append(b"HX-PTag: " + self._tag(rng))
        return head

    def _tag(self, rng: Random) -> bytes:
        known = rng.choice(self.tags) if self.tags else b""
        place = rng.randrange(len(known) + 1)
        return rng.choice(
            (known, known[:place] + rng.choice((b"9", b":", b" ", b"\xe9")) + known[place:], rng.choice(TAGS))
        )
