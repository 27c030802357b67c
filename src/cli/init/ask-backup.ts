import { open, readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { type BackupState, type ExaminedBackup, examineBackup } from '../../claims/admin/examine-backup.js';
import { examineExport } from '../../claims/admin/examine-export.js';
import { BackupFile } from '../../storage/backups/backup-file.js';
import { listBackups } from '../../storage/backups/list-backups.js';
import { isFile } from '../../storage/sqlite-restore.js';
import { carriedRows } from '../claims/export-rows.js';
import { type Asking, bare, faultOf, remark } from './questions.js';

/** A backup that the secret opens. */
export interface ChosenBackup {
	readonly path: string;
	/** `export`: the JSON lines of `npm run claims -- export`, which any database can take. */
	readonly kind: 'sqlite' | 'export';
	readonly secret: string;
}

const maxListed = 10;

const troubles: Readonly<Record<Exclude<BackupState, 'good' | 'other-secret'>, string>> = {
	damaged: 'that file is damaged or incomplete. Choose another one',
	foreign: 'that file is not a backup of this bot',
	'newer-format': 'that backup needs a newer version of the bot',
};

/** Asks whether to start from a backup, and for one that opens. Undefined for a new server. */
export async function askBackup(asking: Asking, database: string): Promise<ChosenBackup | undefined> {
	const { terminal } = asking;
	for (;;) {
		const answer = await terminal.ask(
			'Start with: 1 a new server, 2 from a backup.\n Press Enter for 1.\n > ',
		);
		if (answer === '' || answer === '1') return undefined;
		if (answer === '2') break;
		remark(asking, 'no', 'it must be 1 or 2');
	}
	for (;;) {
		const path = await askFile(asking, database);
		const chosen = await askSecret(asking, path);
		if (chosen !== undefined) return chosen;
	}
}

async function askFile(asking: Asking, database: string): Promise<string> {
	const { terminal } = asking;
	const listed = await filesNear(database);
	for (;;) {
		for (const [at, path] of listed.entries()) terminal.say(` ${at + 1} ${path}`);
		const answer = await terminal.ask(
			listed.length > 0
				? 'Backup: type its number, or the path of another file\n > '
				: 'Backup: drag the file into this window, or type its path\n > ',
		);
		const path = listed[Number(answer) - 1] ?? pathIn(answer);
		if (await isFile(path)) return path;
		remark(asking, 'no', 'there is no such file');
	}
}

/** The backups where the bot makes them, and files in this folder that may be some. */
async function filesNear(database: string): Promise<readonly string[]> {
	const made = (await listBackups(database)).map(({ path }) => relative('', path));
	const copied = (await readdir('.')).filter((name) => /\.(?:sqlite|jsonl)$/.test(name)).toSorted();
	return [...made, ...copied].slice(0, maxListed);
}

/** A terminal quotes the spaces of a file that is dragged into it. */
function pathIn(answer: string): string {
	const unquoted = answer.replace(/^(["'])(.*)\1$/, '$2');
	return process.platform === 'win32' ? unquoted : unquoted.replaceAll(/\\(.)/g, '$1');
}

/** Undefined to choose another file. */
async function askSecret(asking: Asking, path: string): Promise<ChosenBackup | undefined> {
	const { terminal } = asking;
	const prompt = `CLAIM_SECRET of that bot (hidden): in its .env,
 after CLAIM_SECRET=. Without it, no backup opens.
 > `;
	for (;;) {
		const secret = bare((await terminal.askHidden(prompt)).replace(/^\s*CLAIM_SECRET\s*=\s*/, ''));
		if (secret === '') {
			remark(asking, 'no', 'nothing was pasted. Choose the file again');
			return undefined;
		}
		const fault = faultOf('CLAIM_SECRET', secret);
		if (fault !== undefined) {
			remark(asking, 'no', `it ${fault}`);
			continue;
		}
		const kind = await kindOf(path);
		const { state, purchases } = await terminal.during(examine(path, kind, secret));
		if (state === 'good') {
			remark(asking, 'ok', purchases === undefined ? 'it opens the backup' : `${purchases} purchases`);
			return { path, kind, secret };
		}
		remark(
			asking,
			'no',
			state === 'other-secret' ? 'that backup was made with a different secret' : troubles[state],
		);
		if (state !== 'other-secret') return undefined;
	}
}

/** An export begins with its header, or with what `npm run` prints before it: an empty line and lines with `>`. */
async function kindOf(path: string): Promise<ChosenBackup['kind']> {
	const handle = await open(path);
	try {
		const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 0);
		return ['{', '>', '\n', '\r'].includes(buffer.toString()) ? 'export' : 'sqlite';
	} finally {
		await handle.close();
	}
}

async function examine(path: string, kind: ChosenBackup['kind'], secret: string): Promise<ExaminedBackup> {
	if (kind === 'sqlite') return await examineBackup(() => BackupFile.open(path), secret);
	const handle = await open(path);
	try {
		return await examineExport(handle.readLines(), secret, carriedRows);
	} finally {
		await handle.close().catch(() => {});
	}
}
