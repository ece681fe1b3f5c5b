"""Whoever opens the gate of what sides know for a single field is caught: by two campaigns that differ only in what one
side can't know, by what the gate hands out for a few commands of a player of that side, and by what these tell.

Each opening changes the code for as long as the commands are given. Where nothing is opened all of it is the same.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.campaign import game as game_as_stored
from bot.campaign import gate
from bot.campaign import log as journal_log
from bot.campaign.rows import REFEREES, audience_of
from bot.deck.board import dump_board
from bot.engine.scene import Game, Reader
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.doing import Doing
from bot.systems.witnessing import Insight
from tests.e2e.test_unseen import alike, answered, foggy
from tests.e2e.unknowable import FIGURES, hidden_squares

SQUARES = hidden_squares()
Opening = Callable[[pytest.MonkeyPatch], None]


def hidden(here: bool) -> list[str]:
    """What the referee does of which the marines can't know: in the one campaign, and in the other."""
    lines = [
        "/place name:Pirate at:R15",
        *(f'/character edit name:Pirate field:"{field}" value:"{own[here]}"' for field, own in FIGURES.items()),
        f'/place name:"Pirate Captain" at:{SQUARES[3] if here else SQUARES[-4]}',
        f"/standing name:Pirate when:snap say:{'always' if here else 'never'}",
        f"/autopilot set name:Pirate orders:{'hunt' if here else 'hold'}",
        f'/structure hit name:Pump values:"kind bulkhead, penetration {40 if here else 60}"',
        '/light room:"Sensor room" on:False',
        f'/light room:"Sensor room" on:{here}' if here else "/door at:F10 side:E",
        "/turn begin",
        f"/plan name:Pirate plan:{'aim' if here else 'move'}",
        f'/plan name:"Pirate Captain" plan:{"aim" if here else "move"}',
    ]
    more = [
        "/character add name:Lurker template:Pirate side:Pirates",
        f"/place name:Lurker at:{SQUARES[9]}",
        "/phase ready:True name:Pirate",
    ]
    return [*lines, *more] if here else lines


LINES = (
    "/turn show",
    "/character list",
    "/deck show",
    "/log",
    "/structure list",
    "/autopilot why name:Marine",
    "…/fire target:",
    "…/move to:",
)


def sheet(field: str, patch: pytest.MonkeyPatch) -> None:
    """Of others a field of their sheet is read as it is."""
    met = gate._met

    def opened(rows, stored, reader, *, present=False):
        true = {row.id: row.sheet for row in rows}
        return [
            replace(row, sheet=row.sheet | {field: true[row.id].get(field)}) if row.foreign else row
            for row in met(rows, stored, reader, present=present)
        ]

    patch.setattr(gate, "_met", opened)


def weapon(field: str, patch: pytest.MonkeyPatch) -> None:
    """Of the weapon in another's hand a field is read as it is."""
    met = gate._met

    def opened(rows, stored, reader, *, present=False):
        true = {row.id: row.sheet["weapons"] for row in rows}
        return [
            replace(row, sheet=row.sheet | {"weapons": [row.sheet["weapons"][0] | {field: true[row.id][0][field]}]})
            if row.foreign
            else row
            for row in met(rows, stored, reader, present=present)
        ]

    patch.setattr(gate, "_met", opened)


def everybody(patch: pytest.MonkeyPatch) -> None:
    """All are known, seen or not."""
    patch.setattr(gate, "_met", lambda rows, *_, **__: [*rows])


def clock(field: str, patch: pytest.MonkeyPatch) -> None:
    narrowed = Clock.narrowed
    patch.setattr(
        Clock,
        "narrowed",
        lambda self, own, sees: replace(narrowed(self, own, sees), **{field: getattr(self, field)}),
    )


def doing(field: str, patch: pytest.MonkeyPatch) -> None:
    outward = Doing.outward
    patch.setattr(Doing, "outward", lambda self, own: replace(outward(self, own), **{field: getattr(self, field)}))


def ledger(field: str, patch: pytest.MonkeyPatch) -> None:
    narrowed = gate.narrowed
    patch.setattr(
        gate,
        "narrowed",
        lambda system, true, own, sees: replace(narrowed(system, true, own, sees), **{field: getattr(true, field)}),
    )


def game(change, patch: pytest.MonkeyPatch) -> None:
    """The game that a side knows is changed by the true one."""
    known = gate._known

    def opened(system, true, *given):
        found = known(system, true, *given)
        return Insight(found.knowledge, found.units, lambda: change(found.game, true))

    patch.setattr(gate, "_known", opened)


def board(field: str, patch: pytest.MonkeyPatch) -> None:
    game(lambda own, true: replace(own, board=replace(own.board, **{field: getattr(true.board, field)})), patch)


def everything(patch: pytest.MonkeyPatch) -> None:
    async def reader_of(_):
        return Reader(everything=True)

    patch.setattr(gate, "reader_of", reader_of)


def log_of(audience: str, patch: pytest.MonkeyPatch) -> None:
    """What others alone may read of the journal is read by all."""
    audiences = journal_log.audiences

    async def opened(transaction):
        return await audiences(transaction) | {audience}

    patch.setattr(journal_log, "audiences", opened)


