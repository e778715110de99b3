# With only make and Python 3.11 or newer: `make check` runs the main job, `make test` the tests.

PYTHON ?= python3
SEED ?= 1
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

# An environment that was made in another folder runs the code of that folder: make it again.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
$(shell rm -f $(READY))
endif
REUSABLE := grep -qsF "$(CURDIR)/$(VENV)" $(BIN)/activate && $(BIN)/python -c "" 2>/dev/null
# uv can fetch an interpreter, so there python3 need not be a new one.
FOR_UV := $(if $(filter python3,$(PYTHON)),>=3.11,$(PYTHON))

.PHONY: help check test verify faults services lint bench clean
.DELETE_ON_ERROR:

help:
	@echo "make check     run both twins on generated cases and report what differs (SEED=$(SEED))"
	@echo "make test      unit tests, command line, properties in profile dev"
	@echo "make verify    properties in profile ci, and the slow tests"
	@echo "make faults    every seeded fault with five seeds"
	@echo "make lint      ruff and mypy"
	@echo "make bench     measure the budgets"
	@echo "make services  install optional system tools"
	@echo "make clean     remove everything that these commands made"
	@echo "Each one makes $(VENV) first if need be. PYTHON=python3.12 chooses the interpreter."

check: $(READY)
	@echo "twinstep check --seed $(SEED)"
	@$(BIN)/twinstep check --seed $(SEED)

test: $(READY)
	$(BIN)/python -m pytest -q -n 2 -m "not verify" --hypothesis-profile=dev tests properties

verify: $(READY)
	$(BIN)/python -m pytest -q -n 2 --hypothesis-profile=ci properties
	$(BIN)/python -m pytest -q -n 2 -m verify --hypothesis-profile=ci tests
	$(BIN)/coverage run -m pytest -q tests/model tests/rules --ignore=tests/model/test_generated.py
	$(BIN)/coverage report --include='models/*' --fail-under=100 --skip-covered

faults: $(READY)
	$(BIN)/python -m tests.rediscovery.run

bench: $(READY)
	$(BIN)/python -m tests.benchmarks.run

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

services:
	@echo "services: no system tool is needed"

clean:
	rm -rf $(VENV) .twinstep .hypothesis .pytest_cache .mypy_cache .ruff_cache .coverage build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt
	@echo "making $(VENV) (once)"
	@if command -v uv >/dev/null; then \
	    { $(REUSABLE) || uv venv -q --clear --python "$(FOR_UV)" $(VENV); } && \
	    uv pip install -q --python $(BIN)/python -c constraints.txt -e ".[dev]"; \
	else \
	    $(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed, this is " \
	        + sys.version.split()[0] + "; name another one, for example: make PYTHON=python3.12 test")' && \
	    { $(REUSABLE) && $(BIN)/python -c "import pip" 2>/dev/null || $(PYTHON) -m venv --clear $(VENV); } && \
	    $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e ".[dev]"; \
	fi
	@printf '%s\n' "$(CURDIR)" > $@
