import type { ModeratedPurchase, ModerationDeed } from '../../src/moderation/moderation-outcomes.js';
import { sendAct, sendGive, shortHash } from '../../src/views/custom-ids/moderation-ids.js';
import { pressAgainView } from '../../src/views/interactions/refusal-view.js';
import {
	cancelledView,
	carriedView,
	chooseView,
	confirmGiveView,
	confirmView,
	nothingFoundView,
} from '../../src/views/moderation/moderation-act-view.js';
import {
	actModal,
	blockModal,
	giveCodeModal,
	giveModal,
} from '../../src/views/moderation/moderation-forms-view.js';
import {
	askView,
	codeView,
	lookUpModal,
	noReferenceView,
	referenceView,
} from '../../src/views/moderation/moderation-look-up-view.js';
import { laterView, memberView } from '../../src/views/moderation/moderation-member-view.js';
import {
	checkedNote,
	goneView,
	historyView,
	purchaseView,
} from '../../src/views/moderation/moderation-purchase-view.js';
import { caseOf, proposalId } from '../views/moderation/moderation-views.js';
import {
	aurora,
	boughtAt,
	day,
	guildId,
	hash,
	minute,
	now,
	reference,
	roleIds,
	supportedUntil,
	userIds,
	verifiedAt,
} from './sample.js';
import type { State, Surface } from './state.js';

const rights = { isHome: true, canManageRoles: true };
const { maya, tom, mod } = userIds;

function held(about: Partial<ModeratedPurchase['file']> = {}, itemName = 'Aurora'): ModeratedPurchase {
	const { file } = caseOf(itemName, { hash, supportedUntil, purchasedAt: boughtAt, ...about });
	const whole = {
		...file,
		licenseType: 'Regular',
		claims: file.claims.map((claim) => ({
			...claim,
			holderId: maya,
			guildIds: [guildId],
			claimedAt: verifiedAt,
			...about,
		})),
		history: [
			{ at: verifiedAt, what: 'claimed', by: 'claimcheck', member: maya },
			{ at: now - 30 * day, what: 'transferred', by: mod, member: tom, to: maya, why: 'new account' },
		] as const,
	};
	return { file: whole, holderId: maya, codeEnd: '3a8c' };
}

const one = held();
const icons = held({ hash: 'cd'.repeat(32) }, 'Desk Icons');
const member = {
	userId: maya,
	facts: { displayName: 'Maya', avatarUrl: 'https://cdn.example/maya.png', joinedAt: now - 730 * day },
	roles: {
		isThere: true,
		has: [roleIds.buyer],
		missing: [{ roleId: roleIds.aurora, why: 'role-too-high' as const }],
		isPending: false,
		mustAcceptRules: false,
	},
	pausedUntil: now + 8 * minute,
	purchases: [one, icons],
	hasFormer: true,
};
const first = { page: 0, former: false };
const parts = { seats: 1, thumbnailUrl: aurora.thumbnailUrl, now };

const done = (name: string, says: string, deed: ModerationDeed): State => ({
	name: `desk/${name}`,
	says,
	most: 6,
	show: (t) =>
		carriedView(t, {
			kind: 'done',
			event: {
				deed,
				by: mod,
				memberId: maya,
				toUserId: deed === 'moved' ? tom : undefined,
				isOwnCase: false,
				hash,
				itemName: 'Aurora',
				codeEnd: '3a8c',
				why: 'new account',
			},
			undo: { revision: 7, until: now + 10 * minute },
		}),
});

const about = { it: 'Aurora …3a8c', member: 'Maya' };

