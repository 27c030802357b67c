import type { DrawContext } from '@claimcheck/local-discord/drawing/draw-context';
import type { ItemMedia } from '../../src/marketplace/schemas.js';
import type { Place } from '../../src/ui/place.js';
import type { NameOf } from '../../src/ui/text.js';
import type { Foreign } from './foreign.js';

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

/** The objects behind mentions, by id. */
const names = new Map([
	...Object.entries({ ...userIds, ...roleIds }).map(([name, id]) => [id, capital(name)] as const),
	...Object.entries(channelIds).map(([name, id]) => [id, name] as const),
]);

function capital(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The images of an ordinary item. */
export const mediaOf = (foreign: Foreign): ItemMedia => ({
	thumbnailUrl: foreign.address('https://cdn.example.com/aurora/thumb.png'),
	previewImageUrl: foreign.address('https://cdn.example.com/aurora/preview.png'),
	previewVideoUrl: undefined,
	previewAudioUrl: undefined,
});

/** The usernames of the people. */
export function usernamesOf(foreign: Foreign): NameOf {
	// Discord's own limit is 32.
	const usernames = Object.entries(userIds).map(([name, id]) => [id, foreign.text(name, 32)] as const);
	const byId = new Map(usernames);
	return (id) => byId.get(id);
}

/** The view of a reader with this language, at this moment. */
export function sightIn(language: string): Partial<DrawContext> {
	return {
		now,
		timeZone: 'UTC',
		locale: language === 'en' ? 'en-GB' : language,
		nameOf: (_, id) => names.get(id),
	};
}

/** A server that has chosen nothing. */
export const barePlace: Place = { guildId, links: {} };

/** A server that has chosen everything. */
export function placeOf(foreign: Foreign): Place {
	const shop = 'https://shop.example';
	return {
		guildId,
		links: {
			supportChannelId: channelIds.support,
			supportChannelName: foreign.text('support'),
			helpChannelId: channelIds.help,
			exampleUrl: foreign.address(`${shop}/receipt.png`),
			renewUrl: foreign.address(`${shop}/renew`),
		},
	};
}

export const supportedUntil = Date.UTC(2027, 4, 8);
export const boughtAt = Date.UTC(2026, 4, 8);
export const verifiedAt = now - 180 * day;
export const hash = 'ab'.repeat(32);

export const many = <T>(length: number, of: (index: number) => T): T[] =>
	Array.from({ length }, (_, index) => of(index));
