import type { VerifiedAnswer } from '../../commands/verify/verify.js';
import type { ServerLinks } from '../../src/guilds/server-links.js';
import type { Place } from '../../src/ui/place.js';

const roleIds = ['300000000000000001', '300000000000000002'] as const;

/** A purchase that was just verified, with everything that can be shown of one. */
export const verifiedAnswer = {
	kind: 'verified',
	claim: {
		item: { id: 20114, name: 'Aurora' },
		licenseType: 'Regular',
		supportedUntil: 1_715_000_000_000,
		claimedAt: 0,
	},
	codeEnd: '3a8c',
	roleIds,
	returning: false,
	media: {
		thumbnailUrl: 'https://media.example/a.png',
		previewImageUrl: 'https://media.example/preview.png',
		previewVideoUrl: undefined,
		previewAudioUrl: undefined,
	},
	roles: { state: 'granted', held: roleIds, withheld: [] },
} as const satisfies VerifiedAnswer;

/** A server that has set all of its links, and one without any. */
export const allLinks: ServerLinks = {
	supportChannelId: '400000000000000001',
	supportChannelName: 'support-for-everything',
	helpChannelId: '400000000000000002',
	exampleUrl: 'https://market.example/receipt.png',
	renewUrl: 'https://market.example/renew',
};
export const noLinks: ServerLinks = {};
export const placeWith = (links: ServerLinks): Place => ({ guildId: '100000000000000001', links });
