#!/usr/bin/env bash
# build-image.sh FOLDER: builds the image of the Dockerfile without any registry of images, as localhost/claimcheck:test.
# The bases are Debian made by mmdebstrap, with this machine's node in them. The images lie in FOLDER/storage; a base that
# is there already is taken again. Needs root, buildah and mmdebstrap.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
lab=$(mkdir -p "$1" && cd "$1" && pwd)
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}

# chroot needs no OCI runtime; STORAGE_DRIVER=vfs where there is no overlay file system.
images() { buildah --storage-driver "${STORAGE_DRIVER:-overlay}" --root "$lab/storage" --runroot "$lab/run" "$@"; }

# base NAME PACKAGES: localhost/NAME, with node and npm from this machine.
base() {
	images inspect --type image "localhost/$1" >/dev/null 2>&1 && return
	# As the default base for run time has none: what starts a shell there would fail here too.
	local hook=true
	[ "$1" != runtime-base ] || hook='rm -f "$1"/bin/sh "$1"/bin/bash "$1"/bin/dash "$1"/bin/rbash "$1"/usr/bin/perl*'
	mmdebstrap --quiet --variant=minbase --include="$2" --customize-hook="$hook" "$suite" "$lab/$1.tar" "$mirror"
	local container node
	container=$(images from scratch)
	node=$(dirname "$(dirname "$(realpath "$(command -v node)")")")
	images add -q "$container" "$lab/$1.tar" / >/dev/null
	images copy -q "$container" "$(realpath "$(command -v node)")" /usr/local/bin/node >/dev/null
	if [ "$1" != runtime-base ]; then
		images copy -q "$container" "$node/lib/node_modules/npm" /usr/local/lib/node_modules/npm >/dev/null
		images run --isolation chroot "$container" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
	fi
	if [ "$1" = build-base ]; then
		# Where SQLite's driver can't be fetched ready-made, it is compiled, with the headers of this node.
		images copy -q "$container" "$node/include/node" /usr/local/include/node >/dev/null
		# The machine may stand behind a proxy that signs with a certificate of its own.
		images copy -q "$container" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt >/dev/null
		images config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
			--env npm_config_nodedir=/usr/local "$container"
	fi
	images commit -q --rm "$container" "localhost/$1" >/dev/null
	rm "$lab/$1.tar"
}

base runtime-base ca-certificates,libstdc++6
base build-base ca-certificates,g++,make,python3

# Only Docker's own format has a HEALTHCHECK.
images bud -q --isolation chroot --format docker --tag localhost/claimcheck:test \
	--file "$root/deploy/Dockerfile" --ignorefile "$root/deploy/Dockerfile.dockerignore" \
	--build-arg BUILD_IMAGE=localhost/build-base --build-arg RUNTIME_IMAGE=localhost/runtime-base \
	--build-arg VERSION="$(node -p "require('$root/package.json').version")" "$root" >/dev/null
images images --format '{{.Name}} {{.Size}}'
