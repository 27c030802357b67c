import { beforeEach, describe, expect, it } from 'vitest';
import type { DecisionRequest } from '../../../../src/services/moderation/disputes.js';
import type { Moderator } from '../../../../src/services/moderation/moderation-outcomes.js';
import { codeNumber, memberNumber, otherGuild } from '../../../claims/sample-claims.js';
import {
	administrator,
	at,
	claimant,
	holder,
	home,
	moderator,
	openCases,
	other,
	staff,
} from '../case-world.js';

const minute = 60_000;
const aurora = { name: 'Aurora — a *fast* theme', ending: '0001' };

let world: Awaited<ReturnType<typeof openCases>>;
let hash: string;
let reference: string;

beforeEach(async () => {
	world = await openCases();
	hash = await world.memory.claim(holder, 1);
	reference = await world.dispute(hash, claimant, 'My old account');
	world.roles.splice(0);
});

const decide = (request: Partial<DecisionRequest>, by: Moderator = moderator, letters = reference) =>
	world.disputes.decide(letters, { act: 'move', why: '', revision: undefined, ...request }, by);
const move = (by?: Moderator) => decide({ why: 'Sent a receipt' }, by);
const leave = (by?: Moderator) => decide({ act: 'leave', why: 'No receipt' }, by);
const undo = () => world.undo(hash);
const noticesTo = async (userId: string) =>
	(await world.notices()).flatMap(([to, notice]) =>
		to === userId && notice?.kind !== 'asked' ? [notice] : [],
	);

describe('*Move to the claimant*', () => {
	it('commits the change together with the dispute, the notices and the role syncs', async () => {
		const { revision = 0 } = (await world.fileOf(hash)) ?? {};
		expect(await move()).toMatchObject({
			kind: 'done',
			event: { deed: 'moved', by: staff, memberId: holder, toUserId: claimant, why: 'Sent a receipt' },
			undo: { revision: revision + 1, until: at + 10 * minute },
		});
		expect(await world.holdersOf(hash)).toEqual([claimant]);
		const decided = { by: staff, at, why: 'Sent a receipt', holderId: holder, revision: revision + 1 };
		const row = { state: 'moved', decided, note: 'My old account' };
		expect(await world.rows.get(reference)).toMatchObject(row);
		expect(await noticesTo(claimant)).toEqual([{ kind: 'yours', purchase: aurora, roles: ['Buyer'] }]);
		expect(await noticesTo(holder)).toEqual([{ kind: 'lost', how: 'moved', purchase: aurora }]);
		expect(world.roles).toEqual([`request ${holder}`, `request ${claimant}`]);
		expect(world.acts).toHaveLength(1);
	});

	it('stores no code in its reason', async () => {
		await decide({ why: `${codeNumber(9)} was sent` });
		expect(JSON.stringify([...world.memory.rows])).not.toContain(codeNumber(9));
		expect((await world.rows.get(reference))?.decided?.why).toBe('… was sent');
	});

	it('gives a purchase without a holder to the claimant, and frees the seat reserved for the loser', async () => {
		await world.memory.claims.own.unlink(hash, { userId: holder, guildId: home });
		expect(await world.fileOf(hash)).toMatchObject({ claims: [], keptSeats: 1 });
		expect(await move()).toMatchObject({ kind: 'done' });
		const file = await world.fileOf(hash);
		expect(file).toMatchObject({ claims: [{ holderId: claimant }], keptSeats: 0 });
		expect(await undo()).toMatchObject({ kind: 'done' });
		expect(await world.fileOf(hash)).toMatchObject({ claims: [], keptSeats: 1 });
	});

	it('attack 60: finds the purchase with the thief’s second account, even if it moved before the dispute', async () => {
		await world.memory.claims.own.letGo(hash, holder, { userId: other, guildId: home });
		const late = await world.refusal(hash, memberNumber(7));
		await world.disputes.open(late, { userId: memberNumber(7), guildId: home }, '');
		expect(await decide({}, moderator, late)).toMatchObject({ kind: 'done' });
		expect(await world.holdersOf(hash)).toEqual([memberNumber(7)]);
	});

	it('is refused if the form showed another holder', async () => {
		const { revision } = (await world.fileOf(hash)) ?? {};
		await world.memory.claims.own.letGo(hash, holder, { userId: other, guildId: home });
		expect(await decide({ revision })).toEqual({ kind: 'changed-since' });
		expect(await world.holdersOf(hash)).toEqual([other]);
	});

	it('is refused if several members hold it, or if the claimant has left or Discord doesn’t know them', async () => {
		world.membership = 'absent';
		expect(await move()).toEqual({ kind: 'not-a-member' });
		world.membership = 'unknown';
		expect(await move()).toEqual({ kind: 'discord-silent' });
		hash = await world.memory.claim(holder, 2, home, { licenseType: 'Team' });
		await world.memory.claim(other, 2, home, { licenseType: 'Team' });
		reference = await world.dispute(hash);
		expect(await move()).toEqual({ kind: 'several' });
		expect(await leave()).toMatchObject({ kind: 'done' });
	});
});

