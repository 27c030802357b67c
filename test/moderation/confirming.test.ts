import { describe, expect, it } from 'vitest';
import { Confirming } from '../../src/moderation/confirming.js';
import type { Proposal } from '../../src/moderation/proposals.js';
import { sampleModerator } from './sample-moderator.js';

const lock: Proposal = {
	by: 'iris',
	guildId: 'home',
	action: 'lock',
	why: 'why',
	hash: 'hash',
	holderId: 'maya',
	revision: 3,
};
const give: Proposal = {
	by: 'iris',
	guildId: 'home',
	action: 'give',
	why: 'why',
	toUserId: 'maya',
	gift: { itemId: 7, days: 30 },
};

async function confirm(proposal: Proposal | undefined, isCurrent = true) {
	const done: unknown[] = [];
	const outcome = await new Confirming({
		moderation: {
			takeProposal: async (...asked) => {
				done.push(asked);
				return proposal;
			},
			isCurrent: async () => isCurrent,
			carryOut: async (...asked) => {
				done.push(asked);
				return { kind: 'locked' };
			},
		},
		giving: {
			give: async (...asked) => {
				done.push(asked);
				return { kind: 'unknown-item' };
			},
		},
	}).confirm('id', sampleModerator);
	const [taken, ...carriedOut] = done;
	expect(taken).toEqual(['id', sampleModerator]);
	return { outcome, carriedOut };
}

describe('a proposal that is confirmed', () => {
	it('is carried out as it was proposed', async () => {
		const { outcome, carriedOut } = await confirm(lock);
		const { action, hash, holderId, toUserId, why, revision } = lock;
		expect(carriedOut).toEqual([[{ action, hash, holderId, toUserId, why, revision }, sampleModerator]]);
		expect(outcome).toEqual({ kind: 'locked' });
	});

	it('gives what was to be given, once for each proposal', async () => {
		const { outcome, carriedOut } = await confirm(give);
		const gift = { itemId: 7, days: 30, toUserId: 'maya', why: 'why', nonce: 'id' };
		expect(carriedOut).toEqual([[gift, sampleModerator]]);
		expect(outcome).toEqual({ kind: 'unknown-item' });
	});

	it.each([
		['gone', undefined, true],
		['older than home’s last move', lock, false],
		['a question to the shop', { ...lock, action: 'check' as const }, true],
		['a look-up', { ...lock, action: 'look-up' as const }, true],
		['a gift of nothing', { ...give, gift: undefined }, true],
		['a gift to nobody', { ...give, toUserId: undefined }, true],
		['about no purchase', { ...lock, hash: undefined }, true],
	])('has expired where it is %s', async (_, proposal, isCurrent) => {
		const { outcome, carriedOut } = await confirm(proposal as Proposal | undefined, isCurrent);
		expect(outcome).toEqual({ kind: 'expired' });
		expect(carriedOut).toEqual([]);
	});
});