def anothers(patch: pytest.MonkeyPatch) -> None:
    """What is stored of another side's knowledge is read as one's own."""
    stored = gate._stored
    patch.setattr(
        gate,
        "_stored",
        lambda transaction, sights, reader: stored(transaction, sights, replace(reader, side="Pirates")),
    )


OPENINGS: dict[str, Opening] = {
    **{f"sheet: {field}": partial(sheet, field) for field in (
        "light_wounds", "morale", "leadership", "melee", "rank", "life_level", "nerve", "grenades", "weapons",
    )},
    **{f"weapon: {field}": partial(weapon, field) for field in ("skill", "loaded", "spare")},
    "clock: people": partial(clock, "people"),
    **{f"doing: {field}": partial(doing, field) for field in ("plan", "ready")},
    **{f"ledger: {field}": partial(ledger, field) for field in ("structures", "standing", "piloted", "clock")},
    **{f"board: {field}": partial(board, field) for field in ("people", "open", "dark")},
    "game: units": partial(game, lambda own, true: replace(own, units=true.units)),
    "game: board": partial(game, lambda own, true: replace(own, board=true.board)),
    "game: ledger": partial(game, lambda own, true: replace(own, read_ledger=lambda: true.ledger)),
    "everybody": everybody,
    "everything": everything,
    "another's knowledge": anothers,
    "log: the other side's": partial(log_of, audience_of("Pirates")),
    "log: the referees'": partial(log_of, REFEREES),
}  # fmt: skip


async def test_whoever_opens_the_gate_for_one_field_is_caught(tmp_path, monkeypatch):
    alike(monkeypatch)
    one, other = [await heard(f"sqlite+aiosqlite:///{tmp_path}/{here}.db", here=here) for here in (True, False)]
    shut = one.pop(""), other.pop("")
    assert shut[0] == shut[1]
    assert len(OPENINGS) >= 30
    assert [name for name in OPENINGS if one[name] == other[name]] == []


async def heard(url: str, *, here: bool) -> dict[str, dict[str, object]]:
    """What a player of the marines is told by each line, by the name of what is opened; under "" with nothing open."""
    found = dict[str, dict[str, object]]()
    async with foggy(url) as loopback:
        for line in hidden(here):
            outcome = await loopback.slash("Ref", "table", line)
            assert outcome.error is None, line
        for name, opening in {"": lambda _: None, **OPENINGS}.items():
            with pytest.MonkeyPatch.context() as patch:
                opening(patch)
                insights = recorded(patch)
                found[name] = {line: await told(loopback, line) for line in LINES}
                found[name]["what is handed out"] = handed_out(insights[-1].game) if insights else ""
    return found


# What an order might look at past what its side knows.
PAST: dict[str, Callable[[Game, Game], Game]] = {
    "": lambda known, _: known,
    "units": lambda known, true: replace(known, units=true.units),
    "people": lambda known, true: replace(known, board=replace(known.board, people=true.board.people)),
    "board": lambda known, true: replace(known, board=true.board),
    "ledger": lambda known, true: known.keeping(true.ledger),
    "everything": lambda _, true: true,
}


async def test_an_order_that_looks_past_what_its_side_knows_is_caught(tmp_path, monkeypatch):
    """By the game that it is handed to find its way by."""
    alike(monkeypatch)
    one, other = [await found_by(f"sqlite+aiosqlite:///{tmp_path}/{here}.db", here=here) for here in (True, False)]
    assert one.pop("") == other.pop("") != []
    assert [name for name in one if one[name] == other[name]] == []


async def found_by(url: str, *, here: bool) -> dict[str, list[str]]:
    """What a marine who walks is handed of the game as their side knows it, by what of it is the truth."""
    found = dict[str, list[str]]()
    as_known_by = game_as_stored.as_known_by
    async with foggy(url) as loopback:
        for line in (*hidden(here), '/plan name:"Marine E1" plan:move', "/phase", "/phase step:movement"):
            assert (await loopback.slash("Ref", "table", line)).error is None, line
        for name, past in PAST.items():
            handed = found[name] = []

            def opened(system, true, *known, past=past, handed=handed):
                game = past(as_known_by(system, true, *known), true)
                handed.append(handed_out(game))
                return game

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(game_as_stored, "as_known_by", opened)
                await answered(loopback.slash("Ann", "table", '/move name:"Marine E1" to:N'))
                await loopback.slash("Ref", "table", "/undo")
    return found


def recorded(patch: pytest.MonkeyPatch) -> list[Insight]:
    """What the gate hands out to those who may not know all, as it grows."""
    known, insights = gate._known, list[Insight]()

    def hand_out(*given):
        insights.append(known(*given))
        return insights[-1]

    patch.setattr(gate, "_known", hand_out)
    return insights


def handed_out(own: Game) -> str:
    """All of a game in words: everybody, the board without its plan, and what is kept beside."""
    return repr(([*own.units.values()], dump_board(own.board), sorted(own.board.people.items()), own.ledger))


async def told(loopback, line: str) -> object:
    line = line.replace("name:Marine", 'name:"Marine E1"')
    if line.startswith("…"):
        return await answered(loopback.complete("Ann", "table", line[1:]))
    return await answered(loopback.slash("Ann", "table", line))
