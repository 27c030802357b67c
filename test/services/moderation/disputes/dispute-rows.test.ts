import { beforeEach, describe, expect, it } from 'vitest';
import { rowsOfFormat8 } from '../../../../src/claims/migration.js';
import { disputeKind } from '../../../../src/services/moderation/dispute-rows.js';
import { Table } from '../../../../src/storage/table.js';
import { undoing } from '../../../claims/sample-claims.js';
import { at, claimant, day, holder, home, openCases, other, staff } from '../case-world.js';

const letters = 'BCDFGH';
const reference = 'BCD-FGH';

let world: Awaited<ReturnType<typeof openCases>>;
let hash: string;

beforeEach(async () => {
	world = await openCases();
	hash = await world.memory.claim(holder, 1);
});

/** A row as an earlier version wrote it, after the migration. */
function store(row: object): void {
	const fields = { v: 1, at, hash, claimantId: claimant, guildId: home, note: 'Mine', state: 'open' };
	const former = { key: disputeKind.prefix + letters, value: { ...fields, ...row } };
	for (const { key, value } of rowsOfFormat8(former, { home, listed: [home] }))
		world.memory.rows.set(key, value);
}
const deciding = { by: staff, at, why: 'Receipt', holderId: holder };
const act = { by: staff, guildId: home, why: 'Receipt' };
const goesOn = async () => {
	await world.show();
	await world.cardsTask.stop();
	return await world.rows.get(reference);
};

describe('a dispute from an earlier version', () => {
	it.each([
		['was being opened', { state: 'opening' }],
		['was decided without effect', { deciding, isSettled: false }],
	])('is open if it %s, and can be decided', async (_, row) => {
		store(row);
		expect(await goesOn()).toMatchObject({ state: 'open', note: 'Mine' });
		expect(await world.decide(reference, 'move')).toMatchObject({ kind: 'done' });
	});

	it('keeps its card, which shows the changed buttons', async () => {
		const card = { guildId: home, channelId: '3'.repeat(18), messageId: '4'.repeat(18), shown: 'ab' };
		store({ card });
		const { shown: _, ...place } = card;
		expect(await goesOn()).toMatchObject({ post: { ...place, state: 'sent' } });
		expect(world.cards.map(({ kind }) => kind)).toEqual(['shown']);
	});

	it('is decided as the history says, if the process died in between', async () => {
		await world.memory.claims.moderated.transfer(hash, holder, claimant, act);
		store({ deciding, isSettled: false });
		expect(await goesOn()).toMatchObject({ state: 'moved', decided: deciding });
	});

	it.each([true, false])(
		'is open again if its undo was carried out, and otherwise stays decided: %s',
		async (is) => {
			const { moderated } = world.memory.claims;
			const moved = await moderated.transfer(hash, holder, claimant, act);
			const revision = moved.kind === 'done' ? moved.revision : 0;
			if (is) await moderated.change(hash, act, undoing(revision));
			const decided = { ...deciding, revision, undoUntil: at + 3 * day };
			store({ state: 'moved', decided, deciding: { ...deciding, isUndone: true }, isSettled: false });
			expect(await goesOn()).toMatchObject(
				is ? { state: 'open', undone: { by: staff } } : { state: 'moved' },
			);
		},
	);

	it('keeps its outcome', async () => {
		for (const state of ['freed', 'left', 'withdrawn', 'moved-by-owner'] as const) {
			const decided = { ...deciding, isOwnCase: true };
			store({ state, claimantTag: 'ab'.repeat(32), decided, isSettled: true });
			expect(await goesOn()).toMatchObject({ state, decided: deciding });
		}
	});
});

describe('the row of a dispute', () => {
	const table = () => new Table(disputeKind, world.memory.store, { now: () => world.memory.clock });

	it('names nobody whose data was deleted, except the staff who decided', async () => {
		store({
			note: `I am ${claimant}`,
			asked: { holderId: holder, at, answer: 'theirs' },
			...{ state: 'left', isSettled: true },
			decided: { by: staff, at, why: `<@${holder}> has the receipt`, holderId: holder },
		});
		for (const userId of [claimant, holder, staff]) await world.forget(userId);
		const row = await world.rows.get(reference);
		expect(JSON.stringify(row)).not.toMatch(new RegExp(`${claimant}|${holder}`));
		expect(row).toMatchObject({ state: 'left', note: '', decided: { by: staff } });
		// Such a card has to be edited.
		expect(row?.isSettled).toBeUndefined();
	});

	it.each([
		['withdrew', { state: 'withdrawn', decided: { by: claimant, at, why: '' } }, claimant],
		['let it go', { state: 'moved', decided: { by: holder, at, why: '', holderId: holder } }, holder],
	])('names no member who %s', async (_, row, userId) => {
		store(row);
		await world.forget(userId);
		expect((await world.rows.get(reference))?.decided?.by).toBe('deleted');
	});

	it('is kept for 90 days after its end, and forever while it is open', async () => {
		store({ state: 'left', decided: { ...deciding, at: at + day } });
		world.memory.clock = at + 91 * day - 1;
		await table().prune();
		expect(await world.stateOf(reference)).toBe('left');
		world.memory.clock += 1;
		await table().prune();
		expect(world.memory.rows.has(disputeKind.prefix + letters)).toBe(false);
		store({});
		await table().prune();
		expect(await world.stateOf(reference)).toBe('open');
	});

	it('shows its people only their own words', async () => {
		store({ asked: { holderId: holder, at, answer: 'none' } });
		const { personal } = disputeKind;
		const row = (await world.rows.get(reference)) ?? expect.unreachable();
		expect(personal?.shown(row, claimant)).toEqual({ at, guildId: home, what: 'open', note: 'Mine' });
		expect(personal?.shown(row, holder)).toEqual({ at, guildId: home, what: 'open' });
		expect(personal?.people(row)).toEqual(expect.arrayContaining([claimant, holder]));
		expect(personal?.people(row)).not.toContain(other);
	});
});
