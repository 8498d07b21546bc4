"""What browser and server say to each other in a club, over HTTP. Frames of the live match are in wire.py with the others."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from .wire_words import Name, Number

Password = Annotated[str, Meta(min_length=1, max_length=200)]
PersonName = Annotated[str, Meta(min_length=1, max_length=60)]
Code = Annotated[str, Meta(max_length=40)]
Token = Annotated[str, Meta(max_length=1000)]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Holiday = Annotated[list[Day], Meta(min_length=2, max_length=2)]


class Me(Struct, omit_defaults=True):
    """Who asks. At home (`club` false) nobody has to say."""

    club: bool = False
    club_name: str = ""
    name: str = ""  # empty: not logged in
    admin: bool = False
    csrf: str = ""  # to be sent as X-CSRF with whatever changes something
    registration: Literal["open", "invited", "closed"] = "closed"
    mails: bool = False  # the club can send mail
    passkeys: bool = False  # one may log in by a passkey


class Login(Struct, forbid_unknown_fields=True, omit_defaults=True):
    name: PersonName
    password: Password
    code: Code = ""  # of the second factor, where the account has one


class Registration(Struct, forbid_unknown_fields=True, omit_defaults=True):
    name: PersonName
    password: Password
    invitation: Token = ""


class NewPassword(Struct, forbid_unknown_fields=True):
    old: Password
    new: Password


class ForgottenPassword(Struct, forbid_unknown_fields=True):
    name: PersonName


class ResetPassword(Struct, forbid_unknown_fields=True):
    token: Token
    new: Password


class SessionInfo(Struct, omit_defaults=True):
    """Where a person is logged in."""

    id: str
    since: str
    device: str = ""
    this: bool = False  # the one that asks


class EndSession(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One session; without an id all but the one that asks."""

    id: Annotated[str, Meta(max_length=40)] = ""


class SecondFactor(Struct, omit_defaults=True):
    on: bool = False
    paper: int = 0  # codes on paper that are left


class SecondKey(Struct):
    """For the device that makes the codes, to type in or as an address."""

    secret: str
    uri: str


class PaperCodes(Struct):
    """Each good for one login without the device; shown once."""

    codes: list[str]


