import { beforeEach, describe, expect, it } from 'vitest';
import { revoke } from '../../../claims/sample-claims.js';
import { at, claimant, holder, home, moderator, openCases, other } from '../case-world.js';

const to = { guildId: home, userId: claimant };

let world: Awaited<ReturnType<typeof openCases>>;
let hash: string;
let reference: string;

beforeEach(async () => {
	world = await openCases();
	hash = await world.memory.claim(holder, 1);
	reference = await world.dispute(hash);
	world.roles.splice(0);
});

const letGo = (userId = holder, letters = reference) => world.disputes.letGo(letters, userId);
/** Expects that staff see the answer, and that nothing was moved. */
async function isNoted(): Promise<void> {
	const before = await world.holdersOf(hash);
	expect(await letGo()).toBe('noted');
	expect(await world.holdersOf(hash)).toEqual(before);
	expect(await world.rows.get(reference)).toMatchObject({ state: 'open', asked: { answer: 'let-go' } });
	expect([world.roles, world.acts]).toEqual([[], []]);
}

describe('*Let it go*', () => {
	it('moves the purchase to the claimant immediately, in one commit with the dispute', async () => {
		expect(await letGo()).toBe('moved');
		expect(await world.holdersOf(hash)).toEqual([claimant]);
		const decided = { by: holder, at, why: '', holderId: holder };
		expect(await world.rows.get(reference)).toMatchObject({ state: 'moved', decided });
		expect(world.roles).toEqual([`request ${holder}`, `request ${claimant}`]);
		expect(world.acts).toMatchObject([
			{ deed: 'moved', by: holder, memberId: holder, toUserId: claimant, hash, codeEnd: '0001' },
		]);
		const told = (await world.notices()).map(([userId, notice]) => [userId, notice?.kind]);
		expect(told).toEqual([
			[holder, 'asked'],
			[claimant, 'yours'],
		]);
	});

	it('can be undone by staff within ten minutes, which reopens the dispute', async () => {
		await letGo();
		expect(await world.undo(hash)).toMatchObject({ kind: 'done' });
		expect([await world.stateOf(reference), await world.holdersOf(hash)]).toEqual(['open', [holder]]);
	});

	it('moves nothing if members may not move purchases, and only shows the answer to staff', async () => {
		world.memory.policy = { unlinking: { kind: 'never' }, seats: {} };
		await isNoted();
	});

	it('attack: gives nothing to another account that claims the purchase too, nor to the buyer without staff', async () => {
		const alt = await world.dispute(hash, other);
		expect(await letGo(holder, alt)).toBe('noted');
		await isNoted();
		expect(await world.stateOf(alt)).toBe('open');
	});

	it('attack: happens once if it is pressed twice together, or later on a second device', async () => {
		expect(await Promise.all([letGo(), letGo()])).toEqual(['moved', 'moved']);
		expect(await letGo()).toBe('moved');
		expect(world.acts).toHaveLength(1);
		expect(await world.disputes.keep(reference, holder)).toBe(false);
	});

	it('does nothing if staff have given the purchase back since', async () => {
		await letGo();
		const { moderated } = world.memory.claims;
		const act = { by: moderator.userId, guildId: home, why: '' };
		expect(await moderated.transfer(hash, claimant, holder, act)).toMatchObject({ kind: 'done' });
		expect(await letGo()).toBe('gone');
		expect(await world.holdersOf(hash)).toEqual([holder]);
	});

	it('attack: does nothing after a deletion of data, on either side', async () => {
		await world.forget(claimant);
		expect(await letGo()).toBe('gone');
		expect(await world.holdersOf(hash)).toEqual([holder]);
		const again = await world.dispute(hash, other);
		await world.forget(holder);
		expect(await letGo(holder, again)).toBe('gone');
		expect(await world.holdersOf(hash)).toEqual([]);
	});

	it('attack: moves nothing after a refund, and staff see the answer', async () => {
		await revoke(world.memory.claims, hash);
		world.roles.splice(0);
		await isNoted();
	});

	it('attack: is decided only once if staff decide at the same time', async () => {
		const [gone, decided] = await Promise.all([letGo(), world.decide(reference, 'move')]);
		expect([gone, decided.kind]).toEqual(gone === 'moved' ? ['moved', 'changed-since'] : ['gone', 'done']);
		expect(await world.holdersOf(hash)).toEqual([claimant]);
		expect(world.acts).toHaveLength(1);
		const second = await world.memory.claim(holder, 2);
		const left = await world.dispute(second);
		const [went, stayed] = await Promise.all([letGo(holder, left), world.decide(left, 'leave')]);
		expect((await world.holdersOf(second))[0]).toBe(stayed.kind === 'done' ? holder : claimant);
		expect(went).toBe(stayed.kind === 'done' ? 'gone' : 'moved');
	});

	it('doesn’t reveal to the holder that the claimant has left or that Discord is not responding', async () => {
		for (const membership of ['absent', 'unknown'] as const) {
			world.membership = membership;
			await isNoted();
		}
	});

	it('works only for the holder, and ends with the dispute', async () => {
		for (const userId of [other, claimant]) expect(await letGo(userId)).toBe('gone');
		expect(await letGo(holder, 'ZZZ-ZZZ')).toBe('gone');
		await world.disputes.withdraw(reference, to);
		expect(await letGo()).toBe('gone');
		expect(await world.holdersOf(hash)).toEqual([holder]);
	});
});
