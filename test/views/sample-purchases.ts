import type { PersonalData } from '../../src/members/personal-data.js';
import type { OwnPurchase } from '../../src/members/purchases.js';

/**
 * As many purchases of a member, the first a plain one, with every part of what can differ among them. `text`: what
 * the marketplace calls everything, instead of names by number.
 */
export function ownPurchases(count: number, text?: string): OwnPurchase[] {
	return Array.from({ length: count }, (_, index) => ({
		hash: index.toString(16).padStart(64, '0'),
		item: { id: index + 1, name: text ?? `Item ${index + 1}` },
		thumbnailUrl: index % 2 === 0 ? `https://example.com/${index + 1}.png` : undefined,
		licenseType: index % 3 === 2 ? '' : (text ?? 'regular'),
		purchasedAt: index % 4 === 3 ? undefined : Date.UTC(2026, 0, index + 1),
		supportedUntil: index % 3 === 1 ? undefined : Date.UTC(2026, 6, index + 1),
		status: index % 5 === 4 ? 'revoked' : 'active',
		isHere: index % 2 === 0,
		canUnlink: index % 4 === 2,
		roleIds: index % 2 === 0 ? ['300000000000000001', '300000000000000002'] : [],
	}));
}

/** What is stored about a member with as many purchases. */
export function personalData(count: number, text?: string): PersonalData {
	const claimedAt = Date.UTC(2026, 1, 1);
	return {
		userId: '200000000000000001',
		purchases: ownPurchases(count, text).map(
			({ item, licenseType, status, purchasedAt, supportedUntil }) => ({
				item: { ...item, category: text ?? 'Themes' },
				licenseType,
				status,
				locked: false,
				claimedAt,
				purchasedAt,
				supportedUntil,
				checkedAt: undefined,
				calledInvalidAt: [],
				undo: undefined,
				guildIds: ['100000000000000001'],
				history: [
					{ at: claimedAt, what: 'claimed', by: 'you', why: undefined, guildId: '100000000000000001' },
					{ at: claimedAt + 1, what: 'locked', by: 'staff', why: 'two people asked', guildId: undefined },
				],
			}),
		),
		formerPurchases: [
			{
				item: { id: 1, name: text ?? 'Item 1', category: text ?? 'Themes' },
				licenseType: text ?? 'regular',
				history: [{ at: claimedAt, what: 'released', by: 'staff', why: text, guildId: undefined }],
				undo: { until: claimedAt + 1, claimedAt, guildIds: ['100000000000000001'] },
			},
		],
		wrongCodesAt: [claimedAt],
		unlinkedAt: [claimedAt],
		refusals: [{ at: claimedAt, guildId: '100000000000000001', why: 'invalid' }],
	};
}
