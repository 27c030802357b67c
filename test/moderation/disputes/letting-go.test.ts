import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDispute } from '../../../src/moderation/disputes/dispute.js';
import { LettingGo, type LettingGoParts } from '../../../src/moderation/disputes/letting-go.js';
import { otherGuild, revoke } from '../../claims/sample-claims.js';
import { claimant, DisputeWorld, day, holder, home, judge, other, staff } from './dispute-world.js';

const at = 1_000 * day;
const asked = { holderId: holder, at, answer: 'none' } as const;
const aurora = { id: 17, name: 'Aurora', category: 'Themes' };
const act = { by: staff, guildId: home, why: '' };
const to = { guildId: home, userId: claimant };

let world: DisputeWorld;
let hash: string;
let reference: string;

beforeEach(async () => {
	world = await DisputeWorld.open();
	// Older than the disputed one, so that it is the first of the holder's claims.
	await world.memory.claim(holder, 9, home, { item: { ...aurora, name: 'Borealis' } });
	hash = await world.memory.claim(holder, 1, home, { item: aurora, licenseType: 'Team' });
	reference = await world.dispute(hash);
	await change({ asked });
});

async function change(changes: Partial<StoredDispute>): Promise<void> {
	await world.rows.change(reference, (row) => ({ ...row, ...changes }));
}

/** The real one with other parts in place of some of the world's. */
function lettingGoWith(changes: Partial<LettingGoParts>): LettingGo {
	const { rows, settling, purchases, memory } = world;
	return new LettingGo({
		...{ rows, settling, purchases, claims: memory.claims },
		discord: { membershipOf: async () => world.membership },
		roleNames: { of: async () => ['Buyer'] },
		report: { movedByMember: (...move) => void world.movedByMember.push(move) },
		clock: { now: () => memory.clock },
		...changes,
	});
}

const claimOf = async (userId: string) =>
	(await world.memory.claims.claimsOf(userId)).find((claim) => claim.hash === hash);

describe('a holder who lets a disputed purchase go', () => {
	it('is asked first, with the roles that the account loses in the guild of the notice', async () => {
		const seen: unknown[] = [];
		const lettingGo = lettingGoWith({
			roleNames: {
				of: async (guildId, claim) => {
					seen.push([guildId, claim.hash]);
					return ['Buyer', 'Regular'];
				},
			},
		});
		expect(await lettingGo.ask(reference, holder, otherGuild)).toEqual({
			kind: 'sure',
			purchase: { name: 'Aurora', ending: '0001' },
			roles: ['Buyer', 'Regular'],
		});
		expect(seen).toEqual([[otherGuild, hash]]);
	});

	it('moves it to the claimant, which is reported and stored like a decision', async () => {
		const [former, before] = [await claimOf(holder), await world.rows.get(reference)];
		expect(await world.lettingGo.letGo(reference, holder)).toEqual({ kind: 'done' });
		expect(await claimOf(holder)).toBeUndefined();
		expect(await claimOf(claimant)).toMatchObject({ claimedAt: at });
		expect(world.movedByMember).toEqual([[former, to, '0001']]);
		const revision = (await world.purchases.of(hash)).file?.revision;
		expect(await world.rows.get(reference)).toStrictEqual({
			...before,
			state: 'moved',
			decided: { by: holder, at, why: '', holderId: holder, revision, undoUntil: at + 3 * day },
			isSettled: false,
		});
	});

	it('has the decision stored before the change, and the roles of both requested', async () => {
		const before = await world.rows.get(reference);
		const { claims } = world.memory;
		const lettingGo = lettingGoWith({
			claims: {
				claimsOf: (userId) => claims.claimsOf(userId),
				own: {
					letGo: async (...args) => {
						const deciding = { by: holder, at, why: '', holderId: holder };
						expect(await world.rows.get(reference)).toStrictEqual({ ...before, deciding, isSettled: false });
						return await claims.own.letGo(...args);
					},
				},
			},
		});
		expect(await lettingGo.letGo(reference, holder)).toEqual({ kind: 'done' });
		expect(world.roles).toEqual([`request ${holder}`, `request ${claimant}`]);
	});

	it('settles this dispute and others of the claimant about the purchase', async () => {
		const again = 'ZZZ-ZZZ';
		await world.rows.add(again, {
			v: 1,
			at,
			hash,
			claimantId: claimant,
			guildId: home,
			note: '',
			state: 'open',
		});
		world.settling.start();
		await world.settled();
		await world.lettingGo.letGo(reference, holder);
		await world.settled();
		await world.settling.stop();
		expect(
			world.cards.filter(({ kind }) => kind === 'shown').map(({ facts }) => [facts.reference, facts.state]),
		).toEqual([
			[reference, 'moved'],
			[again, 'moved-by-owner'],
		]);
		expect(world.notices.map(({ userId, notice }) => [userId, notice.kind])).toEqual([[claimant, 'yours']]);
		expect(await world.rows.get(reference)).toMatchObject({ state: 'moved', isSettled: true });
	});

	it('is undone by staff within 72 hours', async () => {
		await world.lettingGo.letGo(reference, holder);
		world.memory.clock = at + 3 * day;
		expect(await world.rulings.undo(reference, judge)).toEqual({ kind: 'too-late' });
		world.memory.clock -= 1;
		expect(await world.rulings.undo(reference, judge)).toEqual({ kind: 'done' });
		expect(await claimOf(holder)).toBeDefined();
	});

	it('is undone by home’s staff, also if the claimant is in another server', async () => {
		const elsewhere = await world.refusal(hash, other, otherGuild);
		await world.disputes.withdraw(reference, { guildId: home, userId: claimant });
		await world.disputes.open(elsewhere, { guildId: otherGuild, userId: other }, '');
		await world.rows.change(elsewhere, (row) => ({ ...row, asked }));
		expect(await world.lettingGo.letGo(elsewhere, holder)).toEqual({ kind: 'done' });
		expect(await world.rulings.undo(elsewhere, judge)).toEqual({ kind: 'done' });
		expect(await claimOf(holder)).toBeDefined();
	});

	it('keeps the purchase if it is locked meanwhile, and the dispute stays open', async () => {
		const before = await world.rows.get(reference);
		world.beforeNextChange(() => world.memory.claims.moderated.lock(hash, act));
		expect(await world.lettingGo.letGo(reference, holder)).toEqual({ kind: 'locked' });
		expect(await world.rows.get(reference)).toStrictEqual({ ...before, isSettled: false });
		expect(world.roles).toEqual([]);
		expect(world.movedByMember).toEqual([]);
	});

	it.each<[string, Partial<StoredDispute>]>([
		['it is withdrawn', { state: 'withdrawn', decided: { by: claimant, at, why: '' } }],
		['staff begin to decide', { deciding: { by: staff, at, why: '', holderId: holder } }],
		['another holder is asked', { asked: { ...asked, holderId: other } }],
	])('keeps the purchase if %s meanwhile', async (_, changes) => {
		const lettingGo = lettingGoWith({
			discord: {
				membershipOf: async () => {
					await change(changes);
					return 'member';
				},
			},
		});
		expect(await lettingGo.letGo(reference, holder)).toEqual({ kind: 'not-yours' });
		expect(await world.rows.get(reference)).toMatchObject(changes);
		expect(await claimOf(holder)).toBeDefined();
		expect(world.roles).toEqual([]);
	});
});

