import type { OwnPurchase, OwnPurchases } from '../../src/purchases/purchases.js';
import { noRoles } from '../../src/roles/role-status.js';
import type { Place } from '../../src/ui/place.js';
import { type Foreign, usual } from '../states/foreign.js';
import { mediaOf } from '../states/sample.js';

const guildId = '100000000000000001';

/** A server where nothing was chosen, and one where all was. */
export const barePlace: Place = { guildId, links: {} };
export const linkedPlace: Place = {
	guildId,
	links: {
		supportChannelId: '400000000000000002',
		supportChannelName: 'support',
		helpChannelId: '400000000000000003',
		renewUrl: 'https://shop.example/renew',
	},
};

export const roleIds = ['300000000000000001', '300000000000000002'] as const;

/** A plain purchase, held and supported. */
export const ownPurchase: OwnPurchase = {
	hash: 'a'.repeat(64),
	item: { id: 7, name: 'Aurora' },
	media: mediaOf(usual),
	licenseType: 'regular',
	ending: '3a8c',
	purchasedAt: Date.UTC(2026, 4, 8),
	verifiedAt: Date.UTC(2026, 5, 1),
	supportedUntil: Date.UTC(2027, 4, 8),
	status: 'active',
	revokedBy: undefined,
	isLocked: false,
	isGiven: false,
	seat: undefined,
	canUnlink: false,
	roleIds,
};

/** All kinds of a purchase. */
export function everyOwnPurchase(foreign: Foreign): readonly OwnPurchase[] {
	const one: OwnPurchase = {
		...ownPurchase,
		item: { id: 7, name: foreign.text('Aurora') },
		media: mediaOf(foreign),
		purchasedAt: foreign.moment(Date.UTC(2026, 4, 8)),
		verifiedAt: foreign.moment(Date.UTC(2026, 5, 1)),
		supportedUntil: foreign.moment(Date.UTC(2027, 4, 8)),
	};
	return [
		{ ...one, licenseType: foreign.text('regular'), canUnlink: true },
		{ ...one, media: undefined, purchasedAt: undefined, supportedUntil: undefined },
		{ ...one, roleIds: [] },
		{ ...one, isLocked: true, seat: { number: 2, of: 5 }, supportedUntil: 0 },
		{ ...one, isGiven: true, ending: '', licenseType: '', item: { id: -1, name: '' } },
		{ ...one, status: 'revoked', revokedBy: 'shop', roleIds: [] },
		{ ...one, status: 'revoked', revokedBy: 'staff', roleIds: [] },
		{ ...one, status: 'revoked', roleIds: [], ending: '', licenseType: '' },
	];
}

/** Where roles can stand. */
export const everyStanding = [
	noRoles,
	{ ...noRoles, has: roleIds },
	{ ...noRoles, has: [roleIds[0]], onTheWay: [roleIds[1]] },
	{ ...noRoles, blocked: [roleIds[0]], missing: [roleIds[1]] },
	{ ...noRoles, deleted: [roleIds[0]] },
	{ ...noRoles, isUnchosen: true },
] as const;

/** A member with as many purchases, the first a plain one, with every part of what can differ among them. */
export function ownPurchases(count: number, foreign = usual): OwnPurchases {
	const kinds = everyOwnPurchase(foreign);
	const all = Array.from({ length: count }, (_, index): OwnPurchase => {
		const kind = index === 0 ? ownPurchase : (kinds[index % kinds.length] ?? ownPurchase);
		const hash = index.toString(16).padStart(64, '0');
		return { ...kind, hash, item: { id: index + 1, name: foreign.text(`Item ${index + 1}`) } };
	});
	return { all, roles: { ...noRoles, has: [roleIds[0]], onTheWay: [roleIds[1]] } };
}
