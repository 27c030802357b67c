import { beforeEach, describe, expect, it } from 'vitest';
import { type Proposal, Proposals } from '../../src/moderation/proposals.js';
import { memoryStore } from '../roles/memory-store.js';

const proposal: Proposal = {
	by: '100000000000000001',
	guildId: '200000000000000001',
	action: 'unlink',
	why: 'asked for in a ticket',
	hash: 'ab'.repeat(32),
	holderId: '100000000000000002',
};
const { by, guildId } = proposal;
const quarterOfAnHour = 15 * 60_000;

describe('a change that waits for its confirmation', () => {
	let store: ReturnType<typeof memoryStore>;
	let clock: number;
	let proposals: Proposals;
	let ids: number;

	const newId = (): string => {
		ids += 1;
		return `proposal-number-${ids}`;
	};
	const open = () => new Proposals(store, { now: () => clock }, { id: newId });

	beforeEach(() => {
		store = memoryStore();
		clock = 1_000_000;
		ids = 0;
		proposals = open();
	});

	it('is found again by another process, once', async () => {
		const id = await proposals.keep(proposal);
		expect(await open().take(id, by, guildId)).toEqual(proposal);
		expect(await proposals.take(id, by, guildId)).toBeUndefined();
	});

	it('keeps no code that was typed into its reason', async () => {
		const id = await proposals.keep({
			...proposal,
			why: 'refunded 3F2504E0-4f89-41d3-9a0c-0305e82c3301 today',
		});
		expect(await proposals.take(id, by, guildId)).toEqual({ ...proposal, why: 'refunded … today' });
	});

	it('is taken by one of two clicks', async () => {
		const id = await proposals.keep(proposal);
		const taken = await Promise.all([proposals.take(id, by, guildId), open().take(id, by, guildId)]);
		expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
	});

	it('is for no other moderator, and for no other server', async () => {
		const id = await proposals.keep(proposal);
		expect(await proposals.take(id, '100000000000000009', guildId)).toBeUndefined();
		expect(await proposals.take(id, by, '200000000000000009')).toBeUndefined();
		expect(await proposals.take(id, by, guildId)).toEqual(proposal);
	});

	it('is too old after a quarter of an hour, and not before', async () => {
		const [early, late] = [await proposals.keep(proposal), await proposals.keep(proposal)];
		clock += quarterOfAnHour - 1;
		expect(await proposals.take(early, by, guildId)).toEqual(proposal);
		clock += 1;
		expect(await proposals.take(late, by, guildId)).toBeUndefined();
	});

	it('lives no longer where the clock was set back', async () => {
		const [id, other] = [await proposals.keep(proposal), await proposals.keep(proposal)];
		// So far two processes may be apart.
		clock -= 60_000;
		expect(await proposals.take(id, by, guildId)).toEqual(proposal);
		clock -= 1;
		expect(await proposals.take(other, by, guildId)).toBeUndefined();
	});

	it('is deleted with the data of any member concerned', async () => {
		const person = '100000000000000007';
		const theirs = [{ by: person }, { holderId: person }, { toUserId: person }];
		const ids = await Promise.all(theirs.map((part) => proposals.keep({ ...proposal, ...part })));
		const others = await proposals.keep(proposal);
		await proposals.forget(person);
		const rows = await Promise.all(ids.map((id) => store.get(`proposal:${id}`)));
		expect(rows).toEqual([undefined, undefined, undefined]);
		expect(await proposals.take(others, by, guildId)).toEqual(proposal);
	});

	it('of commit bc50034 is read as it is', async () => {
		for (const [name, action] of [
			['release', 'unlink'],
			['transfer', 'move'],
			['free', 'free'],
		] as const) {
			const old = { v: 1, at: clock, ...proposal, action: name };
			await store.compareAndSet('proposal:from-an-older-version', undefined, old);
			const taken = await proposals.take('from-an-older-version', by, guildId);
			expect(taken).toEqual({ ...proposal, action });
		}
	});

	it('does not stay in the store for ever', async () => {
		await proposals.keep(proposal);
		clock += quarterOfAnHour;
		const id = await proposals.keep(proposal);
		await proposals.prune();
		const keys: string[] = [];
		for await (const { key } of store.list('proposal:')) keys.push(key);
		expect(keys).toEqual([`proposal:${id}`]);
	});

	it.each([{ v: 7 }, { action: ['release'] }])(
		'is none, and is pruned, where what is stored is none: %j',
		async (part) => {
			const damaged = { v: 1, at: clock, ...proposal, ...part };
			await store.compareAndSet('proposal:damaged-in-the-store', undefined, damaged);
			expect(await proposals.read('damaged-in-the-store', by, guildId)).toBeUndefined();
			await proposals.prune();
			expect(store.keys()).toEqual([]);
		},
	);

	it('can be looked at without being taken, as long as it could be confirmed, by who made it', async () => {
		const id = await proposals.keep(proposal);
		expect(await proposals.read(id, by, guildId)).toEqual(proposal);
		expect(await proposals.read(id, 'somebody else', guildId)).toBeUndefined();
		expect(await proposals.read('another', by, guildId)).toBeUndefined();
		expect(await proposals.take(id, by, guildId)).toEqual(proposal);
		const late = await proposals.keep(proposal);
		clock += quarterOfAnHour;
		expect(await proposals.read(late, by, guildId)).toBeUndefined();
	});

	it('is shown to every member concerned, oldest first', async () => {
		const member = '100000000000000002';
		const [at, place] = [clock, { guildId }];
		clock = at + 5;
		await proposals.keep({ ...proposal, action: 'move', toUserId: member, holderId: undefined });
		clock = at;
		await proposals.keep(proposal);
		await store.compareAndSet('proposal:damaged', undefined, { v: 1 });
		const own = [
			{ at, ...place, what: 'unlink' },
			{ at: at + 5, ...place, what: 'move' },
		];
		const of = async (userId: string) => (await proposals.of(userId, 'whole')).rows;
		expect(await of(member)).toEqual(own);
		expect(await of(by)).toEqual(own);
		expect(await of('somebody else')).toEqual([]);
		// Deleting a member's data continues after a damaged row.
		await proposals.forget(member);
		expect(await of(by)).toEqual([]);
	});
});
