"""What a campaign of AHL can be set to: the circumstances of the place, and the rulings that leave a choice."""

from bot.engine.system import Setting

SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("dark", ("no", "yes"), "the lights are off: fire has −1 a square, morale −1 (AHL 23)"),
        Setting("zero-g", ("no", "yes"), "the gravity is off (AHL 26)"),
        Setting("vacuum", ("no", "yes"), "the air is gone: wounds through a suit are one level worse (AHL 22)"),
        Setting("traveller", ("no", "yes"), "played with Traveller: more hits for heavy weapons, ranges in metres"),
        Setting(
            "rally",
            ("every leader", "best leader"),
            "whose bonus counts where several leaders help somebody to rally (ruling R-121)",
        ),
    )
}
