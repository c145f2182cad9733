"""Putting a text wherever the database holds what people typed, also where their forms would have refused it."""

from sqlalchemy import Connection, bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

from app.db import Base

TYPED = {  # each column that holds what somebody typed, or their browser told: what a text becomes there
    "users.name": str,
    "users.email": str,
    "users.new_email": str,
    "teams.name": str,
    "talks.text": str,
    "notes.text": str,
    "deck_versions.name": str,
    "deck_versions.lines": lambda typed: [[typed]] * 30 + [[typed, typed]] * 15,
    "deck_versions.notes": lambda typed: [["twice", 2, [typed]], ["alike", 2, [typed]]],
    "games.words": lambda typed: [typed] * 25,
    "subscriptions.browser": str,
    "sessions.browser": str,
    "account_events.browser": str,
    "tokens.name": str,
    "passkeys.name": str,
    "preferences.webhook": str,
    "earlier_names.name": str,
    "reports.words": str,
    "reports.called": str,
    "reports.evidence": str,
    "measures.reason": str,
    "audit.reason": str,
}
OURS = """
    tokens.digest recovery_codes.digest authenticator_apps.key
    users.skeleton users.password_hash users.language users.timezone sessions.network account_events.kind
    account_events.network attempts.key deliveries.channel deliveries.target deliveries.kind deliveries.params
    deliveries.state deliveries.reason subscriptions.endpoint subscriptions.p256dh subscriptions.auth site_keys.name
    site_keys.value beats.topic teams.code teams.invite games.code games.variant games.deck games.deal games.drawn
    games.city games.clock games.banks games.substitute games.substitute_seat games.proposal games.happened
    games.void_votes games.touching games.phase games.winner games.reason players.seat moves.seat moves.text
    talks.side notes.dots pointed.cards notices.topic notices.kind notices.params notices.path notices.why
    mutes.topic lobbies.code lobbies.variant lobbies.deck lobbies.clock lobbies.touching lobbies.city members.seat
    own_decks.code own_decks.sharing deck_versions.language results.variant results.side results.role reports.place
    reports.kind reports.about reports.decision measures.kind audit.deed puzzle_plays.visitor puzzle_plays.language
    puzzle_plays.result puzzle_tallies.language answers.clue answers.language
""".split()  # noqa: SIM905  # what the site itself writes; of a move, the rules let nothing pass but letters


def store_everywhere(connection: Connection, typed: str) -> None:
    """Write a text into every row of every such column, also where a trigger lets nobody."""
    connection.execute(text("SET LOCAL session_replication_role = replica"))
    for place, shaped in TYPED.items():
        table, column = place.split(".")
        value = bindparam("value", shaped(typed), type_=None if shaped is str else JSONB)
        few = " AND variant NOT LIKE '%pictures'" if table == "games" else ""
        connection.execute(text(f'UPDATE "{table}" SET "{column}" = :value WHERE true{few}').bindparams(value))


def unknown() -> set[str]:
    """The columns that hold text of which nothing is said here."""
    kinds = ("VARCHAR", "TEXT", "JSONB")
    tables = Base.metadata.tables.values()
    there = {f"{table.name}.{column.name}" for table in tables for column in table.columns if str(column.type) in kinds}
    return there - TYPED.keys() - set(OURS)
