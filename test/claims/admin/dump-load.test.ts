import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { StoreRefusedError } from '../../../src/base/errors.js';
import { dump } from '../../../src/claims/admin/dump.js';
import { ImportFileError, load } from '../../../src/claims/admin/load.js';
import { verifyClaims } from '../../../src/claims/admin/verify-claims.js';
import { ClaimKeys } from '../../../src/claims/claim-keys.js';
import { bringToFormat } from '../../../src/claims/format.js';
import { locked } from '../../../src/claims/moderation-changes.js';
import { rowKinds } from '../../../src/row-kinds.js';
import { memoryStore } from '../../../src/storage/memory-store.js';
import type { Store } from '../../../src/storage/store.js';
import { allBackEnds } from '../../storage/back-ends.js';
import { compareAndSet } from '../../storage/compare-and-set.js';
import { put } from '../../storage/put.js';
import { checkedStore } from '../../world/checked-store.js';
import { simulatedBackEnd } from '../../world/simulated-back-end.js';
import { type MemoryClaims, memoryClaims } from '../memory-claims.js';
import { codeNumber, guild, memberNumber, openClaims, samplePurchase } from '../sample-claims.js';
import { storeOfA3a65e2f } from '../store-of-a3a65e2f.js';
import { type AdminPlace, keys, makeAdminPlace, makeClaim, rowsOf } from './admin-place.js';

const backEnds = (await allBackEnds()).filter(({ missing }) => missing === undefined);

async function* each(lines: readonly string[]): AsyncGenerator<string> {
	yield* lines;
}

const row = (key: string, value: unknown): string => JSON.stringify({ kind: 'row', key, value });
const soundSettings = { v: 1, itemRoles: {}, categoryRoles: {}, licenceRoles: {} };

async function dumped({ work }: Pick<AdminPlace, 'work'>): Promise<string[]> {
	const lines: string[] = [];
	await dump(work, rowKinds, async (line) => {
		lines.push(line);
	});
	return lines;
}

it.each(backEnds.flatMap((from) => backEnds.filter((to) => to !== from).map((to) => ({ from, to }))))(
	'a dump from $from.name to $to.name keeps every claim, lock, reserved seat and history',
	async ({ from, to }) => {
		const [source, target] = await Promise.all([makeAdminPlace(from, 60), makeAdminPlace(to)]);
		const act = { by: memberNumber(90), guildId: guild, why: 'disputed' };
		await source.claims.moderated.change(keys.hash(codeNumber(1)), act, locked);
		await source.claims.own.forget(memberNumber(2));
		const lines = await dumped(source);
		expect(await load(target.work, rowKinds, each(lines))).toEqual({ added: 60, same: 0, conflicts: [] });
		expect(await rowsOf(target.store)).toEqual(await rowsOf(source.store));
		for (const { work } of [source, target]) expect((await verifyClaims(work)).problems).toEqual([]);
		await Promise.all([source.remove(), target.remove()]);
	},
);

