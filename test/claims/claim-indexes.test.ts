import { describe, expect, it } from 'vitest';
import { entriesOf, putClaim, putFirstEntries, removeClaim } from '../../src/claims/claim-indexes.js';
import type { ClaimEvent, ClaimRecord } from '../../src/claims/record.js';
import { memoryStore } from '../../src/storage/memory-store.js';
import { memberNumber } from './sample-claims.js';

const hash = 'a'.repeat(64);
const facts = {
	...{
		status: 'active' as const,
		licenseType: 'Regular',
		item: { id: 1, name: 'Aurora', category: 'Themes' },
	},
	...{ secret: '', sealed: '' },
};
const claimOf = (members: readonly string[], supportedUntil?: number): ClaimRecord => ({
	...{ v: 2, revision: 1, reserved: [], locked: false, history: [], ...facts },
	holders: members.map((userId) => ({ userId, claimedAt: 1 })),
	...(supportedUntil !== undefined && { supportedUntil }),
});

describe('the index entries of a claim', () => {
	it('exist for members, but for no other id that its history names', () => {
		const [holder, former] = [memberNumber(1), memberNumber(2)];
		const by = (name: string) => ({ at: 1, what: 'claimed', by: name }) as const;
		const numbers = [`x${memberNumber(3)}`, `${memberNumber(3)}x`];
		const history = [...numbers, former, 'deleted', 'ünknown', 'x'.repeat(300)].map(by);
		expect(entriesOf(hash, { holders: [{ userId: holder }], history })).toEqual([
			`member:${holder}:${hash}`,
			`member:${former}:${hash}`,
		]);
	});

	const [member, staff] = [memberNumber(1), memberNumber(9)];
	it.each<[string, Omit<ClaimEvent, 'at'>, string[]]>([
		['who verified it', { what: 'claimed', by: member }, [member]],
		['who unlinked it', { what: 'unlinked', by: member }, [member]],
		['whom staff took it from', { what: 'released', by: staff, member }, [member]],
		['whom staff gave it to', { what: 'transferred', by: staff, member: 'deleted', to: member }, [member]],
		['not of staff', { what: 'locked', by: staff }, []],
	])('exist for former holders: %s', (_, event, members) => {
		const entries = entriesOf(hash, { holders: [], history: [{ at: 1, ...event }] });
		expect(entries).toEqual(members.map((id) => `member:${id}:${hash}`));
	});

	it('exist for members to whom an undo would give it back', () => {
		const undo = { before: { holders: [{ userId: member }] } };
		expect(entriesOf(hash, { holders: [], undo })).toEqual([`member:${member}:${hash}`]);
	});

	it('always match the claim as it was written', async () => {
		const rows = new Map<string, unknown>();
		const store = memoryStore(rows);
		const keysOf = (claim: ClaimRecord) => [`claim:${hash}`, ...entriesOf(hash, claim)].toSorted();
		let before: ClaimRecord | undefined;
		for (const [members, end] of [[[1]], [[1, 2], 5], [[2], 9e10], [[], undefined]] as const) {
			const next = claimOf(members.map(memberNumber), end);
			const known = before;
			await store.transact(async (tx) => putClaim(tx, hash, known, next));
			before = next;
			expect([...rows.keys()].toSorted()).toEqual(keysOf(next));
		}
	});

	it('are split into several transactions if a claim names hundreds of members', async () => {
		const rows = new Map<string, unknown>();
		const store = memoryStore(rows);
		const many = claimOf(Array.from({ length: 250 }, (_, n) => memberNumber(n)));
		await putFirstEntries(store, entriesOf(hash, many));
		await store.transact(async (tx) => putClaim(tx, hash, undefined, many));
		expect(rows.size).toBe(251);
		await removeClaim(store, hash, many);
		expect(rows.size).toBe(0);
	});
});
