import { beforeEach, describe, expect, it } from 'vitest';
import { exportClaims } from '../../src/claims/admin/export-claims.js';
import { importClaims } from '../../src/claims/admin/import-claims.js';
import { verifyClaims } from '../../src/claims/admin/verify-claims.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import type { ClaimRecord } from '../../src/claims/record.js';
import { memoryStore } from '../world/memory-store.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { claimSecret, codeNumber, guild, memberNumber, otherGuild, samplePurchase } from './sample-claims.js';

const [maya, tom, ada, onno] = [1, 2, 3, 4].map(memberNumber) as [string, string, string, string];
const team = { licenseType: 'Team' };
const day = 86_400_000;

let on: MemoryClaims;
let hash: string;
let ids = 0;

beforeEach(async () => {
	on = await memoryClaims();
	on.policy = { unlinking: { kind: 'never' }, seats: { Team: 3 } };
	on.clock = Date.UTC(2026, 5, 1);
	hash = await on.claim(maya, 1, guild, team);
});

const request = (to: string, by = maya) => {
	ids += 1;
	return { id: `offer-${String(ids).padStart(16, '0')}`, by, to, guildId: guild };
};
const offer = async (to: string, by = maya) => {
	const asked = request(to, by);
	const { kind } = await on.claims.seats.offer(hash, asked);
	return { id: asked.id, kind };
};
const accept = async (id: string, userId: string) =>
	(await on.claims.seats.accept(hash, { id, userId, guildId: guild })).kind;
const give = async (to: string) => accept((await offer(to)).id, to);
const takeBack = async (from: string, by = maya) =>
	(await on.claims.seats.takeBack(hash, { by, from, guildId: guild })).kind;
const record = () => on.rows.get(`claim:${hash}`) as ClaimRecord;
const listOf = (userId: string) => on.rows.get(`member:${userId}`);
const holders = () => record().holders.map(({ userId }) => userId);
const verify = async (userId: string) =>
	(await on.claims.claim(codeNumber(1), { userId, guildId: guild, purchase: samplePurchase(team) })).kind;

