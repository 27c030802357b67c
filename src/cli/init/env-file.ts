import { readlinkSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { codeOf, exitCodes } from '../../base/errors.js';
import { type Environment, readTextFile, type VariableName } from '../../config.js';
import { syncFolder } from '../../storage/backups.js';
import { ProgramError } from '../program/run-program.js';
import { writeWhole } from '../program/text-files.js';

const unsaved = (why: string) => new ProgramError(exitCodes.unwritable, `Nothing was saved: ${why}.`);

/** In the image `.env` is a link into the volume, to a file that may not exist yet. */
export function envPath(): string {
	try {
		return resolve(readlinkSync('.env'));
	} catch {
		return '.env';
	}
}

export type Answers = Partial<Record<VariableName, string>>;

/** The current file and its values, or the template if there is none. Throws ProgramError. */
export function readEnvFile() {
	const own = readIfThere('.env');
	const text = own ?? readIfThere('.env.example') ?? '';
	const values: Environment = own === undefined ? {} : parseEnv(own);
	return { exists: own !== undefined, text, values };
}

function readIfThere(path: string): string | undefined {
	try {
		return readTextFile(path);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw unsaved(`${path} can’t be read`);
	}
}

/**
 * The text with these values: each replaces its existing line, so that comments and all other lines stay. Throws
 * ProgramError on a value that no line can contain.
 */
export function withAnswers(text: string, answers: Answers): string {
	let lines = text.split(/\r?\n/);
	for (const [name, value] of Object.entries(answers)) {
		const line = `${name}=${quoted(name, value)}`;
		const own = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`);
		// Beside a value its file is an error, and the answer is newer.
		const old = new RegExp(`${own.source}|^\\s*(?:export\\s+)?${name}_FILE\\s*=\\s*\\S`);
		const at = lines.findLastIndex((each) => own.test(each));
		if (at !== -1) lines[at] = line;
		lines = lines.filter((each, index) => index === at || !old.test(each));
		if (at === -1) lines.splice(lines.at(-1) === '' ? -1 : lines.length, 0, line);
	}
	const written = lines.join('\n');
	return written.endsWith('\n') ? written : `${written}\n`;
}

/** Quoted for the parser of `.env`: a `#` begins a comment in an unquoted value. */
function quoted(name: string, value: string): string {
	const forms = [value, ...["'", '"', '`'].map((mark) => mark + value + mark)];
	const form = forms.find((each) => parseEnv(`${name}=${each}\n`)[name] === value && !/[\r\n]/.test(each));
	if (form === undefined) throw unsaved(`${name} holds characters that .env can’t hold`);
	return form;
}

/** Holds the answers of a first start so far, beside `.env`. */
const unfinished = (path: string): string => `${path}.setup`;

/** The answers of a first start that was interrupted. Throws ProgramError. */
export function keptAnswers(path: string): Answers {
	return parseEnv(readIfThere(unfinished(path)) ?? '');
}

/** Keeps the answers so far, readable only by the owner. Throws ProgramError. */
export async function keepAnswers(path: string, answers: Answers): Promise<void> {
	await write(path, withAnswers('', answers), false);
}

/** Replaces `.env`. The answers so far become the file, so that no copy of them is left. Throws ProgramError. */
export async function saveEnvFile(path: string, text: string): Promise<void> {
	await write(path, text, true);
}

async function write(path: string, text: string, isFinished: boolean): Promise<void> {
	try {
		await writeWhole(unfinished(path), (add) => add(text));
		if (!isFinished) return;
		await rename(unfinished(path), path);
		await syncFolder(dirname(path));
	} catch {
		throw unsaved(`${path} can’t be written`);
	}
}
