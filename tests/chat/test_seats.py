"""Who is let into a side's thread and out of it, and what is said where the bot may not."""

from types import SimpleNamespace

import discord
import pytest

from bot.chat.seats import Sitting, seat


def refusal(status, code):
    kind = discord.Forbidden if status == 403 else discord.HTTPException
    return kind(SimpleNamespace(status=status, reason=""), {"code": code, "message": ""})


class Threads:
    """Discord, which answers the first changes with some refusals."""

    def __init__(self, *refusals):
        self.refusals, self.done = list(refusals), []
        self.client = SimpleNamespace(http=self, unseated=set(), get_channel=lambda _: None)

    async def _do(self, what, *about):
        if what != "edit" and self.refusals and (problem := self.refusals.pop(0)):
            raise problem
        self.done.append((what, *about))

    async def add_user_to_thread(self, thread, user):
        await self._do("in", thread, user)

    async def remove_user_from_thread(self, thread, user):
        await self._do("out", thread, user)

    async def edit_channel(self, thread, **changes):
        await self._do("edit", thread, changes)


async def test_those_inside_are_let_in_and_the_others_out_and_nobody_who_is_forgotten():
    threads = Threads()
    assert not await seat(threads, Sitting(9, frozenset({2, 1, 0}), frozenset({0, 3})))
    assert threads.done == [("in", 9, 1), ("in", 9, 2), ("out", 9, 3)]


async def test_an_archived_thread_is_opened_for_it():
    threads = Threads(refusal(400, 50083))
    assert not await seat(threads, Sitting(9, frozenset({1}), frozenset()))
    assert threads.done == [("edit", 9, {"archived": False}), ("in", 9, 1)]


@pytest.mark.parametrize(("problem", "told"), [(refusal(403, 50013), True), (refusal(404, 10013), False)])
async def test_where_the_bot_may_not_it_is_told_once_and_whom_discord_does_not_know_is_left(problem, told):
    threads = Threads(problem, None, problem)
    wanted = Sitting(9, frozenset({1, 2}), frozenset())
    assert bool(await seat(threads, wanted)) is told
    assert threads.done == [("in", 9, 2)]
    assert not await seat(threads, wanted), "it has been told"
    assert threads.client.unseated == ({9} if told else set())
    await seat(threads, wanted)
    assert threads.client.unseated == set()
