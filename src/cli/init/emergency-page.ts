import { basename, resolve } from 'node:path';
import { backupPlace } from '../../storage/backups.js';

/** How the bot was started, and is started again. */
export type WayOfRunning =
	/** `npm`: with Node.js installed. */
	| { readonly kind: 'npm' | 'panel' | 'image' }
	/** An archive with a Node.js of its own, and a starter of this name. */
	| { readonly kind: 'archive'; readonly starter: string };

/** The words of a way of running. A panel has no terminal: what a person can do there is with files. */
interface Words {
	readonly place: string;
	/** The folder that `.env` and the database are in. */
	readonly files: string;
	readonly copy: readonly string[];
	readonly begin: readonly string[];
	readonly stop: string;
	readonly restore: readonly string[];
	readonly check: readonly string[];
}

const code = (...lines: readonly string[]): readonly string[] => [
	'',
	...lines.map((line) => `       ${line}`),
	'',
];

function wordsFor(way: WayOfRunning, folder: string): Words {
	if (way.kind === 'panel') {
		return {
			place: 'The bot is a server in your hosting panel. Its files are under *Files* there.',
			files: folder,
			copy: [' Download the newest file in `data/backups` every month.'],
			begin: ['Start it, and answer in its console. It asks for your secret, and restores the backup.'],
			stop: 'Stop the bot in the panel.',
			restore: [
				'2. Rename the database, and rename `.env` as well: the bot asks its questions again if there is none.',
				'3. Start it, and answer. It asks for your secret, and restores the newest backup.',
			],
			check: ['In Discord, type `/doctor`.'],
		};
	}
	const npm = (program: string, rest = '') => `npm run ${program}${rest && ` -- ${rest}`}`;
	const files: Readonly<Record<string, string>> = { claims: 'claims-cli' };
	const [before, after] =
		way.kind === 'archive' ? [`${way.starter} `, ''] : ['docker exec CONTAINER node dist/src/', '.js'];
	const plain = (program: string, rest = '') =>
		`${before}${files[program] ?? program}${after} ${rest}`.trim();
	const run = way.kind === 'npm' ? npm : plain;
	const restore =
		way.kind === 'image'
			? 'docker run --rm -it --volumes-from CONTAINER IMAGE dist/src/claims-cli.js restore'
			: run('claims', 'restore');
	const starts = way.kind === 'npm' ? code('npm ci', 'npm start') : [];
	const places = {
		npm: `The bot is the folder \`${folder}\`. Type the commands below in a terminal in that folder.`,
		archive: 'The bot is the folder that you unpacked. Type the commands below in a terminal in that folder.',
		image:
			'The bot is a container, and its files are in the volume `/data`. Below, CONTAINER is its name and IMAGE that of its image.',
	};
	return {
		place: places[way.kind],
		files: way.kind === 'image' ? '/data' : folder,
		copy: [
			' Make a new one every month. For FILE, type where it goes:',
			...code(run('claims', 'backup FILE.sqlite')),
		],
		begin: [
			'Start it, and answer as you did at first. It asks for your secret, and restores the backup.',
			...starts,
		],
		stop: `Stop the bot${way.kind === 'image' ? '' : ': press Ctrl+C where it runs'}.`,
		restore: [
			'2. Choose a backup by its number. Each is checked first, and the damaged database is kept beside the new one:',
			...code(restore),
			...(way.kind === 'npm' ? ['3. Start it again:', ...code('npm start')] : ['3. Start it again.', '']),
		],
		check: [run('doctor'), run('claims', 'backups'), run('claims', 'verify')].map((line) => `    ${line}`),
	};
}

/**
 * A page to print with the steps after a loss of the machine or the database. Contains no secret.
 * @param file of the SQLite database
 * @param at milliseconds since the epoch
 */
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
	return `# If something happens to your bot

Print this page, or keep it where this computer’s disk is not. It contains no secret.
Written on ${date}, when the bot was set up.

## Where everything is

- ${words.place}
- Its settings and secrets are in the file \`.env\` in \`${words.files}\`.
- Its purchases are in the file \`${file}\`.
- A backup is made each day and kept for 14 days, in \`${backupPlace(file).folder}\`.

## What to keep, and to keep apart

1. Your secret: the text after \`CLAIM_SECRET=\` in \`.env\`. Keep it in a password manager, or on paper. Without it no one can read the purchases, not even you, and no one can make it again.
2. A backup, on a USB stick or on another computer.${words.copy.join('\n')}

Keep these two in different places: whoever has both can read your buyers’ codes. Everything else in \`.env\` can be replaced: the token in Discord’s Developer Portal, the key in your shop.

## The computer is gone: start again on another one

If the old bot could still run somewhere, stop it first: two bots can give one code to two members.

1. Get the bot there as you did at first, but don’t start it yet.
2. ${way.kind === 'archive' ? `In your home folder, make the folder \`${basename(folder)}\`. In it, make` : 'Make'} the folders \`data\` and, in it, \`backups\`. Copy your backup into \`backups\`. Its name has to end with \`.sqlite\`.
3. ${words.begin.join('\n')}

Members who verified after that backup was made verify again. Everyone else notices nothing.

## Only the database is damaged

1. ${words.stop}
${words.restore.join('\n')}

## Is everything all right?

${words.check.join('\n')}
`;
}
