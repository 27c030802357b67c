import type { OwnPurchase } from '../../src/views/purchases-view.js';

/** As many purchases of a member, the first a plain one, with every part of what can differ among them. */
export function ownPurchases(count: number): OwnPurchase[] {
	return Array.from({ length: count }, (_, index) => ({
		item: { id: index + 1, name: `Item ${index + 1}` },
		thumbnailUrl: index % 2 === 0 ? `https://example.com/${index + 1}.png` : undefined,
		licenseType: index % 3 === 2 ? '' : 'regular',
		purchasedAt: index % 4 === 3 ? undefined : Date.UTC(2026, 0, index + 1),
		supportedUntil: index % 3 === 1 ? undefined : Date.UTC(2026, 6, index + 1),
		status: index % 5 === 4 ? 'revoked' : 'active',
		isHere: index % 2 === 0,
		roleIds: index % 2 === 0 ? ['300000000000000001', '300000000000000002'] : [],
	}));
}
