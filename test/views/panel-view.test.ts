import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { codeForm } from '../../src/views/code-form.js';
import {
	chosenContent,
	panelOutcomeView,
	panelView,
	panelWords,
	wordsModal,
} from '../../src/views/panel-view.js';
import { messageRefusals, modalRefusals } from './refusals.js';

const t = translatorFor('en-US');
const channelId = '40000000000000000001';
const place = { guildId: '10000000000000000001', channelId, panelT: t };
const longest = {
	title: 'T'.repeat(256),
	text: 'x'.repeat(4000),
	pictureUrl: `https://example.com/${'p'.repeat(2000)}`,
};

describe.each(languages)('in %s, Discord takes', (language) => {
	const own = translatorFor(language);

	const masked = { title: 'T](x'.repeat(64), text: '[a](b)'.repeat(666), pictureUrl: undefined };

	it.each([{}, longest, masked])('the panel', (content) => {
		const view = panelView(own, content);
		expect(messageRefusals(view)).toEqual([]);
		expect(view.allowedMentions).toEqual({ parse: [] });
	});

	it('the modals, empty and as full as they get', () => {
		const empty = { title: '', text: '', pictureUrl: undefined };
		expect(modalRefusals(codeForm(own))).toEqual([]);
		for (const words of [empty, longest, panelWords(own, {})]) {
			expect(modalRefusals(wordsModal(own, channelId, words))).toEqual([]);
		}
	});

	it('the answer to a manager', () => {
		for (const outcome of [
			{ kind: 'missing' },
			{ kind: 'refused', obstacle: 'no-channel' },
			{ kind: 'refused', obstacle: 'no-access' },
			{ kind: 'posted', messageId: '50000000000000000001', content: longest },
			{ kind: 'changed', messageId: '50000000000000000001', content: {} },
		] as const) {
			expect(messageRefusals(panelOutcomeView(own, outcome, { ...place, isPictureBad: true }))).toEqual([]);
		}
	});
});

describe('a panel', () => {
	it('speaks the server’s language as long as nobody has chosen other words', () => {
		const german = translatorFor('de');
		expect(panelView(german, {}).embeds).toMatchObject([{ title: german('panel.title') }]);
		expect(panelView(german, { title: 'Hello' }).embeds).toMatchObject([
			{ title: 'Hello', description: german('panel.text') },
		]);
	});

	it('shows its picture, and nothing where there is none', () => {
		const pictureUrl = 'https://example.com/p.png';
		expect(panelView(t, { pictureUrl }).embeds).toMatchObject([{ image: { url: pictureUrl } }]);
		expect(panelView(t, {}).embeds?.[0]).not.toHaveProperty('image');
	});
});

describe('the words from the modal', () => {
	it('are the usual ones where they were left as they were, or emptied', () => {
		expect(chosenContent(t, panelWords(t, {}))).toEqual({});
		expect(chosenContent(t, { title: '', text: '', pictureUrl: undefined })).toEqual({});
	});

	it('lose a purchase code that was pasted into them, old words as well', () => {
		const typed = {
			title: 'Code AB12-CD34-EF56',
			text: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
			pictureUrl: undefined,
		};
		const clean = { title: 'Code …', text: 'e.g. …' };
		expect(chosenContent(t, typed)).toEqual(clean);
		expect(JSON.stringify(panelView(t, { title: typed.title, text: typed.text }))).not.toMatch(
			/AB12|3f2504e0/,
		);
	});

	it('are kept where they differ', () => {
		expect(chosenContent(t, longest)).toEqual(longest);
	});
});

describe('the answer to a manager', () => {
	it('links to the panel and says what a picture lacks', () => {
		const outcome = { kind: 'posted', messageId: '50000000000000000001', content: {} } as const;
		const link = `https://discord.com/channels/${place.guildId}/${channelId}/50000000000000000001`;
		expect(panelOutcomeView(t, outcome, place).content).toBe(`The panel is posted: ${link}`);
		expect(panelOutcomeView(t, outcome, { ...place, isPictureBad: true }).content).toContain(
			t('panel.badPicture'),
		);
	});

	it('names the channel in which the bot may not write', () => {
		const outcome = { kind: 'refused', obstacle: 'no-access' } as const;
		expect(JSON.stringify(panelOutcomeView(t, outcome, place))).toContain(`<#${channelId}>`);
	});
});

describe('the words of a panel', () => {
	it('hide no address behind another text', () => {
		const t = translatorFor('en-US');
		const view = panelView(t, {
			title: '[Shop](https://evil.example)',
			text: 'Press [here](https://evil.example)',
		});
		expect(JSON.stringify(view)).not.toContain('](');
	});
});
