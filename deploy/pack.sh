#!/bin/sh
# pack.sh FILE: writes the built bot, and what is needed to install and operate it, as a .tar.gz. Before it: npm run build
#
# Neither sources nor source maps: `npm ci --omit=dev && npm start` in the unpacked folder installs and starts it.
set -eu
file=$(realpath "$1")
cd "$(dirname "$0")/.."
[ -f dist/built-from ] || { echo "pack.sh: the bot is not built yet: npm ci && npm run build" >&2; exit 1; }
folder=claimcheck-$(node -p 'require("./package.json").version')
manifests=$(mktemp -d)
trap 'rm -rf "$manifests"' EXIT
node deploy/archive-manifests.js "$manifests"
tar --create --gzip --file "$file" --exclude='*.map' --transform "s|^|$folder/|" \
	dist/built-from dist/licences dist/src scripts/node-version.js scripts/ensure-built.js scripts/run.js .env.example \
	--exclude=deploy/Dockerfile* --exclude=deploy/compose/data --exclude=deploy/compose/secrets deploy docs LICENSE README.md CHANGELOG.md .github/SECURITY.md \
	-C "$manifests" package.json package-lock.json
