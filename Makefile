# What a person types here. `make` alone lists it; every target sets itself up on a fresh machine.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help serve test chaos check bench lock clean

# ARGS go to the program:  make serve ARGS="--port 9000"   make test ARGS="-k auction"
ARGS ?=
# Which tests, as pytest's -m says it; empty for all of them.
MARKS ?= not chaos and not strength and not variants
# In how many processes at once; ARGS="-n 0" for one, as a debugger wants it.
WORKERS ?= 2
# The virtual environment, and the Python that makes it:  make test VENV=.venv-3.13 PYTHON=python3.13
VENV ?= .venv

IN := $(VENV)/bin
COMPILE := $(IN)/uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url --no-header --no-annotate

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

serve: ## start a server with its own Redis and robots, and print the address
	@sh deploy/venv.sh serve
	@exec $(IN)/kibitz serve $(ARGS)

test: ## run the tests, but for those that take long
	@sh deploy/venv.sh test
	@exec $(IN)/python -m pytest -n $(WORKERS) -m "$(MARKS)" $(ARGS)

chaos: ## run the tests that kill real processes
	@$(MAKE) --no-print-directory test MARKS=chaos

check: ## lint, format, types, import layers, and what deploy/ holds
	@sh deploy/venv.sh test
	$(IN)/ruff check --quiet
	$(IN)/ruff format --quiet --check
	$(IN)/mypy --no-error-summary
	$(IN)/lint-imports --no-logo
	$(IN)/hadolint deploy/Dockerfile
	$(IN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose.yaml deploy/compose.tls.yaml

bench: ## print the benchmark table (ARGS=--json for machines)
	@sh deploy/venv.sh test
	@exec $(IN)/python -m tests.bench $(ARGS)

lock: ## take the newest versions that pyproject.toml allows into the lock files
	@test -x $(IN)/uv || sh deploy/venv.sh test
	$(COMPILE) --group build --output-file deploy/requirements.txt
	$(COMPILE) --group build --extra dds --constraint deploy/requirements.txt \
		--output-file deploy/requirements-dds.txt
	$(COMPILE) --group build --group dev --constraint deploy/requirements-dds.txt \
		--output-file deploy/requirements-dev.txt

clean: ## remove what these targets made; games in the data directory stay
	rm -rf .venv .venv-* .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist bench.json
	find . -name .git -prune -o \( -name __pycache__ -o -name '*.egg-info' \) -prune -exec rm -rf {} +