describe('a disputed purchase that can’t be let go', () => {
	const refused = async (kind: string, userId = holder, letters = reference) => {
		const before = await world.rows.all();
		expect(await world.lettingGo.ask(letters, userId, home)).toEqual({ kind });
		expect(await world.lettingGo.letGo(letters, userId)).toEqual({ kind });
		expect(await world.rows.all()).toEqual(before);
		expect([...world.roles, ...world.movedByMember]).toEqual([]);
	};

	it('belongs to a member who was not asked', async () => {
		await refused('not-yours', other);
		await refused('not-yours', claimant);
		await refused('not-yours', holder, 'ZZZ-ZZZ');
	});

	it.each<[string, Partial<StoredDispute>]>([
		['no holder was asked', { asked: undefined }],
		['the dispute is closed', { state: 'left', decided: { by: staff, at, why: '' } }],
		['staff are deciding', { deciding: { by: staff, at, why: '', holderId: holder } }],
	])('stays if %s', async (_, changes) => {
		await change(changes);
		await refused('not-yours');
	});

	it('is no longer held by the member who was asked', async () => {
		await world.memory.claims.own.letGo(hash, holder, { guildId: home, userId: other }, 0);
		world.roles.splice(0);
		await refused('not-yours');
	});

	it('has several holders', async () => {
		await world.memory.claim(other, 1, home, { licenseType: 'Team' });
		await refused('not-yours');
	});

	it('is locked', async () => {
		await world.memory.claims.moderated.lock(hash, act);
		await refused('locked');
	});

	it('is refunded', async () => {
		await revoke(world.memory.claims, hash);
		world.roles.splice(0);
		await refused('locked');
	});

	it('has another claimant', async () => {
		await world.dispute(hash, other);
		await refused('disputed');
	});

	it('was moved by a dispute in the last 90 days', async () => {
		const decided = { by: staff, at: at - 90 * day + 1, why: '' };
		const row = { v: 1, at: 0, hash, claimantId: other, guildId: home, note: '' } as const;
		await world.rows.add('ZZZ-ZZZ', { ...row, state: 'moved', decided });
		await refused('moved-lately');
	});

	it('has a claimant of whom Discord says nothing', async () => {
		world.membership = 'unknown';
		await refused('discord-silent');
	});

	it('has a claimant who has left, which its holder does not learn', async () => {
		world.membership = 'absent';
		await refused('not-yours');
	});
});
