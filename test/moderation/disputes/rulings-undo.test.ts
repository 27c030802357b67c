import { beforeEach, describe, expect, it } from 'vitest';
import { claimKey } from '../../../src/claims/store-keys.js';
import type { StoredDispute } from '../../../src/moderation/disputes/dispute.js';
import type { Judge } from '../../../src/moderation/disputes/dispute-outcomes.js';
import { memberNumber, otherGuild } from '../../claims/sample-claims.js';
import { administrator, claimant, DisputeWorld, day, holder, home, judge, staff } from './dispute-world.js';

let world: DisputeWorld;
let hash: string;
let reference: string;

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1);
	reference = await world.dispute(hash, claimant);
});

const secondJudge: Judge = { ...judge, userId: memberNumber(5) };
const moderated = () => world.memory.claims.moderated;
const row = () => world.rows.get(reference);
const change = (over: (row: StoredDispute) => Partial<StoredDispute>) =>
	world.rows.change(reference, (now) => ({ ...now, ...over(now) }));
const undo = (by: Judge = judge) => world.rulings.undo(reference, by);
const reopen = (by: Judge = judge) => world.rulings.reopen(reference, by);

describe('a move by staff', () => {
	beforeEach(async () => {
		await world.rulings.move(reference, judge, 'Sent a receipt');
		await change(() => ({ isSettled: true }));
		world.roles.splice(0);
		world.moves.splice(0);
		world.memory.clock += day;
	});

	it('is undone by any judge: the purchase returns to its holder, and the undo is stored', async () => {
		const { decided: _, ...before } = (await row()) ?? expect.unreachable();
		expect(await undo(secondJudge)).toEqual({ kind: 'done' });
		const file = await moderated().byHash(hash);
		expect(file?.claims.map(({ holderId }) => holderId)).toEqual([holder]);
		const at = world.memory.clock;
		const decided = { by: secondJudge.userId, at, why: '', holderId: holder, isUndone: true };
		expect(await row()).toStrictEqual({ ...before, state: 'left', decided, isSettled: false });
		expect(file?.history.at(-1)).toEqual({
			...{ at, what: 'undone', by: secondJudge.userId, guildId: home, why: '' },
		});
	});

	it('is reported as undone, with the holder who got it back', async () => {
		await undo(secondJudge);
		expect(world.moves).toEqual([
			{
				guildId: home,
				deed: 'undid',
				by: secondJudge.userId,
				holderId: holder,
				toUserId: undefined,
				why: '',
				isOwnCase: false,
				file: await moderated().byHash(hash),
				codeEnd: '0001',
			},
		]);
	});

	it('is undone with the roles of both sides requested', async () => {
		await undo();
		expect(world.roles).toEqual([`request ${claimant}`, `request ${holder}`]);
	});

	it('has its undo stored before anything changes, so that a kill loses nothing', async () => {
		const before = await row();
		moderated().undo = () => Promise.reject(new Error('killed'));
		await expect(undo(secondJudge)).rejects.toThrow('killed');
		const at = world.memory.clock;
		const deciding = { by: secondJudge.userId, at, why: '', holderId: holder, isUndone: true };
		expect(await row()).toStrictEqual({ ...before, deciding, isSettled: false });
		expect([world.roles, world.moves]).toEqual([[], []]);
	});

	it('is undone in the eyes of both sides', async () => {
		world.settling.start();
		await world.settled();
		world.notices.splice(0);
		await undo();
		await world.settled();
		expect(world.notices.map(({ userId, notice }) => [userId, notice.kind])).toEqual([
			[claimant, 'lost'],
			[holder, 'yours'],
		]);
		expect(await row()).toMatchObject({ isSettled: true });
		await world.settling.stop();
	});

	/** Nothing was begun: no decision is stored, and no role is about to change. */
	async function isRefused(kind: string, by = judge): Promise<void> {
		const before = await row();
		expect(await undo(by)).toEqual({ kind });
		expect(await row()).toStrictEqual(before);
		expect([world.roles, world.moves]).toEqual([[], []]);
	}

	it('can be undone until 72 hours have passed', async () => {
		world.memory.clock += 2 * day - 1;
		expect(await undo()).toEqual({ kind: 'done' });
	});

	it('can’t be undone after exactly 72 hours, or without a stored deadline', async () => {
		await change(({ decided }) => ({ decided: decided && { ...decided, undoUntil: undefined } }));
		await isRefused('too-late');
		await change(({ decided }) => ({ decided: decided && { ...decided, undoUntil: world.memory.clock } }));
		await isRefused('too-late');
	});

	it('can’t be undone by another server, once a later change is stored, or if it is no move', async () => {
		expect(await world.rulings.undo('BBB-BBZ', judge)).toEqual({ kind: 'closed' });
		await isRefused('closed', { ...judge, guildId: otherGuild });
		const { decided } = (await row()) ?? {};
		await change(() => ({ decided: decided && { ...decided, revision: undefined } }));
		await isRefused('closed');
		await change(() => ({ decided: undefined }));
		await isRefused('closed');
		// It would be too late for a move.
		await change(() => ({ state: 'freed', decided: decided && { ...decided, undoUntil: 0 } }));
		await isRefused('closed');
	});

	it('is undone once if two judges do so together', async () => {
		expect(await Promise.all([undo(), undo(secondJudge)])).toEqual([{ kind: 'done' }, { kind: 'closed' }]);
		expect(await row()).toMatchObject({ decided: { by: staff } });
		expect(world.moves).toHaveLength(1);
	});

	it('can’t be undone while an undo of a dead process is pending', async () => {
		await change(() => ({ deciding: { by: staff, at: world.memory.clock, why: '', isUndone: true } }));
		await isRefused('closed');
	});

	it('stays if the claim has changed since, and no decision is left pending', async () => {
		const before = await row();
		await moderated().lock(hash, { by: staff, guildId: home, why: '' });
		expect(await undo()).toEqual({ kind: 'changed-since' });
		const after = await row();
		expect(after).toMatchObject({ state: 'moved', decided: before?.decided });
		expect(after).not.toHaveProperty('deciding');
		expect([world.roles, world.moves]).toEqual([[], []]);
	});

	it('stays if the claim was deleted', async () => {
		world.memory.rows.delete(claimKey(hash));
		expect(await undo()).toEqual({ kind: 'unknown' });
		expect(world.roles).toEqual([]);
		expect(await row()).not.toHaveProperty('deciding');
	});

	it('is undone by a party only if they are an administrator, which is reported', async () => {
		for (const userId of [claimant, holder]) {
			expect(await undo({ ...judge, userId })).toEqual({ kind: 'own-case' });
		}
		expect(await row()).toMatchObject({ state: 'moved' });
		expect(await undo({ ...administrator, userId: holder })).toEqual({ kind: 'done' });
		expect(world.moves).toMatchObject([{ deed: 'undid', by: holder, isOwnCase: true }]);
		expect(await row()).toMatchObject({ decided: { by: holder, isOwnCase: true } });
	});

	it('is not the case of a neutral judge who undoes what a party did', async () => {
		await change(({ decided }) => ({ decided: decided && { ...decided, isOwnCase: true } }));
		await undo(secondJudge);
		expect((await row())?.decided).not.toHaveProperty('isOwnCase');
	});
});

