import { isDeepStrictEqual } from 'node:util';
import { AppError, StoreRefusedError } from '../../src/base/errors.js';
import type { AdminJob } from '../../src/claims/admin/admin-job.js';
import { exportClaims } from '../../src/claims/admin/export-claims.js';
import { type Imported, ImportFileError, importClaims } from '../../src/claims/admin/import-claims.js';
import { verifyClaims } from '../../src/claims/admin/verify-claims.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { currentFormat } from '../../src/claims/format.js';
import { carriedRows } from '../../src/cli/claims/export-rows.js';
import { linesOf } from '../../src/cli/claims/read-lines.js';
import { Schedule } from '../world/schedule.js';
import { SimulatedStore } from '../world/simulated-store.js';
import { at, Broken, type Edge, type Json, numberIn, textIn } from './edge.js';
import { carriedSample, codeOf, soundClaims, soundRows } from './sound-rows.js';
import { bytesOf, raw } from './wire.js';

// An input: `lines` of the file, each as it is written, `end` between them, `pieces` of this number of bytes, and
// whether the store that it is imported into is `used`.

const claimSecret = 'a-secret-of-no-less-than-thirty-two-letters';
const otherSecret = 'another-secret-of-thirty-two-characters';
const keys = new ClaimKeys(claimSecret, (bytes) => Buffer.alloc(bytes, 7));
const otherKeys = new ClaimKeys(otherSecret, (bytes) => Buffer.alloc(bytes, 7));
const codes = [0, 1, 2, 3, 4].map(codeOf);

const claims = Object.entries(soundClaims(keys)).map(([hash, record]) => ({ kind: 'claim', hash, record }));
const rows = Object.entries(carriedSample(keys)).map(([key, value]) => ({ kind: 'row', key, value }));
const header = (format: number, secret = keys.check) => ({ kind: 'claimcheck-export', format, secret });
const all = [...claims, ...rows];

const seeds: readonly Json[] = [
	{ lines: [header(currentFormat), ...all, { kind: 'end', lines: all.length }] },
	{ lines: [header(2), ...claims.slice(3), { kind: 'end', lines: 1 }], end: '\r\n', pieces: 11, used: true },
	{
		lines: [raw('> claimcheck', 1), header(3), ...claims, { kind: 'end', lines: claims.length }],
		used: true,
	},
];

/** A file given to `claims import`, into an empty store or one that is in use. */
export function exportsEdge(): Edge {
	return {
		name: 'exports',
		inputsInTests: 60,
		covers: ['/src/claims/', '/src/cli/claims/'],
		words: [
			...codes,
			keys.check,
			otherKeys.check,
			...[
				'claim',
				'row',
				'end',
				'kind',
				'hash',
				'record',
				'key',
				'value',
				'lines',
				'settings:1',
				'meta:secret',
			],
			...['attempts:1', 'member:900000000000000011', 'claim:', 'recheck:1', 'deleted', 'claimcheck'],
			...['active', 'revoked', 'claimed', 'transferred', 'team', 'v', 'holders', 'history', 'sealed', 'undo'],
			header(4, otherKeys.check),
			{ kind: 'end', lines: 1 },
			...[1, 2, 3, 4, 5, 6, 8.64e15],
			raw('"', 1, 'a', 5_000_000, '"', 1),
		],
		seeds: () => seeds,
		async play(input) {
			const store = new SimulatedStore(new Schedule(0, 0));
			store.conditions = 'instant';
			const isUsed = at(input, 'used') === true;
			if (isUsed)
				for (const [key, value] of Object.entries(soundRows(keys, currentFormat))) store.put(key, value);
			const before = new Map(store.rows);
			const work = workOn(store);
			const outcome = await imported(work, fileOf(input), numberIn(at(input, 'pieces'), 1, 100_000, 65_536));
			keepsWhatWas(before, store.rows);
			await isWhole(work);
			if (outcome instanceof Error) return refused(outcome);
			await comesBack(work);
			return `taken: ${outcome.conflicts.length > 0 ? 'with conflicts' : outcome.added > 0 ? 'added' : 'the same'}`;
		},
	};
}

