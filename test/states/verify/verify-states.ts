import {
	type VerifyRefusal,
	verifyRefusalView,
	whereIsMyCodeView,
} from '../../../commands/verify/refusal.js';
import {
	codeForm,
	type Progress,
	type VerifiedAnswer,
	verifiedView,
} from '../../../commands/verify/verify.js';
import type { PasteMistake } from '../../../src/base/purchase-code.js';
import type { Foreign } from '../foreign.js';
import {
	barePlace,
	day,
	mediaOf,
	minute,
	now,
	placeOf,
	reference,
	roleIds,
	supportedUntil,
	verifiedAt,
} from '../sample.js';
import { page, type States, variants } from '../state.js';

const both = [roleIds.buyer, roleIds.aurora];

/** A purchase that was just verified, with all possible details. */
export function answerOf(foreign: Foreign): VerifiedAnswer {
	return {
		kind: 'verified',
		claim: {
			item: { id: 7, name: foreign.text('Aurora') },
			licenseType: foreign.text('Regular'),
			supportedUntil: foreign.moment(supportedUntil),
			claimedAt: verifiedAt,
		},
		codeEnd: '3a8c',
		roleIds: both,
		returning: false,
		media: mediaOf(foreign),
		roles: { ...granted, held: both },
	};
}

const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
const heldUp = (roleId: string | undefined) => ({ roleId, obstacle: 'role-too-high' }) as const;
const unchosen = { kind: 'blocked', ...heldUp(undefined) } as const;

const everyProgress: readonly Progress[] = [
	granted,
	...(['waiting', 'late', 'member-left', 'member-pending'] as const).map((kind) => ({ kind })),
	unchosen,
	{ kind: 'blocked', held: [], ...heldUp(roleIds.buyer) },
];

function otherAnswers(foreign: Foreign): readonly VerifiedAnswer[] {
	const answer = answerOf(foreign);
	const { claim } = answer;
	const { licenseType } = claim;
	return [
		{ ...answer, claim: { ...claim, supportedUntil: now + 5 * day } },
		...everyProgress.flatMap((roles) => [true, false].map((returning) => ({ ...answer, returning, roles }))),
		{ ...answer, claim: { ...claim, item: { ...claim.item, id: 8 } } },
		{ ...answer, claim: { ...claim, supportedUntil: undefined, licenseType: '' } },
		{ ...answer, claim: { ...claim, licenseType, supportedUntil: now - 1 }, seat: { number: 2, seats: 5 } },
		{ ...answer, claim: { ...claim, supportedUntil: 'unknown' } },
		{ ...answer, roleIds: [] },
		{
			...answer,
			media: {
				thumbnailUrl: foreign.address('http://localhost/a.png'),
				previewImageUrl: undefined,
				previewVideoUrl: foreign.address('https://media.example/a.mp4'),
				previewAudioUrl: foreign.address('https://media.example/a.mp3'),
			},
		},
	];
}

const mistakes: readonly PasteMistake[] = [
	...(['order-number', 'email', 'link', 'license-key', 'two-codes', 'other'] as const).map((kind) => ({
		kind,
	})),
	...[1, 2, 12].flatMap((count) => (['missing', 'too-many'] as const).map((kind) => ({ kind, count }))),
];

/** One of each reason why a member can't verify. */
export function everyVerifyRefusal(retryAt: number): readonly VerifyRefusal[] {
	const tries = [{ left: 4 }, { left: 3 }, { left: 1 }, { left: 0, retryAt }];
	return [
		...mistakes.map((mistake): VerifyRefusal => ({ kind: 'not-a-code', mistake })),
		{ kind: 'invalid' },
		...tries.map((each): VerifyRefusal => ({ kind: 'invalid', tries: each, isFirst: true })),
		...tries.map((each): VerifyRefusal => ({ kind: 'invalid', tries: each })),
		...tries.map((each): VerifyRefusal => ({ kind: 'taken', tries: each })),
		{ kind: 'taken', seats: 5, tries: { left: 2 } },
		{ kind: 'limited', because: 'wrong-codes', retryAt },
		{ kind: 'limited', because: 'many-codes', retryAt },
		{ kind: 'limited', because: 'still-checking', retryAt: undefined },
		{ kind: 'waiting', nextTryAt: retryAt },
		{ kind: 'gave-up' },
		{ kind: 'key-refused' },
		{ kind: 'refused' },
	];
}