describe('a given seat', () => {
	it('makes the receiver a holder who sees nothing of the code', async () => {
		expect(await give(tom)).toBe('accepted');
		expect(record().holders[1]).toMatchObject({ userId: tom, givenBy: maya, guildIds: [guild] });
		const [held] = await on.claims.own.held(tom);
		expect(held).toMatchObject({ hash, ending: '', givenBy: maya });
		expect(held).not.toHaveProperty('givesSeats');
		expect((await on.claims.own.held(maya))[0]).toMatchObject({ givesSeats: true });
	});

	it('is open to the receiver alone, for seven days, and once', async () => {
		const { id } = await offer(tom);
		expect(await accept(id, ada)).toBe('gone');
		on.clock += 7 * day;
		expect(await accept(id, tom)).toBe('gone');
		expect(await on.claims.seats.dropExpired(hash, id)).toBe(true);
		expect(record().offers).toBeUndefined();
		const again = await offer(tom);
		expect(await accept(again.id, tom)).toBe('accepted');
		expect(await accept(again.id, tom)).toBe('already-held');
		await takeBack(tom);
		expect(await accept(again.id, tom)).toBe('gone');
	});

	it('never makes more holders than seats while members accept and verify together', async () => {
		const [one, two] = [await offer(tom), await offer(ada)];
		expect((await offer(onno)).kind).toBe('no-free-seat');
		// Nothing is reserved: the code takes one of the two seats that were offered.
		expect(await verify(onno)).toBe('claimed');
		const answers = await Promise.all([accept(one.id, tom), accept(two.id, ada), verify(memberNumber(5))]);
		expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1);
		expect(holders()).toHaveLength(3);
		expect(new Set(holders()).size).toBe(3);
	});

	it('is given by the earliest holder of the code, and by the next one after them', async () => {
		await verify(ada);
		expect((await offer(onno, ada)).kind).toBe('not-first');
		await give(tom);
		expect((await offer(onno, tom)).kind).toBe('not-first');
		expect((await offer(onno, onno)).kind).toBe('not-yours');
		on.policy = { ...on.policy, unlinking: { kind: 'after-days', days: 0 } };
		await on.claims.own.unlink(hash, { userId: maya, guildId: guild });
		expect(holders()).toEqual([ada, tom]);
		expect((await offer(onno, ada)).kind).toBe('offered');
		expect(await takeBack(tom, ada)).toBe('taken-back');
	});

	it('is no longer offered to a member who has verified the code', async () => {
		const { id } = await offer(tom);
		expect(await verify(tom)).toBe('claimed');
		expect(await accept(id, tom)).toBe('already-held');
		expect(await on.claims.seats.overview(hash, maya)).toMatchObject({ taken: 2, offers: [] });
		// Nothing of theirs can be taken back, and the other free seat can be given.
		expect(await takeBack(tom)).toBe('gone');
		expect(await give(ada)).toBe('accepted');
		expect(holders()).toEqual([maya, tom, ada]);
	});

	it('can’t be accepted after its giver has left', async () => {
		const { id } = await offer(tom);
		await verify(ada);
		await on.claims.own.forget(maya);
		expect(await accept(id, tom)).toBe('gone');
	});

	it('can’t be moved by its receiver, who can always leave it', async () => {
		on.policy = { ...on.policy, unlinking: { kind: 'members-move' } };
		await give(tom);
		const to = { userId: onno, guildId: guild };
		expect(await on.claims.own.move(hash, tom, to)).toEqual({ kind: 'not-allowed' });
		expect(await on.claims.own.letGo(hash, tom, to, day)).toEqual({ kind: 'not-allowed' });
		on.policy = { ...on.policy, unlinking: { kind: 'never' } };
		expect(await on.claims.own.unlink(hash, { userId: maya, guildId: guild })).toEqual({
			kind: 'not-allowed',
		});
		expect(await on.claims.own.unlink(hash, { userId: tom, guildId: guild })).toMatchObject({
			kind: 'left-seat',
		});
		expect(holders()).toEqual([maya]);
		expect(await verify(ada)).toBe('claimed');
	});

	it('ends three times in 30 days, however long the history is', async () => {
		for (const member of [tom, ada, onno]) {
			await give(member);
			expect(await takeBack(member)).toBe('taken-back');
		}
		for (let count = 0; count < 40; count += 1) {
			await on.claims.own.useIn(hash, { userId: maya, guildId: otherGuild });
			await on.claims.own.unlink(hash, { userId: maya, guildId: otherGuild });
		}
		await give(tom);
		expect(await takeBack(tom)).toBe('changed-lately');
		await on.claims.own.unlink(hash, { userId: tom, guildId: guild });
		expect((await offer(ada)).kind).toBe('changed-lately');
		on.clock += 30 * day;
		expect((await offer(ada)).kind).toBe('offered');
		expect(await takeBack(ada)).toBe('withdrawn');
	});

	it('keeps its giver apart from the staff of other servers', async () => {
		await give(tom);
		await on.claims.own.useIn(hash, { userId: tom, guildId: otherGuild });
		const elsewhere = await on.claims.moderated.byHash(hash, otherGuild);
		expect(elsewhere?.claims.map(({ holderId }) => holderId)).toEqual([tom]);
		expect(JSON.stringify(elsewhere)).not.toContain(maya);
		expect(JSON.stringify(await on.claims.moderated.byHash(hash, guild))).toContain(`"givenBy":"${maya}"`);
	});

	it('names neither giver nor receiver after the deletion of their data', async () => {
		await give(tom);
		await offer(ada);
		expect((await on.claims.seats.naming(ada)).map(({ by }) => by)).toEqual([maya]);
		await on.claims.own.forget(ada);
		expect(JSON.stringify([...on.rows])).not.toContain(ada);
		await offer(onno);
		await on.claims.own.forget(maya);
		expect(JSON.stringify([...on.rows])).not.toContain(maya);
		expect(record().holders).toMatchObject([{ userId: tom, givenBy: 'deleted' }]);
		expect(record().offers).toBeUndefined();
		// The first holder is again a member who verified the code.
		expect(await verify(maya)).toBe('claimed');
		expect(await takeBack(tom)).toBe('taken-back');
	});

	it('stays one when staff move it, and after an export, an import and a check of the lists', async () => {
		await give(tom);
		await offer(onno);
		const act = { by: memberNumber(9), guildId: guild, why: '' };
		await on.claims.moderated.transfer(hash, tom, ada, act);
		expect(record().holders[1]).toMatchObject({ userId: ada, givenBy: maya });
		const keys = new ClaimKeys(claimSecret);
		const work = { store: on.store, keys, onProgress: () => {} };
		expect((await verifyClaims(work, false)).problems).toEqual([]);
		const lines: string[] = [];
		await exportClaims(work, [], async (line) => void lines.push(line));
		const rows = new Map<string, unknown>();
		async function* read() {
			yield* lines;
		}
		await importClaims({ ...work, store: memoryStore(rows) }, [], read());
		expect(rows.get(`claim:${hash}`)).toEqual(record());
		expect(rows.get(`member:${onno}`)).toMatchObject({ hashes: [hash] });
	});
});

describe('the overview of the seats', () => {
	it('shows those given, those on offer, and how many are taken or kept', async () => {
		on.policy = { unlinking: { kind: 'after-days', days: 14 }, seats: { Team: 4 } };
		await verify(onno);
		await on.claims.own.unlink(hash, { userId: onno, guildId: guild });
		await give(tom);
		const { id } = await offer(ada);
		const seen = await on.claims.seats.overview(hash, maya);
		expect(seen).toMatchObject({ kind: 'seats', hash, itemName: record().item.name, seats: 4, taken: 3 });
		expect(seen).toMatchObject({ given: [{ holderId: tom, givenBy: maya }], offers: [{ id, to: ada }] });
	});

	it('shows no fewer seats than holders', async () => {
		await give(tom);
		on.policy = { ...on.policy, seats: {} };
		expect(await on.claims.seats.overview(hash, maya)).toMatchObject({ seats: 2, taken: 2 });
	});

	it('is for the first holder alone', async () => {
		await give(tom);
		expect(await on.claims.seats.overview(hash, tom)).toEqual({ kind: 'not-first' });
		expect(await on.claims.seats.overview(hash, ada)).toEqual({ kind: 'not-yours' });
	});

	it('is refused to the holder of a purchase that staff gave', async () => {
		on.rows.set(`claim:${hash}`, { ...record(), given: { guildId: guild } });
		expect(await on.claims.seats.overview(hash, maya)).toEqual({ kind: 'not-first' });
	});
});

