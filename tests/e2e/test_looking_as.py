"""The referee looks through a side's eyes by every command that takes `as`: what its players see, to them alone."""

from tests.e2e.test_unseen import ADDRESSES, alike, answered, foggy

LINES = ("/deck show", "/deck show whole:True", "/character list", "/log", "/turn show")


def told(loopback, user, line):
    return loopback.slash(user, "table", line)


def texts(outcome):
    return [ADDRESSES.sub("…", str(message.payload["embeds"])) for message in outcome.replies]


def pictures(outcome):
    return [bytes(file.data) for message in outcome.replies for file in message.files]


async def test_a_referee_sees_what_a_side_sees(tmp_path, monkeypatch):
    alike(monkeypatch)
    async with foggy(f"sqlite+aiosqlite:///{tmp_path}/one.db") as loopback:
        await loopback.slash("Ref", "table", "/turn begin")
        await loopback.slash("Ref", "table", "/place name:Pirate at:R15")
        for line in LINES:
            theirs = await told(loopback, "Ann", line)
            seen = await told(loopback, "Ref", f"{line} as:Marines")
            all_of_it = await told(loopback, "Ref", line)
            assert seen.error is None, line
            assert (texts(seen), pictures(seen)) == (texts(theirs), pictures(theirs)), line
            assert texts(seen) != texts(all_of_it) or pictures(seen) != pictures(all_of_it), line
            assert all(message.visible_to for message in seen.replies), line
            refused = await answered(loopback.slash("Ann", "table", f"{line} as:Pirates"))
            assert "Looking as a side does is for the referee only" in refused[0], line


async def test_what_is_shown_to_a_side_reaches_it(tmp_path, monkeypatch):
    alike(monkeypatch)
    async with foggy(f"sqlite+aiosqlite:///{tmp_path}/one.db") as loopback:
        before = await told(loopback, "Ann", "/deck show whole:True")
        shown = await answered(loopback.slash("Ref", "table", '/reveal what:deck side:Marines because:"A plan"'))
        assert "Marines are shown the whole deck" in shown[0]
        after = await told(loopback, "Ann", "/deck show whole:True")
        assert pictures(after) != pictures(before)
        await loopback.slash("Ref", "table", "/undo")
        assert pictures(await told(loopback, "Ann", "/deck show whole:True")) == pictures(before)


# Who may have what is a side's, of those who are tried.
OF_A_SIDE = [
    ("/look side:Marines", {"Ann", "Ref"}),
    ("/side open name:Marines", {"Ann", "Ref"}),
    ("/deck show as:Marines", {"Ref"}),
    ("/character list as:Marines", {"Ref"}),
    ("/log as:Marines", {"Ref"}),
    ("/turn show as:Marines", {"Ref"}),
    ("/reveal what:deck side:Marines because:x", {"Ref"}),
    ("/players set player:@Dora side:Marines", {"Ref"}),
]
NOT_FOR_YOU = (
    "is for the referee only",
    "There is no side “Marines”",
    "A side's thread is opened by who plays that side, or by the referee",
)


async def test_who_may_have_what_is_a_sides(tmp_path, monkeypatch):
    """Tried by an observer, who plays another side, who plays it, and the referee."""
    alike(monkeypatch)
    async with foggy(f"sqlite+aiosqlite:///{tmp_path}/one.db") as loopback:
        for line, allowed in OF_A_SIDE:
            for user in ("Dora", "Bob", "Ann", "Ref"):
                text = str((await answered(loopback.slash(user, "table", line)))[0])
                refused = any(sentence in text for sentence in NOT_FOR_YOU)
                assert (line, user, refused) == (line, user, user not in allowed), text
