# make play | test | check: each installs into .venv first, and only when the lock has changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.installed

.PHONY: play test check bench matches verdicts walk soak mutants lock

play: $(READY)
	@$(BIN)/python -m bot sandbox

test: $(READY)
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal

check: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# Figures as ratios against a peer or a floor in the same run.
bench: $(READY)
	@$(BIN)/python -m bench.resolver
	@$(BIN)/python -m bench.ships
	@$(BIN)/python -m bench.deck
	@$(BIN)/python -m bench.picture
	@$(BIN)/python -m bench.battery
	@$(BIN)/python -m bench.battle
	@$(BIN)/python -m bench.commands
	@$(BIN)/python -m bench.careers
	@$(BIN)/python -m bench.due
	@$(BIN)/python -m bench.autopilot
	@$(BIN)/python -m bench.fog
	@$(BIN)/python -m bench.skirmish
	@$(BIN)/python -m bench.dice
	@$(BIN)/python -m bench.aside
	@$(BIN)/python -m bench.growth

# Fights of people who act by themselves, on five decks, against who does anything allowed and who walks and fires: all of them,
# and then the verdicts below; or make matches SYSTEM=ahl RIVAL=random FIGHTS=2 DECK=bridge. Takes an hour on two processors.
matches: $(READY)
	@$(BIN)/python -m bench.matches "$(SYSTEM)" "$(RIVAL)" "$(FIGHTS)" "$(DECK)"
	@$(if $(RIVAL)$(DECK),,$(BIN)/python -m bench.verdicts "$(SYSTEM)")

# Plays every scenario by itself to its verdict, ten seeds each, and counts the final state; or one, as in
# make verdicts SYSTEM=ahl SCENARIO="First Watch" SEEDS=2 SECONDS=60. Takes three quarters of an hour on two processors.
verdicts: $(READY)
	@$(BIN)/python -m bench.verdicts "$(SYSTEM)" "$(SCENARIO)" "$(SEEDS)" "$(SECONDS)"

# The way of one command through the code: make walk COMMAND='/fire name:"Marine E1" target:Pirate'
walk: $(READY)
	@$(BIN)/python -m bench.walk $(if $(COMMAND),'$(COMMAND)')

# The bot killed a thousand times amid commands: what was answered is there, nothing is half done. Takes an hour.
soak: $(READY)
	@KILLS=$(or $(KILLS),1000) $(BIN)/python -m pytest -sq tests/e2e/test_kill.py

# Mistakes made one at a time: each must turn a test red. With SAMPLE=100 SEED=1 so many of all kinds in all of the project;
# else all in what is printed of the rules, or of one SYSTEM: half an hour for one of many tables.
mutants: $(READY)
	@$(BIN)/python -m bench.mutants $(SYSTEM) $(if $(SAMPLE),--sample $(SAMPLE) --seed $(or $(SEED),1))

# Everything is locked by version and hash; run this after changing pyproject's dependencies (needs uv).
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --extra dev pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header -c requirements.lock pyproject.toml -o requirements-run.lock

$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Boarding Party needs Python 3.11 or newer: name it, as in make PYTHON=python3.12 play."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv)."; exit 1; }
	@echo "Installing into $(VENV) ..."
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@
