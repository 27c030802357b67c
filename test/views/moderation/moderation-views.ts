import type { Claim } from '../../../src/claims/claim.js';
import type { ClaimFile } from '../../../src/claims/claim-details.js';
import type { ClaimEvent } from '../../../src/claims/record.js';
import type { Translator } from '../../../src/i18n/translator.js';
import type { MemberPage } from '../../../src/moderation/member-page.js';
import type {
	Carried,
	Checked,
	LookedUp,
	ModeratedPurchase,
	ModerationDeed,
} from '../../../src/moderation/moderation-outcomes.js';
import { openGive, sendAct, sendGive, shortHash } from '../../../src/views/custom-ids/moderation-ids.js';
import { pressAgainView } from '../../../src/views/interactions/refusal-view.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import * as acts from '../../../src/views/moderation/moderation-act-view.js';
import * as forms from '../../../src/views/moderation/moderation-forms-view.js';
import * as lookUp from '../../../src/views/moderation/moderation-look-up-view.js';
import * as members from '../../../src/views/moderation/moderation-member-view.js';
import * as purchases from '../../../src/views/moderation/moderation-purchase-view.js';

// Every page and form of moderation, in every state, with `text` for everything that people and the shop write.

export const hash = 'ab'.repeat(32);
export const proposalId = 'A'.repeat(22);
export const now = 1_700_000_000_000;
export const id = (n: number): string => `9000000000000000${String(n).padStart(3, '0')}`;

export const hashOf = (n: number): string => n.toString(16).padStart(64, '0');

const whats: readonly ClaimEvent['what'][] = [
	'claimed',
	'gave',
	'guild-added',
	'guild-left',
	'revoked',
	'reinstated',
	'support-changed',
	'released',
	'seat-freed',
	'transferred',
	'locked',
	'unlocked',
	'unlinked',
	'undone',
	'forgotten',
];

function historyOf(text: string, length: number): readonly ClaimEvent[] {
	return Array.from({ length }, (_, n) => ({
		at: n * 86_400_000,
		what: whats[n % whats.length] ?? 'claimed',
		by: ['claimcheck', 'deleted', id(2)][n % 3] ?? id(2),
		member: id(3),
		to: id(4),
		why: text,
	}));
}

export function caseOf(
	text: string,
	{ holders = 1, events = 3, ...file }: Partial<ClaimFile> & { holders?: number; events?: number } = {},
): ModeratedPurchase {
	const item = { id: 17, name: text, category: text };
	const common = {
		hash,
		status: 'active' as const,
		locked: false,
		item,
		licenseType: text,
		check: undefined,
	};
	const dates = { supportedUntil: now + 1, purchasedAt: now - 1 };
	const claims = Array.from({ length: holders }, (_, n): Claim => {
		return { ...common, ...dates, holderId: id(n), guildIds: [id(1)], claimedAt: now - 2 };
	});
	const whole: ClaimFile = {
		...common,
		...dates,
		isRevokedByStaff: false,
		isGiven: false,
		claims,
		keptSeats: 0,
		history: historyOf(text, events),
		revision: 123_456,
		undoUntil: undefined,
		...file,
	};
	return { file: whole, holderId: claims[0]?.holderId, codeEnd: whole.isGiven ? undefined : '3a8c' };
}

const moderator = { isHome: true, canManageRoles: true };
export const everyRights = [
	moderator,
	{ isHome: true, canManageRoles: false },
	{ isHome: false, canManageRoles: true },
	{ isHome: false, canManageRoles: false },
];

const deeds: readonly ModerationDeed[] = [
	'moved',
	'unlinked',
	'seats-freed',
	'locked',
	'unlocked',
	'revoked',
	'lifted',
	'gave',
	'undid',
];
const refusals = [
	'expired',
	'unknown-item',
	'not-days',
	'uncheckable',
	'invalid',
	'unknown',
	'locked',
	'not-held',
	'no-kept-seat',
	'already-held',
	'already-locked',
	'not-locked',
	'already-revoked',
	'not-revoked',
	'not-free',
	'given',
	'too-late',
	'changed-since',
	'own-case',
	'moderators-only',
	'is-bot',
	'not-a-member',
	'discord-silent',
] as const;

