"""What an order adds to people's service: to whose credit, and what is to nobody's."""

from collections import Counter
from dataclasses import dataclass, replace

from bot.engine.service import HitOn, Onset, Serving, dump_service, load_service, service_line
from bot.engine.serving import attacks_in, served


@dataclass(frozen=True)
class Shot:
    by: str
    at: str


@dataclass(frozen=True)
class Volley:
    shots: tuple[Shot, ...]
    said: str = ""


# A sheet is how many wounds somebody has; with three they are down.
BOOK = Serving(
    {Shot: lambda shot: [Onset(shot.by, (shot.at,), shots=1)]}, lambda sheet: sheet >= 3, lambda sheet: sheet
)


def of(attacks, before, after):
    return served(attacks, BOOK, before.get, after)


def test_attacks_are_found_wherever_in_a_report_they_stand():
    found = Volley((Shot("Ann", "Bob"), Shot("Bob", "Ann")), "Ann")
    assert [each.by for each in attacks_in((found, "Cid", 3), BOOK, {})] == ["Ann", "Bob"]


@dataclass(frozen=True)
class Burst:
    at: str


def test_what_follows_at_once_is_of_whoever_did_what_came_before():
    burst = {Burst: lambda one: [Onset("", (one.at,), (HitOn(one.at),), follows=True)]}
    book = replace(BOOK, attacks={**BOOK.attacks, **burst})
    parts = (Burst("Bob"), Shot("Ann", "Bob"), Burst("Bob"), Burst("Cid"), "a phase", Burst("Dot"))
    assert [each.by for each in attacks_in(parts, book, {})] == ["", "Ann", "Ann", "Ann", ""]


def test_whoever_falls_falls_to_the_first_after_whose_hit_they_were_down():
    hits = [Onset(name, ("Bob",), (HitOn("Bob", name != "Ann"),), shots=1) for name in ("Ann", "Cid", "Dot")]
    found = of(hits, {"Ann": 0, "Bob": 1, "Cid": 0, "Dot": 0}, {"Bob": 4})
    assert found == {
        "Ann": Counter(shots=1, hits=1),
        "Bob": Counter(wounds=3),
        "Cid": Counter(shots=1, hits=1, felled=1),
        "Dot": Counter(shots=1, hits=1),
    }


def test_whoever_was_down_falls_to_nobody():
    found = of([Onset("Ann", ("Bob",), (HitOn("Bob", True),), blows=1)], {"Ann": 0, "Bob": 3}, {"Bob": 4})
    assert found == {"Ann": Counter(blows=1, hits=1), "Bob": Counter(wounds=1)}


def test_what_one_does_to_oneself_is_no_credit_and_what_nobody_did_nobodys():
    own = Onset("Ann", ("Ann", "Bob"), (HitOn("Ann", True), HitOn("Bob", True)), shots=1)
    assert of([own], {"Ann": 2, "Bob": 0}, {"Ann": 3, "Bob": 3})["Ann"] == Counter(shots=1, hits=1, felled=1, wounds=1)
    nobodys = Onset("", ("Bob",), (HitOn("Bob", True),))
    assert of([nobodys], {"Bob": 0}, {"Bob": 3}) == {"Bob": Counter(wounds=3)}


def test_whoever_was_missed_was_in_the_fight_and_whoever_mends_has_no_wound():
    assert of([Onset("Ann", ("Bob",), shots=1)], {}, {}) == {"Ann": Counter(shots=1), "Bob": Counter()}
    assert of([], {"Bob": 2}, {"Bob": 1}) == {}


def test_who_was_changed_and_not_hurt_has_no_part_in_it_nor_who_was_not_there():
    assert of([], {"Bob": 2}, {"Bob": 2, "Dot": 3}) == {}
    missing = Onset("Ann", ("Bob",), (HitOn("Bob", True),), shots=1)
    assert of([missing], {"Ann": 0}, {}) == {"Ann": Counter(shots=1, hits=1, felled=1), "Bob": Counter()}


def test_the_figures_in_a_line_and_as_they_are_kept():
    service = Counter(fights=2, shots=1, hits=3, felled=1, wounds=1)
    assert service_line(service) == "2 fights, 1 shot, 3 hits, 1 felled, 1 wound"
    assert service_line(Counter(shots=3, felled=2)) == "3 shots, 2 felled"
    assert not service_line(Counter())
    assert dump_service(service) == [2, 1, 0, 3, 1, 1]
    assert load_service([2, 1, 0, 3, 1, 1]) == service
    # Of what there is nothing, nothing is known.
    assert [*load_service([2, 0, 0, 0, 1, 0])] == ["fights", "felled"]
    assert not load_service([0, 0])
