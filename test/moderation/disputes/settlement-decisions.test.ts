import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StoredDispute, undoMs } from '../../../src/moderation/disputes/dispute.js';
import { claimant, DisputeWorld, holder, home, staff } from './dispute-world.js';

const reference = 'BCD-FGH';
const why = 'Sent a receipt';
const act = { by: staff, guildId: home, why, isAdministrator: false, canManageRoles: true };
const card = {
	guildId: home,
	channelId: '300000000000000001',
	messageId: '400000000000000009',
	shown: 'before',
};

let world: DisputeWorld;
let hash: string;
let now: number;

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1);
	now = world.memory.clock;
});

afterEach(async () => await world.settling.stop());

/** The holder has been asked, so that nothing is sent but the outcome. */
async function stored(over: Partial<StoredDispute> = {}): Promise<void> {
	const asked = { holderId: holder, at: now, answer: 'none' } as const;
	const parties = { hash, claimantId: claimant, guildId: home };
	await world.rows.add(reference, { v: 1, at: now, ...parties, note: '', state: 'open', asked, ...over });
}

const kept = async () => await world.rows.get(reference);

const deciding = (at = now) => ({ by: staff, at, why, holderId: holder });

/** Staff have moved the purchase, and their process died before it noted that. */
async function moved(): Promise<void> {
	const outcome = await world.memory.claims.moderated.transfer(hash, holder, claimant, act, {
		undoMs,
	});
	expect(outcome.kind).toBe('done');
}

/** The same with the seat that the holder left. */
async function freed(): Promise<void> {
	await world.memory.claims.own.unlink(hash, { userId: holder, guildId: home });
	expect((await world.memory.claims.moderated.free(hash, act)).kind).toBe('done');
}

/** Staff have undone the move of a dispute, and their process died before it noted that. */
async function undone(): Promise<void> {
	await moved();
	await world.memory.claims.moderated.undo(hash, 2, act);
}

describe('a decision in progress', () => {
	it('is left alone until it is ten seconds old', async () => {
		await moved();
		await stored({ deciding: deciding(now - 9_999) });
		await world.start();
		expect(await kept()).toMatchObject({ state: 'open', deciding: deciding(now - 9_999) });
		expect([world.moves, world.notices]).toEqual([[], []]);
		expect(world.waits.map((wait) => wait.ms)).toEqual([60_000, 1]);
	});

	it('is settled once the wait is over', async () => {
		await moved();
		await stored({ deciding: deciding(now - 9_999) });
		await world.start();
		world.memory.clock += 1;
		world.waits.find(({ ms }) => ms === 1)?.end();
		await world.settled();
		expect(world.moves).toHaveLength(1);
		expect(await kept()).toMatchObject({ state: 'moved', isSettled: true });
	});

	it('is not overtaken by the purchase that has already come to the claimant', async () => {
		await moved();
		await stored({ deciding: deciding(now - 1) });
		await world.start();
		expect((await kept())?.state).toBe('open');
	});

	it('keeps an undo from looking settled', async () => {
		await stored({ state: 'moved', decided: deciding(now - 9), deciding: deciding(now - 1), card });
		await world.start();
		expect((await kept())?.isSettled).toBeUndefined();
	});
});

describe('a decision of a process that died', () => {
	it('is dropped if it began ten seconds ago and was not carried out', async () => {
		await stored({ deciding: deciding(now - 10_000) });
		await world.start();
		expect(await kept()).toMatchObject({ state: 'open' });
		expect((await kept())?.deciding).toBeUndefined();
		expect([world.moves, world.notices, world.warnings]).toEqual([[], [], []]);
	});

	it('is reported, announced and shown if it moved the purchase', async () => {
		await moved();
		await stored({ deciding: deciding() });
		world.memory.clock += 10_000;
		await world.start();
		const { file, ending } = await world.purchases.of(hash);
		const decided = { ...deciding(), revision: 2, undoUntil: now + undoMs };
		expect(await kept()).toMatchObject({ state: 'moved', decided, isSettled: true });
		expect((await kept())?.deciding).toBeUndefined();
		expect(world.moves).toEqual([
			{
				...{ guildId: home, deed: 'moved', by: staff, holderId: holder, toUserId: claimant, why },
				...{ isOwnCase: false, file, codeEnd: ending },
			},
		]);
		expect(ending).toBe('0001');
		expect(world.notices.map(({ userId, notice }) => [userId, notice.kind])).toEqual([
			[claimant, 'yours'],
			[holder, 'lost'],
		]);
	});

	it('is reported as the decider’s own case if it was', async () => {
		await moved();
		await stored({ deciding: { ...deciding(), isOwnCase: true } });
		world.memory.clock += 10_000;
		await world.start();
		expect(world.moves).toMatchObject([{ isOwnCase: true }]);
	});

	it('is reported without a receiver if it freed the code', async () => {
		await freed();
		await stored({ deciding: { by: staff, at: now, why } });
		world.memory.clock += 10_000;
		await world.start();
		expect(world.moves).toMatchObject([{ deed: 'seats-freed', holderId: undefined, toUserId: undefined }]);
		expect(await kept()).toMatchObject({ state: 'freed', isSettled: true });
	});

	it('is reported without a receiver if it undid a move', async () => {
		await undone();
		await stored({ state: 'moved', decided: deciding(), deciding: { ...deciding(), isUndone: true }, card });
		world.memory.clock += 10_000;
		await world.start();
		expect(world.moves).toMatchObject([{ deed: 'undid', holderId: holder, toUserId: undefined }]);
		expect(await kept()).toMatchObject({ state: 'left', decided: { isUndone: true }, isSettled: true });
	});

	it('is reported only by the process that noted it', async () => {
		await moved();
		await stored({ deciding: deciding(now - 10_000) });
		world.beforeNextChange(() => world.rows.change(reference, ({ deciding: _, ...row }) => row));
		await world.start();
		expect([world.moves, world.warnings, world.cards]).toEqual([[], [], []]);
	});

	it('is not confused with a later one', async () => {
		await stored({ deciding: deciding(now - 10_000) });
		world.beforeNextChange(() =>
			world.rows.change(reference, (row) => ({ ...row, deciding: deciding(now) })),
		);
		await world.start();
		expect((await kept())?.deciding).toEqual(deciding(now));
	});

	it('is not reported while there is no home', async () => {
		await moved();
		await stored({ deciding: deciding() });
		world.memory.clock += 10_000;
		world.beforeNextChange(() => {
			world.servedIds = [];
		});
		await world.start();
		expect([(await kept())?.state, world.moves]).toEqual(['moved', []]);
	});
});

