"""By the AHL variant on a page as narrow as a phone: an ambush without a deck, and a large animal on one."""

import re

from playwright.async_api import expect

from tests.page.test_phone import PHONE, fits, sees_whole


async def test_an_ambush_in_the_open(game, visit):
    loopback, stage = game
    ref = await visit(loopback, "Ref", **PHONE)
    await ref.send('/campaign new system:"AHL variant"')
    await ref.sees("A campaign begins")
    await ref.send('/character add name:Ann side:Red weapon:"Heavy Machine Gun" values:"skill 1"')
    await ref.send("/character add name:Cid side:Blue template:Pirate")
    await ref.send('/character add name:Dot side:Blue weapon:Cutlass values:"strength 7"')
    await ref.sees("Dot joins")
    await ref.send('/encounter begin first:Red second:Blue throws:"10 6" bands:2 terrain:moderate')
    met = await ref.sees("Red surprises Blue")
    await expect(met).to_contain_text("the surprise of Red")
    stage.dice([3, 2, 2, 2, 5, 1, 1, 1, 2])
    await ref.send('/fire name:Ann target:Cid values:"mount tripod, targets Cid, Dot, Cid"')
    shot = await ref.sees("Ann fires at Cid and Dot")
    await expect(shot).to_contain_text("70 of 100 rounds left")
    await shot.get_by_role("button", name="Show working").click()
    await ref.sees("overheating still bind rapid fire")
    await fits(ref)
    await ref.command("encounter alarm")
    await ref.sees("It is the movement step of round 1")
    await ref.command("encounter show")
    shown = await ref.sees("Moderate obstructions; day")
    await expect(shown).to_contain_text("Dot (Blue): band 2, stands")
    # A pass by its button, whoever's turn it is.
    await ref.button("Pass: Cid")
    await ref.sees("Cid passes")
    await fits(ref)
    await ref.command("encounter end")
    await ref.sees("The encounter is over")


async def test_a_large_animal_on_a_deck(game, visit):
    loopback, stage = game
    ref = await visit(loopback, "Ref", **PHONE)
    await ref.send('/campaign new system:"AHL variant"')
    await ref.send('/character add name:Ann side:Red weapon:Carbine values:"skill 1, strength 8"')
    figures = "mass 900, speed 2, hits 25, more hits 13, damage 5, flight 8"
    await ref.send(f'/character add name:Ox side:Beasts weapon:Horns values:"{figures}"')
    await ref.sees("Ox joins")
    await ref.send("/deck load name:Trainer")
    await ref.sees("Trainer is put up")
    await ref.send("/place name:Ann at:C2 facing:E")
    await ref.send("/place name:Ox at:H4 facing:W")
    placed = await ref.sees("Ox stands at H4")
    await sees_whole(placed.get_by_role("img", name=re.compile("Ox at H4")))
    stage.dice([5, 5, 3, 3, 6])
    await ref.send("/fire name:Ann target:Ox")
    shot = await ref.sees("Ann fires at Ox")
    await expect(shot).to_contain_text("Flight: 8+")
    await sees_whole(shot.get_by_role("img", name=re.compile("Ox at H4")))
    await fits(ref)