export function carriedOf(text: string, deed: ModerationDeed): Carried {
	const who = { by: id(1), memberId: id(2), toUserId: id(3), isOwnCase: true };
	const event = { deed, ...who, hash, itemName: text, codeEnd: '3a8c', why: text };
	return { kind: 'done', event, undo: deed === 'undid' ? undefined : { revision: 7, until: now } };
}

export const everyCarried = (text: string): readonly Carried[] => [
	...deeds.map((deed) => carriedOf(text, deed)),
	...refusals.map((kind) => ({ kind })),
	{ kind: 'role-above', roleId: id(1) },
	{ kind: 'too-many', retryAt: now },
];

export const everyLookedUp = (text: string): readonly Exclude<LookedUp, { kind: 'held' }>[] => [
	{ kind: 'not-a-code' },
	{ kind: 'unknown-here' },
	{ kind: 'invalid', id: proposalId },
	{ kind: 'uncheckable', id: proposalId },
	{
		kind: 'free',
		id: proposalId,
		codeEnd: '3a8c',
		item: { id: 17, name: text },
		licenseType: text,
		supportedUntil: undefined,
		purchasedAt: now,
	},
];

export const everyChecked: readonly Checked[] = [
	{ kind: 'uncheckable' },
	{ kind: 'unknown' },
	{ kind: 'given' },
	{ kind: 'too-soon', retryAt: now },
	{ kind: 'valid', supportedUntil: undefined, supportChanged: true, gained: [id(1)], lost: [id(2)] },
	{ kind: 'valid', supportedUntil: now, supportChanged: true, gained: [], lost: [] },
	{ kind: 'valid', supportedUntil: now, supportChanged: false, gained: [], lost: [] },
	{ kind: 'invalid', misses: 2, isRevoked: false },
	{ kind: 'invalid', misses: 3, isRevoked: true },
];

export const obstacles = [
	'missing-permission',
	'role-too-high',
	'role-missing',
	'role-not-assignable',
	'guild-gone',
	'refused',
	'role-powerful',
	undefined,
] as const;

export function memberOf(text: string, change: Partial<MemberPage> = {}): MemberPage {
	return {
		userId: id(1),
		facts: { displayName: text, avatarUrl: 'https://cdn.example/avatar.png', joinedAt: now },
		roles: { isThere: true, has: [id(1)], missing: [], isPending: false, mustAcceptRules: false },
		pausedUntil: undefined,
		purchases: [],
		hasFormer: false,
		...change,
	};
}

function memberPages(t: Translator, text: string): readonly MessageView[] {
	const many = Array.from({ length: 11 }, (_, n) =>
		caseOf(text, { hash: hashOf(n), holders: (n % 3) + 1, locked: true }),
	);
	const roles = Array.from({ length: 40 }, (_, n) => id(n));
	const worst = memberOf(text, {
		roles: {
			isThere: true,
			has: roles,
			missing: obstacles.map((why, n) => ({ roleId: id(n), why })),
			isPending: true,
			mustAcceptRules: true,
		},
		pausedUntil: now,
		purchases: many,
		hasFormer: true,
	});
	const state = { page: 0, former: false };
	return [
		...everyRights.map((rights) => members.memberView(t, worst, state, rights, now)),
		members.memberView(t, worst, { page: 2, former: true, note: t('desk.pauseEnded') }, moderator, now),
		members.memberView(t, memberOf(text), state, moderator, now),
		members.memberView(
			t,
			memberOf(text, {
				facts: undefined,
				roles: {
					isThere: false,
					has: [],
					missing: [{ roleId: id(1), why: undefined }],
					isPending: false,
					mustAcceptRules: false,
				},
			}),
			state,
			moderator,
			now,
		),
		members.laterView(t, now),
		...(['granted', 'blocked', 'member-left', 'member-pending', 'waiting'] as const).map((kind) =>
			members.memberView(t, worst, { ...state, note: members.rolesNote(t, { kind }) }, moderator, now),
		),
	];
}

