import { beforeEach, describe, expect, it } from 'vitest';
import type { MovedHere } from '../../../src/moderation/disputes/own-moves.js';
import { fresh, hash, OwnMovesWorld, old } from './own-moves-world.js';

const purchase = { name: 'Aurora', ending: '3a8c' };

describe('the other account of a moved purchase', () => {
	let world: OwnMovesWorld;
	let reference: string;
	let notified: string;
	let shown: MovedHere[];
	const show = async (moved: MovedHere) => shown.push(moved);
	const notices = () => world.log.filter((line) => line.startsWith('notify'));

	beforeEach(async () => {
		world = new OwnMovesWorld();
		reference = await world.refusal();
		notified = `notify ${fresh} yours move-${reference}`;
		shown = [];
	});

	it('sees it in the message that waits, in place of a direct one', async () => {
		const later = await world.refusal('200000000000000004');
		world.moves.wait(reference, 60_000, show);
		world.moves.wait(later, 60_000, () => expect.unreachable());
		await world.moves.move(reference, old);
		expect(shown).toEqual([{ purchase, roles: ['Buyer'] }]);
		expect(notices()).toEqual([]);
		expect(await world.references.movesBegun()).toEqual([]);
	});

	it('is notified by a message of its own once the waiting one can’t be edited any more', async () => {
		world.moves.wait(reference, 60_000, show);
		world.clock += 60_000;
		await world.moves.move(reference, old);
		expect(shown).toEqual([]);
		expect(notices()).toEqual([notified]);
	});

	it('has no waiting message after its time, even if the clock is set back', async () => {
		world.moves.wait(reference, 60_000, show);
		world.clock += 60_000;
		world.moves.wait('BCD-FGH', 60_000, show);
		world.clock -= 60_000;
		await world.moves.move(reference, old);
		expect(shown).toEqual([]);
		expect(notices()).toEqual([notified]);
	});

	it('is notified by a message of its own if the waiting one could not be edited', async () => {
		world.moves.wait(reference, 60_000, () => Promise.reject(new Error('Unknown interaction')));
		await world.moves.move(reference, old);
		expect(notices()).toEqual([notified]);
	});

	it('sees at most 25 roles', async () => {
		world.roles = Array.from({ length: 26 }, (_, n) => `Role ${n}`);
		await world.moves.move(reference, old);
		expect(world.notices).toEqual([{ kind: 'yours', purchase, roles: world.roles.slice(0, 25) }]);
	});

	it('is notified after a kill between the move and its notice', async () => {
		await world.references.noteMove(reference, old);
		world.holderId = fresh;
		await world.moves.sendPendingNotices();
		await world.moves.sendPendingNotices();
		expect(world.log).toEqual([notified]);
	});

	it('is not notified after a kill before the move, which is then no longer pending', async () => {
		await world.references.noteMove(reference, old);
		await world.moves.sendPendingNotices();
		expect(world.log).toEqual([]);
		expect(await world.references.movesBegun()).toEqual([]);
	});

	it('is notified by the process that moves it, not by one that is already running', async () => {
		await world.moves.sendPendingNotices();
		await world.references.noteMove(reference, old);
		world.holderId = fresh;
		await world.moves.sendPendingNotices();
		expect(world.log).toEqual([]);
		await world.restarted().sendPendingNotices();
		expect(world.log).toEqual([notified]);
	});

	it('is not notified by a reference from outside a guild', async () => {
		const outside = await world.references.issue({ userId: fresh, why: 'taken', hash });
		await world.references.noteMove(outside, old);
		world.holderId = fresh;
		await world.moves.sendPendingNotices();
		expect(world.log).toEqual([]);
	});

	it('has the purchase even if its notice fails, which is sent later', async () => {
		world.notify = () => Promise.reject(new Error('away'));
		expect(await world.moves.move(reference, old)).toEqual({ kind: 'moved', purchase });
		expect(world.log.at(-1)).toBe('settle true');
		await expect(world.moves.sendPendingNotices()).rejects.toThrow('away');
		world.notify = async () => {};
		await world.moves.sendPendingNotices();
		await world.moves.sendPendingNotices();
		expect(notices()).toEqual([notified, notified, notified]);
	});

	it('is notified again by the process that moved it, which has looked for earlier moves before', async () => {
		await world.moves.sendPendingNotices();
		world.notify = () => Promise.reject(new Error('away'));
		await world.moves.move(reference, old);
		world.notify = async () => {};
		await world.moves.sendPendingNotices();
		expect(notices()).toEqual([notified, notified]);
		expect(await world.references.movesBegun()).toEqual([]);
	});
});