class Proof(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """That it is really this person: the password, and the code where there is a second factor."""

    password: Password
    code: Code = ""


class CodeGiven(Struct, forbid_unknown_fields=True):
    code: Code


class PasskeyOptions(Struct):
    """What the browser is to ask its device, and a token that goes back with the answer."""

    token: str
    options: Raw


class PasskeyAnswer(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What the device signed, as the browser writes it (`PublicKeyCredential.toJSON()`)."""

    token: Token
    credential: dict[str, Any]
    name: Annotated[str, Meta(max_length=60)] = ""  # of a new one, for its owner


class PasskeyInfo(Struct):
    id: str
    name: str
    since: str


class EndPasskey(Proof, forbid_unknown_fields=True, omit_defaults=True):
    id: Annotated[str, Meta(max_length=400)] = ""


class PushAddress(Struct, forbid_unknown_fields=True):
    """Where a browser's maker takes messages for it, and the keys by which it reads them."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=60)]


class PushInfo(Struct, omit_defaults=True):
    key: str = ""  # the club's; empty: it pushes nothing
    browsers: int = 0


class EndPush(Struct, forbid_unknown_fields=True, omit_defaults=True):
    endpoint: Annotated[str, Meta(max_length=1000)] = ""  # without: all of mine


class Settings(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How a person wants to be told, and when he is away."""

    mail: Annotated[str, Meta(max_length=200)] = ""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    forced: bool = False  # the only legal choice of an open decision is made at once
    holidays: Annotated[list[Holiday], Meta(max_length=40)] = []  # from, to: clocks stand


class NewSettings(Settings, forbid_unknown_fields=True, omit_defaults=True):
    """With the password where the address for mail is a new one: links to new passwords go there."""

    password: Annotated[str, Meta(max_length=200)] = ""


class Clock(Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """Time for a seat: so much in all, and so much back for every turn of the match."""

    hours: Annotated[float, Meta(gt=0, le=24 * 365)] = 240.0
    back: Annotated[float, Meta(ge=0, le=24 * 30)] = 24.0
    then: Literal["lose", "bot", "vacant"] = "bot"  # when it is up


class NewTournament(Struct, forbid_unknown_fields=True, omit_defaults=True):
    game: Name
    scenario: Name
    title: Annotated[str, Meta(max_length=200)] = ""
    kind: Literal["swiss", "knockout", "league"] = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3  # of a Swiss; of a league how often everybody meets everybody
    clock: Clock | None = None


class TournamentWish(Struct, forbid_unknown_fields=True):
    do: Literal["enter", "withdraw", "begin", "close"]


class TournamentRow(Struct, omit_defaults=True):
    id: str
    title: str
    game: str
    scenario: str
    kind: str
    phase: str  # open, running, over
    players: int = 0
    rounds: int = 0  # that have begun


class TournamentStanding(Struct, omit_defaults=True):
    name: str
    points: float = 0.0
    strength: float = 0.0  # the points of those whom he met
    won: int = 0
    drawn: int = 0
    lost: int = 0
    gone: bool = False


class TournamentPairing(Struct, omit_defaults=True):
    first: str
    second: str = ""  # nobody: the first rests
    match: str = ""
    outcome: str = ""  # first, second, drawn


class TournamentInfo(Struct, omit_defaults=True):
    """A tournament as a person sees it; the best stands first."""

    id: str
    title: str
    game: str
    scenario: str
    kind: str
    phase: str
    rounds: int
    clock: Clock | None = None
    owner: str = ""
    mine: bool = False  # this person opened it
    playing: bool = False  # and plays in it
    standings: list[TournamentStanding] = []
    played: list[list[TournamentPairing]] = []


class Terms(Struct, omit_defaults=True, frozen=True):
    """What those who opened a match agreed on."""

    clock: Clock | None = None
    umpire: bool = False
    rated: bool = True
    unrated: str = ""  # why it cannot count for ratings
    dice: str = ""  # "by hand": people throw and type them
    closed: str = ""  # by an administrator: why
    delay: float = 0.0  # minutes by which watchers see it later
    helped: list[str] = []  # sides of people for which a bot has played: what they win is not rated


class Record(Struct, omit_defaults=True):
    game: str
    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    rating: float = 0.0  # mu - 3 sigma of openskill, as points


class LadderRow(Struct):
    """A rung of a game's ladder; the best stands first."""

    name: str
    rating: float
    played: int


class Profile(Struct, omit_defaults=True):
    name: str
    since: str
    records: list[Record] = []
    muted: bool = False  # who asks does not want to read him


class MemberWish(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What one does about another member; `silence` and `ban` are for those who run the club."""

    do: Literal["mute", "unmute", "report", "silence", "ban"]
    words: Annotated[str, Meta(max_length=1000)] = ""  # of a complaint
    match: Annotated[str, Meta(max_length=32)] = ""  # where it happened
    days: Annotated[int, Meta(ge=0, le=365)] = 7  # of silence; 0: he may talk again


class Complaint(Struct, omit_defaults=True):
    id: int
    made: str
    by: str
    about: str
    match: str = ""
    words: str = ""


class Settled(Struct, forbid_unknown_fields=True):
    id: int


class Invite(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A link to a seat; seat "-": to watch; "umpire"."""

    seat: Name
    uses: Annotated[int, Meta(ge=1, le=50)] = 1


class Link(Struct):
    link: str


class Join(Struct, forbid_unknown_fields=True):
    token: Token


class SeatChange(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Sit down, stand up, let a bot or nobody sit there, send somebody away."""

    seat: Name
    do: Literal["sit", "leave", "bot", "vacate", "dismiss"] = "sit"
    bot: Name = ""
    who: PersonName = "?"


class Split(Struct, forbid_unknown_fields=True):
    """The seats of a match from now on, each with its side."""

    seats: Annotated[dict[Name, Name], Meta(min_length=1, max_length=32)]


class ChatLine(Struct, omit_defaults=True):
    n: int
    made: str
    who: str
    text: str
    to: list[str] = []


class Since(Struct, omit_defaults=True):
    """The first moment of the replay that this person has not seen, and how many there are."""

    n: int
    moments: int


class DiceRoll(Struct):
    spec: str
    outcome: list[int]
    epoch: int  # how often the dice had begun anew
    position: int  # where the stream stood after it


class DiceFacts(Struct, omit_defaults=True):
    """What can be known of the dice: the hash before the first roll, the nonces of the seats, the secret when all is over."""

    commitment: str
    nonces: dict[str, str]
    secret: str = ""
    rolls: list[DiceRoll] = []


class Health(Struct, omit_defaults=True):
    ok: bool
    version: str
    database: str
    live: int = 0
    connections: int = 0


__all__ = ["ChatLine", "Clock", "Number", "Settings", "Terms"]
