import { codeView, lookUpModal, noReferenceView, referenceView } from '../../../commands/staff/look-up.js';
import { laterView, memberView, rolesNote } from '../../../commands/staff/member.js';
import { checkedNote, historyFileView, historyView, purchaseView } from '../../../commands/staff/purchase.js';
import type { ClaimDetails } from '../../../src/claims/claim-details.js';
import { roleObstacles } from '../../../src/servers/role-obstacle.js';
import type {
	Checked,
	LookedUp,
	ModeratedPurchase,
} from '../../../src/services/moderation/moderation-outcomes.js';
import type { Foreign } from '../foreign.js';
import {
	boughtAt,
	day,
	hash,
	many,
	mediaOf,
	minute,
	now,
	reference,
	roleIds,
	supportedUntil,
	userIds,
	usernamesOf,
	verifiedAt,
} from '../sample.js';
import { page, type States, variants } from '../state.js';
import { caseOf, hashOf, id, lookUpId } from './sample-cases.js';

const { maya, tom, mod } = userIds;
const rights = { canManageRoles: true };
const everyRights = [rights, { canManageRoles: false }];

/** A purchase that Maya holds. */
function heldOf(foreign: Foreign, about: Partial<ClaimDetails> = {}, itemName = 'Aurora'): ModeratedPurchase {
	const { file } = caseOf(foreign.text(itemName), {
		hash,
		supportedUntil: foreign.moment(supportedUntil),
		purchasedAt: foreign.moment(boughtAt),
		...about,
	});
	const whole: ClaimDetails = {
		...file,
		licenseType: foreign.text('Regular'),
		claims: file.claims.map((claim) => ({
			...claim,
			holderId: maya,
			claimedAt: verifiedAt,
			hash: file.hash,
		})),
		history: about.history ?? [
			{ at: verifiedAt, what: 'claimed', by: 'claimcheck', member: maya },
			{
				at: now - 30 * day,
				what: 'transferred',
				by: mod,
				member: tom,
				to: maya,
				why: foreign.text('new account'),
			},
		],
	};
	return { file: whole, holderId: maya, codeEnd: '3a8c' };
}

/** Purchases in every other state. */
function otherCases(foreign: Foreign): readonly ModeratedPurchase[] {
	const itemName = foreign.text('Aurora');
	const at = foreign.moment(now - day);
	return [
		caseOf(itemName),
		caseOf(itemName, { holders: 9, keptSeats: 3, check: { at, misses: [1, 2] } }),
		caseOf(itemName, { status: 'revoked', isRevokedByStaff: true, locked: true }),
		caseOf(itemName, { status: 'revoked', supportedUntil: undefined }),
		caseOf(itemName, { isGiven: true, licenseType: '', supportedUntil: at }),
		caseOf(itemName, { holders: 0, purchasedAt: at }),
		caseOf(itemName, { payment: { price: 0, downloaded: false } }),
		caseOf(itemName, { payment: { downloaded: true } }),
		caseOf(itemName, { payment: { price: foreign.amount(1e12), currency: foreign.text('points') } }),
	];
}

const everyChecked: readonly Checked[] = [
	{ kind: 'uncheckable' },
	{ kind: 'unknown' },
	{ kind: 'given' },
	{ kind: 'too-soon', retryAt: now },
	{ kind: 'valid' },
	{ kind: 'invalid', misses: 0, wasRevoked: false },
	{ kind: 'invalid', misses: 2, wasRevoked: false },
	{ kind: 'invalid', misses: 0, wasRevoked: true },
];

export function memberOf(foreign: Foreign) {
	return {
		userId: maya,
		facts: {
			// Discord's own limit is 32.
			displayName: foreign.text('Maya', 100),
			avatarUrl: foreign.address('https://cdn.example/maya.png'),
			joinedAt: foreign.moment(now - 730 * day),
		},
		roles: {
			isThere: true,
			has: [roleIds.buyer],
			missing: [{ roleId: roleIds.aurora, why: 'role-too-high' as const }],
			isWaiting: false,
			isUnchosen: false,
			isUnseen: false,
			mustAcceptRules: false,
		},
		pausedUntil: foreign.moment(now + 8 * minute),
		purchases: [heldOf(foreign), heldOf(foreign, { hash: 'cd'.repeat(32) }, 'Desk Icons')],
	};
}

function otherMembers(foreign: Foreign) {
	const member = memberOf(foreign);
	const casesOf = (count: number) =>
		many(count, (n) =>
			caseOf(foreign.text('Aurora'), { hash: hashOf(n), holders: (n % 3) + 1, locked: true }),
		);
	const departed = { ...member.roles, isThere: false, has: [], missing: [{ roleId: id(1), why: undefined }] };
	return [
		{ ...member, facts: undefined, roles: departed, purchases: casesOf(3), pausedUntil: undefined },
		{
			...member,
			roles: {
				isThere: true,
				has: many(40, id),
				missing: [...roleObstacles, undefined].map((why, n) => ({ roleId: id(n), why })),
				isWaiting: true,
				isUnchosen: false,
				isUnseen: false,
				mustAcceptRules: true,
			},
			purchases: casesOf(60),
		},
	];
}

