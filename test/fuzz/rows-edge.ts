import { AppError } from '../../src/base/errors.js';
import { currentFormat, formatKey, formerFormats } from '../../src/claims/format.js';
import { rowsOfFormat8 } from '../../src/claims/migration.js';
import { policyKind } from '../../src/claims/policy.js';
import { type ClaimRecord, recordIn } from '../../src/claims/record.js';
import { claimPrefix } from '../claim-row.js';
import { storeOfA3a65e2f } from '../claims/store-of-a3a65e2f.js';
import { simulate } from '../simulation/simulate.js';
import { SimulatedWorld } from '../simulation/simulated-world.js';
import { Life } from '../world/life.js';
import { codeOf, homeId, minuteMs, roles, userIds } from '../world/servers.js';
import { at, Broken, type Edge, type Json, membersOf } from './edge.js';
import { bytesOf, raw } from './wire.js';

// An input: `rows`, the rows in the store when the bot starts, by key.

/** A simulation with this seed leaves disputes, notices and announcements. */
const { world: played } = await simulate({ seed: 52 });
const { keys } = played;
const codes = [0, 1, 2, 3, 4].map(codeOf);
const today = Object.fromEntries(played.store.values()) as Readonly<Record<string, Json>>;
const claims = Object.entries(today).filter(([key]) => key.startsWith(claimPrefix));
/** The first rows of each kind from the previous version, with claims of this store: the start converts it. */
const former: Readonly<Record<string, Json>> = {
	...Object.fromEntries(claims),
	...Object.fromEntries(
		storeOfA3a65e2f.rows
			.filter(
				({ key }, index, { [index - 3]: before }) =>
					kindOf(key) === 'meta' || kindOf(before?.key) !== kindOf(key),
			)
			.map(({ key, value }) => [key, value as Json]),
	),
	'meta:secret': today['meta:secret'] ?? null,
};
/** Later than every time in these stores. */
const startsAt = Date.UTC(2026, 11, 1);

function kindOf(key = ''): string {
	return key.split(':')[0] ?? '';
}

/** A store in any state: the bot's whole core starts on it, handles requests, and runs for hours. */
export function rowsEdge(): Edge {
	return {
		name: 'rows',
		inputsInTests: 12,
		words: [
			...claims.map(([key]) => key.slice(claimPrefix.length)),
			...userIds,
			...Object.keys({ ...today, ...former }),
			...Object.values(roles),
			...['v', 'value', 'holders', 'history', 'reserved', 'locked', 'revokedBy', 'undo', 'sealed', 'secret'],
			...['active', 'revoked', 'open', 'moved', 'waiting', 'sent', 'deleted', 'claimed', 'team', 'format'],
			'next',
			...[1, 2, 3, 5, 6, 8.64e15, -8.64e15],
			raw('', 1),
		],
		seeds: () => [{ rows: former }, { rows: today }, { rows: {} }],
		async play(input) {
			const lines: string[] = [];
			const world = new SimulatedWorld({ seed: 1 }, (line) => lines.push(line));
			const damaged = new Set<string>();
			world.onDamaged = (key) => void damaged.add(key);
			const before = fill(world, input);
			const crashes: unknown[] = [];
			const onCrash = (error: unknown): void => void crashes.push(error);
			process.on('unhandledRejection', onCrash);
			try {
				const started = await live(world);
				for (const crash of crashes) throw crash;
				saysNothingWrong(lines);
				return judgeRows(before, world.store.rows, damaged, started);
			} finally {
				process.off('unhandledRejection', onCrash);
			}
		},
	};
}

function fill(world: SimulatedWorld, input: Json): ReadonlyMap<string, string> {
	const { store, discord, shop, schedule } = world;
	schedule.jump(startsAt - schedule.time);
	[store.conditions, discord.conditions, shop.conditions] = ['instant', 'instant', 'instant'];
	store.watch = undefined;
	for (const key of [...store.rows.keys()]) store.rows.delete(key);
	for (const [key, node] of membersOf(at(input, 'rows'))) {
		if (!/^[\x21-\x7e]{1,200}$/.test(key)) continue;
		const text = `{"value":${bytesOf(node).toString()}}`;
		if (canBeWritten(text)) store.damage(key, text);
	}
	return new Map(store.rows);
}

/** All writers of rows write as the bot does, so a row nested too deeply to be written can't exist. */
function canBeWritten(text: string): boolean {
	try {
		JSON.stringify(JSON.parse(text));
		return true;
	} catch (error) {
		return !(error instanceof RangeError);
	}
}

/** The reason why the bot did not start, or undefined if it did. */
async function live(world: SimulatedWorld): Promise<AppError | undefined> {
	const { schedule } = world;
	const life = new Life(world, 'the bot');
	let failure: unknown;
	const starting = life.start().catch((error: unknown) => {
		failure = error;
	});
	await schedule.run(schedule.time + minuteMs);
	await starting;
	if (failure !== undefined && !(failure instanceof AppError)) throw failure;
	if (failure === undefined) {
		const asked = askAll(life).catch((error: unknown) => {
			failure = error;
		});
		await schedule.run(schedule.time + 5 * minuteMs);
		await asked;
		if (failure !== undefined) throw failure;
		await schedule.run(schedule.time + 75 * minuteMs);
	}
	life.die('over');
	return failure;
}

