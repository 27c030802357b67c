import { describe, expect, it } from 'vitest';
import { FormLabels } from '../../src/moderation/form-labels.js';

const named = (itemName: string) => ({
	itemName,
	codeEnd: 'de',
	holderName: 'Maya',
	holderCount: 1,
	roleIds: ['buyer'],
	isGiven: false,
});

const page = (hash: string, holderId?: string, guildId = 'home') => ({ guildId, hash, holderId });

describe('the words of a form', () => {
	it('are those of the page that was last shown of that purchase and holder', () => {
		const words = new FormLabels();
		words.remember(page('hash', 'maya'), named('Old'));
		words.remember(page('hash', 'maya'), named('New'));
		words.remember(page('hash'), named('Nobody’s'));
		expect(words.recall(page('hash', 'maya'))).toEqual(named('New'));
		expect(words.recall(page('hash'))).toEqual(named('Nobody’s'));
		expect(words.recall(page('hash', 'noah'))).toBeUndefined();
		expect(words.recall(page('other', 'maya'))).toBeUndefined();
	});

	it('are those of the code that was looked up, and of the member whose page was shown', () => {
		const words = new FormLabels();
		words.remember({ guildId: 'home', lookUpId: 'look-up' }, named('New'));
		words.rememberMember({ guildId: 'home', userId: 'maya' }, 'Maya');
		expect(words.recall({ guildId: 'home', lookUpId: 'look-up' })).toEqual(named('New'));
		expect(words.recall({ guildId: 'home', lookUpId: 'another' })).toBeUndefined();
		expect(words.recallMember({ guildId: 'home', userId: 'maya' })).toBe('Maya');
		expect(words.recallMember({ guildId: 'home', userId: 'tom' })).toBeUndefined();
	});

	it('attack 62: are not shown in another guild', () => {
		const words = new FormLabels();
		words.remember({ guildId: 'home', lookUpId: 'look-up' }, named('New'));
		words.rememberMember({ guildId: 'home', userId: 'maya' }, 'Maya');
		expect(words.recall({ guildId: 'other', lookUpId: 'look-up' })).toBeUndefined();
		expect(words.recallMember({ guildId: 'other', userId: 'maya' })).toBeUndefined();
		words.remember(page('hash', 'maya'), named('New'));
		expect(words.recall(page('hash', 'maya', 'other'))).toBeUndefined();
	});

	it('are forgotten, the longest not shown first, once a thousand other pages were', () => {
		const words = new FormLabels();
		const show = (from: number, to: number) => {
			for (let n = from; n < to; n += 1) words.remember(page(`hash-${n}`), named(`${n}`));
		};
		show(0, 1_000);
		words.remember(page('hash-0'), named('again'));
		show(1_000, 1_001);
		expect(words.recall(page('hash-0'))).toEqual(named('again'));
		expect(words.recall(page('hash-1'))).toBeUndefined();
		expect(words.recall(page('hash-2'))).toEqual(named('2'));
	});
});
