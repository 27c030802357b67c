import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listedGuilds } from '../../../src/guilds/served-guilds.js';
import type { Dispute, StoredDispute } from '../../../src/moderation/disputes/dispute.js';
import { Settlement } from '../../../src/moderation/disputes/settlement.js';
import { DisputeWorld, day, disputeRow, holder, home, other } from './dispute-world.js';

const [reference, second, third] = ['BCD-FGH', 'BCD-FGJ', 'BCD-FGK'] as const;

let world: DisputeWorld;
let hash: string;
let now: number;

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1);
	now = world.memory.clock;
});

afterEach(async () => await world.settling.stop());

const row = (over: Partial<StoredDispute> = {}) => disputeRow(hash, now, over);

async function nextRound(): Promise<void> {
	world.waits.find(({ ms }) => ms === 60_000)?.end();
	await world.settled();
}

const carded = (): readonly string[] => world.cards.map(({ facts }) => facts.reference);

/** The next settlements wait for `open`. `begun` counts them. */
function gate() {
	const factsOf = world.purchases.factsOf.bind(world.purchases);
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	const place = { begun: 0, open };
	world.purchases.factsOf = async (...args) => {
		place.begun += 1;
		await opened;
		return await factsOf(...args);
	};
	return place;
}

describe('the settlement of disputes', () => {
	it('begins with the start', async () => {
		await world.rows.add(reference, row());
		world.settling.begin(reference);
		await world.settled();
		expect(carded()).toEqual([]);
		await world.start();
		expect(carded()).toEqual([reference]);
	});

	it('tries again each minute whatever is not settled', async () => {
		await world.start();
		await world.rows.add(reference, row());
		expect(world.waits.map(({ ms }) => ms)).toEqual([60_000]);
		await nextRound();
		expect(carded()).toEqual([reference]);
	});

	it('begins nothing after the stop', async () => {
		await world.start();
		await world.settling.stop();
		await world.rows.add(reference, row());
		world.settling.begin(reference);
		await world.settled();
		expect(carded()).toEqual([]);
	});

	it('ends what is in flight before it stops', async () => {
		const slow = gate();
		await world.rows.add(reference, row());
		await world.start();
		let isStopped = false;
		const stop = world.settling.stop().then(() => {
			isStopped = true;
		});
		await world.settled();
		expect(isStopped).toBe(false);
		slow.open();
		await stop;
		expect(carded()).toEqual([reference]);
	});

	it('is repeated once for all requests that come while it is in flight', async () => {
		const slow = gate();
		await world.rows.add(reference, row());
		await world.start();
		for (let times = 0; times < 3; times += 1) world.settling.begin(reference);
		await world.settled();
		expect(slow.begun).toBe(1);
		slow.open();
		await world.settled();
		expect(slow.begun).toBe(2);
	});

	it('is tried again in the next round after a failure', async () => {
		const { factsOf } = world.purchases;
		world.purchases.factsOf = async () => {
			world.purchases.factsOf = factsOf;
			throw new Error('The store is down');
		};
		await world.rows.add(reference, row());
		await world.start();
		expect([carded(), world.warnings]).toEqual([[], ['A dispute could not be settled yet']]);
		await nextRound();
		expect([carded(), world.warnings.length]).toEqual([[reference], 1]);
	});

	it('logs a failure with its dispute, and one of a round with the name of the task', async () => {
		const lines: unknown[] = [];
		const err = new Error('The store is down');
		const unused = () => expect.unreachable();
		world.rows.all = async () => {
			throw err;
		};
		const settling = new Settlement({
			...{
				rows: world.rows,
				purchases: world.purchases,
				served: listedGuilds([home]),
				claims: world.memory.claims,
			},
			channelOf: async () => world.channel,
			board: { post: unused, show: unused, remind: unused },
			notices: { notify: unused },
			roleNames: { of: unused },
			report: { disputed: unused },
			logger: { warn: (...line: unknown[]) => void lines.push(line) },
			clock: { now: () => now, delay: async (_, signal) => void (await aborted(signal)) },
		});
		settling.start();
		settling.begin(reference);
		await world.settled();
		await settling.stop();
		expect(lines).toEqual([
			[{ err, name: 'disputes' }, 'A task failed'],
			[{ err, reference }, 'A dispute could not be settled yet'],
		]);
	});

	it('leaves a settled dispute alone, unless its card shows deleted data', async () => {
		const card = { guildId: home, channelId: '300000000000000001', messageId: '400000000000000001' };
		const settled = { state: 'left', isSettled: true } as const;
		await world.rows.add(reference, row({ ...settled, card: { ...card, shown: 'before' } }));
		await world.rows.add(second, row({ ...settled, card: { ...card, shown: '' } }));
		await world.rows.add(third, row(settled));
		await world.start();
		expect([carded(), world.notices, world.warnings]).toEqual([[second], [], []]);
	});

	it('of all open disputes about a purchase begins none of others', async () => {
		await world.start();
		const another = await world.memory.claim(other, 2);
		await world.rows.add(reference, row());
		await world.rows.add(second, row({ state: 'left' }));
		await world.rows.add(third, row({ hash: another }));
		await world.settling.beginAll(hash);
		await world.settled();
		expect(carded()).toEqual([reference]);
		expect((await world.rows.get(second))?.isSettled).toBeUndefined();
	});

	it('of a dispute that was deleted does nothing', async () => {
		await world.start();
		await world.rows.add(second, row());
		world.settling.begin(reference);
		await world.settled();
		expect([carded(), world.warnings]).toEqual([[], []]);
	});

	it('waits for a home', async () => {
		world.servedIds = [];
		await world.rows.add(reference, row({ state: 'opening' }));
		await world.start();
		expect(await world.rows.get(reference)).toEqual({ ...row({ state: 'opening' }), reference });
		expect([carded(), world.warnings]).toEqual([[], []]);
	});
});

