import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreRefusedError } from '../../src/base/errors.js';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import {
	bringToFormat,
	currentFormat,
	type Migration,
	migrations,
	type Upgrade,
} from '../../src/claims/format.js';
import type { Store, StoredPair } from '../../src/storage/store.js';
import { type TestPlace, usualBackEnds } from '../storage/back-ends.js';
import { placeForEach } from '../storage/place-for-each.js';
import format1 from './fixtures/format-1.json' with { type: 'json' };
import format2 from './fixtures/format-2.json' with { type: 'json' };
import format3 from './fixtures/format-3.json' with { type: 'json' };
import { claimSecret, codeNumber, guild, homeWith, memberNumber, samplePurchase } from './sample-claims.js';

const [sqlite] = await usualBackEnds();

describe('the format of a store', () => {
	let place: TestPlace;
	let store: Store;

	beforeEach(async () => {
		if (sqlite === undefined) throw new Error('There is no back end');
		place = await sqlite.makePlace();
		store = await place.open();
	});
	afterEach(async () => {
		await store.close();
		await place.remove();
	});

	it('is noted in a fresh store', async () => {
		await bringToFormat(store, { target: 3, steps: {} });
		expect(await store.get('meta:format')).toEqual({ format: 3 });
		await bringToFormat(store, { target: 3, steps: {} });
	});

	it('is brought up step by step', async () => {
		await bringToFormat(store, { target: 1, steps: {} });
		const ran: number[] = [];
		const step =
			(n: number): Migration =>
			async () => {
				ran.push(n);
			};
		await bringToFormat(store, { target: 3, steps: { 1: step(1), 2: step(2) } });
		await bringToFormat(store, { target: 3, steps: { 1: step(1), 2: step(2) } });
		expect(ran).toEqual([1, 2]);
		expect(await store.get('meta:format')).toEqual({ format: 3 });
	});

	it('repeats a step that was killed in the middle', async () => {
		await bringToFormat(store, { target: 1, steps: {} });
		let runs = 0;
		const step: Migration = async () => {
			runs += 1;
			if (runs === 1) throw new Error('killed here');
		};
		await expect(bringToFormat(store, { target: 2, steps: { 1: step } })).rejects.toThrow('killed here');
		expect(await store.get('meta:format')).toEqual({ format: 1 });
		await bringToFormat(store, { target: 2, steps: { 1: step } });
		expect(runs).toBe(2);
	});

	it('is announced once before it changes, and stays where that fails', async () => {
		await bringToFormat(store, { target: 1, steps: {} });
		const steps = { 1: async () => {}, 2: async () => {} };
		const beforeUpgrade = () => Promise.reject(new Error('no room'));
		await expect(bringToFormat(store, { target: 3, steps, beforeUpgrade })).rejects.toThrow('no room');
		expect(await store.get('meta:format')).toEqual({ format: 1 });
		const announced: Upgrade[] = [];
		const noted = async (upgrade: Upgrade): Promise<void> => void announced.push(upgrade);
		await bringToFormat(store, { target: 3, steps, beforeUpgrade: noted });
		await bringToFormat(store, { target: 3, steps, beforeUpgrade: noted });
		expect(announced).toEqual([{ from: 1, to: 3 }]);
	});

	it('is announced before the claims of an older store are opened', async () => {
		await bringToFormat(store, { target: 1, steps: {} });
		const announced: Upgrade[] = [];
		const options = { store, claimSecret, clock: { now: () => 0 }, report: { damaged: () => {} } };
		await openClaimStore({ ...options, beforeUpgrade: async (upgrade) => void announced.push(upgrade) });
		expect(announced).toEqual([{ from: 1, to: currentFormat }]);
	});

	it('of a newer version is refused', async () => {
		await bringToFormat(store, { target: 3, steps: {} });
		await expect(bringToFormat(store, { target: 2, steps: {} })).rejects.toThrow(StoreRefusedError);
		expect(await store.get('meta:format')).toEqual({ format: 3 });
	});

	it('that cannot be read is refused', async () => {
		await store.compareAndSet('meta:format', undefined, { format: 'one' });
		await expect(bringToFormat(store)).rejects.toThrow(StoreRefusedError);
	});
});

