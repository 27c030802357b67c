import { beforeEach, describe, expect, it } from 'vitest';
import { claimKey } from '../../../src/claims/store-keys.js';
import type { Dispute } from '../../../src/moderation/disputes/dispute.js';
import type { Judge } from '../../../src/moderation/disputes/dispute-outcomes.js';
import { codeNumber, memberNumber, otherGuild } from '../../claims/sample-claims.js';
import {
	administrator,
	claimant,
	DisputeWorld,
	day,
	holder,
	home,
	judge,
	other,
	staff,
} from './dispute-world.js';

let world: DisputeWorld;
let hash: string;
let reference: string;

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1);
	reference = await world.dispute(hash, claimant, 'My old account');
});

const act = { by: other, guildId: home, why: '' };
const moderated = () => world.memory.claims.moderated;
const claims = async () => (await moderated().byHash(hash))?.claims ?? [];
const move = (by: Judge = judge, why = '') => world.rulings.move(reference, by, why);
const change = (over: Partial<Dispute>) => world.rows.change(reference, (row) => ({ ...row, ...over }));
/** The purchase is without a holder, and its seat is reserved for the holder who left. */
const holderLeaves = () => world.memory.claims.own.unlink(hash, { userId: holder, guildId: home });

describe('a purchase that staff move', () => {
	it('is the claimant’s, and the roles of both are requested', async () => {
		expect(await world.rulings.move(reference, judge, 'Sent a receipt')).toEqual({ kind: 'done' });
		expect((await world.memory.claims.claimsOf(claimant)).map((claim) => claim.hash)).toEqual([hash]);
		expect(world.roles).toEqual([`request ${holder}`, `request ${claimant}`]);
		expect(await world.rows.get(reference)).toMatchObject({ state: 'moved', decided: { holderId: holder } });
	});

	it('has the roles of both looked at', async () => {
		const elsewhere = await world.refusal(hash, other, otherGuild);
		await world.disputes.open(elsewhere, { guildId: otherGuild, userId: other }, '');
		expect(await world.rulings.move(elsewhere, judge, '')).toEqual({ kind: 'done' });
		expect(await claims()).toMatchObject([{ holderId: other }]);
		for (const member of [holder, other]) expect(world.roles).toContain(`request ${member}`);
	});

	it('is stored with its reason, without codes, and can be undone for 72 hours', async () => {
		const before = await world.rows.get(reference);
		await move(judge, `${codeNumber(9)} was sent ${'x'.repeat(300)}`);
		const at = world.memory.clock;
		const why = `… was sent ${'x'.repeat(300)}`.slice(0, 300);
		expect(await world.rows.get(reference)).toStrictEqual({
			...before,
			state: 'moved',
			decided: { by: staff, at, why, holderId: holder, revision: 2, undoUntil: at + 3 * day },
			isSettled: false,
		});
		expect(await moderated().byHash(hash)).toMatchObject({ revision: 2, undoUntil: at + 3 * day });
	});

	it('is reported with the holder before and after', async () => {
		await move(judge, 'Sent a receipt');
		expect(world.moves).toEqual([
			{
				guildId: home,
				deed: 'moved',
				by: staff,
				holderId: holder,
				toUserId: claimant,
				why: 'Sent a receipt',
				isOwnCase: false,
				file: await moderated().byHash(hash),
				codeEnd: '0001',
			},
		]);
	});

	it('is a stored decision before anything changes, so that a kill loses nothing', async () => {
		const before = await world.rows.get(reference);
		moderated().transfer = () => Promise.reject(new Error('killed'));
		await expect(move(judge, 'Receipt')).rejects.toThrow('killed');
		const deciding = { by: staff, at: world.memory.clock, why: 'Receipt', holderId: holder };
		expect(await world.rows.get(reference)).toStrictEqual({ ...before, deciding, isSettled: false });
		expect(world.roles).toEqual([]);
		expect(world.moves).toEqual([]);
	});

	it('is stored as the case of an administrator who is a party, before anything changes', async () => {
		moderated().transfer = () => Promise.reject(new Error('killed'));
		await expect(move({ ...administrator, userId: holder })).rejects.toThrow('killed');
		expect((await world.rows.get(reference))?.deciding).toMatchObject({ by: holder, isOwnCase: true });
	});

	it('is announced to both sides, and appears on the card of each other open dispute about it', async () => {
		const second = await world.dispute(hash, other);
		world.settling.start();
		await world.settled();
		world.notices.splice(0);
		world.cards.splice(0);
		await move();
		await world.settled();
		expect(world.notices.map(({ userId, notice }) => [userId, notice.kind])).toEqual([
			[claimant, 'yours'],
			[holder, 'lost'],
		]);
		expect(world.cards).toHaveLength(2);
		const card = world.cards.find(({ facts }) => facts.reference === second);
		expect(card?.facts.holders.map(({ userId }) => userId)).toEqual([claimant]);
		await world.settling.stop();
	});
});

