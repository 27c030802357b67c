import { createMarketplace, type Marketplace } from '../../src/composition/create-marketplace.js';
import type { MarketplaceClient } from '../../src/marketplace/client.js';
import { indexItem } from '../../src/marketplace/indexed-item.js';
import type { MarketplaceFailure, MarketplaceResult } from '../../src/marketplace/result.js';
import type { Account, Item, Purchase } from '../../src/marketplace/schemas.js';
import type { Alert } from '../../src/notifications/alert.js';
import { createOperatorReport } from '../../src/reporting/operator-report.js';
import type { Store } from '../../src/storage/store.js';
import { noAlerts } from '../notifications/no-alerts.js';
import { type World, worldLogger } from './world.js';

const soldItem: Item = {
	id: 7,
	name: 'Aurora',
	description: '',
	category: 'Themes',
	subCategory: '',
	options: [],
	version: undefined,
	demoUrl: undefined,
	tags: [],
	thumbnailUrl: undefined,
	previewImageUrl: undefined,
	previewVideoUrl: undefined,
	previewAudioUrl: undefined,
	screenshotUrls: [],
	price: { regular: 29, extended: 149 },
	currency: 'USD',
	publishedAt: undefined,
};

const accountOf = (username: string): Account => ({
	fullName: 'Maren',
	username,
	email: 'maren@shop.example',
	balance: 1,
	currency: 'USD',
	heading: '',
	description: '',
	contactEmail: undefined,
	socialLinks: {},
	avatarUrl: undefined,
	coverUrl: undefined,
	registeredAt: 1,
});

/** The marketplace at its interface. To a key that is wrong, or another author's, every code is "invalid". */
function shopOf(world: World, hasOthersKey: boolean): MarketplaceClient {
	const failed = <T>(failure: MarketplaceFailure): MarketplaceResult<T> => ({ ok: false, failure });
	const down = { kind: 'unavailable', reason: 'HTTP 503' } as const;
	return {
		accountDetails: async () => {
			if (world.shop === 'down') return failed(down);
			if (world.shop === 'bad-key') return failed({ kind: 'bad-key' });
			return { ok: true, value: accountOf(hasOthersKey ? 'somebody-else' : 'maren') };
		},
		allItems: async () => ({ ok: true, value: { items: [indexItem(soldItem)], skipped: 0 } }),
		item: async () => failed({ kind: 'item-not-found' }),
		validatePurchase: async (code) => {
			if (world.shop === 'down') return failed(down);
			const sold = world.codes.find((it) => it.code === code);
			const isKnown = world.shop === 'up' && !hasOthersKey && sold?.valid === true;
			if (sold === undefined || !isKnown) return failed({ kind: 'invalid-code' });
			const purchase: Purchase = {
				code,
				licenseType: sold.licenseType,
				price: 29,
				currency: 'USD',
				item: soldItem,
				supportedUntil: sold.supportedUntil,
				downloaded: true,
				purchasedAt: Date.UTC(2026, 4, 1),
			};
			return { ok: true, value: purchase };
		},
		close: async () => {},
	};
}

/** The production marketplace services over it, with the items loaded and the key looked at, as after a start. */
export async function marketOf(world: World, store: Store, hasOthersKey: boolean): Promise<Marketplace> {
	const logger = worldLogger(world);
	const alerts = {
		...noAlerts,
		raise: async (guildId: string | undefined, event: Alert) => {
			world.audit.push({ guildId, event });
			return true;
		},
	};
	const market = createMarketplace({
		client: shopOf(world, hasOthersKey),
		store,
		logger,
		onKeyProblem: createOperatorReport({ alerts, storeAlerts: alerts, waitingForShop: () => 0, logger })
			.keyProblem,
		clock: { now: () => world.now, after: () => () => {} },
	});
	await market.catalog.refresh();
	const account = await market.keyCheck.check();
	if (account.ok) await market.accountGuard.isOurs(account.value);
	return market;
}
