import type { DrawContext } from '@claimcheck/local-discord/drawing/draw-context';
import type { Place } from '../../src/views/kit/discord-links.js';
import { sampleItem, withScreenshots } from '../views/samples.js';

// The people, places and things of every state. Nothing here is random, and the clock stands still.

export const now = Date.UTC(2026, 11, 8, 12);
export const minute = 60_000;
export const day = 86_400_000;
export const reference = 'KQT-WDR';

export const guildId = '100000000000000001';
export const userIds = { maya: '200000000000000001', tom: '200000000000000002', mod: '200000000000000003' };
export const roleIds = {
	buyer: '300000000000000001',
	aurora: '300000000000000002',
	staff: '300000000000000003',
};
export const channelIds = {
	verify: '400000000000000001',
	support: '400000000000000002',
	help: '400000000000000003',
	audit: '400000000000000004',
};

/** What is behind a mention, by its id. */
export const names: Readonly<Record<string, string>> = {
	[userIds.maya]: 'Maya',
	[userIds.tom]: 'Tom',
	[userIds.mod]: 'Mod',
	[roleIds.buyer]: 'Buyer',
	[roleIds.aurora]: 'Aurora',
	[roleIds.staff]: 'Staff',
	[channelIds.verify]: 'verify',
	[channelIds.support]: 'support',
	[channelIds.help]: 'help',
	[channelIds.audit]: 'audit',
};

/** How a reader of this language sees it, at this moment. */
export function sightIn(language: string): Partial<DrawContext> {
	return {
		now,
		timeZone: 'UTC',
		locale: language === 'en' ? 'en-GB' : language,
		nameOf: (_, id) => names[id],
	};
}

/** A server that has chosen all there is. */
export const place: Place = {
	guildId,
	links: {
		supportChannelId: channelIds.support,
		supportChannelName: 'support',
		helpChannelId: channelIds.help,
		exampleUrl: 'https://shop.example/receipt.png',
		renewUrl: 'https://shop.example/renew',
		items: {
			'7': { docs: 'https://docs.example/aurora', download: 'https://shop.example/downloads/7' },
		},
	},
};

export const supportedUntil = Date.UTC(2027, 4, 8);
export const boughtAt = Date.UTC(2026, 4, 8);
export const verifiedAt = now - 180 * day;
export const hash = 'ab'.repeat(32);

export const aurora = sampleItem({
	id: 7,
	name: 'Aurora',
	description:
		'A helpdesk for small shops. Tickets, mail and a knowledge base in one place, on your own server, without a subscription. Agents answer from their phones.',
	category: 'Scripts',
	subCategory: 'Helpdesk',
	version: '4.2.1',
	price: { regular: 29, extended: 149 },
	options: ['PHP', 'MySQL'],
	tags: ['helpdesk', 'tickets', 'support'],
	previewVideoUrl: 'https://cdn.example.com/aurora.mp4',
	screenshotUrls: withScreenshots(8).screenshotUrls,
	publishedAt: Date.UTC(2026, 3, 8),
});
