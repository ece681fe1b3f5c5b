"""What a campaign of AHL can be set to: the circumstances of the place, and the rulings that leave a choice."""

from bot.engine.system import Setting

SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("dark", ("no", "yes"), "the lights are off: fire has −1 a square, morale −1 (AHL 23)"),
        Setting("zero-g", ("no", "yes"), "the gravity is off (AHL 26)"),
        Setting("vacuum", ("no", "yes"), "the air is gone: wounds through a suit are one level worse (AHL 22)"),
        Setting("traveller", ("no", "yes"), "played with Traveller: more hits for heavy weapons, ranges in metres"),
        Setting("battle dress melee", ("2 columns", "none"), "how far battle dress moves a melee attack down (R-25)"),
        Setting("stuns", ("longest", "add"), "whether each stun of melee lowers by 1 of its own (R-116)"),
        Setting("robots in vacuum", ("as usual", "worse"), "whether robots' wounds are worse in vacuum too (R-85)"),
        Setting("robot knocked out", ("destroyed", "unconscious"), "a robot that a light wound knocks out (R-86)"),
        Setting("collision", ("as it stands", "as melee"), "whether armor and zero-G soften a collision (R-138)"),
    )
}
