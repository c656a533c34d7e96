# The one menu, for people and for CI alike.
#   make play    from a fresh clone to a table at this terminal (GAME=oca picks one)
#   make test    from a fresh clone to every test passed, interpreted and compiled

PYTHON ?= python3
BIN := .venv/bin
COMPILED := build/compiled
SOURCES := $(shell find src -name '*.py' -not -path '*/tests/*')
DATA := $(shell find src \( -name '*.toml' -o -name '*.md' \) -not -path '*/tests/*')
GAME ?=

.DEFAULT_GOAL := help
.PHONY: help play test check fix bench strength golden compiled clean test-interpreted test-compiled

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

.venv/.ready: pyproject.toml setup.py tools/need
	tools/need
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	PERIPLO_COMPILE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

play: .venv/.ready  ## play at this terminal
	$(BIN)/periplo play $(GAME)

test: check test-interpreted test-compiled  ## everything, as CI runs it

check: .venv/.ready  ## ruff, mypy strict, import-linter, clauses
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/periplo verify-clauses

fix: .venv/.ready  ## format, and mend what can be mended by itself
	$(BIN)/ruff format --quiet .
	$(BIN)/ruff check --fix .

compiled: $(COMPILED)/.ready  ## the package as it is installed, in build/compiled

$(COMPILED)/.ready: .venv/.ready pyproject.toml setup.py $(SOURCES) $(DATA)
	rm -rf $(COMPILED) build/wheel build/lib* build/temp* build/bdist* build/__native*
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel .
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(COMPILED) build/wheel/*.whl
	touch $@

test-interpreted: .venv/.ready $(COMPILED)/.ready
	PERIPLO_EXPECT=interpreted $(BIN)/python -m pytest -n 2 --cov --cov-report=
	$(BIN)/coverage report

test-compiled: $(COMPILED)/.ready
	PYTHONPATH=$(COMPILED) PERIPLO_EXPECT=compiled $(BIN)/python -m pytest -n 2

bench: $(COMPILED)/.ready  ## our speed beside OpenSpiel's, in one run
	PYTHONPATH=$(COMPILED) $(BIN)/python -m periplo bench

strength: $(COMPILED)/.ready  ## how strong the bots are, game by game; takes about an hour
	PYTHONPATH=$(COMPILED) $(BIN)/python -m periplo.arena.strength

golden: .venv/.ready  ## play the golden games anew; review the diff
	$(BIN)/python -m periplo.study.golden

clean:  ## remove everything that was built
	rm -rf .venv build dist .coverage .hypothesis .mypy_cache .ruff_cache .pytest_cache src/*.egg-info
