.DEFAULT_GOAL := help
.PHONY: help run test test-all test-slow lint format types catalogs translations bench soak backup restore pass requirements venv chromium engines postgresql proxies
SHELL := /bin/sh

# The first python that is new enough; `make run PYTHON=…` names another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input
# uv installs in a second what takes pip twenty, and brings a Python where there is none. Where it cannot reach the packages
# (it trusts other certificates than the system does), pip may.
from_file = { command -v uv >/dev/null && uv pip install --quiet --python $(PY) --requirement $(1); } || \
	$(PIP) install --quiet --requirement $(1)

# A stamp carries its requirements' checksum in its name: touched files and fresh clones install nothing twice.
sum = $(shell cat $(1) | cksum | cut -d ' ' -f 1)
RUNS := $(VENV)/.runs-$(call sum,requirements.txt)
TESTS := $(VENV)/.tests-$(call sum,requirements-test.txt)
HOSTS := $(VENV)/.hosts-$(call sum,requirements-hosting.txt)
SECURE := $(VENV)/.home-$(call sum,requirements-home.txt)

FLASK := $(if $(DATA),REFEREE_DATA="$(DATA)" )$(PY) -m flask --app app

# HOST counts only where it is said to make: some shells export one of their own.
run: $(RUNS) $(if $(HTTPS),$(SECURE)) ## start the app: prints its address and QR code (PORT=… DATA=… HTTPS=1 URL=… HOST=… if you like)
	@$(PY) app.py $(if $(filter command,$(firstword $(origin HOST))),--host $(HOST)) $(if $(PORT),--port $(PORT)) \
		$(if $(DATA),--data "$(DATA)") $(if $(HTTPS),--https) $(if $(URL),--url "$(URL)")

# The servers that tests start would each compile the app anew if Python were told to write no bytecode.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(PY) -m pytest --numprocesses 3 --dist worksteal

test: $(TESTS) chromium lint catalogs ## style, types, catalogs, tests, and an evening of each game by touch (5 minutes)
	@$(PYTEST) -m "not slow" $(ARGS)

test-all: $(TESTS) chromium engines postgresql proxies lint catalogs ## check everything (20 minutes)
	@$(PYTEST) $(ARGS)

test-slow: $(TESTS) chromium engines postgresql proxies ## what `make test` leaves out
	@$(PYTEST) -m slow $(ARGS)

lint: $(TESTS) ## style and types, changing nothing
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy

format: $(TESTS) ## correct the style where that can be done automatically
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

catalogs: $(RUNS) ## is every sentence there in every language?
	@$(PY) translations/catalogs.py check

translations: $(RUNS) ## bring new sentences into the catalogs
	@$(PY) translations/catalogs.py update

bench: $(TESTS) $(HOSTS) ## measure: ratios taken in one run
	@$(PY) -m bench $(ARGS)

soak: $(TESTS) $(HOSTS) chromium ## a long evening: many phones, a server started and killed, every tap on a slow connection
	@$(PY) -m bench.soak $(ARGS)
	@SLOW_WAY=0.5 $(PY) -m pytest --numprocesses 2 --dist loadfile tests/browser

backup: $(RUNS) ## a copy of all tables, while the app runs (FILE=… names it)
	@$(FLASK) backup $(if $(FILE),"$(FILE)")

restore: $(RUNS) ## FILE=…: replace all tables with those of a backup; without it, list the backups
	@$(FLASK) restore $(if $(FILE),"$(FILE)")

pass: $(RUNS) ## CODE=… SEAT=…: let a new phone take a seat whose phone is lost (SEAT is a name)
	@test -n "$(CODE)" -a -n "$(SEAT)" || { echo 'Name the seat: make pass CODE=K7QF2M SEAT=Ada'; exit 2; }
	@$(FLASK) pass "$(CODE)" "$(SEAT)"

requirements: $(TESTS) ## pin the newest releases requirements*.in allow, for every system and Python
	@$(PIP) install --quiet --requirement requirements-uv.txt
	@for name in requirements requirements-hosting requirements-home requirements-test requirements-uv; do \
		$(PY) -m uv pip compile $$name.in --output-file $$name.txt --upgrade --quiet --universal --python-version 3.11 \
			--generate-hashes --no-header --no-emit-index-url --no-emit-find-links || exit; done

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | sed 's/:.*## /:/' | \
		while IFS=: read -r name text; do printf '  make %-13s %s\n' "$$name" "$$text"; done

