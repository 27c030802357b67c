import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/claims/claim.js';
import { RuleReaches } from '../../../src/services/setup/rule-reach.js';
import { claimOf, generate } from '../../roles/owed-claims.js';
import { floor } from '../../world/floor.js';

const early = { kind: 'date', key: '/10' } as const;

const noPauses = { now: () => 0, delay: async () => {} };

/** The claims of a store that counts how many were read. */
function storeOf(claims: Iterable<Claim>) {
	const read = { count: 0 };
	const scan = {
		async *all() {
			for (const claim of claims) {
				read.count += 1;
				yield claim;
			}
		},
	};
	return { reaches: new RuleReaches(floor({ claims: { scan }, clock: noPauses })), read };
}

describe('how many a rule reaches', () => {
	const claims = [
		claimOf('one', { purchasedAt: 5 }),
		claimOf('one', { hash: 'second' }),
		claimOf('two', { purchasedAt: 10 }),
		claimOf('undated'),
		claimOf('refunded', { purchasedAt: 5, status: 'revoked' }),
	];

	it('is counted by holders, of claims that count, and says for how many it isn’t known', async () => {
		const { reaches } = storeOf(claims);
		expect(await reaches.of(early)).toEqual({
			reached: 1,
			buyers: 3,
			undecided: 1,
			isComplete: true,
		});
	});

	it('reaches no gift by date', async () => {
		const { reaches } = storeOf([claimOf('gift', { isGiven: true })]);
		expect(await reaches.of(early)).toMatchObject({ reached: 0, buyers: 1, undecided: 0 });
	});

	it('reads a bounded number of claims, and says that there are more', async () => {
		function* many() {
			for (let at = 0; at < 50_000; at += 1) yield claimOf(`${at}`);
		}
		const { reaches, read } = storeOf(many());
		expect(await reaches.of(early)).toMatchObject({ buyers: 20_000, isComplete: false });
		expect(read.count).toBe(20_001);
	});

	it('is counted for all who wait by one scan, each for their own rule', async () => {
		const { reaches, read } = storeOf(claims);
		const first = reaches.of(early);
		await Promise.resolve();
		const kinds = ['/10', '/1'].map((key) => ({ kind: 'date', key }) as const);
		const presses = Array.from({ length: 60 }, (_, at) => reaches.of(kinds[at % 2] ?? early));
		const answers = await Promise.all(presses);
		expect(await first).toMatchObject({ reached: 1, buyers: 3 });
		expect(answers.slice(0, 3)).toMatchObject([
			{ reached: 1, buyers: 3 },
			{ reached: 0, buyers: 3 },
			{ reached: 1, buyers: 3 },
		]);
		expect(read.count).toBeLessThanOrEqual(2 * claims.length);
	});

	it('is counted after a pause of four times as long as the last scan took', async () => {
		let now = 0;
		const pauses: number[] = [];
		const clock = { now: () => now, delay: async (ms: number) => void pauses.push(ms) };
		const scan = {
			async *all() {
				now += 500;
				yield* generate(claims);
			},
		};
		const reaches = new RuleReaches(floor({ claims: { scan }, clock }));
		await reaches.of(early);
		await reaches.of(early);
		expect(pauses[0]).toBe(2_000);
	});
});
