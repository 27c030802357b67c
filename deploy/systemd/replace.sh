#!/bin/sh
# claimcheck replace [SLICE …]: starts the bot anew, with the program and the settings as they are now, without a gap. A
# stand-in with the same servers starts beside it; once that answers members the bot itself is restarted, and once that
# answers again the stand-in ends. Where the stand-in never gets ready, or on Ctrl-C until then, it goes and the bot has not
# been touched. Slices one after another: those named, or all that run. Can be run again at any time.
# REPLACE_SECONDS: how long a start may take; 300 where it is not set. Ends with 0 where all are replaced, with 1 where one
# was left as it was, with 4 where only its stand-in answers.
set -eu
units=/etc/systemd/system
made=/run/systemd/system
port_file=/run/claimcheck-stand-in.env
patience=${REPLACE_SECONDS:-300}
stand_in=

say() { echo "claimcheck replace: $1" >&2; }
is_active() { systemctl is-active --quiet "$1"; }

# give_up CODE REASON: before the bot itself has been touched.
give_up() {
	trap '' INT TERM HUP
	say "$2"
	if [ -n "$stand_in" ]; then
		journalctl --unit "$stand_in" --lines 5 --output cat --no-pager >&2 || true
		remove_stand_in
	fi
	say "the bot that runs goes on"
	exit "$1"
}

# make_stand_in UNIT: a unit like it, with a health port of its own, for this start of the machine.
make_stand_in() {
	template=$(echo "$1" | sed 's/@.*/@/')
	stand_in=claimcheck-stand-in${1#claimcheck}
	file=$made/claimcheck-stand-in${template#claimcheck}.service
	mkdir -p "$made/$stand_in.service.d"
	sed -e '/^\[Install\]/,$d' -e 's/^Description=.*/Description=Claimcheck, while a process of it is replaced/' \
		"$units/$template.service" >"$file"
	# Changes by the operator with `systemctl edit` apply here too.
	for folder in "$units/$template.service.d" "$units/$1.service.d" "$made/$template.service.d" "$made/$1.service.d"; do
		[ ! -d "$folder" ] || cp "$folder"/*.conf "$made/$stand_in.service.d/" 2>/dev/null || true
	done
	printf '[Service]\nRestart=no\nEnvironmentFile=%s\n' "$port_file" >"$made/$stand_in.service.d/zz-stand-in.conf"
	node=$(sed -n 's/^ExecStart=\([^ ]*\) .*/\1/p' "$file")
	port=$("$node" -e 'const it = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(it.address().port); it.close(); })')
	printf 'HEALTH_PORT=%s\nHEALTH_HOST=127.0.0.1\n' "$port" >"$port_file"
	systemctl daemon-reload
}

remove_stand_in() {
	systemctl stop "$stand_in" 2>/dev/null || true
	systemctl reset-failed "$stand_in" 2>/dev/null || true
	rm -rf "$made/$stand_in.service.d" "$made/claimcheck-stand-in.service" "$made/claimcheck-stand-in@.service" "$port_file"
	systemctl daemon-reload
	stand_in=
}

# is_ready UNIT: it answers members, in every server; without a health port systemd's word is enough.
is_ready() {
	is_active "$1" || return 1
	environment=$(tr '\0' '\n' <"/proc/$(systemctl show --property=MainPID --value "$1")/environ") || return 1
	at=$(echo "$environment" | sed -n 's/^HEALTH_PORT=//p')
	host=$(echo "$environment" | sed -n 's/^HEALTH_HOST=//p')
	[ "${at:-0}" = 0 ] || HEALTH_PORT=$at HEALTH_HOST=$host "$node" /opt/claimcheck/dist/src/health-check.js >/dev/null 2>&1
}

# wait_until_ready UNIT: ends with 1 where it has failed, or where the time is up.
wait_until_ready() {
	until=$(($(date +%s) + patience))
	until is_ready "$1"; do
		[ "$(date +%s)" -lt "$until" ] || return 1
		! systemctl is-failed --quiet "$1" || return 1
		sleep 1
	done
}

# replace UNIT
replace() {
	make_stand_in "$1"
	if is_active "$1"; then
		# One that an earlier run has left behind.
		systemctl stop "$stand_in"
		systemctl reset-failed "$stand_in" 2>/dev/null || true
		systemctl start --no-block "$stand_in"
		wait_until_ready "$stand_in" || give_up 1 "the new $1 does not get ready"
	fi
	trap '' INT TERM HUP
	if ! timeout "$patience" systemctl restart "$1" || ! wait_until_ready "$1"; then
		say "$1 does not come back: journalctl -u $1"
		say "$stand_in answers in its place until the machine starts again; mend it and run this again"
		exit 4
	fi
	remove_stand_in
	trap 'give_up 130 interrupted' INT TERM HUP
	say "$1 is replaced"
}

# standing: the bot's units that run, those too whose stand-in was left behind.
standing() {
	systemctl list-units --plain --no-legend --state=active,activating 'claimcheck.service' 'claimcheck@*.service' \
		'claimcheck-stand-in.service' 'claimcheck-stand-in@*.service' |
		cut -d ' ' -f 1 | sed -e 's/-stand-in//' -e 's/\.service$//' | sort -u
}

[ "$(id -u)" = 0 ] || { say "needs root: sudo claimcheck replace"; exit 77; }
exec 9>/run/claimcheck-replace.lock
flock --nonblock 9 || { say "another replacement is running"; exit 75; }
trap 'give_up 130 interrupted' INT TERM HUP
if [ $# -gt 0 ]; then
	chosen=$(printf 'claimcheck@%s\n' "$@")
else
	chosen=$(standing)
fi
[ -n "$chosen" ] || chosen=claimcheck
for unit in $chosen; do replace "$unit"; done
