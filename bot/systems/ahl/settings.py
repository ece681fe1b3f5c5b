"""What a campaign of AHL can be set to: the circumstances of the place, and the rulings that leave a choice."""

from bot.engine.system import Setting

SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("dark", ("no", "yes"), "the lights are off: fire has −1 a square, morale −1 (AHL 23)"),
        Setting("zero-g", ("no", "yes"), "the gravity is off (AHL 26)"),
        Setting("vacuum", ("no", "yes"), "the air is gone: wounds through a suit are one level worse (AHL 22)"),
        Setting(
            "own-square",
            ("automatic", "8+"),
            "whether all in the square of a grenade, charge or equipment that explodes suffer (ruling R-88)",
        ),
        Setting(
            "scatter", ("house", "referee"), "who says where a grenade that misses goes, but for a 7 (ruling R-31)"
        ),
        Setting(
            "robot-faint",
            ("destroyed", "unconscious"),
            "what becomes of a robot that a light wound knocks out (ruling R-86)",
        ),
        Setting("robot-vacuum", ("no", "yes"), "vacuum makes the wounds of robots worse as well (ruling R-85)"),
        Setting("traveller", ("no", "yes"), "played with Traveller: more hits for heavy weapons, ranges in metres"),
    )
}
