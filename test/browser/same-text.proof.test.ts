import { drawMessage } from '@claimcheck/local-discord/drawing/draw-message';
import { drawModal } from '@claimcheck/local-discord/drawing/draw-modal';
import type { ModalBody } from '@claimcheck/local-discord/message-body';
import { altsOf, linksOf } from '@claimcheck/local-discord/reading';
import type { APIMessage } from 'discord.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openChromium } from '../../packages/local-discord/test/browser/chromium.js';
import { MessageStagePage } from '../../packages/local-discord/test/browser/message-stage.js';
import { clientWords } from '../../packages/local-discord/web/phone/client-words.js';
import type { Language } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { channelIds, guildId, names, now, roleIds, sightIn } from '../states/sample.js';
import type { FormState, State } from '../states/state.js';
import { surfaces } from '../states/surfaces.js';
import { sentMessage } from './sent-message.js';

// Each message has two drawings, the terminal's and the page's. Whatever the bot says, both say the same: the page is read in the notation of the terminal's phone, in which `[+Verb]` is the main button and `▾` a select.

const states = surfaces.flatMap(({ states: all }) => all).filter((state): state is State => 'show' in state);

const forms = surfaces
	.flatMap(({ states: all }) => all)
	.filter((state): state is FormState => 'form' in state);

/** What is drawn doesn't depend on the words of the other languages. */
const inTwoScripts: readonly Language[] = ['en', 'ja'];

/** As wide as no text of a message is long: the terminal's lines are the message's own. */
const width = 5_000;

describeInBrowser('the page and the terminal', () => {
	let browser: Browser;
	let stage: MessageStagePage;

	beforeAll(async () => {
		browser = await openChromium();
		stage = await MessageStagePage.open(browser);
	});

	afterAll(async () => {
		await stage.close();
		await browser.close();
	});

	it.each(inTwoScripts)('say the same in %s', async (language) => {
		const messages = messagesIn(language);
		const sight = sightData(language);
		const { locale } = sight;
		const pages = await stage.readAll(messages, sight);
		expect(pages).toHaveLength(states.length);
		for (const [at, { name }] of states.entries()) {
			const message = messages[at] as APIMessage;
			const drawn = drawMessage(message, { ...sightIn(language), isPhone: true, width });
			expect(normal(pages[at]?.text ?? ''), name).toBe(normal(inWordsOf(locale, drawn)));
			expect(pages[at]?.alts, name).toEqual(altsOf({ components: message.components ?? [] }));
			expect(pages[at]?.links, name).toEqual(linksOf(message).map(({ url }) => new URL(url).href));
		}
	});

	it.each(inTwoScripts)('say the same on every form in %s', async (language) => {
		const modals = forms.map(({ form }) => {
			const { custom_id, title, components } = form(translatorFor(language));
			return JSON.parse(JSON.stringify({ custom_id, title, components })) as ModalBody;
		});
		const pages = await stage.readForms(modals, sightData(language));
		for (const [at, { name }] of forms.entries()) {
			const drawn = drawModal(modals[at] as ModalBody, { ...sightIn(language), width: 1_000 });
			expect(normal(pages[at] ?? ''), name).toBe(normal(withoutIds(drawn, modals[at])));
		}
	});

	it('have all of the bot’s messages before them', () => {
		expect(states.length).toBeGreaterThan(70);
		expect(messagesIn('en').every(({ components, content }) => content !== '' || components?.length)).toBe(
			true,
		);
	});
});

function sightData(language: Language) {
	const { locale = 'en' } = sightIn(language);
	const place = { timeZone: 'UTC', now, names, colours: {}, mediaOrigin: undefined, guild };
	return { locale, isLight: false, ...place };
}

/** Of a form's drawing without its frame, and without the fields' ids: they are for who types them into a terminal. */
function withoutIds(drawn: string, modal: unknown): string {
	const ids = [...JSON.stringify(modal).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id = '']) => `  ${id}`);
	return drawn
		.split('\n')
		.map((line) => line.replace(/^[│┌└] ?|[│┐┘]$/g, '').trimEnd())
		.map((line) => ids.reduce((rest, id) => (rest.endsWith(id) ? rest.slice(0, -id.length) : rest), line))
		.map((line) => line.replace(/^─ (.*?) ─*$/, '$1'))
		.filter((line) => !/^─+$/.test(line))
		.join('\n');
}

function messagesIn(language: Language): APIMessage[] {
	const t = translatorFor(language, (path) => `</${path}:100000000000000009>`);
	return states.map((state) => sentMessage(state.show(t)));
}

/** The terminal's own words are English, the page's are the viewer's. */
function inWordsOf(locale: string, drawn: string): string {
	const [head = '', ...rest] = drawn.split('\n');
	const { edited, onlyYou } = clientWords(locale);
	return [head.replace('(edited)', `(${edited})`).replace('Only you can see this', onlyYou), ...rest].join(
		'\n',
	);
}

/** Without what only one of the two has room for: the length of rules, empty lines, and gaps between columns. */
function normal(text: string): string {
	return text
		.split('\n')
		.map((line) => line.replace(/─+/g, '─').replace(/\s+/g, ' ').trim())
		.filter((line) => line !== '')
		.join('\n');
}

/** The server of the corpus: what a select shows as chosen comes from there. */
const guild = {
	id: guildId,
	name: 'Northlight',
	ownerId: '0',
	locale: 'en-US',
	roles: Object.values(roleIds).map((id, position) => ({
		id,
		name: names[id] ?? '',
		permissions: '0',
		position,
		isManaged: false,
		color: 0,
		botId: undefined,
		isHoisted: false,
		isMentionable: false,
	})),
	channels: Object.values(channelIds).map((id, position) => ({
		id,
		name: names[id] ?? '',
		type: 0 as const,
		position,
		parentId: undefined,
	})),
	members: [],
	memberCount: 0,
	commands: [],
};
