# The commands for developers and operators: `make` alone lists them. Each target installs what it needs.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help serve page test chaos browser screenshots check bench site soak lock sbom clean

# ARGS are passed to the program:  make serve ARGS="--port 9000"   make test ARGS="-k auction"
ARGS ?=
# The tests that `make test` runs, as an expression of pytest's option -m. An empty value means all tests.
MARKS ?= not chaos and not long and not corpus and not bench and not strength and not variants and not browser and not thorough
# The tests marked `long` are the whole of a test of which .ci/run runs a shorter form:  make test MARKS=long
# The number of processes that run tests at once: many tests wait, so that four keep two cores busy. Browsers work
# more than they wait, so that `make browser` runs three. A debugger needs one process: ARGS="-n 0".
WORKERS ?= 4
# The folder of the virtual environment, and the Python that makes it:  make test VENV=.venv-3.13 PYTHON=python3.13
VENV ?= .venv

# Without the compiled files in __pycache__ each process would compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE

IN := $(VENV)/bin
LOCKING := --quiet --upgrade --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-emit-index-url --no-header --no-annotate
COMPILE := $(IN)/uv pip compile pyproject.toml $(LOCKING)

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

serve: ## start a server with its own Redis and robots, and print the address
	@sh deploy/venv.sh serve
	@sh deploy/page.sh try
	@exec $(IN)/kibitz serve $(ARGS)

page: ## build the page for the browser (make serve does it, too)
	@sh deploy/venv.sh serve
	@sh deploy/page.sh

test: ## run the tests, except those that take long
	@sh deploy/venv.sh test
	@sh deploy/page.sh try
	@exec $(IN)/python -m pytest -c pyproject.toml -n $(WORKERS) -m "$(MARKS)" $(ARGS)

chaos: ## run the tests that kill real processes, for long, and print how long players waited
	@rm -f chaos.txt
	@$(MAKE) --no-print-directory test MARKS="chaos or (long and not strength)"; status=$$?; cat chaos.txt; exit $$status

browser: ## play in real browsers (apt-get install chromium-headless-shell firefox-esr webkit2gtk-driver xvfb)
	@sh deploy/venv.sh test
	@sh deploy/page.sh
	@exec $(IN)/python -m pytest -n 3 -m browser $(ARGS) tests/browser

screenshots: ## make pictures of every screen of the page, in the folder screenshots
	@sh deploy/venv.sh test
	@sh deploy/page.sh
	@exec $(IN)/python -m tests.browser.screenshots $(ARGS)

check: ## check style, format, types, import layers and the files in deploy/
	@sh deploy/venv.sh test
	$(IN)/ruff check --quiet
	$(IN)/ruff format --quiet --check
	$(IN)/mypy --no-error-summary
	$(IN)/lint-imports --no-logo
	@sh deploy/page.sh check
	$(IN)/hadolint deploy/Dockerfile
	$(IN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(IN)/kubernetes-validate --quiet --strict deploy/kubernetes/namespace.yaml deploy/kubernetes/hubs.yaml deploy/kubernetes/redis.yaml

bench: ## print the benchmark table (ARGS=--help lists its options)
	@sh deploy/venv.sh test
	@exec $(IN)/python -m tests.bench $(ARGS)

site: ## play the peak of a large site for ten minutes, and check that nothing is lost
	@sh deploy/venv.sh test
	@exec $(IN)/python -m tests.bench --site $(ARGS)

soak: ## play for half an hour, and fail if the memory of the server grows steeply
	@sh deploy/venv.sh test
	@exec $(IN)/python -m tests.bench --soak $(ARGS)

lock: ## update the lock files to the newest versions that pyproject.toml allows
	@test -x $(IN)/uv || sh deploy/venv.sh test
	$(COMPILE) --group build --output-file deploy/requirements.txt
	$(IN)/uv pip compile --group solver --no-deps $(LOCKING) --output-file deploy/requirements-solver.txt
	$(IN)/uv pip compile --group postgres --no-deps $(LOCKING) --output-file deploy/requirements-postgres.txt
	$(COMPILE) --group build --group dev --constraint deploy/requirements.txt \
		--constraint deploy/requirements-solver.txt --constraint deploy/requirements-postgres.txt --output-file deploy/requirements-dev.txt
	$(IN)/uv pip compile --group web $(LOCKING) --output-file deploy/requirements-web.txt
	cd bots/browser && $(abspath $(IN))/deno update --lockfile-only

sbom: ## list the locked packages in sbom.json, a software bill of materials (CycloneDX)
	@sh deploy/venv.sh test
	@$(IN)/python deploy/sbom.py sbom.json

clean: ## remove the files that these targets made, but no games in the data directory
	rm -rf .venv .venv-* .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist bots/browser/dist bots/browser/node_modules screenshots bench.json chaos.txt sbom.json site.svg soak.svg hubs.svg
	find . -name .git -prune -o \( -name __pycache__ -o -name '*.egg-info' \) -prune -exec rm -rf {} +