function workOn(store: SimulatedStore): AdminJob {
	const process = { isDead: false, step: () => {}, running: undefined, inFlight: new Set<string>() };
	return { store: store.lineFor(process), keys, onProgress: () => {} };
}

function fileOf(input: Json): Buffer {
	const lines = at(input, 'lines');
	const end = Buffer.from(textIn(at(input, 'end'), '\n').slice(0, 100));
	if (!Array.isArray(lines)) return bytesOf(lines ?? null);
	return Buffer.concat(lines.flatMap((line: Json) => [bytesOf(line), end]));
}

async function* inPieces(file: Buffer, size: number): AsyncGenerator<Uint8Array> {
	const step = Math.max(size, Math.ceil(file.length / 1_000));
	for (let from = 0; from < file.length; from += step) yield file.subarray(from, from + step);
}

/** The result of an import, or an error that the command line can explain. */
async function imported(work: AdminJob, file: Buffer, size: number): Promise<Imported | Error> {
	try {
		const tooLong = (line: number) => new ImportFileError(line, 'is too long for a line of an export');
		return await importClaims(work, carriedRows, linesOf(inPieces(file, size), tooLong));
	} catch (error) {
		if (error instanceof ImportFileError || error instanceof AppError) return error;
		throw error;
	}
}

/** Only a file that is wrong, or of another secret, is refused; the refusal says what to do and quotes nothing. */
function refused(error: Error): string {
	const isClear = /^Line \d+ [a-z ,:]+$/.test(error.message) || error instanceof StoreRefusedError;
	if (!isClear) throw new Broken(`a refusal that does not help (${error.name})`, error.message);
	for (const secret of [...codes, claimSecret, otherSecret]) {
		if (error.message.toLowerCase().includes(secret))
			throw new Broken('a secret is in a refusal', error.message);
	}
	return `refused: ${error.message.replace(/\d+/g, 'N')}`;
}

/** Nothing that was there is changed, but lists, which get longer. */
function keepsWhatWas(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
	for (const [key, row] of before) {
		const now = after.get(key);
		if (now === row) continue;
		const [old, longer] = [hashesIn(row), hashesIn(now)];
		const isList = /^(?:member|due):/.test(key);
		if (!isList || !old.every((hash) => longer.includes(hash)))
			throw new Broken('an import changes what was there', key);
	}
}

function hashesIn(row: string | undefined): readonly string[] {
	return (JSON.parse(row ?? 'null') as { value?: { hashes?: string[] } } | null)?.value?.hashes ?? [];
}

/** Whatever was added is in order, and all of it can be read: also what came before the line that was refused. */
async function isWhole(work: AdminJob): Promise<void> {
	const { problems } = await verifyClaims(work, false);
	const [first] = problems;
	if (first !== undefined) throw new Broken(`an import leaves a ${first.kind}`, first.key);
	const { damaged } = await exportClaims(work, carriedRows, async () => {});
	if (damaged.length > 0) throw new Broken('an import leaves a row that no export takes', damaged.join());
}

/** Exported claims imported into an empty store are the same again, and exist already in this one. */
async function comesBack(work: AdminJob): Promise<void> {
	const lines = await exported(work);
	const text = lines.join('\n');
	for (const secret of [...codes, claimSecret]) {
		if (text.includes(secret)) throw new Broken('a secret is in an export', secret);
	}
	const store = new SimulatedStore(new Schedule(0, 0));
	store.conditions = 'instant';
	const other = workOn(store);
	const first = await imported(other, Buffer.from(text), 65_536);
	if (first instanceof Error) throw new Broken('an export can not be imported', first.message);
	if (!isDeepStrictEqual(parsed(await exported(other)), parsed(lines)))
		throw new Broken('an import is not what was exported', '');
	const again = await imported(work, Buffer.from(text), 65_536);
	if (again instanceof Error || again.added > 0 || again.conflicts.length > 0) {
		throw new Broken('an import is not there already', JSON.stringify(again));
	}
}

/** Members have no order. */
function parsed(lines: readonly string[]): unknown[] {
	return lines.map((line) => JSON.parse(line));
}

async function exported(work: AdminJob): Promise<readonly string[]> {
	const lines: string[] = [];
	await exportClaims(work, carriedRows, async (line) => void lines.push(line));
	return lines;
}