describe('an offer', () => {
	it('is the open one if the member has one', async () => {
		await offer(ada);
		const first = request(tom);
		const made = await on.claims.seats.offer(hash, first);
		expect(made).toMatchObject({ kind: 'offered', offer: { id: first.id }, itemName: record().item.name });
		expect(await on.claims.seats.offer(hash, request(tom))).toEqual(made);
	});

	it('can be read by its id while it is open', async () => {
		await offer(ada);
		const { id } = await offer(tom);
		expect(await on.claims.seats.read(hash, id)).toMatchObject({
			offer: { id, by: maya, to: tom, at: on.clock, until: on.clock + 7 * day },
			itemName: record().item.name,
		});
		expect(await on.claims.seats.read(hash, request(tom).id)).toBeUndefined();
		on.clock += 7 * day;
		expect(await on.claims.seats.read(hash, id)).toBeUndefined();
	});

	it('is not dropped before it has expired', async () => {
		const { id } = await offer(tom);
		on.clock += 7 * day - 1;
		expect(await on.claims.seats.dropExpired(hash, id)).toBe(false);
		expect(record().offers).toMatchObject([{ id }]);
	});

	it('is dropped after it has expired, while another is open', async () => {
		const { id } = await offer(tom);
		on.clock += 7 * day - 1;
		const open = await offer(ada);
		on.clock += 1;
		expect(await on.claims.seats.dropExpired(hash, id)).toBe(true);
		expect(record().offers).toMatchObject([{ id: open.id }]);
	});

	it('is listed for its giver and its receiver, oldest first', async () => {
		const first = hash;
		hash = await on.claim(maya, 2, guild, team);
		const older = await offer(tom);
		on.clock += 1;
		hash = first;
		const newer = await offer(tom);
		const other = await offer(ada);
		const naming = async (userId: string) => (await on.claims.seats.naming(userId)).map(({ id }) => id);
		expect(await naming(maya)).toEqual([older.id, newer.id, other.id]);
		expect(await naming(tom)).toEqual([older.id, newer.id]);
	});

	it('is in the list of its receiver before it is written, and afterwards whatever was deleted meanwhile', async () => {
		const atWrite: unknown[] = [];
		const deleting = await on.openWith((store) => ({
			compareAndSet: async (key, ...values) => {
				if (key === `claim:${hash}`) {
					atWrite.push(listOf(tom));
					on.rows.delete(`member:${tom}`);
				}
				return await store.compareAndSet(key, ...values);
			},
		}));
		await deleting.seats.offer(hash, request(tom));
		expect(atWrite).toEqual([{ v: 1, hashes: [hash] }]);
		expect(listOf(tom)).toEqual({ v: 1, hashes: [hash] });
	});

	it('adds nothing to the list of its receiver if it comes from a stranger', async () => {
		expect((await offer(tom, onno)).kind).toBe('not-yours');
		expect(listOf(tom)).toBeUndefined();
	});

	it('puts the purchase back into the list of a receiver who accepts it', async () => {
		const { id } = await offer(tom);
		on.rows.delete(`member:${tom}`);
		expect(await accept(id, tom)).toBe('accepted');
		expect(listOf(tom)).toEqual({ v: 1, hashes: [hash] });
	});

	it('adds nothing to the list of a stranger who tries to accept it', async () => {
		const { id } = await offer(tom);
		expect(await accept(id, ada)).toBe('gone');
		expect(listOf(ada)).toBeUndefined();
	});
});

describe('a purchase that is not stored', () => {
	it('has no seats', async () => {
		hash = '0'.repeat(64);
		expect(await on.claims.seats.overview(hash, maya)).toEqual({ kind: 'not-yours' });
		expect((await offer(tom)).kind).toBe('not-yours');
		expect(await on.claims.seats.read(hash, 'any')).toBeUndefined();
		expect(await accept('any', tom)).toBe('gone');
		expect(await takeBack(tom)).toBe('not-yours');
	});

	it('has none if it is deleted between the read and the change', async () => {
		const { id } = await offer(tom);
		const { seats } = await on.openWith((store) => ({
			get: async (key) => (key === `claim:${hash}` ? undefined : await store.get(key)),
		}));
		expect(await seats.offer(hash, request(ada))).toEqual({ kind: 'not-yours' });
		expect(await seats.accept(hash, { id, userId: tom, guildId: guild })).toEqual({ kind: 'gone' });
	});
});