export const moderationSurface: Surface = {
	title: 'Moderation',
	states: [
		{ name: 'desk/ask', says: '/whois', show: askView },
		{ name: 'desk/look-up', says: 'The form of *Enter code or reference*', form: lookUpModal },
		{
			name: 'desk/whois',
			says: 'A member',
			most: 18,
			show: (t) => memberView(t, member, first, rights, now),
		},
		{
			name: 'desk/nobody',
			says: 'A member without purchases',
			show: (t) =>
				memberView(
					t,
					{
						...member,
						purchases: [],
						hasFormer: false,
						pausedUntil: undefined,
						roles: { ...member.roles, has: [], missing: [] },
					},
					first,
					rights,
					now,
				),
		},
		{ name: 'desk/purchase', says: 'A purchase', show: (t) => purchaseView(t, one, rights, parts) },
		{
			name: 'desk/checked',
			says: '*Check now*',
			show: (t) => {
				const checked = {
					kind: 'valid',
					supportedUntil,
					supportChanged: true,
					gained: [roleIds.buyer],
					lost: [],
				} as const;
				return purchaseView(t, one, rights, { ...parts, note: checkedNote(t, one, checked) });
			},
		},
		{ name: 'desk/history', says: '*History*', show: (t) => historyView(t, one, 0) },
		{
			name: 'desk/free',
			says: 'A code that nobody has verified',
			show: (t) =>
				codeView(
					t,
					{
						kind: 'free',
						id: proposalId,
						codeEnd: '3a8c',
						item: { id: 7, name: 'Aurora' },
						licenseType: 'Regular',
						supportedUntil,
						purchasedAt: boughtAt,
					},
					rights,
					now,
				),
		},
		{
			name: 'desk/unknown-code',
			says: 'A code that the shop doesn’t know',
			show: (t) => codeView(t, { kind: 'invalid', id: proposalId }, rights, now),
		},
		{
			name: 'desk/reference',
			says: 'A reference',
			show: (t) =>
				referenceView(t, {
					reference,
					userId: tom,
					at: now - minute,
					why: 'taken',
					about: one,
					disputeButton: undefined,
					name: 'Tom',
				}),
		},
		{ name: 'desk/no-reference', says: 'No such reference', show: noReferenceView },
		{
			name: 'desk/move-form',
			says: 'The form of *Move*',
			form: (t) => actModal(t, sendAct.encode('move', shortHash(hash), maya, 7), 'move', about),
		},
		{
			name: 'desk/revoke-form',
			says: 'The form of *Revoke*',
			form: (t) => actModal(t, sendAct.encode('revoke', shortHash(hash), maya, 7), 'revoke', about),
		},
		{
			name: 'desk/give-form',
			says: 'The form of *Give*',
			form: (t) => giveModal(t, sendGive.encode(maya, proposalId), [{ id: 7, name: 'Aurora' }]),
		},
		{
			name: 'desk/give-code-form',
			says: 'The form of *Give to a member*',
			form: (t) => giveCodeModal(t, sendGive.encode(maya, proposalId)),
		},
		{
			name: 'desk/block-form',
			says: 'The form that blocks a code',
			form: (t) => blockModal(t, sendGive.encode(maya, proposalId)),
		},
		{
			name: 'desk/confirm',
			says: 'Before a typed /claim move',
			show: (t) => confirmView(t, proposalId, { action: 'move', toUserId: tom, why: 'new account' }, one),
		},
		{
			name: 'desk/confirm-give',
			says: 'Before a typed /claim give',
			show: (t) =>
				confirmGiveView(t, proposalId, { itemName: 'Aurora', days: 180, toUserId: maya, why: 'a prize' }),
		},
		{
			name: 'desk/choose',
			says: 'Which of several?',
			show: (t) => chooseView(t, proposalId, [one, icons], new Map([[maya, 'Maya']])),
		},
		done('done', 'Moved', 'moved'),
		done('revoked', 'Revoked', 'revoked'),
		done('undone', 'Undone', 'undid'),
		{ name: 'desk/own-case', says: 'One’s own', show: (t) => carriedView(t, { kind: 'own-case' }) },
		{ name: 'desk/too-late', says: 'Too late to undo', show: (t) => carriedView(t, { kind: 'too-late' }) },
		{ name: 'desk/cancelled', says: 'Nothing was done', show: cancelledView },
		{ name: 'desk/nothing', says: 'Nobody has one', show: (t) => nothingFoundView(t, 'no-purchases', maya) },
		{ name: 'desk/gone', says: 'The purchase is gone', show: goneView },
		{ name: 'desk/later', says: 'Too many look-ups', show: (t) => laterView(t, now + 10 * minute) },
		{ name: 'desk/press-again', says: 'A form that took too long', show: pressAgainView },
	],
};
