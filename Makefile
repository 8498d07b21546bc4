# Two commands do everything: `make play` and `make test`. The rest is for developers.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP_BASE := $(VENV)/.base-installed
STAMP_DEV := $(VENV)/.dev-installed
# One more than there are processors: many tests wait for a browser, a server or a worker of the rules.
WORKERS ?= $(shell echo $$(( $$(nproc) + 1 )))
MINUTES ?= 60

.PHONY: play test setup lint bench soak docs release clean

play: $(STAMP_BASE)
	$(BIN)/grognard play

setup: $(STAMP_DEV)

test: $(STAMP_DEV)
	@sh tools/browser.sh
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not soak" --reruns 1 -rR --durations 25

lint: $(STAMP_DEV)
	$(BIN)/ruff check src tests
	$(BIN)/lint-imports
	$(BIN)/mypy

bench: $(STAMP_DEV)
	$(BIN)/grognard bench

soak: $(STAMP_DEV)
	GROGNARD_SOAK_MINUTES=$(MINUTES) $(BIN)/python -m pytest -n $(WORKERS) -m soak

$(VENV)/bin/python:
	@$(PYTHON) tools/setup_check.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(STAMP_BASE): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet -e .
	@touch $@

$(STAMP_DEV): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet -e ".[dev]"
	@touch $@ $(STAMP_BASE)

docs: $(STAMP_BASE)
	$(BIN)/grognard docs --site build/docs

release: $(STAMP_DEV)
	$(BIN)/python tools/release.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