async function aborted(signal: AbortSignal | undefined): Promise<void> {
	if (signal?.aborted !== true) await new Promise((end) => signal?.addEventListener('abort', end));
}

describe('a dispute that a process stored and did not open', () => {
	const opening = (at = now, over: Partial<StoredDispute> = {}) => row({ state: 'opening', at, ...over });
	const states = async () => (await world.rows.all()).map((each) => `${each.reference} ${each.state}`);
	const stored = async (one: string, what: StoredDispute): Promise<Dispute> => {
		await world.rows.add(one, what);
		return { ...what, reference: one };
	};

	it('is opened by the settlement within the limits', async () => {
		await stored(reference, opening());
		await world.start();
		expect([await states(), carded()]).toEqual([[`${reference} open`], [reference]]);
	});

	it('is dropped by the settlement beyond them', async () => {
		await stored(reference, row({ at: now - 1, isSettled: true, state: 'left' }));
		await stored(second, row({ at: now - 1, isSettled: true, state: 'left' }));
		await stored(third, opening());
		world.purchases.factsOf = () => expect.unreachable('A dropped dispute has no card');
		await world.start();
		expect([await states(), world.warnings]).toEqual([[`${reference} left`, `${second} left`], []]);
	});

	it('is admitted with the limit that it exceeds, if any', async () => {
		const first = await stored(reference, row({ at: now - 1 }));
		const own = await stored(second, opening());
		expect(await world.settling.admit(own, [first, own])).toBe('already-open');
		expect(await states()).toEqual([`${reference} open`]);
	});

	it('is counted among the disputes that have just been read', async () => {
		await stored(reference, row({ at: now - 1 }));
		const own = await stored(second, opening());
		const later = await stored(third, row({ at: now + 1, hash: 'ab'.repeat(32) }));
		expect(await world.settling.admit(own, [own, later])).toEqual({ ...own, state: 'open' });
	});

	it('stays open if another process has opened it meanwhile', async () => {
		const first = await stored(reference, row({ at: now - 1 }));
		await stored(second, row());
		const own = { ...opening(), reference: second };
		expect(await world.settling.admit(own, [first, own])).toEqual({ ...row(), reference: second });
	});

	it('is not admitted if it was deleted meanwhile', async () => {
		const own = { ...opening(), reference };
		expect(await world.settling.admit(own, [own])).toBe('gone');
	});

	it('is counted before those that were stored later, which are opened or dropped with it', async () => {
		const earlier = await stored(reference, opening(now - 1, { claimantId: other }));
		const own = await stored(second, opening());
		const later = await stored(third, opening(now + 1));
		expect(await world.settling.admit(own, [earlier, own, later])).toEqual({ ...own, state: 'open' });
		expect(await states()).toEqual([`${reference} opening`, `${second} open`]);
	});

	it('counts a later one that has been opened before it', async () => {
		const monthAgo = await stored(reference, row({ at: now - 30 * day + 1, state: 'withdrawn' }));
		const own = await stored(second, opening());
		const later = await stored(third, opening(now + 1, { hash: 'ab'.repeat(32) }));
		expect(await world.settling.admit(own, [monthAgo, own, later])).toBe('too-many');
		expect(await states()).toEqual([`${reference} withdrawn`, `${third} open`]);
	});
});
