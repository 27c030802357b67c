import type { VerifyAnswer } from '../../src/views/verify-view.js';

/** One of every answer to a member who wants to verify; `text` is what the marketplace calls everything. */
export function everyVerifyAnswer(text: string, now: number): readonly VerifyAnswer[] {
	const claim = { item: { name: text }, licenseType: text, supportedUntil: now + 1 };
	const verified = (['granted', 'waiting', 'blocked', 'unchosen', 'member-left'] as const).flatMap((role) =>
		[true, false].map((returning): VerifyAnswer => ({ kind: 'verified', claim, returning, role })),
	);
	return [
		...verified,
		{ kind: 'verified', claim, returning: true, renewed: true, role: 'granted' },
		{
			kind: 'verified',
			claim: { ...claim, supportedUntil: undefined, licenseType: '' },
			returning: false,
			role: 'granted',
		},
		{ kind: 'verified', claim: { ...claim, supportedUntil: now - 1 }, returning: false, role: 'granted' },
		...['https://media.example/a.png', 'http://localhost/a.png'].map((url): VerifyAnswer => {
			const media = {
				thumbnailUrl: url,
				previewImageUrl: url,
				previewVideoUrl: url,
				previewAudioUrl: url,
			};
			return { kind: 'verified', claim, returning: false, role: 'granted', media };
		}),
		{ kind: 'not-a-code' },
		{ kind: 'invalid' },
		{ kind: 'taken' },
		{ kind: 'limited', because: 'wrong-codes', retryAt: now },
		{ kind: 'limited', because: 'many-codes', retryAt: now },
		{ kind: 'limited', because: 'still-checking', retryAt: undefined },
		{ kind: 'uncheckable', reason: 'bad-key', retryAt: undefined },
		{ kind: 'uncheckable', reason: 'reset', retryAt: undefined },
		{ kind: 'uncheckable', reason: 'rate-limited', retryAt: now },
	];
}
