# Dead Drop. Needs make and Python 3.11 or newer; everything else goes into .venv.
MAKEFLAGS += --no-print-directory
# The suite starts the site some hundred times: keep what is compiled, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE
# The distribution's own first: it is built with profile-guided optimization, unlike most that pyenv compiles, and half
# again as fast. One that cannot create an environment is taken last; app/bootstrap.py says then what is missing.
PYTHONS = /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11
PYTHON ?= $(shell for module in ensurepip sys; do for p in $(PYTHONS); do \
	$$p -c "import sys, $$module; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && echo $$p && exit; done; done)
INSTALL = $(or $(PYTHON),$(error Dead Drop needs Python 3.11 or newer; say where it is with PYTHON=)) app/bootstrap.py
BIN = .venv/bin
CATALOGUES = app/translations
# Three for two cores: a test often waits for a browser or a process.
PYTEST = $(BIN)/python -m pytest -n 3 --dist worksteal
# The rules are tested with each branch of them covered; playing thousands of games covers nothing more, and is slow.
# In one process: each further one would trace its way through importing the whole site.
PLAYED = $(addprefix tests/rules/test_,difficulty.py secrecy.py tokens_exhaustive.py whole_games.py)
COVERED = $(filter-out $(PLAYED),$(wildcard tests/rules/test_*.py))
COVER = $(BIN)/python -m pytest -q --cov --cov-report=term-missing:skip-covered $(COVERED)
REST = $(if $(ARGS),,$(addprefix --ignore=,$(COVERED)))
# That process runs beside the others, unless ARGS say which tests are wanted.
BESIDE = $(if $(filter --jobserver%,$(MAKEFLAGS)),,--jobs=2) $(if $(ARGS),,covered)
LOCK = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" $(UPGRADE)

.PHONY: help run test quick covered test-all whole bench faults cluster containers fuzz screenshots check lock images messages migration clean

help:  ## what there is
	@sed -n 's/^\([a-z-]*\):.*## /make \1: /p' Makefile

run:  ## start the site at http://127.0.0.1:8000 (PORT=… for another port)
	@$(INSTALL) requirements-local.txt
	@exec $(BIN)/python -m app run

test:  ## test the rules, with each branch of them covered, services, views and pages, and play a game in a browser (ARGS=…)
	@$(INSTALL) requirements-dev.txt
	@$(BIN)/python -m tests.browser.chromium
	@exec $(MAKE) $(BESIDE) quick

quick:
	@exec $(PYTEST) $(REST) -m "not slow" $(ARGS)

covered:
	@told=$$($(COVER) 2>&1) && code=0 || code=$$?; echo "$$told"; exit $$code

test-all:  ## run all tests: also browsers, processes, faults, growth, backup, deployment and walks over the whole site
	@$(INSTALL) requirements-dev.txt
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m tests.growth.programs
	@exec $(MAKE) $(BESIDE) whole

whole:
	@exec $(PYTEST) $(REST) $(BUT) --durations=20 $(ARGS)

bench:  ## measure how fast the site is, in seven or eight minutes, and print the table (ARGS=--help for parts of it)
	@$(INSTALL) requirements-dev.txt
	@exec $(BIN)/python -m tests.bench $(ARGS)

faults:  ## play 500 games while 110 things go wrong, and print the account (ARGS=--long for 2,000 games and 500 faults)
	@$(INSTALL) requirements-dev.txt
	@exec $(BIN)/python -m tests.faults $(ARGS)

cluster:  ## play on a PostgreSQL cluster whose machines die, freeze and are cut off, as root (ARGS="--rounds 2")
	@$(INSTALL) requirements-dev.txt
	@$(BIN)/python -m tests.growth.programs
	@exec $(BIN)/python -m tests.cluster $(ARGS)

containers:  ## run docker-compose.yml in Podman or Docker, and play while containers are killed (ARGS=--keep to keep the images)
	@$(INSTALL) requirements-dev.txt
	@exec $(BIN)/python -m tests.containers $(ARGS)

fuzz:  ## send the site odd requests for two minutes (ARGS="--seconds 600 --seed 7")
	@$(INSTALL) requirements-dev.txt
	@exec $(BIN)/python -m tests.security.fuzz $(ARGS)

screenshots:  ## take the pictures in docs/ anew
	@$(INSTALL) requirements-dev.txt
	@$(BIN)/python -m tests.browser.chromium
	@exec $(BIN)/python -m tests.screenshots $(ARGS)

check:  ## lint, formatting, types, and known faults of what is used
	@$(INSTALL) requirements-dev.txt
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint --quiet --lint templates
	$(BIN)/djlint --quiet --check templates || { $(BIN)/djlint --check templates; exit 1; }
	$(BIN)/python -m tests.audit

lock:  ## write the requirements files anew after a change in pyproject.toml (UPGRADE=--upgrade for newer versions)
	@$(INSTALL) requirements-dev.txt
	$(LOCK) --extra local --extra tracing --extra dev -o requirements-dev.txt
	$(LOCK) --extra local -c requirements-dev.txt -o requirements-local.txt
	$(LOCK) --extra tracing -c requirements-dev.txt -o requirements-tracing.txt
	$(LOCK) -c requirements-dev.txt -o requirements.txt

images:  ## write the digests of the images that docker compose builds on to images.env
	@exec deploy/images.sh

messages:  ## gather the sentences to be translated into app/translations, and compile what is translated
	@$(INSTALL) requirements-dev.txt
	$(BIN)/pybabel --quiet extract -F pyproject.toml -k lazy_gettext --add-location=file --sort-by-file -o $(CATALOGUES)/messages.pot app templates
	for language in fr it; do $(BIN)/pybabel --quiet update -i $(CATALOGUES)/messages.pot -o $(CATALOGUES)/$$language/LC_MESSAGES/messages.po \
		-l $$language --init-missing --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date; done
	$(BIN)/pybabel --quiet compile -d $(CATALOGUES)

migration:  ## write a migration for changed models: make migration m="add a column"
	@$(INSTALL) requirements-dev.txt
	@exec $(BIN)/python -m app revision "$(m)"

clean:  ## remove the environment and all caches; the data in var stays
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
