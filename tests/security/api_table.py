"""What every kind of visitor gets at every address of the API, by a token of their own: as table.py, with JSON sent.

Guests have no tokens. The streams are not read to their end: what is told here is how they begin.
"""

from tests.security.sample_site import KINDS
from tests.security.table import Row, parse

TABLE = """
                                         nob end gue str wat rep spy ope   a   b hos mem adm sus
GET  /api/account                        401 401 401 200 200 200 200 200 200 200 200 200 200 401
POST /api/account/bot                    401 401 401 200 422 422 422 422 422 422 422 422 422 401
GET  /api/decks                          401 401 401 200 200 200 200 200 200 200 200 200 200 401
POST /api/decks                          401 401 401 422 422 422 422 422 422 422 422 422 422 401 {"name": "Mine", "language": "en", "lines": ["tree"]}
GET  /api/decks/<deck>                   401 401 401 404 404 404 404 404 404 404 200 404 404 401
GET  /api/decks/<shared>                 401 401 401 200 200 200 200 200 200 200 200 200 200 401
GET  /api/events                         401 401 401 200 200 200 200 200 200 200 200 200 200 401
GET  /api/games                          401 401 401 200 200 200 200 200 200 200 200 200 200 401
GET  /api/games/<classic>                401 401 401 200 200 200 200 200 200 200 200 200 200 401
GET  /api/games/<classic>/events         401 401 401 200 200 200 200 200 200 200 200 200 200 401
GET  /api/games/<classic>/log            401 401 401 404 404 404 404 404 404 404 404 404 404 401
POST /api/games/<classic>/marks          401 401 401 404 404 404 422 200 404 404 404 404 404 401 {"card": 3}
POST /api/games/<classic>/moves          401 401 401 404 404 404 200 422 404 404 404 404 404 401 {"move": "clue zyzzyva 1", "seen": 0}
POST /api/games/<classic>/moves          401 401 401 404 404 404 422 422 404 404 404 404 404 401 {"move": "guess 3", "seen": 0}
POST /api/games/<classic>/moves          401 401 401 404 404 404 409 409 404 404 404 404 404 401 {"move": "stop", "seen": 7}
POST /api/games/<classic>/rematch        401 401 401 404 404 404 422 422 404 404 404 404 404 401 {"flip": false}
POST /api/games/<classic>/talk           401 401 401 404 404 404 200 200 404 404 404 404 404 401 {"text": "hello"}
GET  /api/games/<duet>                   401 401 401 200 200 200 200 200 200 200 200 200 200 401
GET  /api/games/<duet>/events            401 401 401 200 200 200 200 200 200 200 200 200 200 401
POST /api/games/<duet>/moves             401 401 401 404 404 409 404 404 200 200 404 404 404 401 {"move": "clue zyzzyva 1", "seen": 0}
POST /api/games/<duet>/talk              401 401 401 404 404 409 404 404 200 200 404 404 404 401 {"text": "hello"}
GET  /api/games/<nowhere>                401 401 401 404 404 404 404 404 404 404 404 404 404 401
GET  /api/games/<over>                   401 401 401 200 200 200 200 200 200 200 200 200 200 401
GET  /api/games/<over>/log               401 401 401 200 200 200 200 200 200 200 200 200 200 401
POST /api/games/<over>/moves             401 401 401 404 404 404 404 404 422 422 422 404 404 401 {"move": "guess 3", "seen": 2}
POST /api/games/<over>/rematch           401 401 401 404 404 404 404 404 200 200 200 404 404 401 {"flip": true}
GET  /api/lobbies                        401 401 401 200 200 200 200 200 200 200 200 200 200 401
POST /api/lobbies                        401 401 401 201 201 201 201 201 201 201 201 201 201 401 {"variant": "duet"}
GET  /api/lobbies/<lobby>                401 401 401 200 200 200 200 200 200 200 200 200 200 401
POST /api/lobbies/<lobby>/leave          401 401 401 404 204 404 404 404 404 404 204 404 404 401
POST /api/lobbies/<lobby>/seats          401 401 401 200 200 200 200 200 200 200 200 200 200 401 {"seat": "a"}
POST /api/lobbies/<lobby>/start          401 401 401 404 403 404 404 404 404 404 200 404 404 401
GET  /api/openapi.json                   200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /api/teams                          401 401 401 200 200 200 200 200 200 200 200 200 200 401
GET  /api/teams/<team>                   401 401 401 404 404 404 404 404 404 404 404 200 404 401
POST /api/teams/<team>/attempts          401 401 401 404 404 404 404 404 404 404 404 200 404 401 {"city": "prague"}
GET  /api/teams/<team>/log               401 401 401 404 404 404 404 404 404 404 404 200 404 401
"""  # noqa: E501  # a line is a row

ROWS = parse(TABLE)
STREAMS = ("/api/events", "/api/games/<classic>/events", "/api/games/<duet>/events")


def kind_of(row: Row) -> str:
    """Return the kind of visitor for whom an address does most: succeeds, else refuses, else is not there."""
    _, kind = min(zip(row.expected, KINDS, strict=True), key=lambda cell: (cell[0] == "401", cell[0] == "404", cell))
    return kind