function purchasePages(t: Translator, text: string): readonly MessageView[] {
	const parts = { seats: 5, thumbnailUrl: 'https://cdn.example/logo.png', now };
	const cases = [
		caseOf(text),
		caseOf(text, { holders: 9, keptSeats: 3, check: { at: now, misses: [1, 2] } }),
		caseOf(text, { status: 'revoked', isRevokedByStaff: true, locked: true }),
		caseOf(text, { status: 'revoked', supportedUntil: undefined }),
		caseOf(text, { isGiven: true, licenseType: '', supportedUntil: 1 }),
		caseOf(text, { holders: 0 }),
	];
	const [first = caseOf(text)] = cases;
	return [
		...cases.flatMap((about) => everyRights.map((rights) => purchases.purchaseView(t, about, rights, parts))),
		...everyChecked.map((outcome) => {
			const note = purchases.checkedNote(t, first, outcome);
			return purchases.purchaseView(t, first, moderator, { ...parts, seats: 1, note });
		}),
		purchases.historyView(t, caseOf(text, { events: 50 }), 0),
		purchases.historyView(t, caseOf(text, { events: 50 }), 2),
		purchases.historyView(t, caseOf(text, { events: 0 }), 9),
		purchases.goneView(t),
	];
}

function lookUpPages(t: Translator, text: string): readonly MessageView[] {
	const found = { reference: 'KQT-WDR', userId: id(1), at: now, disputeButton: undefined, name: text };
	return [
		lookUp.askView(t),
		...everyLookedUp(text).flatMap((looked) =>
			everyRights.map((rights) => lookUp.codeView(t, looked, rights, now)),
		),
		...['taken', 'invalid', 'limited', 'not-a-code', 'uncheckable', 'store-unavailable'].map((why) =>
			lookUp.referenceView(t, { ...found, why, about: caseOf(text) }),
		),
		lookUp.referenceView(t, { ...found, why: 'invalid', about: undefined, name: undefined }),
		lookUp.noReferenceView(t),
	];
}

export const typedActs = ['move', 'unlink', 'free', 'lock', 'unlock', 'revoke', 'lift'] as const;

function actPages(t: Translator, text: string): readonly MessageView[] {
	const many = Array.from({ length: 40 }, (_, n) => ({ ...caseOf(text), holderId: id(n) }));
	const names = new Map([[id(0), text]]);
	return [
		...typedActs.map((action) =>
			acts.confirmView(t, proposalId, { action, toUserId: id(2), why: text }, caseOf(text)),
		),
		acts.confirmView(t, proposalId, { action: 'unlink', why: '' }, caseOf(text, { isGiven: true })),
		acts.confirmGiveView(t, proposalId, { itemName: text, days: undefined, toUserId: id(2), why: text }),
		acts.confirmGiveView(t, proposalId, { itemName: text, days: 365, toUserId: id(2), why: text }),
		acts.chooseView(t, proposalId, many, names),
		acts.cancelledView(t),
		...everyCarried(text).map((carried) => acts.carriedView(t, carried, openGive.encode(id(1)))),
		acts.nothingFoundView(t, 'no-purchases', id(1)),
		acts.nothingFoundView(t, 'who-or-what'),
	];
}

/** Every message of moderation. */
export function everyDeskPage(t: Translator, text: string): readonly MessageView[] {
	return [
		...memberPages(t, text),
		...purchasePages(t, text),
		...lookUpPages(t, text),
		...actPages(t, text),
		pressAgainView(t),
	];
}

/** Every form of moderation. */
export function everyDeskForm(t: Translator, text: string) {
	const few = Array.from({ length: 25 }, (_, n) => ({ id: n, name: text }));
	const name = text.slice(0, 60);
	return [
		lookUp.lookUpModal(t),
		...typedActs.map((act) =>
			forms.actModal(t, sendAct.encode(act, shortHash(hash), id(1), 7), act, { it: name, member: name }),
		),
		forms.giveModal(t, sendGive.encode(id(1), id(2)), few),
		forms.giveModal(t, sendGive.encode(id(1), id(2)), undefined),
		forms.giveCodeModal(t, sendGive.encode(id(1), id(2))),
		forms.blockModal(t, sendGive.encode(id(1), id(2))),
	];
}
