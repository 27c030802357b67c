import { basename, resolve } from 'node:path';
import { type WayOfRunning, withOwnCommands } from '../../base/terminal.js';
import { backupPlace } from '../../storage/backups.js';

const code = (...lines: readonly string[]): string =>
	`\n\n${lines.map((line) => `       ${line}`).join('\n')}\n`;

/** The words and commands for one way of running. A panel has no terminal, so its steps use the file manager. */
function wordsFor(way: WayOfRunning, folder: string) {
	const starts =
		'Start it, and answer as you did at first. It asks for your secret, and restores the backup.';
	if (way.kind === 'panel') {
		return {
			place: 'The bot is a server in your hosting panel. Its files are under *Files* there.',
			copy: ' Download the newest file of `data/backups` every month.',
			starts,
			restore:
				'Rename the database, and `.env` as well: without it the bot asks its questions again.\n3. Start it, and answer. It asks for your secret, and restores the newest backup.',
			check: 'In Discord, type `/doctor`.',
		};
	}
	const isNpm = way.kind === 'npm';
	const isImage = way.kind === 'image';
	const restore = isImage
		? 'docker run --rm -it --volumes-from CONTAINER IMAGE dist/src/claims-cli.js restore'
		: 'npm run claims -- restore';
	const places = {
		npm: `The bot is the folder \`${folder}\`. Type the commands below in a terminal in that folder.`,
		archive: 'The bot is the folder that you unpacked. Type the commands below in a terminal in that folder.',
		image:
			'The bot is a container, and its files are in the volume `/data`. Below, CONTAINER is its name and IMAGE that of its image.',
	};
	return {
		place: places[way.kind],
		copy: isImage
			? ` Copy them every month:${code('docker cp CONTAINER:/data/backups FOLDER')}`
			: ` Make a new one every month. For FILE, type where it goes:${code('npm run claims -- backup FILE.sqlite')}`,
		starts: `${starts}${isNpm ? code('npm ci', 'npm start') : ''}`,
		restore: `Choose a backup by its number. Each is checked first, and the damaged database is kept beside the new one:${code(restore)}\n3. Start it again${isNpm ? `:${code('npm start')}` : '.'}`,
		check: '    npm run doctor\n    npm run claims -- backups\n    npm run claims -- verify',
	};
}

/** A page to print with the steps after a loss of the machine or the database. Contains no secret. */
export function emergencyPage(place: {
	readonly folder: string;
	readonly file: string;
	readonly at: number;
	readonly way: WayOfRunning;
}): string {
	const { folder, at, way } = place;
	const file = resolve(folder, place.file);
	const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(at);
	const words = wordsFor(way, folder);
	const page = `# If something happens to your bot

Print this page, or keep it where this computer’s disk is not. It contains no secret.
Written on ${date}, when the bot was set up.

## Where everything is

- ${words.place}
- Its settings and secrets are in the file \`.env\` in \`${way.kind === 'image' ? '/data' : folder}\`.
- Its purchases are in the file \`${file}\`.
- A backup is made each day and kept for 14 days, in \`${backupPlace(file).folder}\`.

## What to keep, and to keep apart

1. Your secret: the text after \`CLAIM_SECRET=\` in \`.env\`. Keep it in a password manager, or on paper. Without it no one can read the purchases, not even you, and no one can make it again.
2. A backup, on a USB stick or on another computer.${words.copy}

Keep these two in different places: whoever has both can read your buyers’ codes. Everything else in \`.env\` can be replaced: the token in Discord’s Developer Portal, the key in your shop.

## The computer is gone: start again on another one

If the old bot could still run somewhere, stop it first: two bots can give one code to two members.

1. Get the bot there as you did at first, but don’t start it yet.
2. ${way.kind === 'archive' ? `In your home folder, make the folder \`${basename(folder)}\`. In it, make` : 'Make'} the folders \`data\` and, in it, \`backups\`. Copy your backup into \`backups\`. Its name has to end with \`.sqlite\`.
3. ${words.starts}

Members who verified after that backup was made verify again. Everyone else notices nothing.

## Only the database is damaged

1. Stop the bot.
2. ${words.restore}

## Is everything all right?

${words.check}
`;
	return withOwnCommands(page, way);
}