describe('a dispute that was left', () => {
	beforeEach(async () => {
		await world.rulings.leave(reference, judge, 'No proof');
	});

	it('is open again, and staff will be reminded again', async () => {
		const { decided: _, isSettled: __, ...before } = (await row()) ?? expect.unreachable();
		await change(() => ({ isReminded: true, isSettled: true }));
		world.memory.clock += day;
		expect(await reopen()).toEqual({ kind: 'done' });
		expect(await row()).toStrictEqual({ ...before, state: 'open', reopenedAt: world.memory.clock });
		expect(await world.rulings.move(reference, judge, '')).toEqual({ kind: 'done' });
	});

	it('has its card updated when it is reopened', async () => {
		world.settling.start();
		await world.settled();
		world.cards.splice(0);
		await reopen();
		await world.settled();
		expect(world.cards.map(({ facts }) => [facts.reference, facts.state])).toEqual([[reference, 'open']]);
		await world.settling.stop();
	});

	it('is reopened by home’s staff alone, and only for a claimant whose data exists', async () => {
		// A party would be refused differently if the dispute could be reopened.
		const party = { ...judge, userId: holder };
		expect(await world.rulings.reopen('BBB-BBZ', judge)).toEqual({ kind: 'closed' });
		expect(await reopen({ ...party, guildId: otherGuild })).toEqual({ kind: 'closed' });
		await change(() => ({ state: 'withdrawn' }));
		expect(await reopen(party)).toEqual({ kind: 'closed' });
		await change(() => ({ state: 'left' }));
		await world.forget(claimant);
		expect(await reopen(administrator)).toEqual({ kind: 'closed' });
		expect(await row()).toMatchObject({ state: 'left' });
	});

	it('is reopened by a party only if they are an administrator', async () => {
		expect(await reopen({ ...judge, userId: claimant })).toEqual({ kind: 'own-case' });
		expect(await reopen({ ...judge, userId: holder })).toEqual({ kind: 'own-case' });
		expect(await row()).toMatchObject({ state: 'left' });
		expect(await reopen({ ...administrator, userId: holder })).toEqual({ kind: 'done' });
	});

	it('stays closed if the claimant’s data is deleted between the look and the change', async () => {
		const own = await row();
		await world.forget(claimant);
		world.rows.get = async () => own;
		expect(await reopen()).toEqual({ kind: 'closed' });
		expect(await world.rows.all()).toMatchObject([{ state: 'left', claimantId: 'deleted' }]);
	});

	it('is reopened once if two judges do so together', async () => {
		expect(await Promise.all([reopen(), reopen(secondJudge)])).toEqual([
			{ kind: 'done' },
			{ kind: 'closed' },
		]);
	});
});
