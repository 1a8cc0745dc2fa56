# The two commands a newcomer needs are `make run` and `make test`; `make help` lists the rest.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
DATABASE_URL ?=
PORT ?= 8000
CATALOGUES := $(wildcard service/translations/*/LC_MESSAGES/messages.po)
STATIC := $(wildcard service/static/*.js service/static/*/*.js service/static/styles/*.css)

.PHONY: help run serve-postgres check test siege whole-games simulate lint rules bench bench-listeners bench-stepping bench-confirming bench-scale format messages template browser proxy pooler clean

help:  ## list these targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/' | expand -t 24

run: .venv/catalogues .venv/typeface  ## set everything up and serve a demo on http://127.0.0.1:8000 or another PORT= (SQLite, var/daybook.sqlite)
	@mkdir -p var
	$(BIN)/daybook demo --site http://127.0.0.1:$(PORT)
	DAYBOOK_SMTP_URL=$${DAYBOOK_SMTP_URL:-log} $(BIN)/daybook serve --port $(PORT)

serve-postgres: .venv/catalogues .venv/typeface  ## the same site on PostgreSQL: DATABASE_URL, or a private server under var/postgres
	@mkdir -p var
	$(if $(DATABASE_URL),,$(MAKE) .venv/dev)
	$(BIN)/python -m deploy.serve_postgres

check: lint  ## the linters and the fast tests: rules of all games, read models, playing through the API on SQLite
	$(BIN)/pytest -n auto -q -k "not postgres" tests/domain/test_*.py tests/domain/every_game tests/projections \
	  tests/service/api/test_playing.py tests/service/api/test_commands.py tests/service/api/test_tables.py

test: .venv/dev browser proxy pooler  ## the whole suite; installs Chromium, nginx and pgbouncer, and PostgreSQL in the environment
	$(BIN)/pytest -n $$(($$(nproc) + 3)) --dist worksteal

siege: .venv/dev proxy  ## the long load tests, over HTTP against real processes (tests/README.md)
	$(BIN)/python -m tests.load_tests

whole-games: .venv/dev browser  ## whole games of every ruleset by clicks in Chromium, in each language without English (tests/whole_games)
	$(BIN)/python -m tests.whole_games $(GAMES)

simulate: .venv/dev  ## 10,000 games of six weeks in simulated time, with crashes and lost messages (tests/simulation)
	$(BIN)/python -m tests.simulation

lint: template  ## ruff, mypy --strict, import contracts; templates by djlint, scripts and styles by oxlint and oxfmt; catalogues
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint service --lint --quiet
	$(BIN)/djlint service --check --quiet
	$(BIN)/oxlint --deny-warnings service/static
	$(BIN)/oxfmt --check $(STATIC)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m service.catalogues check

rules: .venv/dev  ## the rule ids of each catalogue that no test proves
	@$(BIN)/python -m tests.rules

bench: .venv/dev  ## benchmarks of every game, as ratios to a floor measured in the same run
	$(BIN)/python -m tests.benchmarks

bench-listeners: .venv/dev  ## a thousand event streams over 200 games, 50 moves a second
	$(BIN)/python -m tests.benchmarks.listening

bench-stepping: .venv/dev  ## steps through a finished game in Chromium: with and without prefetching, and with a key held down
	$(BIN)/python -m tests.benchmarks.stepping

bench-confirming: .venv/dev  ## the delay until another browser shows a confirmed move, a message or a started game
	$(BIN)/python -m tests.benchmarks.confirming

bench-scale: .venv/dev  ## PostgreSQL with a thousand games and with as many as 30 GB hold; lists of a million games
	$(BIN)/python -m tests.benchmarks.scale

format: .venv/dev  ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djlint service --reformat --quiet || true
	$(BIN)/oxfmt $(STATIC)

messages: template  ## collect the texts that users read, and update the catalogues for translators (service/translations)
	$(BIN)/python -m service.catalogues update

template: .venv/dev
	@mkdir -p service/translations
	$(BIN)/pybabel -q extract -F service/catalogues/messages.cfg -k message:1c,2 -k counted:1c,2,3 -k Term -k gettext -k lazy_gettext -k ngettext:1,2 -k _ \
	  --project=Daybook --no-location --sort-output -o service/translations/messages.pot .
	$(BIN)/pybabel -q extract -F service/catalogues/docs.cfg -k Term --project=Daybook --no-location --sort-output -o service/translations/docs.pot .

browser:
	@command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null || { echo "Installing Chromium for the browser tests"; \
	  (apt-get update -q && apt-get install -y -q --no-install-recommends chromium chromium-headless-shell fonts-dejavu-core) >/dev/null \
	  || echo "Chromium could not be installed; the browser tests will say so."; }

proxy:
	@PATH="$$PATH:/usr/sbin"; command -v nginx >/dev/null || { echo "Installing nginx for the tests of deploy/nginx.conf"; \
	  (apt-get update -q && apt-get install -y -q --no-install-recommends nginx-light) >/dev/null \
	  || echo "nginx could not be installed; the tests of the proxy will say so."; }

pooler:
	@PATH="$$PATH:/usr/sbin"; command -v pgbouncer >/dev/null || { echo "Installing pgbouncer for the tests of deploy/pgbouncer.ini"; \
	  (apt-get update -q && apt-get install -y -q --no-install-recommends pgbouncer) >/dev/null \
	  || echo "pgbouncer could not be installed; the tests of the pooler will say so."; }

clean:  ## remove the environment and all generated files (but never var/, which contains the games)
	rm -rf .venv build *.egg-info service/static/fonts service/translations/*.pot service/translations/*/LC_MESSAGES/*.mo .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks

.venv/bin/python:
	@$(PYTHON) -m venv .venv 2>/dev/null || { rm -rf .venv; echo "Installing Debian's python3-venv"; \
	  (apt-get update -q && apt-get install -y -q python3-venv) >/dev/null && $(PYTHON) -m venv .venv; }

.venv/run: .venv/bin/python requirements.txt pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check -r requirements.txt
	$(BIN)/pip install -q --disable-pip-version-check --no-deps -e .
	@touch $@

.venv/catalogues: .venv/run $(CATALOGUES)
	$(BIN)/python -m service.catalogues compile
	@touch $@

.venv/typeface: .venv/run service/typeface.py
	$(BIN)/python -m service.typeface
	@touch $@

.venv/dev: .venv/catalogues .venv/typeface requirements-dev.txt
	$(BIN)/pip install -q --disable-pip-version-check -r requirements-dev.txt
	@touch $@
