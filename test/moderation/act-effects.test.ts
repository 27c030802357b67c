import { describe, expect, it } from 'vitest';
import type { ClaimDetails } from '../../src/claims/claim-details.js';
import type { Follow } from '../../src/claims/claim-records.js';
import type { ModerationOutcome } from '../../src/claims/moderated-claims.js';
import { ActEffects, type PlannedEvent } from '../../src/moderation/act-effects.js';
import { Notices } from '../../src/notifications/notices.js';
import { SyncRows } from '../../src/roles/sync-rows.js';
import type { Store, Transaction } from '../../src/storage/store.js';
import { memoryClaims } from '../claims/memory-claims.js';
import { guild, memberNumber, otherGuild } from '../claims/sample-claims.js';
import { PostOffice } from '../messages/post-office.js';
import { onCommit } from '../storage/on-commit.js';
import { floor } from '../world/floor.js';
import { sampleModerator } from './sample-moderator.js';

type Done = Extract<ModerationOutcome, { kind: 'done' }>;

const fails = (): never => {
	throw new Error('lost');
};
const moderator = { ...sampleModerator, isAdministrator: true };
const claims = [{ holderId: 'maya' }, { holderId: 'iris' }];
// The fields that the effects read; the others are for the page.
const file = {
	hash: 'f'.repeat(64),
	item: { id: 1, name: 'A'.repeat(400), category: '' },
	claims,
	history: [{ at: 1, what: 'claimed', by: 'maya' }],
	undoUntil: 9,
	revision: 4,
} as unknown as ClaimDetails;
const done: Done = { kind: 'done', revision: 4, isOwnCase: false, file };

function world() {
	const log: unknown[] = [];
	const effects = new ActEffects(
		floor({
			disputeEffects: { addIn: async () => [] },
			report: { moderated: () => {} },
			notices: {
				addIn: async (_, addressed, name) => {
					log.push({ ...addressed, name });
					return () => log.push('sends');
				},
			},
		}),
	);
	const carryOut = (event: PlannedEvent, outcome = done) =>
		effects.carryOut(moderator, event, async ({ also }) => {
			await also?.({} as Transaction, outcome);
			return outcome;
		});
	return { carryOut, log };
}
const planned = (changes: Partial<PlannedEvent> = {}): PlannedEvent => ({
	deed: 'unlinked' as const,
	memberId: 'maya',
	toUserId: undefined,
	why: '',
	codeEnd: 'beef',
	...changes,
});
const loss = (how: string, ending = 'beef') => ({
	userId: 'maya',
	guildId: 'home',
	notice: { kind: 'lost', how, purchase: { name: 'A'.repeat(300), ending } },
	name: `staff-${'f'.repeat(32)}-4`,
});

describe('an act of staff', () => {
	it.each(['moved', 'unlinked'] as const)(
		'notifies the member whose purchase was %s, by a name that fits',
		async (deed) => {
			const { carryOut, log } = world();
			await carryOut(planned({ deed }));
			expect(log).toEqual([loss(deed), 'sends']);
		},
	);

	it('notifies every holder of a revocation, except its author', async () => {
		const { carryOut, log } = world();
		await carryOut(planned({ deed: 'revoked', memberId: undefined, codeEnd: undefined }));
		expect(log).toEqual([loss('revoked', ''), 'sends']);
	});

	it.each([undefined, 'iris'])(
		'sends no notice without a holder, or to the acting member of staff (%s)',
		async (memberId) => {
			const { carryOut, log } = world();
			await carryOut(planned({ memberId }));
			expect(log).toEqual([]);
		},
	);

	it('can be undone by its revision for as long as that is possible', async () => {
		const { carryOut } = world();
		expect(await carryOut(planned())).toMatchObject({ undo: { revision: 4, until: 9 } });
		const final = { ...done, file: { ...file, undoUntil: undefined } };
		expect(await carryOut(planned(), final)).toMatchObject({ kind: 'done', undo: undefined });
	});

	it('is one commit with its notices and role syncs, also for a team of fifty in two servers', async () => {
		const follow: Follow = (tx, userIds) =>
			new SyncRows(memory.store, { now: () => memory.clock }).follow({ ids: [guild, otherGuild] })(
				tx,
				userIds,
			);
		const memory = await memoryClaims({ follow });
		memory.policy = { ...memory.policy, seats: { Team: 50 } };
		const team = Array.from({ length: 50 }, (_, index) => memberNumber(index));
		let hash = '';
		for (const userId of team) hash = await memory.claim(userId, 1, guild, { licenseType: 'Team' });
		const revoke = async (store: Store) => {
			const notices = new Notices({
				store,
				mailbox: new PostOffice().process().mailbox,
				served: { serves: () => true },
				logger: { warn: fails },
				clock: { now: () => memory.clock, delay: fails },
			});
			const { moderated } = await memory.openWith(() => store);
			const effects = new ActEffects(
				floor({
					notices,
					disputeEffects: { addIn: async () => [] },
					report: { moderated: () => {} },
				}),
			);
			const event = planned({ deed: 'revoked', memberId: undefined });
			const by = { ...sampleModerator, userId: memberNumber(99), guildId: guild };
			return await effects.carryOut(by, event, (act) => moderated.revoke(hash, act));
		};
		const notified = () => [...memory.rows.keys()].filter((key) => key.startsWith('notice:')).length;
		const before = () => expect(notified()).toBe(0);
		await expect(revoke(onCommit(memory.store, { before: fails }))).rejects.toThrow('lost');
		expect([notified(), (await memory.claims.claimsOf(memberNumber(1)))[0]?.status]).toEqual([0, 'active']);
		await expect(revoke(onCommit(memory.store, { before, after: fails }))).rejects.toThrow('lost');
		expect([notified(), (await memory.claims.claimsOf(memberNumber(1)))[0]?.status]).toEqual([50, 'revoked']);
		expect(await revoke(memory.store)).toEqual({ kind: 'already-revoked' });
		expect(notified()).toBe(50);
	});
});