export const verifyStates: States = (foreign) => {
	const place = placeOf(foreign);
	const answer = answerOf(foreign);
	// The longest text has twelve lines on a phone, with everything that a server can choose.
	const verified = (name: string, says: string, about: Partial<VerifiedAnswer>) =>
		page(`verify/${name}`, says, verifiedView, [
			{ ...answer, ...about },
			{ place, now },
		]);
	const refused = (name: string, says: string, refusal: VerifyRefusal) =>
		page(`verify/${name}`, says, verifyRefusalView, [refusal, { place, reference }]);
	return [
		page('panel/form', 'The form of every *Verify*', codeForm, []),
		verified('verified', 'Verified', {}),
		verified('again', 'Verified before', { returning: true }),
		verified('renewed', 'Support was renewed', { returning: true, renewed: true }),
		verified('ended', 'Support has ended, and a seat of several', {
			claim: { ...answer.claim, supportedUntil: now - 30 * day },
			seat: { number: 2, seats: 5 },
		}),
		verified('waiting', 'The roles are on their way', { roles: { kind: 'waiting' } }),
		verified('late', 'They still are, after 14 minutes', { roles: { kind: 'late' } }),
		verified('blocked', 'A role is held up', {
			roles: { kind: 'blocked', held: [], ...heldUp(roleIds.buyer) },
		}),
		verified('partly', 'One role came, another is held up', {
			roles: { ...granted, held: both.slice(0, 1), withheld: [heldUp(roleIds.aurora)] },
		}),
		verified('unchosen', 'There is no buyer role', { roles: unchosen }),
		refused('invalid', 'The shop doesn’t know the code', { kind: 'invalid', tries: { left: 3 } }),
		refused('elsewhere', 'The first code that the shop doesn’t know', {
			kind: 'invalid',
			tries: { left: 4 },
			isFirst: true,
		}),
		refused('not-a-code', 'An order number', { kind: 'not-a-code', mistake: { kind: 'order-number' } }),
		refused('too-short', 'A part is missing', { kind: 'not-a-code', mistake: { kind: 'missing', count: 2 } }),
		refused('two-codes', 'Two codes at once', { kind: 'not-a-code', mistake: { kind: 'two-codes' } }),
		refused('taken', 'Somebody else has it', {
			kind: 'taken',
			tries: { left: 4 },
		}),
		refused('limited', 'Too many tries', {
			kind: 'limited',
			because: 'wrong-codes',
			retryAt: now + 10 * minute,
		}),
		refused('shop-down', 'The shop is down', { kind: 'waiting', nextTryAt: now + minute }),
		refused('gave-up', 'It still is, after 14 minutes', { kind: 'gave-up' }),
		refused('bad-key', 'The shop refuses the bot’s key', { kind: 'key-refused' }),
		refused('refused-otherwise', 'The shop refuses it in other words', { kind: 'refused' }),
		page('verify/where', '*Where is my code?*', whereIsMyCodeView, [place]),
		...variants(
			verifiedView,
			otherAnswers(foreign).flatMap((each) => [barePlace, place].map((it) => [each, { place: it, now }])),
		),
		...variants(
			verifyRefusalView,
			everyVerifyRefusal(foreign.moment(now)).flatMap((each) =>
				[barePlace, place].map((it) => [each, { place: it, reference }]),
			),
		),
		...variants(whereIsMyCodeView, [[barePlace]]),
	];
};