describe('a disputed purchase without a holder', () => {
	beforeEach(async () => {
		await holderLeaves();
		world.roles.splice(0);
	});

	it('is freed when staff decide for the claimant, which can’t be undone', async () => {
		const before = await world.rows.get(reference);
		expect(await move(judge, 'Left')).toEqual({ kind: 'done' });
		const file = await moderated().byHash(hash);
		expect(file).toMatchObject({ claims: [], keptSeats: 0 });
		const decided = { by: staff, at: world.memory.clock, why: 'Left' };
		expect(await world.rows.get(reference)).toStrictEqual({
			...before,
			state: 'freed',
			decided,
			isSettled: false,
		});
		expect(world.moves).toEqual([
			{
				...{ guildId: home, deed: 'seats-freed', by: staff, holderId: undefined, toUserId: undefined },
				...{ why: 'Left', isOwnCase: false, file, codeEnd: '0001' },
			},
		]);
	});

	it('is freed whether the claimant is in the server or not', async () => {
		world.membership = 'absent';
		expect(await move()).toEqual({ kind: 'done' });
	});

	it('can’t be freed by its claimant or by its former holder unless they are administrators', async () => {
		expect(await move({ ...judge, userId: claimant })).toEqual({ kind: 'own-case' });
		expect(await move({ ...judge, userId: holder })).toEqual({ kind: 'own-case' });
		expect(world.roles).toEqual([]);
		expect(await move({ ...administrator, userId: claimant })).toEqual({ kind: 'done' });
	});

	it('is free already once no seat is reserved', async () => {
		world.memory.clock += 14 * day;
		expect(await move()).toEqual({ kind: 'nobody' });
		expect(world.roles).toEqual([]);
	});
});

describe('a move is refused', () => {
	/** Nothing was begun: no decision is stored, and no role is about to change. */
	async function isRefused(kind: string, by = judge): Promise<void> {
		const before = await world.rows.get(reference);
		expect(await move(by)).toEqual({ kind });
		expect(await world.rows.get(reference)).toStrictEqual(before);
		expect([world.roles, world.moves]).toEqual([[], []]);
	}

	it('if the dispute is unknown, decided, withdrawn, being decided, or another server’s', async () => {
		// The later obstacle shows that the dispute is looked at first.
		world.membership = 'absent';
		expect(await world.rulings.move('BBB-BBZ', judge, '')).toEqual({ kind: 'closed' });
		await isRefused('closed', { ...judge, guildId: otherGuild });
		const deciding = { by: staff, at: world.memory.clock, why: '' };
		for (const over of [{ state: 'left' }, { state: 'withdrawn' }, { state: 'open', deciding }] as const) {
			await change(over);
			await isRefused('closed');
		}
	});

	it('if the claim was deleted', async () => {
		world.memory.rows.delete(claimKey(hash));
		await isRefused('unknown');
	});

	it('to a judge who claims or holds the purchase, unless they are an administrator', async () => {
		await isRefused('own-case', { ...judge, userId: claimant });
		await isRefused('own-case', { ...judge, userId: holder });
		expect(await move({ ...administrator, userId: holder })).toEqual({ kind: 'done' });
		expect((await world.rows.get(reference))?.decided).toMatchObject({ by: holder, isOwnCase: true });
		expect(world.moves).toMatchObject([{ by: holder, isOwnCase: true }]);
	});

	it('if several members hold it', async () => {
		hash = await world.memory.claim(holder, 2, home, { licenseType: 'Team' });
		await world.memory.claim(other, 2, home, { licenseType: 'Team' });
		reference = await world.dispute(hash);
		await isRefused('several');
	});

	it('for 90 days after another dispute moved it', async () => {
		const { reference: _, ...row } = (await world.rows.get(reference)) ?? expect.unreachable();
		const decided = { by: staff, at: world.memory.clock - 90 * day + 1, why: '' };
		await world.rows.add('BBB-BBD', { ...row, claimantId: other, state: 'moved', decided });
		await isRefused('moved-lately');
		world.memory.clock += 1;
		expect(await move()).toEqual({ kind: 'done' });
	});

	it('for 90 days after its holder let it go to another account', async () => {
		await world.memory.claims.own.letGo(hash, holder, { userId: other, guildId: home }, day);
		world.roles.splice(0);
		world.memory.clock += 90 * day - 1;
		await isRefused('moved-lately');
		world.memory.clock += 1;
		expect(await move()).toEqual({ kind: 'done' });
	});

	it('if the claimant has left the server, or Discord does not say', async () => {
		world.membership = 'absent';
		await isRefused('absent');
		world.membership = 'unknown';
		await isRefused('discord-silent');
	});

	it('if it was decided or withdrawn between the look and the change', async () => {
		const second = { ...judge, userId: memberNumber(5) };
		const outcomes = await Promise.all([move(judge, 'first'), move(second, 'second')]);
		expect(outcomes).toEqual([{ kind: 'done' }, { kind: 'closed' }]);
		expect((await world.rows.get(reference))?.decided).toMatchObject({ by: staff, why: 'first' });

		reference = await world.dispute(await world.memory.claim(holder, 3));
		const own = await world.rows.get(reference);
		world.rows.get = async () => own;
		await world.disputes.withdraw(reference, { guildId: home, userId: claimant });
		const rolesBefore = [...world.roles];
		expect(await move()).toEqual({ kind: 'closed' });
		expect(world.roles).toEqual(rolesBefore);
		const states = (await world.rows.all()).map((row) => [row.reference, row.state]);
		expect(states).toContainEqual([reference, 'withdrawn']);
	});

	it('by the claim if it is locked: the dispute stays open, and no roles are requested', async () => {
		const before = await world.rows.get(reference);
		await moderated().lock(hash, act);
		expect(await move()).toEqual({ kind: 'locked' });
		expect(await world.rows.get(reference)).toEqual({ ...before, isSettled: false });
		expect([world.roles, world.moves]).toEqual([[], []]);
		await moderated().unlock(hash, act);
		expect(await move()).toEqual({ kind: 'done' });
	});
});
