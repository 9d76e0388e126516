# Two commands set everything up on a fresh machine: `make demo` and `make test`.
# Neither needs more than Python >= 3.11, git, make and the package index.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# The oracles, which only a comparison uses, need a newer Python than the program does.
PYTHON_NEW ?= python3.12
ORACLES := .venv-oracles
CORPUS ?= ../shared/cases/subset-corpus.public.jsonl
LOCKS ?= site-example/mcp-covenant.lock

.PHONY: demo test lint types unit reference pictures docs dist audit oracles lock clean

# Copies, not links, of the interpreter are of no use here; the stamp is what make compares.
$(VENV)/installed: pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --group dev --editable .
	touch $@

demo: $(VENV)/installed  ## build the example's site
	rm -rf demo
	$(PYTHON) site-example/replay.py demo/repository
	$(BIN)/mcp-docs build demo/repository --output demo/site
	@echo
	@echo "Built from site-example: demo/repository (its git history) and demo/site (its site)."
	@echo "Open demo/site/index.html in a browser, or run: $(BIN)/mcp-docs serve demo/repository"

test: lint types docs unit  ## everything that CI runs

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed
	$(BIN)/mypy

# One process more than there are processors: tests wait for browsers, servers and other commands.
unit: $(VENV)/installed
	$(BIN)/python -m pytest -n $$($(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)") -q

reference: $(VENV)/installed  ## renew what of the documentation is made from the code
	$(BIN)/python site-example/reference.py

pictures: $(VENV)/installed  ## renew the README's pictures; needs a Chromium
	$(BIN)/python site-example/pictures.py

docs: $(VENV)/installed  ## the project's own documentation, strictly
	rm -rf demo
	$(PYTHON) site-example/replay.py demo/repository
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

dist: $(VENV)/installed  ## build sdist and wheel, twice, and compare; TAG=vX.Y.Z is the release's
	$(BIN)/python .ci/dist.py $(addprefix --tag ,$(TAG))

$(ORACLES)/installed:
	$(PYTHON_NEW) -m venv $(ORACLES)
	$(ORACLES)/bin/python -m pip install --quiet --disable-pip-version-check "jsonschema>=4.23,<5" "referencing>=0.35,<1" jsoncompat==0.5.0 subschema==0.1.0
	touch $@

oracles: $(ORACLES)/installed  ## compare the prover with two others; LOCKS are lockfiles whose tools are edited
	PYTHONPATH=src $(ORACLES)/bin/python benchmarks/oracles.py $(addprefix --corpus ,$(wildcard $(CORPUS))) $(addprefix --lock ,$(LOCKS))

audit:  ## ask whether weaknesses are known of what requirements.lock pins; AUDIT=--if-reachable never fails for want of an answer
	$(PYTHON) .ci/audit.py $(AUDIT)

lock: $(VENV)/installed  ## write what is installed as the development lock
	$(BIN)/python -m pip freeze --exclude-editable > requirements.lock

clean:
	rm -rf $(VENV) $(ORACLES) .venv-audit demo site dist
