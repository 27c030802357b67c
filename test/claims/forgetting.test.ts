import { beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { codeNumber, guild, memberNumber, otherGuild, samplePurchase } from './sample-claims.js';

const [alice, bob, staff] = [1, 2, 9].map(memberNumber) as [string, string, string];
const act = { by: staff, guildId: guild, why: 'a ticket' };

let place: MemoryClaims;
beforeEach(async () => {
	place = await memoryClaims();
});

/** Forgets the member; what was announced, in its order, and what was held. */
async function forget(userId: string, meanwhile: () => Promise<unknown> = async () => {}) {
	let announced = 0;
	const { claims: held, isComplete } = await place.claims.own.forget(userId, async () => {
		announced += 1;
		await meanwhile();
	});
	if (!isComplete) expect(place.corrupt).not.toEqual([]);
	return { announced, hashes: held.map(({ hash }) => hash) };
}

describe('deleting what ties a member to claims', () => {
	it('is announced once, before anything has changed', async () => {
		const hashes = [await place.claim(alice, 1), await place.claim(alice, 2)];
		await place.claim(alice, 3, otherGuild);
		const before = new Map(place.rows);
		const { announced, hashes: held } = await forget(alice, async () => {
			expect(place.rows).toEqual(before);
		});
		expect(announced).toBe(1);
		expect(held.slice(0, 2)).toEqual(hashes);
		expect(await place.claims.claimsOf(alice)).toEqual([]);
		expect(place.rows.has(`member:${alice}`)).toBe(false);
	});

	it('is announced also if they have held it and hold it no more', async () => {
		const hash = await place.claim(alice, 1);
		await place.claims.moderated.release(hash, alice, act);
		expect(await forget(alice)).toEqual({ announced: 1, hashes: [] });
		expect(await forget(bob)).toEqual({ announced: 0, hashes: [] });
	});

	it('goes on where a claim can’t be read, which is reported and found again once it can', async () => {
		const [damaged, sound] = [await place.claim(alice, 1), await place.claim(alice, 2)];
		const row = place.rows.get(`claim:${damaged}`);
		place.rows.set(`claim:${damaged}`, { v: 2 });
		expect((await forget(alice)).hashes).toEqual([sound]);
		expect(new Set(place.corrupt)).toEqual(new Set([`claim:${damaged}`]));
		expect(place.rows.get(`member:${alice}`)).toEqual({ v: 1, hashes: [damaged] });
		place.rows.set(`claim:${damaged}`, row);
		expect((await forget(alice)).hashes).toEqual([damaged]);
		expect(place.rows.has(`member:${alice}`)).toBe(false);
	});

	it('passes over an entry of the list without a claim', async () => {
		await place.claim(alice, 1);
		const { hashes } = place.rows.get(`member:${alice}`) as { hashes: string[] };
		place.rows.set(`member:${alice}`, { v: 1, hashes: ['0'.repeat(64), ...hashes] });
		expect(await forget(alice)).toEqual({ announced: 1, hashes });
	});

	const asksAgain = () =>
		place.claims.claim(codeNumber(1), { userId: alice, guildId: guild, purchase: samplePurchase() });

	it('keeps on the list what they have verified again before the list is cleared', async () => {
		const hash = await place.claim(alice, 1);
		const slow = await place.openWith((store) => ({
			async compareAndSet(key, expected, next) {
				if (key === `member:${alice}`) await asksAgain();
				return await store.compareAndSet(key, expected, next);
			},
		}));
		await slow.own.forget(alice);
		expect(await place.claims.claimsOf(alice)).toMatchObject([{ hash }]);
	});

	it('keeps it also where the answer to the clearing is lost', async () => {
		const hash = await place.claim(alice, 1);
		let isLost = false;
		const slow = await place.openWith((store) => ({
			async compareAndSet(key, expected, next) {
				if (key !== `member:${alice}` || isLost) return await store.compareAndSet(key, expected, next);
				isLost = true;
				await asksAgain();
				await store.compareAndSet(key, expected, next);
				throw new StoreUnavailableError('the answer is lost');
			},
		}));
		await expect(slow.own.forget(alice)).rejects.toThrow(StoreUnavailableError);
		expect(await place.claims.claimsOf(alice)).toMatchObject([{ hash }]);
	});
});