for (const backEnd of await usualBackEnds()) {
	describe.skipIf(backEnd.missing !== undefined).each([
		['1', format1],
		['2', format2],
		['3', format3],
	])(`a store of format %s on ${backEnd.name}`, (_, rows: readonly StoredPair[]) => {
		const at = placeForEach(backEnd);
		let place: TestPlace;
		let store: Store;

		const open = () =>
			openClaimStore({
				store,
				claimSecret,
				home: homeWith(),
				clock: { now: () => 0 },
				report: { damaged: (key) => expect.unreachable(key) },
			});

		beforeEach(async () => {
			place = at();
			store = await place.open();
			for (const row of rows) if (!row.corrupt) await store.compareAndSet(row.key, undefined, row.value);
		});
		afterEach(() => store.close());

		it('is brought up to date on start: its claims are found by the day on which their support ends', async () => {
			const claims = await open();
			const found: unknown[] = [];
			for await (const claim of claims.scan.withSupportEnding(Date.UTC(2026, 0), Date.UTC(2028, 0))) {
				found.push([claim.holderId, claim.status, claim.supportedUntil]);
			}
			expect(found.toSorted()).toEqual([
				[memberNumber(1), 'active', Date.UTC(2026, 8, 1, 12)],
				[memberNumber(2), 'revoked', Date.UTC(2026, 8, 2)],
				[memberNumber(3), 'active', Date.UTC(2027, 8, 1)],
			]);
			expect(await store.get('meta:format')).toEqual({ format: currentFormat });
		});

		it('keeps every claim through that', async () => {
			const claims = await open();
			const known = await Promise.all(
				[1, 2, 3, 4].map((n) =>
					claims.present(codeNumber(n), { userId: memberNumber([1, 1, 2, 3][n - 1] ?? 0), guildId: guild }),
				),
			);
			expect(known.map(({ kind }) => kind)).toEqual([
				'already-yours',
				'already-yours',
				'revoked-yours',
				'already-yours',
			]);
			expect(await claims.claimsOf(memberNumber(1))).toHaveLength(2);
		});

		it('is brought up to date by two concurrent processes, and again, to the same', async () => {
			const second = await place.open();
			await Promise.all([bringToFormat(store), bringToFormat(second)]);
			const dayLists = async () => {
				const pairs: StoredPair[] = [];
				for await (const pair of store.list('due:')) pairs.push(pair);
				return pairs.toSorted((a, b) => a.key.localeCompare(b.key));
			};
			const once = await dayLists();
			await migrations[1]?.(store);
			expect(await dayLists()).toEqual(once);
			// In format 2 also an entry of an earlier end of support.
			expect(once.length).toBeGreaterThanOrEqual(3);
			await second.close();
		});
	});

	describe.skipIf(backEnd.missing !== undefined)(`a store of format 2 on ${backEnd.name}`, () => {
		let place: TestPlace;
		let store: Store;
		let corrupt: string[];

		const open = () =>
			openClaimStore({
				store,
				claimSecret,
				home: homeWith(),
				clock: { now: () => 2_000 },
				report: { damaged: (key) => corrupt.push(key) },
			});
		const versions = async (): Promise<unknown[]> => {
			const found: unknown[] = [];
			for await (const pair of store.list('claim:')) {
				found.push('value' in pair && (pair.value as { v: number }).v);
			}
			return found.toSorted();
		};

		beforeEach(async () => {
			corrupt = [];
			place = await backEnd.makePlace();
			store = await place.open();
			for (const { key, value } of format2) await store.compareAndSet(key, undefined, value);
		});
		afterEach(async () => {
			await store.close();
			await place.remove();
		});

		it('is marked on start, so that the version before refuses it, and its claims are read as they are', async () => {
			const claims = await open();
			expect(await store.get('meta:format')).toEqual({ format: currentFormat });
			const known = await Promise.all(
				[1, 2, 3, 4].map((n) =>
					claims.present(codeNumber(n), { userId: memberNumber([1, 1, 2, 3][n - 1] ?? 0), guildId: guild }),
				),
			);
			expect(known.map(({ kind }) => kind)).toEqual([
				'already-yours',
				'already-yours',
				'revoked-yours',
				'already-yours',
			]);
			expect(await versions()).toEqual([1, 1, 1, 1]);
			const stranger = { userId: memberNumber(9), guildId: guild, purchase: samplePurchase() };
			expect((await claims.claim(codeNumber(1), stranger)).kind).toBe('taken');
			expect(corrupt).toEqual([]);
		});

		it('gives a claim the new form when it next changes, with all that it had', async () => {
			const claims = await open();
			const [before] = await claims.claimsOf(memberNumber(3));
			const history = await claims.historyOf(before?.hash ?? '');
			await claims.moderated.lock(before?.hash ?? '', {
				by: memberNumber(8),
				guildId: guild,
				why: 'disputed',
			});
			expect(await versions()).toEqual([1, 1, 1, 2]);
			expect(await claims.claimsOf(memberNumber(3))).toEqual([{ ...before, locked: true }]);
			expect((await claims.historyOf(before?.hash ?? ''))?.slice(0, -1)).toEqual(history);
		});
	});

	describe.skipIf(backEnd.missing !== undefined)(`a store of format 3 on ${backEnd.name}`, () => {
		const at = placeForEach(backEnd);
		let store: Store;

		const open = () =>
			openClaimStore({
				store,
				claimSecret,
				home: homeWith(),
				clock: { now: () => 2_000 },
				report: { damaged: (key) => expect.unreachable(key) },
			});
		const present = async (claims: ClaimStore, n: number, member: number): Promise<string> =>
			(await claims.present(codeNumber(n), { userId: memberNumber(member), guildId: guild })).kind;

		beforeEach(async () => {
			store = await at().open();
			for (const { key, value } of format3) await store.compareAndSet(key, undefined, value);
		});
		afterEach(() => store.close());

		it('keeps kept seats, locks and what can be undone; what another server locked is home’s to unlock', async () => {
			const claims = await open();
			expect(await store.get('meta:format')).toEqual({ format: currentFormat });
			expect([await present(claims, 5, 8), await present(claims, 5, 4)]).toEqual(['taken', 'unclaimed']);
			const act = { by: memberNumber(9), guildId: guild, why: '' };
			const moved = await claims.moderated.byCode(codeNumber(6), guild);
			expect(moved).toMatchObject({ claims: [{ holderId: memberNumber(6) }], revision: 3 });
			expect(await claims.moderated.undo(moved?.hash ?? '', 3, act)).toMatchObject({ kind: 'done' });
			expect(await present(claims, 6, 5)).toBe('already-yours');
			const locked = await claims.moderated.byCode(codeNumber(7), guild);
			expect(await claims.moderated.undo(locked?.hash ?? '', 3, act)).toEqual({ kind: 'changed-since' });
			expect(await claims.moderated.unlock(locked?.hash ?? '', act)).toMatchObject({ kind: 'done' });
		});
	});
}
