import { beforeEach, describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../../src/base/errors.js';
import { dump } from '../../../src/claims/admin/dump.js';
import { ImportFileError, load } from '../../../src/claims/admin/load.js';
import { rotateSecret } from '../../../src/claims/admin/rotate-secret.js';
import { ClaimKeys } from '../../../src/claims/claim-keys.js';
import { rowKinds } from '../../../src/row-kinds.js';
import type { Store } from '../../../src/storage/store.js';
import { onCommit } from '../../storage/on-commit.js';
import { type MemoryClaims, memoryClaims } from '../memory-claims.js';
import { codeNumber, memberNumber } from '../sample-claims.js';
import { keys } from './admin-place.js';

// An administrator's job in a store that is damaged, or that changes meanwhile.

const [alice, bob] = [1, 2].map(memberNumber) as [string, string];
const nextKeys = new ClaimKeys('the-next-secret-of-thirty-two-characters');
const settings = { v: 1, itemRoles: {}, categoryRoles: {}, licenceRoles: {} };
const settingsKey = 'settings:200000000000000001';

let place: MemoryClaims;
let hash: string;
const onProgress = () => {};

beforeEach(async () => {
	place = await memoryClaims();
	hash = await place.claim(alice, 1);
});

const work = (store: Store = place.store) => ({ store, keys, onProgress });
const rotate = (store: Store = place.store) =>
	rotateSecret({
		store,
		from: keys,
		to: nextKeys,
		onProgress,
		mentions: ['ref:'],
	});
/** The claim's row with what is changed in it. */
const change = (more: object) =>
	place.rows.set(`claim:${hash}`, { ...(place.rows.get(`claim:${hash}`) as object), ...more });
const sealedOther = () => keys.seal(keys.hash(codeNumber(2)), codeNumber(2));

describe('changing the secret', () => {
	it('passes over a row that is damaged while it is changed, and fails if the store does', async () => {
		place.rows.set('ref:1', { hash });
		const failing = (error: Error): Store =>
			onCommit(place.store, {
				before(written) {
					if (written.has('ref:1')) throw error;
				},
			});
		const down = new StoreUnavailableError('down');
		await expect(rotate(failing(down))).rejects.toThrow(down);
		expect(place.rows.get('meta:secret')).toMatchObject({ next: nextKeys.check });
		await rotate(failing(new StoreCorruptError('damaged')));
		expect(place.rows.get('meta:secret')).toEqual({ v: 1, check: nextKeys.check });
	});

	it.each([
		['whose copy is of another code', () => change({ sealed: sealedOther() })],
		['of the wrong shape', () => change({ locked: 'no' })],
	])('doesn’t begin with a claim %s', async (_, damage) => {
		damage();
		const before = new Map(place.rows);
		await expect(rotate()).rejects.toThrow(StoreCorruptError);
		expect(place.rows).toEqual(before);
	});

	it('goes on where it was killed, and never where the code has other holders by now', async () => {
		const newHash = nextKeys.hash(codeNumber(1));
		const sealed = nextKeys.seal(newHash, codeNumber(1));
		const row = place.rows.get(`claim:${hash}`) as { holders: object[] };
		const moved = { ...row, secret: nextKeys.check, sealed };
		const holders = [{ ...row.holders[0], userId: bob }];
		const begun = new Map(place.rows);
		place.rows.set(`claim:${newHash}`, { ...moved, holders });
		await expect(rotate()).rejects.toThrow(StoreCorruptError);
		place.rows.clear();
		for (const [key, value] of [...begun, [`claim:${newHash}`, moved] as const]) place.rows.set(key, value);
		expect(await rotate()).toBe(1);
		expect(place.rows.has(`claim:${hash}`)).toBe(false);
	});
});

describe('a dump', () => {
	async function exported(store = place.store) {
		const lines: string[] = [];
		const result = await dump(work(store), rowKinds, async (line) => void lines.push(line));
		return { lines, result };
	}

	it('names what has the wrong shape, and leaves it out', async () => {
		await place.claim(bob, 2);
		change({ locked: 'no' });
		place.rows.set(settingsKey, { ...settings, itemRoles: 'none' });
		place.rows.set('settings:200000000000000002', settings);
		const { lines, result } = await exported();
		expect(result).toEqual({ claims: 1, rows: 2, damaged: [`claim:${hash}`, settingsKey] });
		expect(lines.join('\n')).not.toContain(hash);
		expect(lines.at(-1)).toBe('{"kind":"end","lines":3}');
	});

	it('is read with empty lines', async () => {
		place.rows.set(settingsKey, settings);
		await place.claim(bob, 2);
		const lines = (await exported()).lines.flatMap((line) => [line, ' \t']);
		const target = await memoryClaims();
		await target.claim(bob, 1);
		const read = async function* (all: readonly string[]) {
			yield* all;
		};
		const imported = await load(work(target.store), rowKinds, read(lines));
		expect(imported).toMatchObject({ added: 2, same: 1, conflicts: [{ key: `claim:${hash}` }] });
		target.rows.set(`claim:${hash}`, place.rows.get(`claim:${hash}`));
		expect(await load(work(target.store), rowKinds, read(lines))).toEqual({
			...{ added: 0, same: 4, conflicts: [] },
		});
		const broken = lines.toSpliced(2, 0, '> node claims dump');
		const error = await load(work(target.store), rowKinds, read(broken)).catch((it) => it);
		expect(error).toBeInstanceOf(ImportFileError);
		expect(error).toMatchObject({ name: 'ImportFileError', line: 3 });
	});
});
