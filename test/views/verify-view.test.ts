import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { type VerifyAnswer, verifyView } from '../../src/views/verify-view.js';

const t = translatorFor('en-US');

const now = 1_700_000_000_000;
const context = { now, reference: '900000000000000001' };
const verified = {
	kind: 'verified',
	claim: { item: { name: 'Aurora' }, licenseType: 'Regular', supportedUntil: now + 1 },
	returning: false,
	role: 'granted',
} as const satisfies VerifyAnswer;

function textOf(answer: VerifyAnswer): string {
	return JSON.stringify(verifyView(t, answer, context).embeds);
}

describe('the answer to /verify', () => {
	it('tells a buyer what they have now', () => {
		const text = textOf(verified);
		expect(text).toContain('Purchase verified');
		expect(text).toContain('**Aurora**');
		expect(text).toContain('You have the buyer role');
		expect(text).toContain('until <t:1700000000:D>');
	});

	it('tells who has renewed support until when it goes, and of nothing else', () => {
		const text = textOf({ ...verified, returning: true, renewed: true });
		expect(text).toContain('✅ Support renewed');
		expect(text).toContain('**Aurora** has support until <t:1700000000:D> (<t:1700000000:R>).');
		expect(text).not.toContain('Welcome back');
	});

	it('tells apart support that has ended from support that was never there', () => {
		const support = (supportedUntil: number | undefined) =>
			textOf({ ...verified, claim: { ...verified.claim, supportedUntil } });
		expect(support(now - 1)).toContain('ended <t:');
		expect(support(undefined)).toContain('not included');
	});

	it('says plainly that staff must mend what keeps the role away, and that the purchase is safe', () => {
		const text = textOf({ ...verified, role: 'blocked' });
		expect(text).toContain('Staff must fix that');
		expect(text).toContain('safely recorded');
		expect(text).not.toContain('You have the buyer role');
	});

	it('calls nothing invalid that could not be checked', () => {
		for (const reason of ['bad-key', 'rate-limited', 'unavailable', 'malformed']) {
			const text = textOf({ kind: 'uncheckable', reason, retryAt: undefined });
			expect(text).toContain('cannot be checked right now');
			expect(text).not.toMatch(/invalid|does not know/i);
		}
	});

	it('tells when to come back, never a second too early', () => {
		expect(textOf({ kind: 'limited', because: 'wrong-codes', retryAt: now + 1 })).toContain(
			'<t:1700000001:R>',
		);
	});

	it('blames nobody who only sent many codes', () => {
		expect(textOf({ kind: 'limited', because: 'many-codes', retryAt: now })).not.toMatch(/wrong/i);
		expect(textOf({ kind: 'limited', because: 'still-checking', retryAt: undefined })).not.toMatch(/wrong/i);
	});

	it('names no holder of a taken code, and warns against showing the code', () => {
		const text = textOf({ kind: 'taken' });
		expect(text).toContain('already in use');
		expect(text).toContain('never the code itself');
		expect(text).not.toContain('<@');
	});

	it('shows the marketplace’s words as words, not as links or mentions', () => {
		const name = '[free](https://evil.example) **bold** <@123456789012345678>';
		const text = textOf({ ...verified, claim: { ...verified.claim, item: { name }, licenseType: '`x`' } });
		expect(text).not.toMatch(/[^\\]\[free/);
		expect(text).not.toMatch(/[^\\]<@/);
	});

	it('of a verified purchase shows the item’s thumbnail and preview, and links what an embed cannot show', () => {
		const claim = { item: { name: 'Aurora' }, licenseType: '', supportedUntil: undefined };
		const shown = (thumbnailUrl: string) =>
			verifyView(
				t,
				{
					kind: 'verified',
					claim,
					returning: false,
					role: 'granted',
					media: {
						thumbnailUrl,
						previewImageUrl: 'https://media.example/preview.png',
						previewVideoUrl: 'https://media.example/preview.mp4',
						previewAudioUrl: 'https://discord.com@evil.example/a.mp3',
					},
				},
				{ now: 0, reference: '1' },
			);
		expect(shown('https://media.example/a.png').embeds?.[0]).toMatchObject({
			thumbnail: { url: 'https://media.example/a.png' },
			image: { url: 'https://media.example/preview.png' },
		});
		const bad = shown('http://localhost/a.png');
		expect(bad.embeds?.[0]).not.toHaveProperty('thumbnail');
		expect(JSON.stringify(bad.components)).toContain('https://media.example/preview.mp4');
		expect(JSON.stringify(bad.components)).not.toContain('evil.example');
	});
});