export const moderationPageStates: States = (foreign) => {
	const one = heldOf(foreign);
	const payment = { price: foreign.amount(29), currency: foreign.text('USD'), downloaded: true };
	const member = memberOf(foreign);
	const nameOf = usernamesOf(foreign);
	const first = { page: 0, nameOf };
	const parts = { seats: 1, media: mediaOf(foreign), nameOf, now };
	const free = {
		kind: 'free' as const,
		id: lookUpId,
		codeEnd: '3a8c',
		purchase: {
			item: { id: 7, name: foreign.text('Aurora'), category: '' },
			licenseType: foreign.text('Regular'),
			supportedUntil: foreign.moment(supportedUntil),
			purchasedAt: foreign.moment(boughtAt),
		},
	};
	const lookedUp: readonly Exclude<LookedUp, { kind: 'held' }>[] = [
		{ kind: 'not-a-code' },
		{ kind: 'invalid' },
		{ kind: 'uncheckable' },
		free,
		{ ...free, purchase: { ...free.purchase, supportedUntil: undefined } },
	];
	const found = {
		reference,
		userId: tom,
		at: foreign.moment(now - minute),
		why: 'taken',
		about: one,
		hasDispute: false,
		mayGive: false,
		name: foreign.text('Tom'),
		nameOf,
	};
	const whys = ['taken', 'invalid', 'limited', 'not-a-code', 'uncheckable', 'store-unavailable'];
	const cases = otherCases(foreign);
	const members = otherMembers(foreign);
	return [
		page('desk/look-up', 'The form of */whois* and *Look up*', lookUpModal, []),
		page('desk/whois', 'A member', memberView, [member, first, rights, now]),
		page('desk/whois-many', 'A member with more than three purchases', memberView, [
			{ ...member, purchases: many(30, (n) => heldOf(foreign, { hash: hashOf(n) })) },
			first,
			rights,
			now,
		]),
		page('desk/nobody', 'A member without purchases', memberView, [
			{
				...member,
				purchases: [],
				pausedUntil: undefined,
				roles: { ...member.roles, has: [], missing: [] },
			},
			first,
			rights,
			now,
		]),
		page('desk/later', 'Too many look-ups', laterView, [foreign.moment(now + 10 * minute)]),
		page('desk/purchase', 'A purchase', purchaseView, [one, rights, parts]),
		page('desk/paid', 'A purchase, with what was paid', purchaseView, [
			heldOf(foreign, { payment }),
			rights,
			parts,
		]),
		page('desk/checked', '*Check now*', purchaseView, (t) => [
			one,
			rights,
			{ ...parts, note: checkedNote(t, one, { kind: 'valid' }) },
		]),
		page('desk/no-longer-valid', 'The shop no longer lists it', purchaseView, [
			heldOf(foreign, {
				status: 'revoked',
				history: [{ at: now - 3 * day, what: 'revoked', by: 'claimcheck', why: 'shop-invalid' }],
				payment,
			}),
			rights,
			parts,
		]),
		page('desk/history', '*History*', historyView, [one, nameOf]),
		page('desk/history-file', '*Save as a file*', historyFileView, [one, nameOf]),
		page('desk/free', 'A code that nobody has verified', codeView, [free, rights, now]),
		page('desk/unknown-code', 'A code that the shop doesn’t know', codeView, [
			{ kind: 'invalid' },
			rights,
			now,
		]),
		page('desk/reference', 'A reference', referenceView, [found]),
		page('desk/reference-unknown-code', 'A reference of a code that the shop doesn’t know', referenceView, [
			{ ...found, why: 'invalid', about: undefined, mayGive: true },
		]),
		page('desk/no-reference', 'Reference not found', noReferenceView, []),
		...variants(
			memberView,
			[member, ...members].flatMap((each) =>
				everyRights.flatMap((may) => [0, 1, 99].map((at) => [each, { page: at, nameOf }, may, now])),
			),
		),
		...variants(
			memberView,
			members.flatMap((each) =>
				(['granted', 'blocked', 'member-left', 'member-pending', 'waiting'] as const).map((kind) => (t) => [
					each,
					{ ...first, note: rolesNote(t, { kind }) },
					rights,
					now,
				]),
			),
		),
		...variants(
			purchaseView,
			cases.flatMap((about) => everyRights.map((may) => [about, may, { ...parts, seats: 5 }])),
		),
		...variants(
			purchaseView,
			cases.flatMap((about) =>
				everyChecked.map((outcome) => (t) => [
					about,
					rights,
					{ ...parts, media: undefined, note: checkedNote(t, about, outcome) },
				]),
			),
		),
		...variants(
			historyView,
			[0, 3, 50].map((events) => [caseOf(foreign.text('Aurora'), { events }), nameOf]),
		),
		...variants(
			historyFileView,
			[0, 50].map((events) => [caseOf(foreign.text('Aurora'), { events }), nameOf]),
		),
		...variants(
			codeView,
			lookedUp.flatMap((looked) => everyRights.map((may) => [looked, may, now])),
		),
		...variants(
			referenceView,
			[...whys, foreign.text('taken')].flatMap((why) =>
				[undefined, ...cases].map((about) => [{ ...found, why, about, mayGive: why === 'invalid' }]),
			),
		),
		...variants(referenceView, [[{ ...found, about: undefined, name: undefined }]]),
	];
};
