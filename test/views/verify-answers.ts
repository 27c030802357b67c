import type { PasteMistake } from '../../src/claims/paste-mistake.js';
import type { ServerLinks } from '../../src/guilds/server-links.js';
import type { Place } from '../../src/views/kit/discord-links.js';
import type { VerifyRefusal } from '../../src/views/verify/verify-refusal-view.js';
import type { RolesShown, VerifiedAnswer } from '../../src/views/verify/verify-view.js';

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
	items: { 20114: { docs: 'https://docs.example/aurora', download: 'https://market.example/d' } },
};
export const noLinks: ServerLinks = { items: {} };
export const placeWith = (links: ServerLinks): Place => ({ guildId: '100000000000000001', links });

const states: readonly RolesShown[] = [
	...(['granted', 'waiting', 'late', 'blocked', 'unchosen', 'member-left', 'member-pending'] as const).map(
		(state) => ({
			state,
		}),
	),
	{ state: 'granted', held: roleIds.slice(0, 1), withheld: roleIds.slice(1) },
	{ state: 'blocked', held: [], withheld: roleIds.slice(0, 1) },
];

/** One of every answer to a member whose purchase is verified; `text` is what the marketplace calls everything. */
export function everyVerifiedAnswer(text: string, now: number): readonly VerifiedAnswer[] {
	const claim = {
		...verifiedAnswer.claim,
		item: { id: 20114, name: text },
		licenseType: text,
		supportedUntil: now + 1,
	};
	const answer: VerifiedAnswer = { ...verifiedAnswer, claim };
	return [
		...states.flatMap((roles) => [true, false].map((returning) => ({ ...answer, returning, roles }))),
		{ ...answer, returning: true, renewed: true },
		{ ...answer, claim: { ...claim, supportedUntil: undefined, licenseType: '' } },
		{ ...answer, claim: { ...claim, supportedUntil: now - 1 }, seat: { number: 2, seats: 5 } },
		{ ...answer, roleIds: [] },
		...['https://media.example/a.png', 'http://localhost/a.png'].map((url) => {
			const media = {
				thumbnailUrl: url,
				previewImageUrl: undefined,
				previewVideoUrl: url,
				previewAudioUrl: url,
			};
			return { ...answer, media };
		}),
	];
}

const mistakes: readonly PasteMistake[] = [
	...(['order-number', 'email', 'link', 'license-key', 'two-codes', 'other'] as const).map((kind) => ({
		kind,
	})),
	...[1, 2, 12].flatMap((count) => (['missing', 'too-many'] as const).map((kind) => ({ kind, count }))),
];

/** One of everything that keeps a member from verifying. */
export function everyVerifyRefusal(now: number): readonly VerifyRefusal[] {
	const tries = [{ left: 4 }, { left: 3 }, { left: 1 }, { left: 0, retryAt: now }];
	return [
		...mistakes.map((mistake): VerifyRefusal => ({ kind: 'not-a-code', mistake })),
		{ kind: 'invalid' },
		...tries.map((each): VerifyRefusal => ({ kind: 'invalid', tries: each })),
		...tries.map((each): VerifyRefusal => ({ kind: 'taken', tries: each })),
		{ kind: 'taken', seats: 5, tries: { left: 2 } },
		{ kind: 'limited', because: 'wrong-codes', retryAt: now },
		{ kind: 'limited', because: 'many-codes', retryAt: now },
		{ kind: 'limited', because: 'still-checking', retryAt: undefined },
		{ kind: 'waiting', nextTryAt: now },
		{ kind: 'gave-up' },
		{ kind: 'key-refused' },
	];
}
