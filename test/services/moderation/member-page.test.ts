import { describe, expect, it } from 'vitest';
import { MemberPages } from '../../../src/services/moderation/member-page.js';
import type { MemberRolesNow } from '../../../src/services/moderation/moderated-roles.js';
import type { ModeratedPurchase } from '../../../src/services/moderation/moderation-outcomes.js';
import { floor } from '../../world/floor.js';

const member = { guildId: 'home', userId: 'maya' };
const roles: MemberRolesNow = {
	isThere: true,
	has: ['buyer'],
	missing: [],
	isPending: false,
	mustAcceptRules: false,
};
const facts = { displayName: 'Maya', avatarUrl: 'https://cdn.example/maya.png', joinedAt: 1 };
// The purchase's own fields make no difference to the page.
const file = {} as ModeratedPurchase['file'];
const held: ModeratedPurchase = { file, holderId: 'maya', codeEnd: 'aa' };
const former: ModeratedPurchase = { file, holderId: undefined, codeEnd: 'bb' };

function pageOf(purchases: readonly ModeratedPurchase[], withFormer: boolean) {
	const asked: unknown[] = [];
	const pages = new MemberPages(
		floor({
			moderation: {
				findByMember: async (...of) => {
					asked.push(of);
					return purchases;
				},
			},
			moderatedRoles: {
				of: async (of) => {
					asked.push(of);
					return roles;
				},
			},
			discord: {
				memberFacts: async (...of) => {
					asked.push(of);
					return of[1] === 'maya' ? facts : undefined;
				},
			},
			limits: {
				retryAt: async (...of) => {
					asked.push(of);
					return 99;
				},
				clear: async (...of) => void asked.push(['clear', ...of]),
			},
			audit: { write: (...event) => void asked.push(event) },
		}),
	);
	return { pages, page: pages.of(member, withFormer), asked };
}

describe('the page of a member', () => {
	it('shows who they are, their roles, their pause and what they hold', async () => {
		const { page, asked } = pageOf([held, former], false);
		expect(await page).toEqual({
			userId: 'maya',
			facts,
			roles,
			pausedUntil: 99,
			purchases: [held],
			hasFormer: true,
		});
		expect(asked).toEqual([['home', 'maya'], member, ['member', 'maya'], ['maya', true]]);
	});

	it('ends their pause, and reports who did', async () => {
		const { pages, asked } = pageOf([], false);
		await pages.endPause(member, 'iris');
		expect(asked.slice(-2)).toEqual([
			['clear', 'member', 'maya'],
			['home', { kind: 'pause-ended', userId: 'maya', by: 'iris' }],
		]);
	});
});
