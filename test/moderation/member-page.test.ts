import { describe, expect, it } from 'vitest';
import { createMemberPages } from '../../src/moderation/member-page.js';
import type { MemberRolesNow } from '../../src/moderation/member-roles.js';
import type { ModeratedPurchase } from '../../src/moderation/moderation-outcomes.js';

const member = { guildId: 'home', userId: 'maya' };
const roles: MemberRolesNow = {
	isThere: true,
	has: ['buyer'],
	missing: [],
	isPending: false,
	mustAcceptRules: false,
};
const facts = { displayName: 'Maya', avatarUrl: 'https://cdn.example/maya.png', joinedAt: 1 };
// What the purchase itself is like makes no difference to the page.
const file = {} as ModeratedPurchase['file'];
const held: ModeratedPurchase = { file, holderId: 'maya', codeEnd: 'aa' };
const former: ModeratedPurchase = { file, holderId: undefined, codeEnd: 'bb' };

function pageOf(purchases: readonly ModeratedPurchase[], withFormer: boolean, guildId = 'home') {
	const asked: unknown[] = [];
	const memberPage = createMemberPages({
		moderation: {
			isHome: (id) => id === 'home',
			byMember: async (...of) => {
				asked.push(of);
				return purchases;
			},
		},
		rolesOf: async (...of) => {
			asked.push(of);
			return roles;
		},
		memberFacts: async (...of) => {
			asked.push(of);
			return facts;
		},
		pausedUntil: async (userId) => {
			asked.push(userId);
			return 99;
		},
	});
	return { page: memberPage({ ...member, guildId }, withFormer), asked };
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
		expect(asked).toEqual([['home', 'maya'], ['home', 'maya'], 'maya', ['maya', 'home', true]]);
	});

	it('shows what they once held where that is asked for', async () => {
		expect(await pageOf([held, former], true).page).toMatchObject({
			purchases: [held, former],
			hasFormer: true,
		});
	});

	it('says where there is nothing that they once held', async () => {
		expect(await pageOf([held], true).page).toMatchObject({ purchases: [held], hasFormer: false });
	});

	it('tells no other server of their pause', async () => {
		const { page, asked } = pageOf([held], false, 'away');
		expect((await page).pausedUntil).toBeUndefined();
		expect(asked).not.toContain('maya');
	});
});
