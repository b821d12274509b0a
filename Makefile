# make run: a server with tables to play at. make test: everything checked. Both set themselves up.

# `make test PYTHON=python3.13` has an environment of its own, .venv-3.13.
PYTHON ?= python3
VENV := .venv$(if $(filter command,$(origin PYTHON)),-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'))
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.installed-run
ALL_STAMP := $(VENV)/.installed-analysis
TEST_STAMP := $(VENV)/.installed-test
BENCH_STAMP := $(VENV)/.installed-bench
PAGE_STAMP := node_modules/.installed

# Without compiled files each of the hundreds of interpreters that tests start would compile the program again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install postgresql run test hard-test lowest release browser pictures film page-figures check bench metrics soak mutate fuzz
.PHONY: proofs grades docs first-answer clean

# Every extra, and kernels compiled ahead, so that no command waits for it.
install: $(ALL_STAMP)
	$(BIN)/spanish21 compile || echo "nothing was compiled ahead; the first command that needs it compiles"

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("spanish21 needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[server,analysis]'
	touch $@

$(ALL_STAMP): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all]'
	touch $@ $(RUN_STAMP)

$(TEST_STAMP): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@ $(RUN_STAMP) $(ALL_STAMP)

$(BENCH_STAMP): pyproject.toml $(TEST_STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	touch $@

# The server's tests start a PostgreSQL of their own, so its programs must be there; without them those tests fail.
postgresql:
	@command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || { \
		echo "installing PostgreSQL for the server's tests"; \
		if [ "$$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi; \
		export DEBIAN_FRONTEND=noninteractive; \
		install="$$as_root apt-get install -y -qq --no-install-recommends postgresql"; \
		$$install > /dev/null || { $$as_root apt-get update -qq && $$install > /dev/null; } \
			|| echo "PostgreSQL 15 or newer could not be installed: the tests that need it will fail"; }

run: $(RUN_STAMP)
	$(BIN)/spanish21 serve

test: $(TEST_STAMP) postgresql browser
	$(MAKE) --no-print-directory check
	$(BIN)/spanish21 compile
	$(BIN)/python -m pytest -n 3 --dist worksteal

# The whole suite where it is hard: another processor, a busy machine, random order, another user.
hard-test: $(TEST_STAMP) postgresql browser
	$(BIN)/python tests/hard.py

# The whole suite with the lowest versions that pyproject.toml allows.
lowest: postgresql browser
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check uv
	.venv-lowest/bin/uv pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct -e '.[test]'
	SPANISH21_CACHE=$(CURDIR)/.venv-lowest/cache .venv-lowest/bin/python -m pytest -n 3 --dist worksteal

# Wheel, sdist and bill of materials in dist/, built twice, installed and tried outside the checkout.
release: $(TEST_STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[release]'
	$(BIN)/python tests/release.py

# The page is tested in Chromium; where it is missing, apt installs it, without windows where there is such a package.
browser:
	@command -v chromium-headless-shell > /dev/null || command -v chromium > /dev/null || command -v chromium-browser > /dev/null || { \
		echo "installing Chromium for the page's tests"; \
		if [ "$$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi; \
		export DEBIAN_FRONTEND=noninteractive; \
		install="$$as_root apt-get install -y -qq --no-install-recommends"; \
		either() { $$install chromium-headless-shell > /dev/null 2>&1 || $$install chromium > /dev/null; }; \
		either || { $$as_root apt-get update -qq && either; } \
			|| { echo "CHROMIUM IS MISSING and could not be installed: install it and run make again" >&2; exit 1; }; }

# What package.json names, which checks the page's JavaScript; where node or npm is missing, apt installs it.
$(PAGE_STAMP): package.json
	@command -v node > /dev/null && command -v npm > /dev/null || { \
		echo "installing node and npm, which check the page's JavaScript"; \
		if [ "$$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi; \
		export DEBIAN_FRONTEND=noninteractive; \
		install="$$as_root apt-get install -y -qq --no-install-recommends nodejs npm"; \
		$$install > /dev/null || { $$as_root apt-get update -qq && $$install > /dev/null; }; } \
		&& npm install --no-package-lock --no-audit --no-fund --loglevel=error > /dev/null \
		|| { echo "THE PAGE CANNOT BE CHECKED: node, npm or what package.json names could not be installed" >&2; exit 1; }
	@touch $@

pictures: $(TEST_STAMP) browser
	$(BIN)/python tests/page/pictures.py build/pictures

# Strips of the table, a picture every 50 ms: a deal, a hit, a double, a split to four, a Blackjack, a loss, a wheel.
film: $(TEST_STAMP) browser
	$(BIN)/python tests/page/film.py build/film

# What the page costs, and the clicks of ten tasks.
page-figures: $(TEST_STAMP) browser
	$(BIN)/python tests/page/figures.py
	$(BIN)/python tests/page/tasks.py

check: $(TEST_STAMP) $(PAGE_STAMP)
	$(BIN)/ruff check src tests benchmarks docs examples
	$(BIN)/ruff format --check src tests benchmarks examples docs/generate.py docs/writers
	$(BIN)/mypy
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc
	$(BIN)/python -m benchmarks.metrics.dead_code

# With YARDSTICKS="one.c other.c" the simulator is compared with those C programs in the same run.
bench: $(BENCH_STAMP) postgresql
	SPANISH21_YARDSTICKS="$(YARDSTICKS)" $(BIN)/python -m benchmarks

metrics: $(TEST_STAMP)
	$(BIN)/python -m benchmarks.metrics

soak: $(TEST_STAMP) postgresql
	$(BIN)/python tests/soak.py
	SPANISH21_ROUNDS=200000 $(BIN)/python -m pytest tests/game/test_settlement_independent.py
	$(BIN)/python tests/simulation/soak.py
	$(BIN)/python tests/analysis/chart_changes.py
	$(BIN)/python tests/analysis/rulesets.py
	$(BIN)/python tests/server/soak_shuffles.py
	$(BIN)/python tests/server/soak_shuffles.py --house=honest
	$(BIN)/python tests/server/soak_shuffles.py --house=same
	SPANISH21_EDITS=1000 $(BIN)/python -m pytest tests/server/test_audit.py
	SPANISH21_POWER_LOSSES=10000 SPANISH21_DISK_ERRORS=10000 $(BIN)/python -m pytest tests/server/test_disk.py
	SPANISH21_KILLS=2000 $(BIN)/python -m pytest tests/server/test_crash.py
	$(BIN)/python tests/server/soak_kills.py
	$(BIN)/python tests/server/soak_malformed.py
	$(BIN)/python tests/server/soak_streams.py
	$(BIN)/python tests/server/soak_limits.py
	$(BIN)/python tests/server/soak_dual_control.py
	$(BIN)/python tests/server/soak_unseen.py
	SPANISH21_ROUNDS=300 $(BIN)/python -m pytest tests/page/test_pace.py

# Takes hours; the same command goes on where it was stopped, as long as nothing is committed meanwhile.
mutate: $(TEST_STAMP) postgresql browser
	$(BIN)/python tests/mutation --rules 50
	$(BIN)/python tests/mutation --page

fuzz: $(TEST_STAMP)
	$(BIN)/python tests/fuzz.py

proofs: $(TEST_STAMP)
	$(BIN)/python -m pytest --collect-only -qq --write-proofs src/spanish21/rulebooks/proofs.json tests/clauses > /dev/null

grades: $(TEST_STAMP) proofs
	$(BIN)/python tests/grades.py

# The pages that follow from the program, then the site, which is read from build/site/index.html.
docs: $(TEST_STAMP) proofs
	$(BIN)/python docs/generate.py
	$(BIN)/python -m mkdocs build --strict --quiet
	@echo "the site is in build/site; open build/site/index.html"

# How long newcomers wait for their first answer, each from a clean clone.
first-answer: | $(BIN)/python
	$(BIN)/python benchmarks/first_answer.py

clean:
	rm -rf .venv .venv-* node_modules build .mypy_cache .ruff_cache .pytest_cache .hypothesis
