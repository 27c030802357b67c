#!/bin/sh
# prepare.sh: makes what compose.yaml asks for, in the folder of compose.yaml: `data`, `secrets` and `claimcheck.env`.
# Can be run again at any time: what is there stays as it is. Two secrets are asked for, and not shown; without a
# terminal they are read from the standard input, one a line. The others are made up.
set -eu
umask 077
cd "$(dirname "$0")"

# random: 48 unguessable characters that need no escaping in an address.
random() {
	od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

# keep FILE VALUE: writes the file in one step, so that an interruption leaves no half of it.
keep() {
	printf '%s\n' "$2" >"$1.new"
	mv "$1.new" "$1"
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
	[ -n "$answer" ] || { echo "Nothing given for $1: run this again" >&2; exit 1; }
	keep "$1" "$answer"
}

fail() {
	echo "prepare.sh: $1" >&2
	exit 1
}

# refuse_new_secret: a new secret beside purchases would let every code be used again.
refuse_new_secret() {
	[ ! -s secrets/claim_secret ] || return 0
	if [ -s ../../secrets/claim_secret ]; then
		fail "these files now belong beside compose.yaml. In $(cd ../.. && pwd), with the bot stopped:
  mv secrets data claimcheck.env deploy/compose/
  grep '^CLAIMCHECK_' .env >>deploy/compose/.env"
	fi
	if [ -e data/claimcheck.sqlite ] || [ -e ../../data/claimcheck.sqlite ] ||
		grep -Eqs '^[[:space:]]*(export[[:space:]]+)?CLAIM_SECRET[^=]*=.*[^[:space:]]' ../../.env; then
		fail "a bot has run here: take its CLAIM_SECRET and its data over, as docs/hosting.md says under 'From npm start to a service' (or move its .env and data away, and every code can be used again)"
	fi
}

mkdir -p data secrets
refuse_new_secret
ask secrets/discord_token "Bot token: discord.com/developers → your application → Bot → Reset Token"
ask secrets/marketplace_api_key "Shop API key: the shop → workspace settings → API key"
[ -s secrets/claim_secret ] || keep secrets/claim_secret "$(random)"
[ -s secrets/database_url ] || keep secrets/database_url sqlite:///data/claimcheck.sqlite
[ -s secrets/postgresql_password ] || keep secrets/postgresql_password "$(random)"
if [ ! -e claimcheck.env ]; then
	cat >claimcheck.env.new <<'END'
# The settings that are no secret; .env.example has them all. The address of the shop that you sell on, without /api:
MARKETPLACE_URL=
# Only where the bot is in several servers: their ids, your own one first
DISCORD_GUILD_ID=
END
	mv claimcheck.env.new claimcheck.env
	echo "made claimcheck.env"
fi
if [ "$(id -u)" = 0 ]; then
	# The bot needs no root: it runs as the user of compose.yaml.
	user=${CLAIMCHECK_USER:-$(sed -n "s/^CLAIMCHECK_USER=[\"']\{0,1\}\([0-9]*:[0-9]*\).*/\1/p" .env 2>/dev/null || :)}
	chown -R "${user:-1000:1000}" data secrets
elif [ "$(id -u)" != 1000 ]; then
	echo "Set CLAIMCHECK_USER=$(id -u):$(id -g), such as in a line of the file .env: the bot then runs as you."
fi
grep -q '^MARKETPLACE_URL=.' claimcheck.env || echo "Next: put the shop's address into claimcheck.env"
echo "Keep a copy of secrets/claim_secret: without it, the purchases can't be read."
