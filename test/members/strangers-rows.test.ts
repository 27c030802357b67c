import { expect, it } from 'vitest';
import { rowKinds } from '../../src/composition/stored-rows.js';
import { createPrivacy } from '../../src/purchases/privacy.js';
import { maxBoundedRows } from '../../src/storage/shared-passes.js';
import { guild, memberNumber } from '../claims/sample-claims.js';
import { memoryStore } from '../roles/memory-store.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { floor } from '../world/floor.js';

const me = memberNumber(0);
const at = Date.UTC(2026, 10, 23);
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const lettersOf = (n: number): string =>
	Array.from({ length: 6 }, (_, place) => letters[Math.floor(n / 20 ** (5 - place)) % 20]).join('');
const hash = '0'.repeat(64);

/** A store with a refusal, a lookup and a dispute of this many strangers, and behind them of a member. */
async function storeOf(strangers: number) {
	const rows = memoryStore();
	for (let n = 1; n <= strangers + 1; n += 1) {
		const userId = n > strangers ? me : memberNumber(n);
		const [v, guildId] = [1, guild];
		const dispute = { v, at, hash, claimantId: userId, guildId, note: '', state: 'open' };
		await compareAndSet(rows, `ref:${lettersOf(n)}`, undefined, { v, at, userId, guildId, why: 'taken' });
		const lookUp = { v, at, by: userId, guildId, hash, sealed: '' };
		await compareAndSet(rows, `looked-up:${n}`, undefined, lookUp);
		await compareAndSet(rows, `dispute:${lettersOf(n)}`, undefined, dispute);
	}
	const read = { rows: 0 };
	async function* list(prefix: string) {
		for await (const pair of rows.list(prefix)) {
			read.rows += 1;
			yield pair;
		}
	}
	return { store: { ...rows, list }, read };
}

async function ask(strangers: number, reach: 'whole' | 'bounded') {
	const { store, read } = await storeOf(strangers);
	const { dataOf } = createPrivacy(
		floor({
			claims: {
				claimsOf: async () => [],
				memberTag: () => hash,
				own: { forget: async () => ({ claims: [], isComplete: true }), naming: async () => [] },
			},
			limits: { times: async () => [] },
			store,
			kinds: rowKinds,
			cards: { wake: () => {} },
			clock: { now: () => at },
			report: { deleted: () => {} },
		}),
	);
	const { rows, isComplete } = await dataOf(me, reach);
	return { found: rows.flatMap((room) => room.rows).length, isComplete, read: read.rows };
}

it('what strangers have stored is read up to a bound by /privacy, which then says so', async () => {
	const all = { found: 3, isComplete: true };
	expect(await ask(10, 'bounded')).toEqual({ ...all, read: 3 * 11 });
	expect(await ask(1_000, 'bounded')).toEqual({ ...all, read: 3 * 1_001 });
	const bound = { found: 0, isComplete: false, read: 3 * (maxBoundedRows + 1) };
	expect(await ask(maxBoundedRows + 1, 'bounded')).toEqual(bound);
	expect(await ask(10_000, 'bounded')).toEqual(bound);
});

it('what strangers have stored hides nothing of a member in the file', async () => {
	expect(await ask(10_000, 'whole')).toMatchObject({ found: 3, isComplete: true });
});