# --- what the above stand on -------------------------------------------------------------------------------------

venv:
	@$(PY) -c 'import sys' 2>/dev/null || { command -v uv >/dev/null && uv venv --quiet --seed --python '>=3.11' $(VENV); } || \
	{ \
		test -n "$(PYTHON)" || { echo 'This needs Python 3.11 or newer: install it, then run it again.'; exit 1; }; \
		$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
			echo 'Your Python comes without venv. On Debian or Ubuntu: sudo apt install python3-venv'; exit 1; }; \
		$(PYTHON) -m venv --clear $(VENV); }

$(RUNS): | venv
	@echo 'Installing what the app runs on (only the first time) …'
	@$(call from_file,requirements.txt)
	@rm -f $(VENV)/.runs-*; touch $@

$(HOSTS): | $(RUNS)
	@$(call from_file,requirements-hosting.txt)
	@rm -f $(VENV)/.hosts-*; touch $@

$(SECURE): | $(RUNS)
	@echo 'Installing what https at home needs (only the first time) …'
	@$(call from_file,requirements-home.txt)
	@rm -f $(VENV)/.home-*; touch $@

$(TESTS): | $(RUNS)
	@echo 'Installing what the tests run on (only the first time) …'
	@$(call from_file,requirements-test.txt)
	@rm -f $(VENV)/.tests-*; touch $@

# $(call install,what,packages): on Debian and its kin, where this may; elsewhere it says what is missing.
define install
{ command -v apt-get >/dev/null || { echo 'The tests need $(1): install it first.'; exit 1; }; \
	root=; test "$$(id -u)" = 0 || root='sudo -n'; \
	test -z "$$root" || sudo -n true 2>/dev/null || { \
		echo 'The tests need $(1). Install it: sudo apt install $(2)'; exit 1; }; \
	echo 'Installing $(1), which the tests need (only the first time) …'; \
	$$root apt-get update -qq && \
	$$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(2) >/dev/null; } </dev/null
endef

# Playwright brings its own node, which needs libatomic. CHROMIUM=/path/to/chrome names another browser.
chromium: | $(TESTS)
	@$(PY) -m tests.browser.chromium && $(PY) -m playwright --version >/dev/null 2>&1 || \
		$(call install,Chromium,$$(apt-cache show chromium-headless-shell >/dev/null 2>&1 && echo chromium-headless-shell || \
			echo chromium) fonts-dejavu-core libatomic1)

# Where they are not to be had their tests are skipped, and say so. FIREFOX=/path/to/firefox names another.
engines:
	@test -n "$$FIREFOX" || command -v firefox-esr >/dev/null || ( $(call install,Firefox,firefox-esr) ) || \
		echo 'Without it they play no journey in Firefox.'
	@{ command -v WebKitWebDriver && command -v Xvfb; } >/dev/null || ( $(call install,WebKit,webkit2gtk-driver xvfb) ) || \
		echo 'Without it they play no journey in WebKit, which is Safari’s engine.'

# Its programs are enough: the tests start a server of their own.
postgresql:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
		$(call install,PostgreSQL,postgresql)

# Unpacked, not installed: Debian's packages would start a web server here, and the tests need the programs alone.
PROXIES := $(VENV)/proxies
proxies: | $(TESTS)
	@for name in nginx caddy; do \
		PATH="$$PATH:/usr/sbin:$(PROXIES)/usr/sbin:$(PROXIES)/usr/bin" command -v $$name >/dev/null || { \
			echo "Fetching $$name, which the tests need (only the first time) …"; mkdir -p $(PROXIES); \
			( cd $(PROXIES) && { apt-get download -qq $$name || { apt-get update -qq && apt-get download -qq $$name; }; } && \
				dpkg -x $${name}_*.deb . && rm $${name}_*.deb ) </dev/null 2>/dev/null || \
			echo "Without $$name its example in hosting/ is not tried."; }; \
	done