describe('loading a dump', () => {
	let source: AdminPlace;
	let target: AdminPlace;

	beforeEach(async () => {
		source = await makeAdminPlace(simulatedBackEnd, 10);
		target = await makeAdminPlace(simulatedBackEnd);
	});

	it('never exposes a code or secret in the dump', async () => {
		const text = (await dumped(source)).join('\n');
		expect(text).not.toContain(codeNumber(3));
		expect(text).not.toContain(Buffer.from(codeNumber(3)).toString('base64url').slice(0, 40));
		expect(text).toContain(keys.hash(codeNumber(3)));
	});

	it('carries over the store’s other rows, except entries and notes that the target has itself', async () => {
		const settings = { v: 1, itemRoles: { 17: '300000000000000001' }, categoryRoles: {}, licenceRoles: {} };
		const sync = 'sync:200000000000000001:200000000000000002';
		const rows = {
			'settings:200000000000000001': settings,
			'attempts:guild:1': { v: 1, times: [1] },
			'meta:served': { v: 1, list: [guild] },
		};
		for (const [key, value] of Object.entries(rows)) await compareAndSet(source.store, key, undefined, value);
		await compareAndSet(source.store, 'meta:backup', undefined, { v: 1, at: 1 });
		await compareAndSet(source.store, sync, undefined, { v: 1, revision: 1 });
		await compareAndSet(target.store, sync, undefined, { v: 1, revision: 2 });
		const lines = await dumped(source);
		expect(lines.join('\n')).not.toMatch(/"(?:member:|due:|meta:(?!served))/);
		// A dump of an earlier version has such a line.
		for (const note of ['meta:backup', 'meta:clock']) {
			lines.splice(1, 0, row(note, { v: 1, at: 1 }));
			await compareAndSet(target.store, note, undefined, { v: 1, at: 2 });
		}
		const end = { kind: 'end', lines: lines.length - 2 };
		const { added, conflicts } = await load(target.work, rowKinds, each(lines.with(-1, JSON.stringify(end))));
		expect({ added, conflicts }).toEqual({ added: 13, conflicts: [{ key: sync }] });
		expect(await target.store.getMany([...Object.keys(rows), sync])).toEqual([
			...Object.values(rows),
			{ v: 1, revision: 2 },
		]);
	});

	it('lists conflicts and never overwrites a claim', async () => {
		await target.claims.claim(codeNumber(3), {
			userId: memberNumber(50),
			guildId: guild,
			purchase: samplePurchase(),
		});
		await makeClaim(target.claims, 4);
		await target.claims.present(codeNumber(4), memberNumber(4));
		const { conflicts, added } = await load(target.work, rowKinds, each(await dumped(source)));
		expect(added).toBe(8);
		expect(conflicts).toHaveLength(2);
		expect(conflicts).toContainEqual({
			key: `claim:${keys.hash(codeNumber(3))}`,
			holders: { inStore: [memberNumber(50)], inFile: [memberNumber(3)] },
		});
		const known = await target.claims.present(codeNumber(3), memberNumber(3));
		expect(known.kind).toBe('taken');
		expect((await verifyClaims(target.work)).problems).toEqual([]);
	});

	it('converts a dump of commit a3a65e2f while reading it, with its settings, panel and disputes', async () => {
		const text = readFileSync('test/fixtures/a3a65e2f/export.jsonl', 'utf8');
		const { claimSecret, ids, rows } = storeOfA3a65e2f;
		const store = checkedStore(memoryStore(new Map()));
		const claims = await openClaims(store, { claimSecret });
		const work = { store, keys: new ClaimKeys(claimSecret), onProgress: () => {} };
		const own = { home: ids.guild, listed: [ids.guild, ids.second] };
		const imported = await load(work, rowKinds, each(text.trimEnd().split('\n')), own);
		expect(imported).toEqual({ added: expect.any(Number), same: 0, conflicts: [] });
		const migrated = checkedStore(memoryStore(new Map(rows.map(({ key, value }) => [key, value]))));
		await bringToFormat(migrated);
		const kindsIn = async (from: Store): Promise<unknown[]> => {
			const found: unknown[] = [];
			for await (const pair of from.list('')) {
				if (/^(?:settings|policy|panel|dispute)/.test(pair.key))
					found.push([pair.key, !pair.corrupt && pair.value]);
			}
			return found.toSorted();
		};
		expect(await kindsIn(store)).toEqual(await kindsIn(migrated));
		// One claim was made after the export.
		expect(await verifyClaims(work)).toMatchObject({ claims: 34, problems: [] });
		expect(await claims.claimsOf(ids.people['seated'] ?? '')).toHaveLength(1);
	});

	it('refuses a dump made with another secret, and any while the secret is being changed', async () => {
		const lines = await dumped(source);
		const refusal = (work: AdminPlace['work']) =>
			load(work, rowKinds, each(lines)).catch((error: unknown) => error);
		const other = new ClaimKeys('another-secret-of-thirty-two-characters');
		// The secret of this database can't be replaced by the file's.
		expect(String(await refusal({ ...target.work, keys: other }))).toMatch(
			/Set that one.*into a new database/,
		);
		await put(target.store, 'meta:secret', { v: 1, check: keys.check, next: 'another' });
		expect(await refusal(target.work)).toBeInstanceOf(StoreRefusedError);
	});

	it.each([
		['nothing at all', () => [], 0],
		['another file', () => ['{"name":"claimcheck"}'], 1],
		['no JSON', () => ['hello'], 1],
		['a line cut off', (l: string[]) => l.with(2, `${l[2]?.slice(0, 40)} ${codeNumber(1)}`), 3],
		['a line of another kind', (lines: string[]) => lines.with(2, '{"kind":"member"}'), 3],
		['a row of our own kind', (l: string[]) => l.with(2, '{"kind":"row","key":"meta:secret","value":1}'), 3],
		['a note of the home server', (l: string[]) => l.with(2, row('meta:home', { home: '1' })), 3],
		['a row of an unknown kind', (l: string[]) => l.with(2, row('licences:200000000000000001', {})), 3],
		[
			'a member’s list',
			(l: string[]) => l.with(2, row('member:200000000000000001', { v: 1, hashes: [] })),
			3,
		],
		[
			'settings out of shape',
			(l: string[]) => l.with(2, row('settings:200000000000000001', { ...soundSettings, seats: { a: 1e9 } })),
			3,
		],
		['more after its end', (l: string[]) => [...l, row('settings:200000000000000001', soundSettings)], 13],
		['a row without a proper key', (l: string[]) => l.with(2, '{"kind":"row","key":"","value":1}'), 3],
		[
			'a line that was changed',
			(lines: string[]) => lines.with(2, lines[2]?.replace('v1.', 'v1.A') ?? ''),
			3,
		],
		['a line that is missing', (lines: string[]) => lines.toSpliced(2, 1), 11],
	])('attacks 46 and 47: reports the line at fault without quoting it: %s', async (_, change, line) => {
		const lines = change(await dumped(source));
		const error = await load(target.work, rowKinds, each(lines)).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(ImportFileError);
		expect((error as ImportFileError).line).toBe(line);
		expect(String(error)).not.toContain(codeNumber(1));
	});
});

describe('dumping a damaged store', () => {
	const settingsKey = 'settings:200000000000000001';
	const [alice, bob] = [memberNumber(1), memberNumber(2)];
	let place: MemoryClaims;
	let hash: string;
	beforeEach(async () => {
		place = await memoryClaims();
		hash = await place.claim(alice, 1);
	});
	const work = (store: Store) => ({ store, keys, onProgress: () => {} });

	it('reports malformed rows and leaves them out', async () => {
		await place.claim(bob, 2);
		const row = place.rows.get(`claim:${hash}`) as object;
		place.rows.set(`claim:${hash}`, { ...row, locked: 'no' });
		place.rows.set(settingsKey, { ...soundSettings, itemRoles: 'none' });
		place.rows.set('settings:200000000000000002', soundSettings);
		const lines: string[] = [];
		const result = await dump(work(place.store), rowKinds, async (line) => void lines.push(line));
		expect(result).toEqual({ claims: 1, rows: 2, damaged: [`claim:${hash}`, settingsKey] });
		expect(lines.join('\n')).not.toContain(hash);
		expect(lines.at(-1)).toBe('{"kind":"end","lines":3}');
	});

	it('gives a dump that can be read with empty lines in it', async () => {
		place.rows.set(settingsKey, soundSettings);
		await place.claim(bob, 2);
		const lines = (await dumped({ work: work(place.store) })).flatMap((line) => [line, ' \t']);
		const target = await memoryClaims();
		await target.claim(bob, 1);
		const imported = await load(work(target.store), rowKinds, each(lines));
		expect(imported).toMatchObject({ added: 2, same: 1, conflicts: [{ key: `claim:${hash}` }] });
		target.rows.set(`claim:${hash}`, place.rows.get(`claim:${hash}`));
		expect(await load(work(target.store), rowKinds, each(lines))).toEqual({
			...{ added: 0, same: 4, conflicts: [] },
		});
		const broken = lines.toSpliced(2, 0, '> node claims dump');
		const error = await load(work(target.store), rowKinds, each(broken)).catch((it) => it);
		expect(error).toBeInstanceOf(ImportFileError);
		expect(error).toMatchObject({ name: 'ImportFileError', line: 3 });
	});
});
