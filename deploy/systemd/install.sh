#!/bin/sh
# Puts the bot of this checkout in place as a service of systemd, in five steps that can be repeated: what is there already
# stays or is brought up to date. Before it: npm ci && npm run build, or npm ci --omit=dev in the archive of a release
#
#   sudo sh deploy/systemd/install.sh              installs or updates, and starts it
#   sudo sh deploy/systemd/install.sh --uninstall  takes everything away but settings, secrets and data
#   sudo sh deploy/systemd/install.sh --purge      takes these away too: nothing brings them back
#
# The version until then stays in /opt/claimcheck.old. DESTDIR=FOLDER works on that folder, and starts nothing.
set -eu
umask 022
here=$(cd "$(dirname "$0")/../.." && pwd)
root=${DESTDIR-}
program=$root/opt/claimcheck
settings=$root/etc/claimcheck
units=$root/etc/systemd/system
command=$root/usr/local/bin/claimcheck
data=$root/var/lib/private/claimcheck

fail() {
	echo "install.sh: $1" >&2
	exit 1
}

# ctl …: systemctl, where there is a system to control.
ctl() {
	[ -n "$root" ] || systemctl "$@"
}

# keep FILE VALUE: a new file of root's own, written in one step.
keep() {
	(umask 077 && printf '%s\n' "$2" >"$1.new" && mv "$1.new" "$1")
	echo "made $1"
}

# ask FILE QUESTION
ask() {
	[ -s "$1" ] && return
	if [ -t 0 ]; then
		printf '%s (hidden): ' "$2"
		trap 'stty echo; exit 130' INT TERM
		stty -echo
		read -r answer
		stty echo
		trap - INT TERM
		echo
	else
		# The last line may lack its line break.
		read -r answer || :
	fi
	[ -n "$answer" ] || fail "nothing given for $1: run this again"
	keep "$1" "$answer"
}

check() {
	[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "needs root: sudo sh $0"
	[ -n "$root" ] || [ -d /run/systemd/system ] || fail "systemd does not run this machine"
	# The command `claimcheck` starts the bot's programs with systemd-run, which waits for them over the bus.
	[ -n "$root" ] || [ -S /run/dbus/system_bus_socket ] || fail "the system bus is missing: install dbus"
}

install_program() {
	node=$(command -v node) || fail "Node.js is not installed"
	# Services see no home folder: a node of nvm's would not be found.
	case $node in /home/* | /root/*) fail "$node is in a home folder; install Node.js for the whole machine" ;; esac
	"$node" -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
		fail "Node.js is too old: $("$node" --version), and 20.19 is needed"
	[ -f "$here/dist/src/main.js" ] || fail "the bot is not built yet: npm ci && npm run build"
	rm -rf "$program.new"
	mkdir -p "$program.new/docs" "$program.new/dist"
	cp -R "$here/dist/src" "$here/dist/licences" "$program.new/dist/"
	cp "$here/package.json" "$here/LICENSE" "$here/CHANGELOG.md" "$program.new/"
	cp "$here/docs/"*.md "$program.new/docs/"
	# The packages that the bot runs with, as they lie here: no script of theirs runs as root, and nothing is fetched.
	(cd "$here" && "$node" deploy/systemd/runtime-packages.js) >"$program.new/packages" || fail "packages are missing: npm ci"
	tar -C "$here" -chf - -T "$program.new/packages" | tar -C "$program.new" -xf - --no-same-owner
	rm "$program.new/packages"
	rm -rf "$program.old"
	[ ! -d "$program" ] || mv "$program" "$program.old"
	mv "$program.new" "$program"
	echo "made $program ($("$node" -p 'require("'"$program"'/package.json").version'))"
}

# refuse_new_secret: a new secret beside purchases would let every code be used again.
refuse_new_secret() {
	[ ! -s "$settings/claim_secret" ] || return 0
	if [ -e "$here/data/claimcheck.sqlite" ] || [ -e "$data/claimcheck.sqlite" ] ||
		grep -Eqs '^[[:space:]]*(export[[:space:]]+)?CLAIM_SECRET[^=]*=.*[^[:space:]]' "$here/.env"; then
		fail "a bot has run here: put the CLAIM_SECRET of its .env into $settings/claim_secret, as docs/hosting.md says (or move .env and data away, and every code can be used again)"
	fi
}

install_settings() {
	(umask 077 && mkdir -p "$settings")
	refuse_new_secret
	ask "$settings/discord_token" "Bot token: discord.com/developers → your application → Bot → Reset Token"
	ask "$settings/marketplace_api_key" "Shop API key: the shop → workspace settings → API key"
	[ -s "$settings/claim_secret" ] || keep "$settings/claim_secret" "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
	[ -s "$settings/database_url" ] || keep "$settings/database_url" sqlite:///var/lib/claimcheck/claimcheck.sqlite
	[ -e "$settings/claimcheck.env" ] || keep "$settings/claimcheck.env" "# The settings that are no secret; .env.example has them all. The address of the shop that you sell on, without /api:
MARKETPLACE_URL=
# Only where the bot is in several servers: their ids, your own one first
DISCORD_GUILD_ID="
}

install_units() {
	mkdir -p "$units" "$(dirname "$command")"
	sed "s|/usr/bin/node|$node|" "$here/deploy/systemd/claimcheck.service" >"$units/claimcheck.service.new"
	mv "$units/claimcheck.service.new" "$units/claimcheck.service"
	sed "s|@NODE@|$node|" "$here/deploy/systemd/claimcheck" >"$command.new"
	chmod 755 "$command.new"
	mv "$command.new" "$command"
	ctl daemon-reload
}

start() {
	if ! grep -q '^MARKETPLACE_URL=.' "$settings/claimcheck.env"; then
		echo "Next: put the shop's address into $settings/claimcheck.env, then run this again."
		return
	fi
	ctl enable --quiet claimcheck.service
	[ -n "$root" ] || "$command" register ||
		echo "The commands are not registered everywhere. Try again: sudo claimcheck register" >&2
	ctl restart claimcheck.service
	echo "Claimcheck runs: systemctl status claimcheck; journalctl -u claimcheck -f"
	echo "Keep a copy of $settings/claim_secret: without it, the purchases can't be read."
}

uninstall() {
	[ ! -e "$units/claimcheck.service" ] || ctl disable --quiet --now claimcheck.service
	rm -f "$units/claimcheck.service" "$command"
	rm -rf "$program" "$program.old" "$program.new"
	ctl daemon-reload
	[ "$1" = --purge ] || { echo "Removed. Kept: $settings and $data"; return; }
	rm -rf "$settings" "$data" "$root/var/lib/claimcheck"
	echo "Removed, with settings, secrets and data."
}

case ${1-} in
	'')
		check
		install_program
		install_settings
		install_units
		start
		;;
	--uninstall | --purge)
		check
		uninstall "$1"
		;;
	*) fail "unknown: $1 (see the head of this file)" ;;
esac
