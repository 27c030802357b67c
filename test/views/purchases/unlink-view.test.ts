import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { unlinkedView, unlinkQuestionView } from '../../../src/views/purchases/unlink-view.js';
import { barePlace, linkedPlace, ownPurchase, roleIds } from '../sample-own.js';
import { shownText } from '../shown.js';

const t = translatorFor('en-US');
const { hash, item, ending } = ownPurchase;
const [buyer, aurora] = roleIds;
const asked = { hash, item, ending, roleIds };

describe('the question before a purchase is unlinked', () => {
	it('names the purchase, what goes with it, and for how long the code is kept', () => {
		const view = unlinkQuestionView(t, { ...asked, kind: 'allowed', days: 7 }, barePlace);
		expect(shownText(view)).toBe(
			`**⚠️ Unlink Aurora\u00a0••••3a8c?**\nYou’ll lose <@&${buyer}> and <@&${aurora}>. For 7 days, only you can verify it again.`,
		);
		expect(JSON.stringify(view)).toContain(`"cc1:purchases-let-go:${hash}"`);
		expect(JSON.stringify(view)).toContain(`"cc1:purchases-one:${hash}"`);
	});

	it('says who can have the code immediately, and speaks of no role where none is lost', () => {
		const view = unlinkQuestionView(t, { ...asked, roleIds: [], kind: 'allowed', days: 0 }, barePlace);
		expect(shownText(view)).toBe(
			'**⚠️ Unlink Aurora\u00a0••••3a8c?**\nAnyone with the code can then verify it.',
		);
	});

	it('says in another server than home that it ends there alone', () => {
		const view = unlinkQuestionView(t, { ...asked, roleIds: [], kind: 'leave' }, barePlace);
		expect(shownText(view)).toContain(t('unlink.leaveAsk'));
	});

	it('is not asked where the staff alone decide, and leads to them', () => {
		const bare = unlinkQuestionView(t, { kind: 'not-allowed' }, barePlace);
		expect(shownText(bare)).toBe('Only staff can unlink purchases here.\nAsk this server’s staff.');
		const linked = unlinkQuestionView(t, { kind: 'locked' }, linkedPlace);
		expect(shownText(linked)).toBe('🔒 Locked by staff.');
		expect(JSON.stringify(linked)).toContain('https://discord.com/channels/');
	});
});

describe('what became of unlinking', () => {
	const textFor = (answer: Parameters<typeof unlinkedView>[1]) =>
		shownText(unlinkedView(t, answer, barePlace, 1000));

	it('says from when others can have the code', () => {
		expect(textFor({ kind: 'unlinked', freeFrom: 8000 })).toBe(
			'**✅ Unlinked**\nOthers can verify the code <t:8:R>.',
		);
		expect(textFor({ kind: 'unlinked', freeFrom: 1000 })).toBe(
			'**✅ Unlinked**\nAnyone with the code can verify it now.',
		);
		expect(textFor({ kind: 'left' })).toContain(t('unlink.left'));
	});

	it('says when the next one is free, and what is not there any more', () => {
		expect(textFor({ kind: 'limited', retryAt: 9000 })).toContain('<t:9:R>');
		for (const kind of ['not-yours', 'not-here'] as const)
			expect(textFor({ kind })).toBe(`**${t('unlink.gone')}**`);
	});
});