describe('a purchase that came to the claimant without a decision', () => {
	it('closes the dispute, which announces nothing', async () => {
		await stored({ card });
		await moved();
		world.memory.clock += 5;
		await world.start();
		expect(await kept()).toMatchObject({
			...{ state: 'moved-by-owner', isSettled: true },
			decided: { by: claimant, at: now + 5, why: '' },
		});
		expect(world.notices).toEqual([]);
		expect(world.cards).toMatchObject([{ kind: 'shown', facts: { state: 'moved-by-owner' } }]);
	});

	it.each([
		['a decision about it has begun', { deciding: deciding(0) }],
		['it was withdrawn', { state: 'withdrawn' as const }],
	])('leaves a dispute as it is if %s meanwhile', async (_, change) => {
		await stored({ card });
		await moved();
		world.beforeNextChange(() => world.rows.change(reference, (row) => ({ ...row, ...change })));
		await world.start();
		expect(await kept()).toMatchObject({ state: 'open', ...change });
	});
});

describe('a decided dispute', () => {
	const decided = { by: staff, at: 900, why: '', holderId: holder };

	it('is settled once its outcome is announced and its card is up to date', async () => {
		await stored({ state: 'left', decided, card });
		await world.start();
		expect(world.notices.map(({ userId, notice }) => [userId, notice.kind])).toEqual([[claimant, 'stays']]);
		expect(world.cards).toMatchObject([
			{ kind: 'shown', messageId: card.messageId, facts: { state: 'left' } },
		]);
		expect((await kept())?.isSettled).toBe(true);
	});

	it('is settled without a card, too', async () => {
		await stored({ state: 'left', decided });
		await world.start();
		expect([(await kept())?.isSettled, world.cards]).toEqual([true, []]);
	});

	it('is settled if its process died when the card was up to date', async () => {
		await stored({ state: 'left', decided, card });
		await world.start();
		await world.rows.change(reference, ({ isSettled: _, ...row }) => row);
		world.settling.begin(reference);
		await world.settled();
		expect([(await kept())?.isSettled, world.cards.length]).toEqual([true, 1]);
	});

	it('announces its outcome once', async () => {
		await stored({ state: 'left', decided, isSettled: true, card: { ...card, shown: '' } });
		await world.start();
		expect([world.cards.length, world.notices]).toEqual([1, []]);
	});

	it.each<[string, Partial<StoredDispute>]>([
		['reopened', { state: 'open' }],
		['decided again', { decided: { ...decided, at: 901 } }],
		['withdrawn from the record', { decided: undefined }],
		['about to be decided again', { deciding: { ...decided, at: 902 } }],
	])('is not settled if it is %s meanwhile', async (_, change) => {
		await stored({ state: 'left', decided });
		world.beforeNextChange(() => world.rows.change(reference, (row) => ({ ...row, ...change })));
		await world.start();
		expect((await kept())?.isSettled).toBeUndefined();
	});

	it('is settled without a decision on record', async () => {
		await stored({ state: 'left' });
		await world.start();
		expect((await kept())?.isSettled).toBe(true);
	});

	it.each(['refused', 'gone'] as const)('gives up a card with deleted data that is %s', async (shows) => {
		world.shows = shows;
		await stored({ state: 'left', decided, isSettled: true, card: { ...card, shown: '' } });
		await world.start();
		expect(await kept()).toMatchObject({ isSettled: true, card: { ...card, shown: 'lost' } });
	});

	it('keeps the rest of a card that can’t be changed', async () => {
		world.shows = 'refused';
		await stored({ state: 'left', decided, card });
		await world.start();
		expect(await kept()).toMatchObject({ isSettled: true, card });
	});
});
