"""The tables of the database. Migrations (migrations/versions) make them; a test compares the two.

A match is its header, its first save, and one row for each thing that was done, appended and never changed. Snapshots are later
saves: a cache, so that loading need not begin at the beginning.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

meta = MetaData()

matches = Table(
    "matches",
    meta,
    Column("id", String(32), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("title", String(200), nullable=False),
    Column("seats", Text, nullable=False),  # JSON: {seat: SeatInfo}
    Column("created", String(32), nullable=False),
    Column("updated", String(32), nullable=False),
    Column("turn", Text, nullable=False, default=""),
    Column("number", Integer, nullable=False, default=0),
    Column("over", Text, nullable=False, default=""),
    Column("waiting", Text, nullable=False, default="[]"),  # JSON: the seats that are asked
    Column("marks", Text, nullable=False, default="[]"),
    Column("owner", Integer, nullable=True),  # a user who has opened it in a club
    Column("public", Integer, nullable=False, server_default="0"),
    Column("club", Text, nullable=False, server_default=""),  # JSON: wire_club.Terms
)
Index("matches_by_time", matches.c.updated)

entries = Table(
    "entries",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # 1, 2, 3 .. without gaps
    Column("made", String(32), nullable=False),
    Column("body", Text, nullable=False),  # JSON: store.Entry
)

snapshots = Table(
    "snapshots",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # entries that it covers; 0 is the first save and stays
    Column("body", LargeBinary, nullable=False),  # a save, zlib
)

drafts = Table(
    "drafts",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("items", Text, nullable=False),  # JSON: [number of the decision, items]
)

# ------------------------------------------------------------------ the club (docs/club.md); empty where one plays at home

users = Table(
    "users",
    meta,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("key", String(160), nullable=False, unique=True),  # the name without capitals: nobody else may be called nearly so
    Column("password", Text, nullable=False),  # argon2
    Column("created", String(32), nullable=False),
    Column("admin", Integer, nullable=False),
    Column("closed", Integer, nullable=False),
    Column("settings", Text, nullable=False),  # JSON: wire_club.Settings
    Column("second", Text, nullable=False, server_default=""),  # JSON: second.Kept
    Column("silent", String(32), nullable=False, server_default=""),  # until then he may not talk
)

sessions = Table(
    "sessions",
    meta,
    Column("token", String(64), primary_key=True),  # a hash: who reads the database cannot log in with it
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("created", String(32), nullable=False),
    Column("expires", String(32), nullable=False),
    Column("agent", String(80), nullable=False, server_default=""),  # which browser on which system, for its owner
)
Index("sessions_of", sessions.c.user)

keys = Table("keys", meta, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))

members = Table(
    "members",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(80), primary_key=True),  # of the match; "umpire"; "-": may watch
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("since", String(32), nullable=False),
)
Index("members_by_user", members.c.user)

knew = Table(  # who sat there and stood up: he has seen what that seat sees
    "knew",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("deserted", Integer, nullable=False, server_default="0"),  # a rated match under way: its loss is his, too
)

sent_away = Table(  # who was dismissed from a match, and when: links that are older do not bring him back
    "sent_away",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("made", String(32), nullable=False),
)

invitations = Table(
    "invitations",
    meta,
    Column("id", String(32), primary_key=True),
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=True),  # none: to the club
    Column("seat", String(80), nullable=False),
    Column("made", String(32), nullable=False),
    Column("by", Integer, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("uses", Integer, nullable=False),  # that are left
)

chat = Table(
    "chat",
    meta,
    Column("n", Integer, primary_key=True),
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("made", String(32), nullable=False),
    Column("who", String(80), nullable=False),
    Column("to", Text, nullable=False),  # JSON: seats that may read it; [] all
    Column("text", Text, nullable=False),
)
Index("chat_of", chat.c.match)

offers = Table(
    "offers",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("what", String(20), primary_key=True),
    Column("body", Text, nullable=False),  # JSON: offers.Offer
)

looks = Table(
    "looks",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),  # choices made when he last looked
    Column("noticed", String(32), nullable=False),  # when he was last told that it is his turn
    Column("turn", Text, nullable=False),  # and for which turn
    Column("looked", String(32), nullable=False, server_default=""),  # when he last came
    Column("reminded", Integer, nullable=False, server_default="0"),  # of that turn, once more
)

clocks = Table(
    "clocks",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("left", Integer, nullable=False),  # seconds
    Column("since", String(32), nullable=False),  # it runs since then; "": it stands
    Column("turns", Text, nullable=False, server_default="[]"),  # JSON: marks of the turns that gave their time
)

results = Table(
    "results",
    meta,
    Column("match", String(32), primary_key=True),  # which may be deleted: the record stands
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("side", String(80), nullable=False),
    Column("outcome", String(8), nullable=False),  # won, lost, drawn
    Column("made", String(32), nullable=False),
)
Index("results_of", results.c.user)

ratings = Table(
    "ratings",
    meta,
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(80), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("played", Integer, nullable=False),
)

tournaments = Table(
    "tournaments",
    meta,
    Column("id", String(32), primary_key=True),
    Column("title", String(200), nullable=False),
    Column("game", String(80), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("owner", Integer, ForeignKey("users.id", ondelete="SET NULL"), nullable=True),
    Column("created", String(32), nullable=False),
    Column("body", Text, nullable=False),  # JSON: tournaments.Cup
)

muted = Table(  # whom a member does not want to read
    "muted",
    meta,
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("other", Integer, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
)

complaints = Table(
    "complaints",
    meta,
    Column("id", Integer, primary_key=True),
    Column("made", String(32), nullable=False),
    Column("by", Integer, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("about", Integer, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("match", String(32), nullable=False),  # where it happened; "": anywhere
    Column("words", Text, nullable=False),
    Column("settled", String(32), nullable=False),  # when; "": it waits
)

passkeys = Table(
    "passkeys",
    meta,
    Column("id", String(400), primary_key=True),  # of the credential, base64url
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("key", Text, nullable=False),  # the public one, base64url
    Column("count", Integer, nullable=False),  # of its signatures, where the device counts them
    Column("name", String(60), nullable=False),
    Column("made", String(32), nullable=False),
)
Index("passkeys_of", passkeys.c.user)

spent = Table(  # marks of what is good once (a passkey's challenge), until it would be too old anyway
    "spent",
    meta,
    Column("mark", String(64), primary_key=True),
    Column("until", Float, nullable=False),
)

pushes = Table(  # browsers that want to be told
    "pushes",
    meta,
    Column("id", String(64), primary_key=True),  # a hash of the address
    Column("user", Integer, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("session", String(64), nullable=False),  # of the login by which it asked: it ends with it
    Column("body", Text, nullable=False),  # JSON: wire_club.PushAddress
    Column("made", String(32), nullable=False),
)
Index("pushes_of", pushes.c.user)

rates = Table(  # what several processes count together (club/limits.py); on PostgreSQL only
    "rates",
    meta,
    Column("what", String(20), primary_key=True),
    Column("who", String(64), primary_key=True),  # a keyed hash: no names, no addresses
    Column("left", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("good", Integer, nullable=False),  # whether the last one was allowed
)

leases = Table(
    "leases",
    meta,
    Column("name", String(80), primary_key=True),  # of a task that one process alone should do
    Column("holder", String(40), nullable=False),
    Column("until", Float, nullable=False),
)