/** Asks about each code as its holder and as another member, and about every member's list. Rejects with a crash. */
async function askAll(life: Life): Promise<void> {
	const { commands } = life.services ?? {};
	if (commands === undefined) throw new Broken('a bot that has started has no services', '');
	const asks = codes.flatMap((input, index) =>
		[index, index + 1].map((turn) => {
			const userId = userIds[turn % userIds.length] ?? '';
			return commands.verification.verify({ guildId: homeId, userId, input, heldRoles: { roles: [] } });
		}),
	);
	const lists = userIds.map((userId) => commands.purchases.purchasesOf({ guildId: homeId, userId }, []));
	for (const settled of await Promise.allSettled([...asks, ...lists])) {
		// For other errors, the dispatcher shows the person a reference.
		if (settled.status === 'rejected' && !(settled.reason instanceof AppError)) throw settled.reason;
	}
}

/** A round that fails logs the error and continues. It must not fail because of a bug in the program. */
function saysNothingWrong(lines: readonly string[]): void {
	for (const line of lines.filter((it) => it.includes('    log'))) {
		const [error] = /\b(?:TypeError|RangeError|SyntaxError|ReferenceError|ZodError)\b/.exec(line) ?? [];
		if (error !== undefined) throw new Broken(`a round stumbles over a row (${error})`, line);
		if (codes.some((code) => line.includes(code))) throw new Broken('a code is in the log', line);
	}
}

// Rules for a store after a bot has run on it, whatever it contained before.

type Rows = ReadonlyMap<string, string>;

/**
 * The class of the outcome. Throws Broken.
 * @param damaged the keys that were reported
 * @param started the reason why the bot did not start, or undefined if it did
 */
function judgeRows(before: Rows, after: Rows, damaged: ReadonlySet<string>, started?: AppError): string {
	if (started !== undefined && areNotesSound(before)) {
		throw new Broken(`a bot does not start over a row of no concern (${started.name})`, started.message);
	}
	let unreadable = 0;
	// Settings of an earlier format are converted.
	const isToday = before.get(formatKey) === rowOf({ format: currentFormat });
	for (const [key, row] of before) {
		if (key.startsWith('claim:')) {
			const record = readClaim(key, row);
			if (record !== 'damaged') keepsClaim(key, record, after);
			else {
				unreadable += 1;
				staysAsItIs(key, row, after);
				if (started === undefined && !damaged.has(key))
					throw new Broken('a damaged claim is told to nobody', row);
			}
		} else if (key.startsWith('settings:') && (isToday || typeof valueIn(row) !== 'object'))
			staysAsItIs(key, row, after);
	}
	if (started !== undefined) return `refused: ${started.code}`;
	return `taken: ${unreadable > 0 ? 'with damaged claims' : damaged.size > 0 ? 'with other damaged rows' : 'whole'}`;
}

/** The store's own notes, without which nothing may be done. */
function areNotesSound(rows: Rows): boolean {
	const formats = [...formerFormats, currentFormat].map((format) => rowOf({ format }));
	const secret = rowOf({ v: 1, check: keys.check });
	return formats.includes(rows.get(formatKey) ?? '') && rows.get('meta:secret') === secret;
}

const rowOf = (value: unknown): string => JSON.stringify({ value });

function staysAsItIs(key: string, row: string, after: Rows): void {
	if (after.get(key) !== row)
		throw new Broken(`a ${key.split(':')[0]} row that can't be read is changed`, row);
}

/** A readable claim still exists with its holders, and new holders took only free seats. */
function keepsClaim(key: string, { holders, reserved, locked, revokedBy }: ClaimRecord, after: Rows): void {
	const now = readClaim(key, after.get(key));
	if (now === 'damaged') throw new Broken('a claim is lost', key);
	const had = holders.map(({ userId }) => userId);
	const has = now.holders.map(({ userId }) => userId);
	if (had.some((userId) => !has.includes(userId))) throw new Broken('a holder is lost', key);
	if (has.length <= had.length) return;
	const chosen = policyKind.schema.safeParse(valueIn(after.get('policy'))).data;
	const seats = chosen?.seats?.[now.licenseType] ?? 1;
	if (locked || revokedBy !== undefined || has.length > seats)
		throw new Broken('a claim is given twice', `${has.length} on ${seats}`);
	if (reserved.some(({ until }) => until === undefined) && reserved.length + had.length > seats) {
		throw new Broken('a kept seat is given away', key);
	}
}

function readClaim(key: string, row: string | undefined): ClaimRecord | 'damaged' {
	const value = valueIn(row);
	return value === undefined
		? 'damaged'
		: (recordIn(rowsOfFormat8({ key, value }, { home: undefined, listed: undefined })[0] ?? { key, value }) ??
				'damaged');
}

function valueIn(row: string | undefined): unknown {
	try {
		return (JSON.parse(row ?? '') as { value?: unknown } | null)?.value;
	} catch {
		return undefined;
	}
}