it('*Leave as is* changes only the history, and notifies the claimant', async () => {
	expect(await leave()).toMatchObject({ kind: 'done', event: { deed: 'left', memberId: holder } });
	expect(await world.holdersOf(hash)).toEqual([holder]);
	const file = await world.fileOf(hash);
	const event = { what: 'left', by: staff, member: holder, to: claimant, why: 'No receipt' };
	expect(file?.history.at(-1)).toMatchObject(event);
	expect(await world.rows.get(reference)).toMatchObject({ state: 'left', decided: { holderId: holder } });
	expect(await noticesTo(claimant)).toEqual([{ kind: 'stays', purchase: aurora }]);
	expect(await noticesTo(holder)).toEqual([]);
	expect(world.roles).toEqual([]);
	// Their next dispute stays open.
	world.memory.clock += 1;
	const next = await world.dispute(hash);
	await world.show();
	await world.cardsTask.stop();
	expect(await world.stateOf(next)).toBe('open');
});

describe('a decision', () => {
	it('is made once, whoever else decides or withdraws meanwhile', async () => {
		const second = { ...moderator, userId: memberNumber(5) };
		const outcomes = await Promise.all([move(), move(second), leave(second)]);
		expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed-since', 'changed-since', 'done']);
		expect(await move()).toEqual({ kind: 'expired' });

		reference = await world.dispute(await world.memory.claim(holder, 3));
		const own = await world.rows.get(reference);
		const { get } = world.rows;
		world.rows.get = async (letters, tx) =>
			tx === undefined ? own : await get.call(world.rows, letters, tx);
		await world.disputes.withdraw(reference, { guildId: home, userId: claimant });
		expect(await move()).toEqual({ kind: 'expired' });
	});

	it('can’t be made in a server that isn’t served', async () => {
		expect(await move({ ...moderator, guildId: otherGuild })).toEqual({ kind: 'expired' });
		expect(await decide({}, moderator, 'ZZZ-ZZZ')).toEqual({ kind: 'expired' });
	});

	it('attack 39: can’t be made by the claimant or the holder, unless they are an administrator, which is marked', async () => {
		for (const userId of [claimant, holder]) {
			expect(await move({ ...moderator, userId })).toEqual({ kind: 'own-case' });
			expect(await leave({ ...moderator, userId })).toEqual({ kind: 'own-case' });
		}
		expect(world.acts).toEqual([]);
		expect(await leave({ ...administrator, userId: claimant })).toMatchObject({ event: { isOwnCase: true } });
		reference = await world.dispute(hash, other);
		expect(await move({ ...administrator, userId: holder })).toMatchObject({ event: { isOwnCase: true } });
	});

	it('attack 63: can’t be made by a member with a reserved seat', async () => {
		await world.forget(holder);
		expect(await move({ ...moderator, userId: holder })).toEqual({ kind: 'own-case' });
		expect(await leave({ ...moderator, userId: holder })).toEqual({ kind: 'own-case' });
	});
});

describe('an undone decision', () => {
	it.each([
		['move', claimant],
		['leave', holder],
	] as const)('opens the dispute again with both statements: %s', async (act, after) => {
		await world.disputes.keep(reference, holder);
		await decide({ act });
		expect(await world.holdersOf(hash)).toEqual([after]);
		world.memory.clock += 1;
		expect(await undo()).toMatchObject({ kind: 'done' });
		// The unsent notice of the undone decision is gone.
		expect(await noticesTo(claimant)).toEqual([]);
		expect(await world.holdersOf(hash)).toEqual([holder]);
		const row = await world.rows.get(reference);
		expect(row).toMatchObject({
			...{ state: 'open', note: 'My old account', undone: { by: staff, at: at + 1 } },
			asked: { answer: 'theirs' },
		});
		expect(row?.decided).toBeUndefined();
		// The dispute is then decided the other way.
		expect(await decide({ act: act === 'move' ? 'leave' : 'move' })).toMatchObject({ kind: 'done' });
	});

	it('reopens no dispute if the claimant’s data was deleted, or they have opened another', async () => {
		await leave();
		const again = await world.dispute(hash);
		await undo();
		expect([await world.stateOf(reference), await world.stateOf(again)]).toEqual(['left', 'open']);
	});
});

describe('a dispute whose purchase reaches the claimant otherwise', () => {
	it('ends in the commit of a move by staff, and the claimant is notified once', async () => {
		const second = await world.dispute(hash, other);
		const request = { hash, holderId: holder, toUserId: claimant, why: 'Asked', action: 'move' } as const;
		const { revision = 0 } = (await world.fileOf(hash)) ?? {};
		await world.moderation.carryOut({ ...request, revision }, moderator);
		expect([await world.stateOf(reference), await world.stateOf(second)]).toEqual(['moved', 'open']);
		expect((await noticesTo(claimant)).map((notice) => notice?.kind)).toEqual(['yours']);
		await undo();
		expect(await world.stateOf(reference)).toBe('open');
	});
});
