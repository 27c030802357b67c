import { describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import { hashesIn, indexClaims, listsOf, removeHashes } from '../../src/claims/claim-indexes.js';
import { ofFormat8 } from '../../src/claims/migration-8.js';
import { type ClaimEvent, recordIn } from '../../src/claims/record.js';
import { bucketKey } from '../../src/claims/store-keys.js';
import { memoryStore } from '../world/memory-store.js';
import { memberNumber } from './sample-claims.js';

const hash = 'a'.repeat(64);
const record = {
	...{ v: 1, holderId: memberNumber(1), status: 'active', licenseType: 'Regular' },
	...{
		item: { id: 1, name: 'Aurora', category: 'Themes' },
		claimedAt: 1,
		secret: '',
		sealed: '',
		history: [],
	},
};

/** A store of these rows that fails on each write. */
const readOnly = (rows: Map<string, unknown>) => ({
	...memoryStore(rows),
	compareAndSet: () => Promise.reject(new Error('written')),
});

describe('the lists of a claim', () => {
	it('are those of members, not of whatever else a line of its history names', () => {
		const [holder, former] = [memberNumber(1), memberNumber(2)];
		const by = (name: string) => ({ at: 1, what: 'claimed', by: name }) as const;
		const numbers = [`x${memberNumber(3)}`, `${memberNumber(3)}x`];
		const history = [...numbers, former, 'deleted', 'ünknown', 'x'.repeat(300)].map(by);
		expect(listsOf(hash, { holders: [{ userId: holder }], history })).toEqual([
			`member:${holder}`,
			`member:${former}`,
		]);
	});

	const [member, staff] = [memberNumber(1), memberNumber(9)];
	it.each<[string, Omit<ClaimEvent, 'at'>, string[]]>([
		['who verified it', { what: 'claimed', by: member }, [member]],
		['who unlinked it', { what: 'unlinked', by: member }, [member]],
		['whom staff took it from', { what: 'released', by: staff, member }, [member]],
		['whom staff gave it to', { what: 'transferred', by: staff, member: 'deleted', to: member }, [member]],
		['not of staff', { what: 'locked', by: staff }, []],
	])('are those of former holders: %s', (_, event, members) => {
		const lists = listsOf(hash, { holders: [], history: [{ at: 1, ...event }] });
		expect(lists).toEqual(members.map((id) => `member:${id}`));
	});

	it('are those of the day too, where its support ends on one', () => {
		const lists = listsOf(hash, { holders: [], supportedUntil: 5 });
		expect(lists).toEqual([bucketKey(5, hash)]);
	});
});

describe('writing a claim into its lists', () => {
	const claims = [[hash, { holders: [{ userId: memberNumber(1) }, { userId: memberNumber(2) }] }]] as const;
	const first = `member:${memberNumber(1)}`;

	it('is an error where one is damaged', async () => {
		const rows = new Map<string, unknown>([[first, 'damaged']]);
		await expect(indexClaims(memoryStore(rows), claims)).rejects.toThrow(StoreCorruptError);
	});

	it('writes nothing if they name it already', async () => {
		const rows = new Map<string, unknown>();
		await indexClaims(memoryStore(rows), claims);
		await indexClaims(readOnly(rows), claims);
	});

	it('is an error where the store doesn’t answer', async () => {
		const down = new StoreUnavailableError('down');
		const store = { ...memoryStore(new Map()), get: () => Promise.reject(down) };
		await expect(indexClaims(store, claims)).rejects.toThrow(down);
	});
});

describe('a list', () => {
	it('is not written if it has none of the claims that are removed from it', async () => {
		const rows = new Map([['member:1', { v: 1, hashes: [hash] }]]);
		await removeHashes(readOnly(rows), 'member:1', new Set(['b'.repeat(64)]));
		await removeHashes(readOnly(rows), 'member:2', new Set([hash]));
	});

	it('is damaged where an entry can be no key', () => {
		const read = (entry: unknown) => hashesIn({ key: 'member:1', value: { v: 1, hashes: [hash, entry] } });
		expect(read('b'.repeat(64))).toHaveLength(2);
		for (const entry of ['', 'é', 'x'.repeat(300), 5]) expect(read(entry)).toBe('damaged');
	});
});

describe('a claim of the first format', () => {
	it('is damaged where its support ends on no day', () => {
		const read = (supportedUntil: number) =>
			recordIn(ofFormat8({ key: `claim:${hash}`, value: { ...record, supportedUntil } }));
		expect(read(8.64e15)).toMatchObject({ v: 2 });
		expect(read(8.64e15 + 1)).toBe('damaged');
	});
});
