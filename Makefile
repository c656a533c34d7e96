# The one menu, for people and for CI alike.
#   make play    from a fresh clone to the web table in the browser
#   make test    from a fresh clone to every test passed on the compiled package, those of rules interpreted, too

PYTHON ?= python3
BIN := .venv/bin
# GAME=x compiles that game only, beside core, into a folder of its own
COMPILED := build/compiled$(if $(GAME),-$(GAME))
SOURCES := $(shell find src -name '*.py' -not -path '*/tests/*')
DATA := $(shell find src \( -name '*.toml' -o -name '*.json' -o -name '*.md' -o -name '*.ttf' -o -name '*.typ' \) -not -path '*/tests/*')
PAGES := package.json package-lock.json src/periplo/core/languages.json $(shell find web src/periplo/games/*/web -type f -not -path '*/node_modules/*')
# what a browser runs without a server
OFFLINE := tools/build/offline.py $(shell find $(addprefix src/periplo/,bots core desk fonts games offline play table) \( -name '*.py' -o -name '*.toml' -o -name '*.json' -o -name '*.md' \) -not -path '*/tests/*')
NPM = $(BIN)/python tools/build/npm.py
PIP = $(BIN)/python -m pip --quiet --disable-pip-version-check
# what is compiled is tried interpreted, too, with fewer examples; all the rest once, as installed
INTERPRETED := src/periplo/games tests/contract tests/test_dice.py tests/test_draws.py \
  tests/test_pickling.py tests/test_plain.py tests/test_records.py tests/test_vector.py --ignore-glob '*_kit.py'

# rules, notation, records and files; what starts programs, or plays for long, is left to `make test`
QUICK := src/periplo/games tests/contract tests/test_dice.py tests/test_draws.py tests/test_fonts.py \
  tests/test_lock.py tests/test_records.py tests/test_vector.py --ignore-glob '*_commands.py' --ignore-glob '*_kit.py'

# what is compiled is counted where it runs interpreted, all the rest as installed; `coverage report` judges both together
PYTEST = $(BIN)/python -m pytest -n 2 --dist worksteal
COVERED = COVERAGE_FILE=$(CURDIR)/.coverage $(PYTEST) --cov --cov-report= --cov-fail-under=0

.DEFAULT_GOAL := help
.PHONY: help play terminal test quick check fix bench bench-vector strength learning learning-ppo golden docs fonts lock compiled clean types
.PHONY: print-all test-web test-interpreted test-compiled load followers load-peer crash desk-fuzz tables memory

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

# the lock file lists everything: to resolve it again is to trip over what was published since
.venv/.ready: pyproject.toml setup.py tools/need requirements/dev.txt
	tools/need
	$(PYTHON) -m venv .venv
	$(PIP) install --no-deps --require-hashes -r requirements/dev.txt
	PERIPLO_COMPILE=0 $(PIP) install --no-deps --no-build-isolation -e .
	touch $@

build/offline/periplo.zip: .venv/.ready $(OFFLINE)
	$(BIN)/python tools/build/offline.py

build/web/index.html: .venv/.ready $(PAGES) build/offline/periplo.zip
	$(NPM) --silent run build -- --logLevel warn

play: .venv/.ready build/web/index.html  ## play in the browser
	$(BIN)/periplo

terminal: .venv/.ready  ## play at this terminal; GAME=oca picks one
	$(BIN)/periplo play $(GAME)

test:  ## everything, as CI runs it
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target check test-web compiled
	$(MAKE) --no-print-directory test-interpreted test-compiled

quick: check  ## in two minutes, after every edit: check, vitest, and the tests that need no browser and no server
	$(NPM) --silent run test
	PERIPLO_EXAMPLES=2 $(PYTEST) $(QUICK)

check: .venv/.ready  ## ruff, mypy strict, import-linter, clauses
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/periplo verify-clauses

test-web: build/web/index.html  ## svelte-check and the tests of what runs in the browser
	$(NPM) --silent run check
	$(NPM) --silent run test

types: .venv/.ready  ## the browser's types anew from the server's OpenAPI
	$(BIN)/python -m periplo.server.openapi > web/openapi.json
	$(NPM) --silent run types

fix: .venv/.ready  ## format, and repair what can be repaired by itself
	$(BIN)/ruff format --quiet .
	$(BIN)/ruff check --fix .

compiled: $(COMPILED)/.ready  ## the package as it is installed, in build/compiled; GAME=x compiles one game, in build/compiled-x

# with all games it has the web pages in it: it builds them, too, and so not at the same time
$(COMPILED)/.ready: .venv/.ready pyproject.toml setup.py $(SOURCES) $(DATA) $(if $(GAME),,build/web/index.html)
	rm -rf $(COMPILED) build/wheel build/lib* build/temp* build/bdist* build/__native*
	PERIPLO_GAME=$(GAME) PERIPLO_WEB=$(if $(GAME),0) $(PIP) wheel --no-deps --no-build-isolation --wheel-dir build/wheel .
	$(PIP) install --no-deps --target $(COMPILED) build/wheel/*.whl
	touch $@

build/.browser: tools/need  # the browsers that tests drive
	tools/need browsers
	mkdir -p build
	touch $@

test-interpreted: $(COMPILED)/.ready build/web/index.html build/.browser
	PERIPLO_EXPECT=interpreted PERIPLO_EXAMPLES=6 $(COVERED) $(INTERPRETED)

test-compiled: $(COMPILED)/.ready build/.browser
	PYTHONPATH=$(COMPILED) PERIPLO_EXPECT=compiled $(PYTEST) src/periplo/games tests/contract
	PYTHONPATH=$(COMPILED) PERIPLO_EXPECT=compiled $(COVERED) --cov-append tests --ignore tests/browser --ignore tests/contract
	$(BIN)/coverage report
	PYTHONPATH=$(COMPILED) PERIPLO_EXPECT=compiled $(PYTEST) tests/browser

bench: $(COMPILED)/.ready  ## our speed beside OpenSpiel's, in one run; GAME=x for one game
	PYTHONPATH=$(COMPILED) $(BIN)/python -m periplo bench $(GAME)

bench-vector: $(COMPILED)/.ready  ## steps a second of many games stepped together
	PYTHONPATH=$(COMPILED) $(BIN)/python -m periplo.adapters.bench

strength: $(COMPILED)/.ready  ## how strong the bots are, game by game; takes about an hour
	PYTHONPATH=$(COMPILED) $(BIN)/python -m periplo.arena.strength

learning: $(COMPILED)/.ready  ## run docs/learning.md in full and draw its curve
	OPENBLAS_NUM_THREADS=1 PYTHONPATH=$(COMPILED) $(BIN)/python tools/tutorial.py

# PyTorch is large: an environment of its own, made only for this
build/ppo/.ready:
	$(PYTHON) -m venv build/ppo
	build/ppo/bin/python -m pip --quiet --disable-pip-version-check install $(or $(TORCH),torch) sb3-contrib mypy_extensions
	touch $@

learning-ppo: $(COMPILED)/.ready build/ppo/.ready  ## MaskablePPO learns a solo game: the last part of docs/learning.md; brings PyTorch, 3 GB
	OMP_NUM_THREADS=1 PYTHONPATH=$(COMPILED) build/ppo/bin/python tools/learning_ppo.py

docs: .venv/.ready  ## what README and docs/observations.md say of each game, anew
	$(BIN)/python -m periplo.study.documents

durations: .venv/.ready  ## how many minutes people take for each game, by simulation: every game's durations.toml, anew
	$(BIN)/python -m periplo.study.durations

load: .venv/.ready  ## durable actions a second of one server process, and 40 phones at one class table, on loopback
	$(BIN)/python tools/load/load.py
	$(BIN)/python tools/load/classroom.py

followers: .venv/.ready  ## how long a throw takes to reach 200 followers and 15 officials of a real table
	$(BIN)/python tools/load/followers.py

load-peer: .venv/.ready  ## the same beside boardgame.io's server, in one run
	$(BIN)/python tools/load/load.py --peer --tables 100

lock: .venv/.ready  ## pin and hash anew what is installed; UPGRADE=1 takes the newest
	$(PIP) install uv
	UPGRADE=$(UPGRADE) $(BIN)/python tools/lock.py

fonts: .venv/.ready  ## the fonts we ship anew, from the packages they come from
	$(BIN)/python tools/fonts.py

print-all: .venv/.ready  ## every game's kit on every paper, in every language and ink, read back, into build/kits
	PERIPLO_KITS=$(CURDIR)/build/kits $(PYTEST) tests/printing/test_kits.py -k read_back

golden: .venv/.ready  ## play the golden games anew (GAME=x: of one game); review the diff
	$(BIN)/python -m periplo.study.golden $(GAME)

crash: .venv/.ready  ## kill the server 200 times in the midst of play; nothing may be lost
	$(BIN)/python tools/crash.py

desk-fuzz: .venv/.ready  ## 100,000 random messages from officials of real tables, for 20 minutes at most
	PYTHONPATH=src:tests/server $(BIN)/python tests/server/desk_fuzz.py 100000 1200

tables: .venv/.ready  ## 2,000 tables with random people, bots and crashes, without a socket or a disk
	PERIPLO_TABLES=2000 $(BIN)/python -m pytest -n 2 --timeout 3600 tests/table/test_machine.py

memory: .venv/.ready  ## how much memory 10,000 open tables take, 100 of them in play
	$(BIN)/python tools/memory.py

clean:  ## remove everything that was built
	rm -rf .venv node_modules build dist .coverage .hypothesis .mypy_cache .ruff_cache .pytest_cache src/*.egg-info
