import { beforeEach, describe, expect, it } from 'vitest';
import { claimKey } from '../../../src/claims/store-keys.js';
import type { Dispute } from '../../../src/moderation/disputes/dispute.js';
import { codeNumber, otherGuild } from '../../claims/sample-claims.js';
import { administrator, claimant, DisputeWorld, holder, home, judge, staff } from './dispute-world.js';

let world: DisputeWorld;
let hash: string;
let reference: string;

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1);
	reference = await world.dispute(hash, claimant, 'My old account');
});

const claims = async () => (await world.memory.claims.moderated.byHash(hash))?.claims ?? [];
const leave = (by = judge, why = '') => world.rulings.leave(reference, by, why);
const change = (over: Partial<Dispute>) => world.rows.change(reference, (row) => ({ ...row, ...over }));

describe('a purchase that staff leave with its holder', () => {
	it('stays theirs, with a reason without codes, and the claimant is notified', async () => {
		const before = await world.rows.get(reference);
		world.settling.start();
		await world.settled();
		const { asked, card } = (await world.rows.get(reference)) ?? {};
		world.notices.splice(0);
		expect(await leave(judge, `${codeNumber(9)} proves nothing ${'x'.repeat(300)}`)).toEqual({
			kind: 'done',
		});
		const why = `… proves nothing ${'x'.repeat(300)}`.slice(0, 300);
		const decided = { by: staff, at: world.memory.clock, why, holderId: holder };
		const left = { ...before, asked, card, state: 'left', decided };
		expect(await world.rows.get(reference)).toStrictEqual({ ...left, isSettled: false });
		await world.settled();
		expect(await world.rows.get(reference)).toMatchObject({ isSettled: true });
		expect(world.notices.map(({ userId, notice }) => [userId, notice.kind])).toEqual([[claimant, 'stays']]);
		expect((await claims()).map(({ holderId }) => holderId)).toEqual([holder]);
		expect([world.roles, world.moves]).toEqual([[], []]);
		await world.settling.stop();
	});

	it('names no holder if there is none, or if the claim was deleted', async () => {
		const decided = { by: staff, at: world.memory.clock, why: 'None' };
		await world.memory.claims.own.unlink(hash, { userId: holder, guildId: home });
		await leave(judge, 'None');
		expect((await world.rows.get(reference))?.decided).toStrictEqual(decided);
		await change({ state: 'open', decided: undefined });
		world.memory.rows.delete(claimKey(hash));
		await leave(judge, 'None');
		expect((await world.rows.get(reference))?.decided).toStrictEqual(decided);
	});

	it('is not for a judge who is a party, unless they are an administrator, which is stored', async () => {
		const before = await world.rows.get(reference);
		expect(await leave({ ...judge, userId: claimant })).toEqual({ kind: 'own-case' });
		expect(await leave({ ...judge, userId: holder })).toEqual({ kind: 'own-case' });
		expect(await world.rows.get(reference)).toStrictEqual(before);
		expect(await leave({ ...administrator, userId: holder })).toEqual({ kind: 'done' });
		const decided = { by: holder, at: world.memory.clock, why: '', isOwnCase: true, holderId: holder };
		expect((await world.rows.get(reference))?.decided).toStrictEqual(decided);
	});

	it('can’t be left unless the dispute is open, no decision is pending, and the judge is home’s', async () => {
		// A party would be refused differently after a look at the purchase.
		const party = { ...judge, userId: claimant };
		expect(await world.rulings.leave('BBB-BBZ', judge, '')).toEqual({ kind: 'closed' });
		expect(await leave({ ...party, guildId: otherGuild })).toEqual({ kind: 'closed' });
		await change({ deciding: { by: staff, at: world.memory.clock, why: '' } });
		expect(await leave(party)).toEqual({ kind: 'closed' });
		await change({ deciding: undefined, state: 'withdrawn' });
		expect(await leave(party)).toEqual({ kind: 'closed' });
	});

	it('can’t be left if the dispute was decided or withdrawn between the look and the change', async () => {
		const own = await world.rows.get(reference);
		world.rows.get = async () => own;
		await change({ deciding: { by: staff, at: world.memory.clock, why: '' } });
		expect(await leave()).toEqual({ kind: 'closed' });
		await change({ deciding: undefined, state: 'withdrawn' });
		expect(await leave()).toEqual({ kind: 'closed' });
		expect(await world.rows.all()).toMatchObject([{ state: 'withdrawn' }]);
	});
});
