#!/bin/sh
# replace.sh [SERVICE]: puts the image that compose.yaml names now in the place of the running bot, without a gap: the new
# container starts beside the old one, and that is stopped once the new one answers members. Where it never does, or on
# Ctrl-C, the new one goes and the old one stays. Can be run again at any time; starts the bot where none runs.
# REPLACE_SECONDS: how long the new one may take; 300 where it is not set. Ends with 0 where the new one has taken over.
set -eu
cd "$(dirname "$0")/../.."
service=${1-bot}
until=$(($(date +%s) + ${REPLACE_SECONDS:-300}))
old=

say() { echo "replace.sh: $1" >&2; }
# Without --all: that lists what `docker compose run` has started as well.
there() { docker compose ps --quiet "$service"; }
# state CONTAINER FIELD
state() { docker inspect --format "{{$2}}" "$1"; }

# fresh: the containers that this run has started.
fresh() {
	for id in $(there); do
		case " $old " in *" $id "*) ;; *) echo "$id" ;; esac
	done
}

# away CONTAINER …: stopped as it wants to be, with the grace period of compose.yaml, and removed.
away() {
	docker stop "$@" >/dev/null
	docker rm --force "$@" >/dev/null
}

# give_up CODE REASON
give_up() {
	trap '' INT TERM HUP
	say "$2"
	for id in $(fresh); do
		docker logs --tail 5 "$id" >&2 || true
		away "$id"
	done
	# One that was made and not yet started.
	docker compose rm --force "$service" >/dev/null 2>&1 || true
	if [ -n "$old" ]; then say "the old one goes on"; else say "nothing runs"; fi
	exit "$1"
}

# format_of COMMAND …: the format of the database that a version writes.
format_of() {
	"$@" --eval 'import("/app/dist/src/claims/format.js").then((it) => console.log(it.currentFormat))'
}

# refuse_another_format: while both run the older one would meet records that it can't read.
refuse_another_format() {
	for id in $old; do
		is=$(format_of docker exec "$id" node) || return 0
		will_be=$(format_of docker compose run --rm --no-deps --no-TTY "$service")
		[ "$is" = "$will_be" ] && continue
		say "this version keeps the database in another format ($will_be) than the one that runs ($is)"
		say "they can't run side by side. A few seconds' gap: docker compose up --detach $service"
		exit 3
	done
}

# wait_until_ready CONTAINER
wait_until_ready() {
	until docker exec "$1" node dist/src/health-check.js >/dev/null 2>&1; do
		[ "$(state "$1" .RestartCount) $(state "$1" .State.Status)" = '0 running' ] ||
			give_up 1 "the new one has ended"
		[ "$(date +%s)" -lt "$until" ] || give_up 1 "the new one is not ready yet"
		sleep 1
	done
}

# A stopped container would be started again in place of a new one.
docker compose rm --force "$service" >/dev/null 2>&1
old=$(there | tr '\n' ' ')
refuse_another_format
trap 'give_up 130 interrupted' INT TERM HUP
count=$(($(echo "$old" | wc -w) + 1))
docker compose up --detach --no-deps --no-recreate --scale "$service=$count" "$service" ||
	give_up 1 "no new one could be started"
new=$(fresh)
[ -n "$new" ] || give_up 1 "no new one was started"
wait_until_ready "$new"
trap '' INT TERM HUP
# shellcheck disable=SC2086 # One word each.
[ -z "$old" ] || away $old
say "replaced: $(state "$new" .Name) answers"
