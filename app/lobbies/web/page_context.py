"""What the page of a lobby shows to one viewer."""

from dataclasses import dataclass

from app import decks
from app.games.store.clocks import Clock
from app.games.wording.clock_labels import LATE_TOUCH, TOUCH_RULE_SENTENCES, clock_sentence
from app.games.wording.sentences import HOUSE_RULES, SEATS, SIDES, game_title
from app.i18n.languages import _, format_list, ngettext
from app.lobbies import changes, computers
from app.lobbies.hosting import may_close
from app.lobbies.labels import ROLE_HEADINGS
from app.lobbies.models import Lobby, Member
from app.lobbies.seats import missing_seats_text, seat_capacity, unequal_teams_text
from app.lobbies.web.settings_form import SettingsForm
from app.rules import VARIANTS
from app.rules.seats import role_of, side_of
from app.teams.models import Team


@dataclass(frozen=True)
class SeatView:
    """A seat on the page and its holders; `open` tells whether the viewer may sit down, `full` whether it has no room.

    `name` is the seat's full label, `role` its label within the side.
    """

    seat: str
    name: str
    role: str
    holders: list[Member]
    open: bool
    full: bool


@dataclass(frozen=True)
class PageContext:
    """What a lobby page shows to one viewer.

    `me` is the viewer's membership, and `team` the attempt's team, if the viewer belongs to it. `changed` tells a
    member what the host has changed; `form`, for the host, changes the game; `no_computer` says why the computer cannot
    play, if so.
    """

    lobby: Lobby
    me: Member | None
    sides: dict[str, tuple[str, list[SeatView]]]
    missing: list[str]
    unequal: str
    settings: list[str]
    title: str
    team: Team | None
    may_close: bool
    changed: str
    form: SettingsForm | None
    no_computer: str

    @property
    def removed(self) -> bool:
        """Whether the host has removed the viewer."""
        return self.me is not None and self.me.removed

    @property
    def hosting(self) -> bool:
        """Whether the viewer is the host."""
        return self.me is not None and self.me.user_id == self.lobby.acting_host_id

    @property
    def may_start(self) -> bool:
        """Whether the viewer may start the game now: no seat is empty, and they host or have a seat."""
        return not self.missing and self.me is not None and (self.hosting or self.me.seat is not None)

    @property
    def may_volunteer(self) -> bool:
        """Whether the viewer may offer to be spymaster in this game, and is not one already."""
        if self.me is None or self.removed or VARIANTS[self.lobby.variant].game != "versus":
            return False
        return self.me.volunteer or role_of(self.me.seat or "") != "spymaster"


def build_context(lobby: Lobby, user_id: int | None) -> PageContext:
    """Return what the page of a lobby shows to this user, None for a visitor; reads notices and decks."""
    variant = VARIANTS[lobby.variant]
    me = lobby.member(user_id) if lobby.admits(user_id) else None
    sides: dict[str, tuple[str, list[SeatView]]] = {}
    for seat in variant.seats:
        side = side_of(seat)
        sides.setdefault(side, (SIDES[side], []))[1].append(_seat_view(lobby, me, seat))
    taken = [member.seat for member in lobby.present if member.seat]
    return PageContext(
        lobby,
        me,
        sides,
        missing_seats_text(variant, taken),
        unequal_teams_text(taken),
        _settings_lines(lobby),
        title=game_title(lobby.variant, lobby.city),
        team=lobby.sheet.team if lobby.sheet and lobby.admits(user_id) else None,
        may_close=may_close(lobby, user_id),
        changed=changes.change_text(news) if (news := changes.find_change(lobby, user_id)) else "",
        form=SettingsForm(lobby) if me and me.user_id == lobby.acting_host_id else None,
        no_computer=computers.cannot_play_text(lobby),
    )


def _seat_view(lobby: Lobby, me: Member | None, seat: str) -> SeatView:
    holders = lobby.holders(seat)
    full = sum(not member.user.computer for member in holders) >= seat_capacity(seat)
    free = not full and me not in holders and not (me and me.removed)
    return SeatView(seat, SEATS[seat], ROLE_HEADINGS[role_of(seat)], holders, free, full)


def _settings_lines(lobby: Lobby) -> list[str]:
    lines = [_decks_line(lobby), _house_rules_line(lobby)]
    if VARIANTS[lobby.variant].game == "duet":
        lines.append(_mission_line(lobby))
    return [*lines, *_timing_lines(lobby), _access_line(lobby), *_locked_lines(lobby)]


def _timing_lines(lobby: Lobby) -> list[str]:
    """Return sentences about the clock, about who may touch cards unless anyone may, and about late touches."""
    lines = [clock_sentence(Clock.parse(lobby.clock))]
    if lobby.touching != "anyone":
        lines.append(str(TOUCH_RULE_SENTENCES[lobby.touching]))
    return [*lines, str(LATE_TOUCH)] if lobby.late_touch else lines


def _decks_line(lobby: Lobby) -> str:
    titles = sorted(str(decks.load(name).title) for name in decks.deck_names(lobby.deck))
    if len(titles) > 1:
        return _("Mixed decks: %(decks)s.", decks=format_list(titles))
    return _("Deck: %(deck)s.", deck=titles[0])


def _house_rules_line(lobby: Lobby) -> str:
    rules = format_list(HOUSE_RULES[rule] for rule in HOUSE_RULES if rule in lobby.house)
    return _("House rules: %(rules)s.", rules=rules) if rules else _("Played by the official rules.")


def _mission_line(lobby: Lobby) -> str:
    """Return the sentence about the tokens and mistakes of a Duet mission (D4)."""
    if not lobby.mistakes:
        return _("%(tokens)d timer tokens, none for mistakes: every mistake costs two.", tokens=lobby.tokens)
    return ngettext(
        "%(tokens)d timer tokens and %(num)d mistake; after that, each mistake costs two tokens.",
        "%(tokens)d timer tokens and %(num)d mistakes; after that, each mistake costs two tokens.",
        lobby.mistakes,
        tokens=lobby.tokens,
    )


def _locked_lines(lobby: Lobby) -> list[str]:
    return [_("Locked by the host: nobody else can join.")] if lobby.locked else []


def _access_line(lobby: Lobby) -> str:
    if lobby.city:
        return _("An attempt on a team’s mission map: only team members can take a seat.")
    if lobby.public:
        if lobby.bots:
            return _("Listed on the front page: anyone can join, bots too.")
        return _("Listed on the front page: anyone can join.")
    return _("Only people with the link can find it.")
