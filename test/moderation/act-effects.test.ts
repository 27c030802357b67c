import { describe, expect, it } from 'vitest';
import type { Follow } from '../../src/claims/claim-records.js';
import { ActEffects, type PlannedEvent } from '../../src/moderation/act-effects.js';
import { Notices } from '../../src/notifications/notices.js';
import { SyncRows } from '../../src/roles/sync-rows.js';
import type { Store } from '../../src/storage/store.js';
import { memoryClaims } from '../claims/memory-claims.js';
import { guild, memberNumber, otherGuild } from '../claims/sample-claims.js';
import { PostOffice } from '../messages/post-office.js';
import { onCommit } from '../storage/on-commit.js';
import { floor } from '../world/floor.js';
import { sampleModerator } from './sample-moderator.js';

const fails = (): never => {
	throw new Error('lost');
};

describe('an act of staff', () => {
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
					report: { moderated: () => {} },
				}),
			);
			const event: PlannedEvent = {
				deed: 'revoked',
				memberId: undefined,
				toUserId: undefined,
				why: '',
				codeEnd: 'beef',
			};
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
