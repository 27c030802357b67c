import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/claims/claim.js';
import { RuleReaches } from '../../src/guilds/rule-reach.js';
import { claimOf, generate } from '../roles/owed-claims.js';

const photo = { kind: 'tag', key: 'photo' } as const;
const item = (changes: Partial<Claim['item']> = {}) => ({ id: 1, name: '', category: '', ...changes });

/** The claims of a store that counts how many were read. */
function storeOf(claims: Iterable<Claim>) {
	const read = { count: 0 };
	const reaches = new RuleReaches({
		async *all() {
			for (const claim of claims) {
				read.count += 1;
				yield claim;
			}
		},
	});
	return { reaches, read };
}

describe('how many a rule reaches', () => {
	const claims = [
		claimOf('one', { item: item({ tags: ['photo'] }) }),
		claimOf('one', { hash: 'second', item: item() }),
		claimOf('two', { item: item({ tags: ['Photo'] }) }),
		claimOf('older', { item: item() }),
		claimOf('refunded', { item: item({ tags: ['photo'] }), status: 'revoked' }),
		claimOf('elsewhere', { item: item({ tags: ['photo'] }), guildIds: ['home'] }),
	];

	it('is counted by holders, of claims that count, and says for how many it isn’t known', async () => {
		const { reaches } = storeOf(claims);
		expect(await reaches.of('guild', photo)).toEqual({
			reached: 1,
			buyers: 3,
			undecided: 1,
			isComplete: true,
		});
	});

	it('says nothing to one server about the holders of another', async () => {
		const { reaches } = storeOf(claims);
		const none = { reached: 0, buyers: 0, undecided: 0, isComplete: true };
		expect(await reaches.of('stranger', photo)).toEqual(none);
		expect(await reaches.of('home', photo)).toMatchObject({ reached: 1, buyers: 1 });
	});

	it('is counted by date too', async () => {
		const { reaches } = storeOf([claimOf('early', { purchasedAt: 5 }), claimOf('gift')]);
		const early = await reaches.of('guild', { kind: 'date', key: '/10' });
		expect(early).toEqual({ reached: 1, buyers: 2, undecided: 0, isComplete: true });
	});

	it('reads a bounded number of claims, and says that there are more', async () => {
		function* many() {
			for (let at = 0; at < 50_000; at += 1) yield claimOf(`${at}`);
		}
		const { reaches, read } = storeOf(many());
		expect(await reaches.of('guild', photo)).toMatchObject({ buyers: 20_000, isComplete: false });
		expect(read.count).toBe(20_001);
	});

	it('is counted for one manager after the other, also after a failure', async () => {
		let running = 0;
		let most = 0;
		let isDown = true;
		const reaches = new RuleReaches({
			async *all() {
				running += 1;
				most = Math.max(most, running);
				await Promise.resolve();
				running -= 1;
				if (isDown) throw new Error('down');
				yield* generate(claims);
			},
		});
		const failing = Promise.allSettled([reaches.of('guild', photo), reaches.of('guild', photo)]);
		expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		isDown = false;
		expect(await reaches.of('guild', photo)).toMatchObject({ reached: 1 });
		expect(most).toBe(1);
	});
});
