import { textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { contentFrom, panelWords, wordsModal } from '../../../commands/panel/panel.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { type PanelFacts, panelView } from '../../../src/ui/messages/panel.js';

const t = translatorFor('en-US');
const channelId = '40000000000000000001';
const facts: PanelFacts = {
	server: { name: 'Maren’s Support', iconUrl: 'https://cdn.example.com/icon.png' },
	buyerRoleId: '300000000000000001',
	supportChannelId: '400000000000000002',
};
const empty = { title: '', text: '', picture: '', alt: '' };

it('a panel hides no address behind another text, and has a title on one line', () => {
	const words = { title: '[Shop](https://evil.example)\n# x', text: 'Press [here](https://evil.example)' };
	const text = textOf(panelView(t, words, facts));
	expect(text).not.toContain('](');
	expect(text.split('\n')[0]).toBe('## [Shop] (https://evil.example) # x');
});

describe('the words from the panel’s form', () => {
	it('are the default ones if left unchanged or emptied', () => {
		expect(contentFrom(t, panelWords(t, {}), undefined)).toEqual({});
		expect(contentFrom(t, empty, undefined)).toEqual({});
	});

	it('contain no purchase code that was pasted into them, even if they were stored earlier', () => {
		const typed = {
			title: 'Code AB12-CD34-EF56',
			text: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
			pictureUrl: 'https://example.com/p.png',
			pictureAlt: '3f2504e0 4f89 41d3 9a0c 0305e82c3301',
		};
		const clean = { title: 'Code …', text: 'e.g. …', pictureUrl: typed.pictureUrl, pictureAlt: '…' };
		const words = { ...empty, title: typed.title, text: typed.text, alt: typed.pictureAlt };
		expect(contentFrom(t, words, typed.pictureUrl)).toEqual(clean);
		expect(JSON.stringify(panelView(t, typed, facts))).not.toMatch(/AB12|3f2504e0/);
		expect(JSON.stringify(wordsModal(t, channelId, panelWords(t, typed)))).not.toMatch(/AB12|3f2504e0/);
	});
});
