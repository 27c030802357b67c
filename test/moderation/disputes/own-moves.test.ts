import { beforeEach, describe, expect, it } from 'vitest';
import { day, fresh, guildId, hash, OwnMovesWorld, old, otherGuildId, stranger } from './own-moves-world.js';

const me = { guildId, userId: old };
const them = { guildId, userId: fresh };
const aurora = { name: 'Aurora', ending: '3a8c' };

describe('a purchase between own accounts', () => {
	let world: OwnMovesWorld;
	let reference: string;

	beforeEach(async () => {
		world = new OwnMovesWorld();
		reference = await world.refusal();
	});

	it('moves where both have shown that they want it, and the other account hears of it', async () => {
		const { moves, log, references } = world;
		const sure = { kind: 'sure', reference, purchase: aurora, roles: ['Buyer'] };
		expect(await moves.ask(hash, me, reference.toLowerCase())).toEqual(sure);
		const before = world.claim();
		expect(await moves.move(reference, old)).toEqual({ kind: 'moved', purchase: aurora });
		expect(log).toEqual([
			`note ${guildId} ${old}`,
			`note ${guildId} ${fresh}`,
			`move, begun by ${old}`,
			`roles ${guildId} ${old}`,
			`roles ${guildId} ${fresh}`,
			'audit',
			`notify ${fresh} yours move-${reference}`,
			'settle true',
		]);
		expect(world.reports).toEqual([[before, them, '3a8c']]);
		expect(await references.movesBegun()).toEqual([]);
	});

	it('takes along the roles in each guild in which it counted', async () => {
		world.changes = { guildIds: [guildId, otherGuildId] };
		await world.moves.move(reference, old);
		expect(world.log.filter((line) => /^(note|roles)/.test(line))).toEqual(
			['note', 'roles'].flatMap((verb) => [
				`${verb} ${guildId} ${old}`,
				`${verb} ${otherGuildId} ${old}`,
				`${verb} ${guildId} ${fresh}`,
			]),
		);
	});

	it('stays if the reference is expired, one’s own, of another purchase or of a member without one', async () => {
		const { moves, references } = world;
		const own = await world.refusal(old);
		const other = await references.issue({ guildId, userId: fresh, why: 'taken', hash: 'cd'.repeat(32) });
		for (const typed of [own, other, 'BCD-FGH', 'nonsense'])
			expect(await moves.ask(hash, me, typed)).toEqual({ kind: 'wrong-reference' });
		expect(await moves.ask(hash, { guildId, userId: stranger }, reference)).toEqual({ kind: 'not-yours' });
		expect(await moves.move(reference, stranger)).toEqual({ kind: 'not-yours' });
		world.clock += day - 1;
		expect(await moves.ask(hash, me, reference)).toMatchObject({ kind: 'sure' });
		world.clock += 1;
		expect(await moves.ask(hash, me, reference)).toEqual({ kind: 'wrong-reference' });
		expect(await moves.move(reference, old)).toEqual({ kind: 'wrong-reference' });
		expect(world.log).toEqual([]);
	});

	it('can be awaited for one more day after its refusal', async () => {
		const { moves } = world;
		world.clock += 2 * day;
		expect(await moves.expect(reference, them)).toBe(true);
		world.clock += day - 1;
		expect(await moves.ask(hash, me, reference)).toMatchObject({ kind: 'sure' });
		world.clock += 1;
		expect(await moves.ask(hash, me, reference)).toEqual({ kind: 'wrong-reference' });
	});

	it('is awaited by nothing but one’s own refusal of a taken code in this guild', async () => {
		const { moves, references } = world;
		const revoked = await references.issue({ guildId, userId: fresh, why: 'revoked', hash });
		expect(await moves.expect(revoked, them)).toBe(false);
		expect(await moves.expect(reference, { ...them, guildId: otherGuildId })).toBe(false);
		expect(await moves.expect(reference, { guildId, userId: stranger })).toBe(false);
		expect(await moves.expect('BCD-FGH', them)).toBe(false);
	});

	it('does not move by the reference of another error, without a purchase or from outside a guild', async () => {
		const { moves, references } = world;
		const refused = { userId: fresh, why: 'taken' } as const;
		const useless = [
			await references.issue({ ...refused, guildId, hash, why: 'revoked' }),
			await references.issue({ ...refused, guildId }),
			await references.issue({ ...refused, hash }),
		];
		for (const typed of useless) {
			expect(await moves.ask(hash, me, typed)).toEqual({ kind: 'wrong-reference' });
			expect(await moves.move(typed, old)).toEqual({ kind: 'wrong-reference' });
		}
		expect(world.log).toEqual([]);
	});

	it.each([['is locked', { locked: true }, 'locked']] as const)(
		'is not offered to be moved if it %s',
		async (_, changes, kind) => {
			world.changes = changes;
			expect(await world.moves.ask(hash, me, reference)).toEqual({ kind });
		},
	);

	it.each(['absent', 'unknown'] as const)(
		'stays if the other account is %s in the guild',
		async (membership) => {
			world.membership = membership;
			expect(await world.moves.move(reference, old)).toEqual({ kind: 'wrong-reference' });
			expect(world.log).toEqual([]);
		},
	);

	it('stays if the claims refuse the move, of which no one is notified', async () => {
		world.refused = 'already-held';
		expect(await world.moves.move(reference, old)).toEqual({ kind: 'already-held' });
		expect(world.log).toEqual([
			`note ${guildId} ${old}`,
			`note ${guildId} ${fresh}`,
			`move, begun by ${old}`,
			`roles ${guildId} ${old}`,
			`roles ${guildId} ${fresh}`,
		]);
		// Nor after a restart, if the other account has got it in another way.
		world.holderId = fresh;
		await world.restarted().sendPendingNotices();
		expect(world.notices).toEqual([]);
	});

	it('is shown without an ending if its code was deleted', async () => {
		world.code = undefined;
		expect(await world.moves.move(reference, old)).toEqual({
			kind: 'moved',
			purchase: { name: 'Aurora', ending: '' },
		});
	});

	it('attack 38: stays where a dispute has moved it lately', async () => {
		world.disputes = 'moved-lately';
		expect(await world.moves.move(reference, old)).toEqual({ kind: 'moved-lately' });
		expect(world.log).toEqual([]);
	});

	it('attack 60: stays while a dispute about it is open', async () => {
		world.disputes = 'disputed';
		expect(await world.moves.ask(hash, me, reference)).toEqual({ kind: 'disputed' });
		expect(await world.moves.move(reference, old)).toEqual({ kind: 'disputed' });
		expect(world.log).toEqual([]);
	});

	it('stays where home’s policy does not let members move', async () => {
		world.policy = { unlinking: { kind: 'never' }, seats: {} };
		expect(await world.moves.expect(reference, them)).toBe(false);
		expect(await world.moves.ask(hash, me, reference)).toEqual({ kind: 'not-allowed' });
	});
});
