import { noRoles, type RoleStatus } from '../../../src/services/moderation/moderated-roles.js';
import type { PersonalData } from '../../../src/services/purchases/privacy.js';
import type { OwnPurchase, OwnPurchases } from '../../../src/services/purchases/purchases.js';
import { heldClaim } from '../../services/purchases/held-claim.js';
import { type Foreign, usual } from '../foreign.js';
import { boughtAt, roleIds as ids, many, mediaOf, supportedUntil } from '../sample.js';

const roleIds = [ids.buyer, ids.aurora] as const;

/** A plain purchase, held and supported. */
export const ownPurchase: OwnPurchase = {
	...heldClaim,
	media: mediaOf(usual),
	purchasedAt: boughtAt,
	claimedAt: Date.UTC(2026, 5, 1),
	supportedUntil,
	canUnlink: false,
	roleIds: [...roleIds],
};

/** Purchases of every kind. */
export function everyOwnPurchase(foreign: Foreign): readonly OwnPurchase[] {
	const one: OwnPurchase = {
		...ownPurchase,
		item: { ...ownPurchase.item, name: foreign.text('Aurora') },
		media: mediaOf(foreign),
		purchasedAt: foreign.moment(boughtAt),
		claimedAt: foreign.moment(Date.UTC(2026, 5, 1)),
		supportedUntil: foreign.moment(supportedUntil),
	};
	return [
		{ ...one, licenseType: foreign.text('regular'), canUnlink: true },
		{ ...one, media: undefined, purchasedAt: undefined, supportedUntil: undefined },
		{ ...one, roleIds: [] },
		{ ...one, locked: true, seat: { number: 2, of: 5 }, supportedUntil: 0 },
		{ ...one, isGiven: true, ending: '', licenseType: '', item: { id: -1, name: '', category: '' } },
		{ ...one, status: 'revoked', roleIds: [] },
		{ ...one, status: 'revoked', isRevokedByStaff: true, roleIds: [] },
		{ ...one, status: 'revoked', roleIds: [], ending: '', licenseType: '' },
	];
}

/** One role is held, and the other on its way. */
export const waiting: RoleStatus = {
	...noRoles,
	has: [roleIds[0]],
	missing: [{ roleId: roleIds[1], why: undefined }],
	isWaiting: true,
};

/** Every state that a role can have. */
export const everyStanding: readonly RoleStatus[] = [
	noRoles,
	{ ...noRoles, has: roleIds },
	waiting,
	{
		...noRoles,
		missing: [
			{ roleId: roleIds[0], why: 'role-too-high' },
			{ roleId: roleIds[1], why: undefined },
		],
	},
	{ ...noRoles, missing: [{ roleId: roleIds[0], why: 'role-missing' }] },
	{ ...noRoles, isUnchosen: true },
];

/** A member with this many purchases: a plain one first, then ones that differ in every detail. */
export function ownPurchases(count: number, foreign = usual): OwnPurchases {
	const kinds = everyOwnPurchase(foreign);
	const all = Array.from({ length: count }, (_, index): OwnPurchase => {
		const kind = index === 0 ? ownPurchase : (kinds[index % kinds.length] ?? ownPurchase);
		const hash = index.toString(16).padStart(64, '0');
		return { ...kind, hash, item: { ...kind.item, id: index + 1, name: foreign.text(`Item ${index + 1}`) } };
	});
	return { all, roles: waiting };
}

export function personalData(count: number, foreign = usual): PersonalData {
	const at = '2026-02-01T00:00:00.000Z';
	const event = { at, what: 'verified', by: 'you', why: undefined, discordServerId: undefined };
	const kept = { history: [event, { ...event, why: foreign.text('asked for it') }], keptForUndo: undefined };
	const row = { at, what: 'opened', note: foreign.text('It is mine.'), discordServerId: undefined };
	return {
		file: {
			exportedAt: at,
			discordUserId: '200000000000000001',
			purchases: many(count, (index) => ({
				item: { id: index, name: foreign.text(`Item ${index}`), category: foreign.text('Themes') },
				licenseType: foreign.text('regular'),
				status: 'valid',
				locked: false,
				verifiedAt: at,
				purchasedAt: at,
				pricePaid: foreign.amount(29),
				currency: foreign.text('USD'),
				downloaded: true,
				supportedUntil: 'unknown',
				checkedAt: undefined,
				calledInvalidAt: [],
				purchaseCode: 'none',
				...kept,
			})),
			formerPurchases: [
				{
					item: { id: 1, name: foreign.text('Item 1'), category: foreign.text('Themes') },
					licenseType: foreign.text('regular'),
					...kept,
				},
			],
			wrongCodesAt: [at],
			unlinkedAt: [at],
			countedForLimitsAt: [at, at],
			refusals: [row],
			directMessages: [row],
			codesLookedUp: [],
			disputes: [row],
			requests: [row],
		},
		isComplete: true,
	};
}
