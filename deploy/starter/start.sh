#!/bin/sh
# Starts Claimcheck with the Node.js of this folder. Settings and purchases are in claimcheck-data in the home folder,
# so that a new version, wherever it is unpacked, goes on with them.
# With arguments it runs another program of the bot's there: start.sh doctor, start.sh claims-cli backup
here=$(cd "$(dirname "$0")" && pwd)
# A browser marks what it downloads, and macOS would ask about each file of machine code again. Whoever got here has
# allowed this one.
[ "$(uname)" != Darwin ] || xattr -dr com.apple.quarantine "$here" 2>/dev/null
umask 077
mkdir -p "$HOME/claimcheck-data" && cd "$HOME/claimcheck-data" || exit 1
if [ $# = 0 ]; then
	echo "Claimcheck runs in this window. Close it to stop the bot. Settings and purchases: $PWD"
	# A new version may have new commands.
	[ ! -f .env ] || "$here/bin/node" "$here/index.js" register
fi
# Without a person at a terminal, the bot is this process: a signal to it stops the bot.
[ $# = 0 ] && [ -t 0 ] || exec "$here/bin/node" "$here/index.js" "$@"
if "$here/bin/node" "$here/index.js"; then exit; fi
# The window would close with what it says.
echo 'Claimcheck has ended. Press Enter to close.'
read -r _
exit 1
